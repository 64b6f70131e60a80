internal import LedgerCore
internal import LedgerEntries

extension HistoryReview {
  /// Withdrawals that a commit deleted or changed and that the current ledger does not have.
  func withdrawalFindings() throws -> [Finding] {
    try history.lostWithdrawals(from: ledgerPath, having: withdrawals, in: repository)
  }

  /// All ids that an entry may name as a parent: those of every entry and withdrawal in any commit, and in the current
  /// ledger.
  var knownIDs: Set<String> {
    get throws {
      let past = try history.withdrawals.compactMap { try history.withdrawal($0.tree, $0.version, in: repository) }
      let ids = (past + withdrawals).flatMap { [$0.id, $0.entryID] }
      return Set(fixtures.map(\.id)).union(ids)
    }
  }
}
