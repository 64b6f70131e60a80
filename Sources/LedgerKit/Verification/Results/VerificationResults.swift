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
    isShard: Bool
  ) -> VerificationResults {
    VerificationResults(
      scope: scope, inventory: inventory, source: source, findings: findings, disagreement: [], outcomes: [],
      limits: [], share: isShard ? .nothing : nil)
  }

  /// All findings, each once.
  var distinctFindings: [Finding] {
    // A fixture that leads to the same difference shows both.
    let findings =
      findings
      + disagreement.filter { finding in
        !outcomes.contains { $0.shows(finding) }
      }
    // A wrong digest is found in the tree and in history, and is reported once. The finding from history comes first and
    // names the commits.
    var seen: Set<Finding> = []
    return (findings + outcomes.flatMap(\.findings)).filter { finding in
      var finding = finding.withoutDestination
      finding.commits = []
      return seen.insert(finding).inserted
    }
  }

  /// Whether the run has looked at everything that a waiver could name.
  func isComplete(_ findings: [Finding]) -> Bool {
    let isStopped = outcomes.isEmpty && findings.contains { $0.code == .migrationFailed && $0.version == nil }
    return scope == .allHistory && inventory.brokenReferences.isEmpty && !isStopped
      && !findings.contains { [.shallowClone, .objectMissing].contains($0.code) }
  }
}

extension Verification.FixtureOutcome {
  /// Whether one of the findings, or several with different causes together, has the changes of `finding`.
  fileprivate func shows(_ finding: Finding) -> Bool {
    let own = findings.filter { [.schemaDiffers, .columnOrderDiffers].contains($0.code) }
    return findings.contains { $0.code == finding.code && $0.changes == finding.changes }
      || !finding.changes.isEmpty && Set(own.flatMap(\.changes)) == Set(finding.changes)
  }
}
