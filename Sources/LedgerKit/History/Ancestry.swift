internal import GitStore

/// Determines whether a commit is an ancestor of another.
final class Ancestry {
  private var places: [ObjectID: Int32] = [:]
  private var parents: [[Int32]] = []
  private var known: [Int32: Set<Int32>] = [:]
  private var asked: Set<Int32> = []

  /// Walks all commits reachable from `tips`.
  ///
  /// - Parameter commits: the commits that later calls may ask about.
  /// - Throws: `GitError`.
  init(of commits: Set<ObjectID>, from tips: [ObjectID], in repository: Repository) throws {
    var headers: [[ObjectID]] = []
    var waiting = tips
    while let commit = waiting.popLast() {
      guard places[commit] == nil else { continue }
      places[commit] = Int32(headers.count)
      let parents = try repository.commitHeader(commit).parents
      headers.append(parents)
      waiting += parents
    }
    parents = headers.map { $0.compactMap { places[$0] } }
    asked = Set(commits.compactMap { places[$0] })
  }

  /// Whether `commit` is `other` or one of its ancestors. Both must be among the commits given to the initialiser.
  func isReached(_ commit: ObjectID, from other: ObjectID) -> Bool {
    guard let place = places[commit], let start = places[other] else { return false }
    return reached(from: start).contains(place)
  }

  private func reached(from start: Int32) -> Set<Int32> {
    if let found = known[start] { return found }
    var seen = [Bool](repeating: false, count: parents.count)
    var found: Set<Int32> = []
    var waiting = [start]
    seen[Int(start)] = true
    while let next = waiting.popLast() {
      if asked.contains(next) { found.insert(next) }
      for parent in parents[Int(next)] where !seen[Int(parent)] {
        seen[Int(parent)] = true
        waiting.append(parent)
      }
    }
    known[start] = found
    return found
  }

  /// For each commit reachable from `head`, the number of the first commit on the first-parent line of `head` that
  /// contains it, counted from the oldest. A change that was made and undone between two commits of that line was never
  /// visible on it.
  func mergePositions(at head: ObjectID) -> [ObjectID: Int] {
    guard var next = places[head] else { return [:] }
    var line = [next]
    while let parent = parents[Int(next)].first {
      line.append(parent)
      next = parent
    }
    var mergePositions = [Int](repeating: -1, count: parents.count)
    for (number, commit) in line.reversed().enumerated() {
      var waiting = [commit]
      while let next = waiting.popLast() {
        guard mergePositions[Int(next)] < 0 else { continue }
        mergePositions[Int(next)] = number
        waiting += parents[Int(next)]
      }
    }
    return places.compactMapValues { mergePositions[Int($0)] < 0 ? nil : mergePositions[Int($0)] }
  }
}
