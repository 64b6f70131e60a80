import LedgerKit
import MigrationSources

extension VerifyReport {
  /// The findings of each database.
  var findings: [DatabaseFindings] {
    reports.map { DatabaseFindings(database: $0.database, ledger: $0.ledger, findings: $0.findings) }
  }

  /// A report with a result for each finding. A fixture that was migrated without findings has no result.
  var sarif: SarifReport {
    SarifReport(
      command: "verify", parts: findings,
      notes: notes, warnings: brokenReferences.map { "\(Wording.brokenReference($0))" })
  }
}
