package import Findings

extension FindingCode {
  package static let migrationTextChanged = FindingCode(
    "SL203", "Frozen migration changed in text only", canBeNote: true)
}

/// A migration of these frozen versions has another text with the same meaning.
struct MigrationTextChanged: LedgerFinding {
  let versions: [String]

  var code: FindingCode { .migrationTextChanged }
  var name: String { "textChanged" }
  var severity: Severity { .note }

  func message(of finding: Finding) -> String {
    "\(finding.migrationName ?? ""), released in \(versions.listed), has a different text with the same meaning"
  }

  func help(for finding: Finding) -> Help? { nil }
}
