import LedgerKit
import MigrationSources

extension VerifyReport {
  /// A report with a result for each finding. A fixture that was migrated without findings has no result.
  var sarif: SarifReport {
    SarifReport(
      command: "verify",
      parts: reports.map { SarifReport.Part(database: $0.database, ledger: $0.ledger, findings: $0.findings) },
      notes: notes, warnings: brokenReferences.map { "\(Wording.brokenReference($0))" })
  }
}
