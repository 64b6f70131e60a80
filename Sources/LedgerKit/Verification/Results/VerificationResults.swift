internal import LedgerCore
internal import SQLiteSchema

/// The results of the stages of one run, from which its report is made.
struct VerificationResults {
  let scope: Verification.Scope
  let inventory: LedgerInventory
  let source: TodaysSource
  /// Findings about the ledger, history and drift.
  let findings: [Finding]
  /// Contradictions within the source.
  let disagreement: [Finding]
  let outcomes: [Verification.FixtureOutcome]
  let limits: [TrialLimit]
  /// `nil` if everything was verified in one run.
  let share: ShardShare?

  /// The results of a run that has stopped because today's source does not run.
  static func stopped(
    _ scope: Verification.Scope, _ inventory: LedgerInventory, _ source: TodaysSource, _ findings: [Finding],
    deal: ShardDeal?
  ) -> VerificationResults {
    VerificationResults(
      scope: scope, inventory: inventory, source: source, findings: findings, disagreement: [], outcomes: [],
      limits: [], share: deal.map(ShardShare.nothing))
  }

  /// Whether the run has looked at everything that a waiver could name.
  func isComplete(_ findings: [Finding]) -> Bool {
    let isStopped = outcomes.isEmpty && findings.contains { $0.code == .migrationFailed && $0.version == nil }
    return scope == .allHistory && inventory.brokenReferences.isEmpty && !isStopped
      && !findings.contains { [.shallowClone, .objectMissing].contains($0.code) }
  }
}
