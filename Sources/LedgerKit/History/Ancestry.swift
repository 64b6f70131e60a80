internal import GitStore

/// Which commit is behind which.
final class Ancestry {
  private var places: [ObjectID: Int32] = [:]
  private var parents: [[Int32]] = []
  private var known: [Int32: Set<Int32>] = [:]
  private var asked: Set<Int32> = []

  /// Walks every commit that `tips` reach.
  ///
  /// - Parameter commits: those that will be asked about.
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

  /// Whether `commit` is `other`, or behind it; both of those that were said to be asked about.
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

  /// With which commit of the first-parent line of `head` each commit came there, counted from the oldest; nil for those
  /// that `head` does not have behind it. What came and went between two of that line was never seen on it.
  func arrivals(at head: ObjectID) -> [ObjectID: Int] {
    guard var next = places[head] else { return [:] }
    var line = [next]
    while let parent = parents[Int(next)].first {
      line.append(parent)
      next = parent
    }
    var arrivals = [Int](repeating: -1, count: parents.count)
    for (number, commit) in line.reversed().enumerated() {
      var waiting = [commit]
      while let next = waiting.popLast() {
        guard arrivals[Int(next)] < 0 else { continue }
        arrivals[Int(next)] = number
        waiting += parents[Int(next)]
      }
    }
    return places.compactMapValues { arrivals[Int($0)] < 0 ? nil : arrivals[Int($0)] }
  }
}
