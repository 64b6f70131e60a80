internal import CLibgit2

/// Reads the commits reachable from some tips, each once, and stops at known commits.
///
/// Only the header of each commit is read. First parents are followed first, because that is the order of commits in a
/// pack. `git_revwalk` is not used, because it looks up each commit separately, keeps it in memory, and in libgit2 1.5
/// fails at the boundary of a shallow clone.
struct CommitWalk {
  private struct Commit {
    var time: Int64 = 0
    /// The number of trees that were visited before this commit's. Without one, the state is that of the first parent.
    var turn: UInt32?
    var parentStart: UInt32 = 0
    var parentEnd: UInt32 = 0
  }

  private let objects: ObjectDatabase
  private let overrides: ParentOverrides
  private let known: CommitGraph
  private let graphFile: CommitGraphFile?
  private var numbers: CommitNumbers
  private var commits: [Commit] = []
  /// Numbers of parents or, with this bit set, positions of known commits.
  private var parents: [UInt32] = []
  private static let knownBit: UInt32 = 1 << 31
  /// The number of tips for which the filters are checked: the first ones, which are branches. Trees of old tags are far
  /// apart in a pack, and reading thousands of them would take longer than the rest of the walk.
  private static let maximumChecks = 100
  /// The tips whose tree was visited though a filter says that they have their first parent's state.
  private var unchangedTips: [UInt32] = []
  /// The number of trees that were visited.
  private(set) var visitCount = 0
  /// Whether a filter was believed.
  private(set) var usesFilters = false
  /// Whether the state of a tip shows that the filters are wrong.
  private(set) var refutesFilters = false

  /// - Parameters:
  ///   - known: commits that need not be read.
  ///   - graphFile: a commit-graph file, which is used for the commits that it contains.
  init(_ objects: ObjectDatabase, overrides: ParentOverrides, known: CommitGraph, graphFile: CommitGraphFile?) {
    self.graphFile = graphFile
    self.objects = objects
    self.overrides = overrides
    self.known = known
    numbers = CommitNumbers(file: graphFile)
    // Most of the commits in the file are probably read, unless some are known.
    guard let graphFile, known.count == 0 else { return }
    graphFile.readAllRows()
    numbers.reserveCapacity(graphFile.count)
    commits.reserveCapacity(graphFile.count)
    parents.reserveCapacity(graphFile.count + graphFile.count / 4)
  }

  /// Reads the commits reachable from `tips`, except known ones and those that an earlier call has read.
  ///
  /// - Parameter visit: called with the root tree of each commit in the order of reading, unless a filter of the
  ///   commit-graph file says that the commit has the state of its first parent. The trees of the first tips are visited in
  ///   any case.
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a missing commit, and the errors of `visit`.
  mutating func read(from tips: some Sequence<ObjectID>, visit: (ObjectID) throws -> Void) throws {
    var waiting: [UInt32] = []
    for tip in tips.reversed() where known.position(of: tip) == nil {
      let commit = numbers.insert(tip)
      add(commit, to: &waiting)
    }
    // The first tip has the highest number.
    let checked = max(0, commits.count - Self.maximumChecks)..<commits.count
    var header = CommitHeader(id: .zero, parents: [], tree: .zero, time: 0)
    while let number = waiting.popLast() {
      let waitingCount = waiting.count
      var commit = Commit(parentStart: UInt32(parents.count))
      var tree: ObjectID?
      if let graphFile, let position = numbers.position(of: number), let row = graphFile.row(at: position) {
        if let parent = row.parents.first { addParent(at: parent, of: graphFile, to: &waiting) }
        if let parent = row.parents.second { addParent(at: parent, of: graphFile, to: &waiting) }
        commit.time = row.time
        if row.isUnchanged {
          usesFilters = true
          if checked.contains(Int(number)) { unchangedTips.append(number) }
        }
        if !row.isUnchanged || checked.contains(Int(number)) { tree = graphFile.tree(at: position) }
      } else {
        try objects.readCommit(numbers.ids[Int(number)], into: &header, overrides: overrides)
        for parent in header.parents { addParent(parent, to: &waiting) }
        commit.time = header.time
        tree = header.tree
      }
      commit.parentEnd = UInt32(parents.count)
      if waiting.count - waitingCount > 1 { waiting[waitingCount...].reverse() }
      if let tree {
        commit.turn = UInt32(visitCount)
        visitCount += 1
        try visit(tree)
      }
      commits[Int(number)] = commit
    }
  }

