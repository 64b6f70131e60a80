internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// Checks that a merge includes all entries of the merged commits, unchanged.
struct MergedEntries {
  let gate: Gate
  /// The commit into which the others are merged.
  let head: FileSnapshot?

  /// Findings for entries of `merged` that `candidate` changes or lacks.
  ///
  /// Entries that HEAD also has are checked against HEAD. An entry that the last common ancestor had and HEAD lacks was
  /// deleted on HEAD's side, and that deletion was checked when it was committed.
  ///
  /// - Throws: `LedgerError`, `GitError`.
  func findings(of merged: ObjectID, in candidate: FileSnapshot) throws -> [Finding] {
    let repository = gate.repository
    let path = gate.configuration.ledger
    let snapshot = try repository.snapshot(.commit(merged))
    let ledger = try Ledger(at: path, in: snapshot)
    guard !ledger.items.isEmpty || !ledger.withdrawals.isEmpty, let commit = try repository.head.commit else {
      return []
    }
    let ancestors = try repository.mergeBases(of: commit, and: [merged]).map { try repository.snapshot(.commit($0)) }
    let known = try ([head].compactMap(\.self) + ancestors).flatMap { try Ledger(at: path, in: $0).items.map(\.folder) }
    let newItems = ledger.items.filter { !known.contains($0.folder) }
    return try gate.changes(of: ledger.with(newItems), in: snapshot, to: candidate)
      .map { $0.setting(\.revision, to: merged.short) }
  }
}
