public import GitStore
public import LedgerCore
internal import LedgerEntries

/// Finds entries of a commit that the next snapshot no longer contains, or that its configuration no longer reaches.
public enum LostEntries {
  /// Returns the lost entries of ledgers that the configuration of `base` names and that of `candidate` does not. A
  /// ledger may be moved as a whole, but no entry may be left behind, unless the configuration retires the ledger.
  ///
  /// - Parameter databases: the databases that `candidate` configures.
  /// - Throws: `GitError`, `LedgerError`.
  public static func findings(
    leaving base: FileSnapshot, for databases: [DatabaseConfiguration], in candidate: FileSnapshot
  ) throws -> [Finding] {
    guard let former = try Configuration.former(in: base)?.databases else { return [] }
    let current = Set(databases.map(\.ledger))
    let left = former.filter { !current.contains($0.ledger) }
    if left.isEmpty { return [] }
    let kept = try databases.flatMap { try Ledger(at: $0.ledger, in: candidate).keptIDs }
    let retired = try Configuration.ifPresent(in: candidate)?.retired ?? [:]
    return try left.flatMap { database in
      let committed = try Ledger(at: database.ledger, in: base)
      let reason = retired[database.ledger]
      let present = Set(try Ledger(at: database.ledger, in: candidate).items.map(\.id))
      let unreached = committed.items.filter {
        !kept.contains($0.id) && (reason != nil || present.contains($0.id))
      }
      let unreachedFinding = Finding.unreached(
        database.ledger, versions: unreached.map(\.entry.version.name), reason: reason)
      let lost = reason == nil ? findings(of: committed, keeping: Set(kept).union(present)) : []
      return (unreached.isEmpty ? [] : [unreachedFinding]) + lost
    }
  }

  /// - Parameter kept: ids of the entries that still exist or were withdrawn, and of the withdrawals.
  static func findings(of committed: Ledger, keeping kept: Set<String>) -> [Finding] {
    let lost = committed.withdrawals.filter { !kept.contains($0.id) }.map { withdrawal in
      let path = committed.path(of: withdrawal)
      return Finding.withdrawalLost(withdrawal, path: path, isDeleted: true, remedy: .restore(path: path))
    }
    return lost
      + committed.items.filter { !kept.contains($0.id) }.map { item in
        .deleted(
          item.entry.version.name, id: item.id, isRestored: false,
          remedy: .restore(path: item.folder))
      }
  }
}

extension Ledger {
  /// The ids of what is in the ledger or was withdrawn.
  var keptIDs: Set<String> { withdrawnIDs.union(items.map(\.id)).union(withdrawals.map(\.id)) }
}
