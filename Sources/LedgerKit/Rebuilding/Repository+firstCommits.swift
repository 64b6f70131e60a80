internal import GitStore
internal import LedgerEntries

extension Repository {
  /// The commits that first added these entries of `snapshot`, by entry id.
  ///
  /// - Parameter tip: the commit whose history is read.
  /// - Throws: `GitError`.
  func firstCommits(
    of items: [Ledger.Item], in snapshot: FileSnapshot, from tip: ObjectID
  ) throws -> [String: ObjectID] {
    if items.isEmpty { return [:] }
    let paths = items.map { $0.folder + "/" + Entry.fileName }
    let history = try history(of: paths, from: [tip])
    var commits: [String: ObjectID] = [:]
    for (item, path) in zip(items, paths) {
      guard let id = try snapshot.id(of: path) else { continue }
      commits[item.id] = history.changes.first { $0.path == path && $0.after == .object(id) }?.commit
    }
    return commits
  }
}