  private mutating func addParent(_ id: ObjectID, to waiting: inout [UInt32]) {
    if let position = known.position(of: id) {
      parents.append(position | Self.knownBit)
    } else {
      addParent(numbers.insert(id), to: &waiting)
    }
  }

  private mutating func addParent(at position: Int, of file: CommitGraphFile, to waiting: inout [UInt32]) {
    // Without known commits, nothing has to be looked up.
    if known.count > 0, let position = known.position(of: file.id(at: position)) {
      parents.append(position | Self.knownBit)
    } else {
      addParent(numbers.insert(file.id(at: position), at: position), to: &waiting)
    }
  }

  private mutating func addParent(_ commit: (number: UInt32, isNew: Bool), to waiting: inout [UInt32]) {
    parents.append(commit.number)
    add(commit, to: &waiting)
  }

  private mutating func add(_ commit: (number: UInt32, isNew: Bool), to waiting: inout [UInt32]) {
    guard commit.isNew else { return }
    commits.append(Commit())
    waiting.append(commit.number)
  }

  /// Adds the commits that were read to the graph of known commits, and sorts it.
  ///
  /// - Parameter states: the state of each visited tree, in the order of the visits.
  mutating func append(to graph: inout CommitGraph, states: [UInt32]) {
    let first = UInt32(graph.count)
    let order = parentsFirst()
    let positions = [UInt32](unsafeUninitializedCapacity: commits.count) { buffer, initialized in
      for (index, number) in order.enumerated() { buffer[Int(number)] = first + UInt32(index) }
      initialized = commits.count
    }
    graph.reserveCapacity(graph.count + commits.count)
    for number in order {
      let commit = commits[Int(number)]
      let parents = parents[Int(commit.parentStart)..<Int(commit.parentEnd)].lazy.map {
        $0 & Self.knownBit == 0 ? positions[Int($0)] : $0 & ~Self.knownBit
      }
      // Parents come first, so that the state of the first one is known.
      let state = commit.turn.map { states[Int($0)] } ?? parents.first.map { graph.states[Int($0)] } ?? 0
      graph.append(numbers.ids[Int(number)], time: commit.time, state: state, parents: parents)
    }
    graph.sort(adding: numbers.inFile.map { positions[Int($0)] }, areSorted: true)
    graph.sort(adding: numbers.others.map { positions[Int($0)] })
    refutesFilters = unchangedTips.contains { number in
      let position = Int(positions[Int(number)])
      return graph.parents(of: position).first.map { graph.states[Int($0)] } != graph.states[position]
    }
  }

  private func parentsFirst() -> [UInt32] {
    var order: [UInt32] = []
    order.reserveCapacity(commits.count)
    var isMet = [Bool](repeating: false, count: commits.count)
    var path: [(number: UInt32, next: UInt32)] = []
    for number in 0..<UInt32(commits.count) where !isMet[Int(number)] {
      isMet[Int(number)] = true
      path.append((number, commits[Int(number)].parentStart))
      while let (number, next) = path.last {
        guard next < commits[Int(number)].parentEnd else {
          order.append(number)
          path.removeLast()
          continue
        }
        path[path.count - 1].next = next + 1
        let parent = parents[Int(next)]
        guard parent & Self.knownBit == 0, !isMet[Int(parent)] else { continue }
        isMet[Int(parent)] = true
        path.append((parent, commits[Int(parent)].parentStart))
      }
    }
    return order
  }
}
