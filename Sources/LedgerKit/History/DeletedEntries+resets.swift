internal import GitStore
internal import LedgerCore
internal import LedgerEntries

extension DeletedEntries {
  /// The number of earlier tips of the current branch to examine.
  private static let limit = 10

  /// Finding SL102 for each version that the current branch had before a reset or a rebase, and that a remote branch
  /// still has. A version that was never pushed may be undone in this way.
  ///
  /// - Parameter present: versions that are present or reported already.
  /// - Throws: `GitError`.
  func resets(missingFrom ledger: Ledger, besides present: Set<String>) throws -> [Finding] {
    // Where references cannot be read, the comparison with other branches says so.
    guard case .branch(let branch, _) = try? repository.head else { return [] }
    var remotes: [Reference]?
    let withdrawn = ledger.withdrawnIDs
    var reported = present
    var findings: [Finding] = []
    // Most tips have the same entries.
    let objects = ObjectCache()
    for tip in try repository.formerTips(of: branch, limit: Self.limit) {
      guard let snapshot = try? repository.snapshot(of: tip, using: objects),
        // The folder of an entry has the name of its version, so that most tips need not be read.
        let folders = try? snapshot.list(Ledger.fixturesFolder(of: ledger.path)),
        folders.contains(where: { $0.isFolder && !reported.contains($0.name) }),
        let former = try? Ledger(at: ledger.path, in: snapshot, knowing: ledger)
      else { continue }
      for item in former.items where !withdrawn.contains(item.id) && !reported.contains(item.entry.version.name) {
        let tree = try self.tree(of: item.folder, at: tip)
        let known = remotes ?? (try? repository.references().all.filter { $0.kind == .remoteBranch }) ?? []
        remotes = known
        guard try known.contains(where: { try self.tree(of: item.folder, at: $0.commit) == tree }),
          let origin = try repository.origin(of: item.folder, at: tip)
        else { continue }
        reported.insert(item.entry.version.name)
        let commits = [Finding.Commit(role: .committed, info: try repository.commitInfo(origin))]
        findings.append(
          .deleted(
            item.entry.version.name, id: item.id, isRestored: false,
            remedy: .checkOut(path: item.folder, from: origin.short)
          ).with(commits: commits))
      }
    }
    return findings
  }

  private func tree(of folder: String, at commit: ObjectID) throws -> ObjectID? {
    try repository.treeEntry(tree: try repository.commitHeader(commit).tree, path: folder)
  }
}
