internal import CLibgit2

/// Reads the commits that some tips reach, each once, and stops at those that are known.
///
/// Only the first lines of a commit are looked at, and first parents are followed first, which is how packs lie on the
/// disk. `git_revwalk` is not used: it reads each commit for itself, keeps it, and in libgit2 1.5 fails at the
/// boundary of a shallow clone, which here is an end like any other.
struct CommitWalk {
  private struct Commit {
    var time: Int64 = 0
    /// How many were read before it.
    var turn: UInt32 = 0
    var parentStart: UInt32 = 0
    var parentEnd: UInt32 = 0
  }

  private let objects: ObjectDatabase
  private let shape: HistoryShape
  private let known: CommitGraph
  private let graphFile: CommitGraphFile?
  private var numbers = CommitNumbers()
  private var commits: [Commit] = []
  /// Numbers, or places of what is known with this bit set.
  private var parents: [UInt32] = []
  private static let knownBit: UInt32 = 1 << 31
  private var turn: UInt32 = 0

  /// - Parameters:
  ///   - known: commits that need not be read.
  ///   - graphFile: what is in it is taken from there.
  init(_ objects: ObjectDatabase, shape: HistoryShape, known: CommitGraph, graphFile: CommitGraphFile?) {
    self.graphFile = graphFile
    self.objects = objects
    self.shape = shape
    self.known = known
  }

  var count: Int { commits.count }
  private var places: [UInt32] = []

  /// Reads what `tips` reach, as far as it is not known and was not read before.
  ///
  /// - Parameter visit: gets the root tree of each commit, in turn.
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a commit that is not there, and what `visit` throws.
  mutating func read(from tips: some Sequence<ObjectID>, visit: (ObjectID) throws -> Void) throws {
    var waiting: [UInt32] = []
    for tip in tips.reversed() where known.place(of: tip) == nil {
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
        try objects.readCommit(id, into: &header, shape: shape)
      }
      let start = parents.count
      let waitingCount = waiting.count
      for parent in header.parents {
        if let place = known.place(of: parent) {
          parents.append(place | Self.knownBit)
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

  /// Adds what was read to the graph of what was known.
  ///
  /// - Parameter states: for each commit in turn.
  mutating func append(to graph: inout CommitGraph, states: [UInt32]) {
    let first = UInt32(graph.count)
    places = [UInt32](repeating: .max, count: commits.count)
    let order = parentsFirst()
    for (index, number) in order.enumerated() { places[Int(number)] = first + UInt32(index) }
    graph.reserveCapacity(graph.count + commits.count)
    let (places, parents) = (places, parents)
    for number in order {
      let commit = commits[Int(number)]
      graph.append(
        numbers.ids[Int(number)], time: commit.time, state: states[Int(commit.turn)],
        parents: parents[Int(commit.parentStart)..<Int(commit.parentEnd)].lazy.map {
          $0 & Self.knownBit == 0 ? places[Int($0)] : $0 & ~Self.knownBit
        })
    }
  }

  /// The place in the graph of a commit that was read.
  func place(of id: ObjectID) -> UInt32? { numbers[id].map { places[Int($0)] } }

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
