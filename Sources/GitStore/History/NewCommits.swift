/// The commits that some tips reach and the tips of an earlier run did not.
struct NewCommits {
  private(set) var headers: [ObjectID: CommitHeader] = [:]
  /// The former tips that are parents of these.
  private(set) var ends: Set<ObjectID> = []

  /// More are read together with the cached graph.
  private static let limit = 1000

  /// `nil` if there are many, or if the history of the former tips is not a part of the new one with the same line in it.
  init?(from tips: [ObjectID], marking line: ObjectID?, since former: FormerTips.Tips, in repository: Repository) {
    let known = Set(former.commits)
    var waiting = tips.filter { !known.contains($0) }
    while let id = waiting.popLast() {
      if known.contains(id) {
        ends.insert(id)
      } else if headers[id] == nil {
        guard headers.count < Self.limit, let header = try? repository.commitHeader(id) else { return nil }
        headers[id] = header
        waiting += header.parents
      }
    }
    guard known.subtracting(tips).isSubset(of: ends), line == former.line || isLine(line, continuing: former.line)
    else { return nil }
  }

  /// Whether the line leads to the former one and to no other of the former tips.
  private func isLine(_ line: ObjectID?, continuing former: ObjectID?) -> Bool {
    guard let line, let former else { return false }
    var seen: Set<ObjectID> = []
    var waiting = [line]
    var reached: Set<ObjectID> = []
    while let id = waiting.popLast() {
      guard let header = headers[id] else {
        reached.insert(id)
        continue
      }
      if seen.insert(id).inserted { waiting += header.parents }
    }
    return reached == [former]
  }

  /// The history with these commits; `nil` if one of them changed one of the paths.
  ///
  /// - Parameter history: that of the former tips.
  /// - Throws: `GitError`.
  func added(to history: PathHistory, in repository: Repository) throws -> PathHistory? {
    let trees = ParallelTreeReader(of: history.paths, in: repository, batch: .small)
    let commits = headers.keys.sorted() + ends.sorted()
    for commit in commits { try trees.add(headers[commit]?.tree ?? repository.commitHeader(commit).tree) }
    let (states, contents) = try trees.finish()
    let stateOf = Dictionary(zip(commits, states)) { first, _ in first }
    var counts = history.counts
    for (id, header) in headers {
      guard let state = stateOf[id], !header.parents.isEmpty, header.parents.allSatisfy({ stateOf[$0] == state }),
        let place = counts.firstIndex(where: { $0.contents == contents[Int(state)] })
      else { return nil }
      counts[place].commits += 1
    }
    return PathHistory(of: history.paths, steps: history.steps, counts: counts)
  }
}
