/// How commits hang together, and what each has at some paths: columns, in which a commit is its place.
///
/// A parent comes before its children, so that what is true of all history behind a commit is found in one pass. Only
/// grafts can tie a knot; then one of the parents in it comes later.
struct CommitGraph {
  /// The commits.
  private(set) var ids: [ObjectID] = []
  /// The committer's time of each, in seconds since 1970.
  private(set) var times: [Int64] = []
  /// The number of what each has at the paths, a place in ``contents``.
  var states: [UInt32] = []
  /// What a commit can have at the paths, in their order.
  var contents: [[PathHistory.Content]] = []
  /// Where the parents of each begin in ``parentPlaces``, and behind the last one its end.
  private(set) var parentStarts: [UInt32] = [0]
  private(set) var parentPlaces: [UInt32] = []

  /// The places in the order of the ids, as far as ``sort()`` has seen them.
  private(set) var order: [UInt32] = []

  var count: Int { ids.count }

  init() {}

  /// Columns that were read; nil when they do not fit each other.
  init?(
    ids: [ObjectID], times: [Int64], states: [UInt32], contents: [[PathHistory.Content]], parentStarts: [UInt32],
    parentPlaces: [UInt32], order: [UInt32]
  ) {
    guard parentStarts.first == 0, parentStarts.last == UInt32(parentPlaces.count),
      zip(parentStarts, parentStarts.dropFirst()).allSatisfy({ $0 <= $1 }),
      parentPlaces.allSatisfy({ $0 < ids.count }), order.allSatisfy({ $0 < ids.count }),
      states.allSatisfy({ $0 < contents.count })
    else { return nil }
    self.ids = ids
    self.times = times
    self.states = states
    self.contents = contents
    self.parentStarts = parentStarts
    self.parentPlaces = parentPlaces
    self.order = order
  }

  mutating func sort() {
    guard order.count < count else { return }
    // With the ids at hand, which are all over the memory else.
    order = ids.indices.map { (ids[$0], UInt32($0)) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The place of a commit, if ``sort()`` has seen it.
  func place(of id: ObjectID) -> UInt32? {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      let other = ids[Int(order[middle])]
      if other == id { return order[middle] }
      if other < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Adds to ``contents`` what is not there, and returns the number of each.
  mutating func add(_ others: [[PathHistory.Content]]) -> [UInt32] {
    if others.isEmpty { return [] }
    var numbers = Dictionary(
      contents.enumerated().map { ($1, UInt32($0)) }, uniquingKeysWith: { first, _ in first })
    return others.map { other in
      if let known = numbers[other] { return known }
      let number = UInt32(contents.count)
      contents.append(other)
      numbers[other] = number
      return number
    }
  }

  /// The commits of which something is ``PathHistory/Content/unknown``.
  var unknownPlaces: [Int] {
    let isUnknown = contents.map { $0.contains(.unknown) }
    return isUnknown.contains(true) ? states.indices.filter { isUnknown[Int(states[$0])] } : []
  }

  /// The commits that are kept and whose parents all are.
  func filtered(_ isKept: [Bool]) -> CommitGraph {
    var graph = CommitGraph()
    graph.contents = contents
    graph.reserveCapacity(count)
    var places = [UInt32?](repeating: nil, count: count)
    for place in ids.indices where isKept[place] {
      let parents = parents(of: place).map { places[Int($0)] }
      guard parents.allSatisfy({ $0 != nil }) else { continue }
      places[place] = UInt32(graph.count)
      graph.append(ids[place], time: times[place], state: states[place], parents: parents.compactMap { $0 })
    }
    return graph
  }

  /// The places of a commit's parents, in their order.
  func parents(of place: Int) -> ArraySlice<UInt32> {
    parentPlaces[Int(parentStarts[place])..<Int(parentStarts[place + 1])]
  }

  mutating func append(_ id: ObjectID, time: Int64, state: UInt32, parents: some Sequence<UInt32>) {
    ids.append(id)
    times.append(time)
    states.append(state)
    parentPlaces.append(contentsOf: parents)
    parentStarts.append(UInt32(parentPlaces.count))
  }

  mutating func reserveCapacity(_ count: Int) {
    ids.reserveCapacity(count)
    times.reserveCapacity(count)
    states.reserveCapacity(count)
    parentStarts.reserveCapacity(count + 1)
    parentPlaces.reserveCapacity(count + count / 4)
  }

  /// Marks what some commits reach, themselves included, and returns how many that are in addition to those marked.
  @discardableResult
  func mark(from tips: some Sequence<Int>, in reached: inout [Bool]) -> Int {
    var waiting = tips.filter { !reached[$0] }
    var count = 0
    while let place = waiting.popLast() {
      guard !reached[place] else { continue }
      reached[place] = true
      count += 1
      for parent in parents(of: place) where !reached[Int(parent)] { waiting.append(Int(parent)) }
    }
    return count
  }

  /// The age of each commit: its committer's time, or that of the latest commit behind it, where a clock was wrong; and
  /// how many commits lie on the longest way back to a root. The first is what Git calls the corrected commit date,
  /// <https://git-scm.com/docs/commit-graph#_generation_numbers>, which goes up by one where it would not; here the
  /// second does.
  func ages() -> [Age] {
    var ages: [Age] = []
    ages.reserveCapacity(count)
    for place in ids.indices {
      var age = Age(time: times[place], depth: 1)
      for parent in parents(of: place) where parent < place {
        let behind = ages[Int(parent)]
        age.time = max(age.time, behind.time)
        age.depth = max(age.depth, behind.depth + 1)
      }
      ages.append(age)
    }
    return ages
  }

  struct Age {
    var time: Int64
    var depth: UInt32
  }
}
