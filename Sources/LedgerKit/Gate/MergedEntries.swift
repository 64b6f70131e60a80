internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// Entries that a merge brings in, and must bring in whole.
struct MergedEntries {
  let gate: Gate
  /// The commit that is merged into.
  let head: FileSnapshot?

  /// What of the entries of `merged` is changed in `candidate` or left out of it.
  ///
  /// What HEAD has too is held against HEAD. What the last common ancestor had, HEAD has deleted since: that was judged
  /// when it was done.
  ///
  /// - Throws: `LedgerError`, `GitError`.
  func findings(of merged: ObjectID, in candidate: FileSnapshot) throws -> [Finding] {
    let repository = gate.repository
    let path = gate.configuration.ledger
    let snapshot = try repository.snapshot(.commit(merged))
    let ledger = try Ledger(at: path, in: snapshot)
    guard !ledger.items.isEmpty, let commit = try repository.head.commit else { return [] }
    let ancestors = try repository.mergeBases(of: commit, and: [merged]).map { try repository.snapshot(.commit($0)) }
    let known = try ([head].compactMap(\.self) + ancestors).flatMap { try Ledger(at: path, in: $0).items.map(\.folder) }
    let brought = ledger.items.filter { !known.contains($0.folder) }
    return try gate.changes(of: Ledger(path: path, items: brought), in: snapshot, to: candidate)
      .map { $0.restored(from: merged.short) }
  }
}
