internal import Findings
internal import LedgerCore
internal import MigrationSources
internal import SQLiteLint
internal import SQLiteSchema

extension Finding {
  /// Converts a lint finding in a migration.
  init(_ found: LintFinding, in migration: Migration) {
    let line = found.line + migration.firstLine - 1
    let severity = Severity(found.severity ?? .warning)
    self.init(
      .rule(RuleFacts(found.facts, in: found.words, needsForeignKeys: found.needsForeignKeys)), severity: severity)
    path = migration.path
    self.line = line
    object = found.object
    column = found.column
    self = of(migration)
  }

  /// The finding with the severity that the configuration gives to its rule; `nil` if the rule is disabled for its path.
  func configured(by lint: LintConfiguration) -> Finding? {
    guard code.isRule else { return self }
    guard !lint.disables(code.rawValue, at: path) else { return nil }
    var finding = self
    if let severity = lint.severities[code.rawValue] { finding.severity = Severity(severity) }
    return finding
  }
}

extension Finding.Severity {
  fileprivate init(_ severity: LintRule.Severity) {
    self =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
  }
}
