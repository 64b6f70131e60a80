/// A history graph: its commits, their parents, and the content that each has at some paths. The data is stored in
/// columns, in which a commit is identified by its position.
///
/// A parent comes before its children, so that facts about all ancestors of a commit are computed in one pass. Only
/// grafts can create a cycle; then one of the parents in it comes later.
struct CommitGraph {
  /// The ids of the commits.
  private(set) var ids: [ObjectID] = []
  /// The committer's time of each commit, in seconds since 1970.
  private(set) var times: [Int64] = []
  /// The state of each commit at the paths: an index into ``contents``.
  var states: [UInt32] = []
  /// The distinct states: the content at each path, in the order of the paths.
  var contents: [[PathHistory.Content]] = []
  /// The start of each commit's parents in ``parentPositions``, followed by the end of the last one's.
  private(set) var parentStarts: [UInt32] = [0]
  private(set) var parentPositions: [UInt32] = []

  /// The positions in the order of the ids, for the commits that the last ``sort()`` included.
  private(set) var order: [UInt32] = []

  var count: Int { ids.count }

  init() {}

  /// Creates a graph from columns; `nil` if they are inconsistent.
  init?(
    ids: [ObjectID], times: [Int64], states: [UInt32], contents: [[PathHistory.Content]], parentStarts: [UInt32],
    parentPositions: [UInt32], order: [UInt32]
  ) {
    guard parentStarts.first == 0, parentStarts.last == UInt32(parentPositions.count),
      zip(parentStarts, parentStarts.dropFirst()).allSatisfy({ $0 <= $1 }),
      parentPositions.allSatisfy({ $0 < ids.count }), order.allSatisfy({ $0 < ids.count }),
      states.allSatisfy({ $0 < contents.count })
    else { return nil }
    self.ids = ids
    self.times = times
    self.states = states
    self.contents = contents
    self.parentStarts = parentStarts
    self.parentPositions = parentPositions
    self.order = order
  }

  mutating func sort() { sort(adding: Array(UInt32(order.count)..<UInt32(count))) }

  /// Adds the positions of other commits to the order.
  ///
  /// - Parameter areSorted: whether they are in the order of the ids.
  mutating func sort(adding others: [UInt32], areSorted: Bool = false) {
    if others.isEmpty { return }
    if areSorted, order.isEmpty {
      order = others
      return
    }
    // Sort pairs of id and position: looking up each id in its column would access memory at random.
    let added = others.map { (ids[Int($0)], $0) }.sorted { $0.0 < $1.0 }
    var all: [UInt32] = []
    all.reserveCapacity(count)
    var taken = 0
    for (id, position) in added {
      let place = place(of: id, from: taken)
      all += order[taken..<place]
      all.append(position)
      taken = place
    }
    order = all + order[taken...]
  }

  /// The position of a commit that the last ``sort()`` included; `nil` for any other.
  func position(of id: ObjectID) -> UInt32? {
    let place = place(of: id, from: 0)
    return place < order.count && ids[Int(order[place])] == id ? order[place] : nil
  }

  /// The place in the order of the first commit whose id is not less than `id`, at or after `start`.
  private func place(of id: ObjectID, from start: Int) -> Int {
    var (low, high) = (start, order.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[Int(order[middle])] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds the missing states to ``contents``, and returns the index of each.
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

  /// The positions of commits that have ``PathHistory/Content/unknown`` at a path.
  var unknownPositions: [Int] {
    let isUnknown = contents.map { $0.contains(.unknown) }
    return isUnknown.contains(true) ? states.indices.filter { isUnknown[Int(states[$0])] } : []
  }

  /// The graph of the commits that are kept and whose parents are all kept.
  func filtered(_ isKept: [Bool]) -> CommitGraph {
    var graph = CommitGraph()
    graph.contents = contents
    graph.reserveCapacity(count)
    var positions = [UInt32?](repeating: nil, count: count)
    for position in ids.indices where isKept[position] {
      let parents = parents(of: position).map { positions[Int($0)] }
      guard parents.allSatisfy({ $0 != nil }) else { continue }
      positions[position] = UInt32(graph.count)
      graph.append(ids[position], time: times[position], state: states[position], parents: parents.compactMap { $0 })
    }
    return graph
  }

  /// The positions of a commit's parents, in their order.
  func parents(of position: Int) -> ArraySlice<UInt32> {
    parentPositions[Int(parentStarts[position])..<Int(parentStarts[position + 1])]
  }

  mutating func append(_ id: ObjectID, time: Int64, state: UInt32, parents: some Sequence<UInt32>) {
    ids.append(id)
    times.append(time)
    states.append(state)
    // There are one or two, for which `append(contentsOf:)` takes longer.
    for parent in parents { parentPositions.append(parent) }
    parentStarts.append(UInt32(parentPositions.count))
  }

  mutating func reserveCapacity(_ count: Int) {
    ids.reserveCapacity(count)
    times.reserveCapacity(count)
    states.reserveCapacity(count)
    parentStarts.reserveCapacity(count + 1)
    parentPositions.reserveCapacity(count + count / 4)
  }

  /// Marks the commits reachable from `tips`, including the tips, and returns the number of newly marked ones.
  @discardableResult
  func mark(from tips: some Sequence<Int>, in reached: inout [Bool]) -> Int {
    var waiting = tips.filter { !reached[$0] }
    var count = 0
    while let position = waiting.popLast() {
      guard !reached[position] else { continue }
      reached[position] = true
      count += 1
      for parent in parents(of: position) where !reached[Int(parent)] { waiting.append(Int(parent)) }
    }
    return count
  }

  /// The sort key of each commit: its committer's time, or that of its latest ancestor if a clock was wrong; and the
  /// length of the longest path to a root commit. The time is what Git calls the corrected commit date,
  /// <https://git-scm.com/docs/commit-graph#_generation_numbers>. Git makes it strictly increasing by adding one; here
  /// the depth breaks ties.
  func ages() -> [Age] {
    var ages: [Age] = []
    ages.reserveCapacity(count)
    for position in ids.indices {
      var age = Age(time: times[position], depth: 1)
      for parent in parents(of: position) where parent < position {
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
