import LedgerKit
import MigrationSources

extension VerifyReport {
  /// A report with a result for each finding. A fixture that was migrated without findings has no result.
  var sarif: SarifReport {
    SarifReport(
      command: "verify", parts: parts,
      notes: notes, warnings: brokenReferences.map { "\(Wording.brokenReference($0))" })
  }
}
