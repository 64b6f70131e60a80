internal import CLibgit2

/// Reads the commits reachable from some tips, each once, and stops at known commits.
///
/// Only the header of each commit is read. First parents are followed first, because that is the order of commits in a
/// pack. `git_revwalk` is not used, because it looks up each commit separately, keeps it in memory, and in libgit2 1.5
/// fails at the boundary of a shallow clone.
struct CommitWalk {
  private struct Commit {
    var time: Int64 = 0
    /// The number of commits that were read before this one.
    var turn: UInt32 = 0
    var parentStart: UInt32 = 0
    var parentEnd: UInt32 = 0
  }

  private let objects: ObjectDatabase
  private let overrides: ParentOverrides
  private let known: CommitGraph
  private let graphFile: CommitGraphFile?
  private var numbers = CommitNumbers()
  private var commits: [Commit] = []
  /// Numbers of parents or, with this bit set, positions of known commits.
  private var parents: [UInt32] = []
  private static let knownBit: UInt32 = 1 << 31
  private var turn: UInt32 = 0

  /// - Parameters:
  ///   - known: commits that need not be read.
  ///   - graphFile: a commit-graph file, which is used for the commits that it contains.
  init(_ objects: ObjectDatabase, overrides: ParentOverrides, known: CommitGraph, graphFile: CommitGraphFile?) {
    self.graphFile = graphFile
    self.objects = objects
    self.overrides = overrides
    self.known = known
  }

  var count: Int { commits.count }
  private var positions: [UInt32] = []

  /// Reads the commits reachable from `tips`, except known ones and those that an earlier call has read.
  ///
  /// - Parameter visit: called with the root tree of each commit, in the order of reading.
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a missing commit, and the errors of `visit`.
  mutating func read(from tips: some Sequence<ObjectID>, visit: (ObjectID) throws -> Void) throws {
    var waiting: [UInt32] = []
    for tip in tips.reversed() where known.position(of: tip) == nil {
      let (number, isNew) = numbers.insert(tip)
      if isNew {
        commits.append(Commit())
        waiting.append(number)
      }
    }
    var header = CommitHeader(id: .zero, parents: [], tree: .zero, time: 0)
    while let number = waiting.popLast() {
      let id = numbers.ids[Int(number)]
      if graphFile?.read(id, into: &header) != true {
        try objects.readCommit(id, into: &header, overrides: overrides)
      }
      let start = parents.count
      let waitingCount = waiting.count
      for parent in header.parents {
        if let position = known.position(of: parent) {
          parents.append(position | Self.knownBit)
          continue
        }
        let (number, isNew) = numbers.insert(parent)
        parents.append(number)
        if isNew {
          commits.append(Commit())
          waiting.append(number)
        }
      }
      if waiting.count - waitingCount > 1 { waiting[waitingCount...].reverse() }
      commits[Int(number)] = Commit(
        time: header.time, turn: turn, parentStart: UInt32(start), parentEnd: UInt32(parents.count))
      turn += 1
      try visit(header.tree)
    }
  }

  /// Adds the commits that were read to the graph of known commits.
  ///
  /// - Parameter states: the state of each commit, in the order of reading.
  mutating func append(to graph: inout CommitGraph, states: [UInt32]) {
    let first = UInt32(graph.count)
    positions = [UInt32](repeating: .max, count: commits.count)
    let order = parentsFirst()
    for (index, number) in order.enumerated() { positions[Int(number)] = first + UInt32(index) }
    graph.reserveCapacity(graph.count + commits.count)
    let (positions, parents) = (positions, parents)
    for number in order {
      let commit = commits[Int(number)]
      graph.append(
        numbers.ids[Int(number)], time: commit.time, state: states[Int(commit.turn)],
        parents: parents[Int(commit.parentStart)..<Int(commit.parentEnd)].lazy.map {
          $0 & Self.knownBit == 0 ? positions[Int($0)] : $0 & ~Self.knownBit
        })
    }
  }

  /// The position in the graph of a commit that was read.
  func position(of id: ObjectID) -> UInt32? { numbers[id].map { positions[Int($0)] } }

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
