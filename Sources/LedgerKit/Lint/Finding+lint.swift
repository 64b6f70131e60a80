internal import Findings
internal import LedgerCore
internal import MigrationSources
internal import SQLiteLint
internal import SQLiteSchema

extension Finding {
  /// Converts a lint finding in a migration.
  init(_ found: LintFinding, in migration: Migration) {
    let line = found.line + migration.firstLine - 1
    self.init(
      RuleFacts(
        found.violation, in: found.words, severity: found.severity, needsForeignKeys: found.needsForeignKeys))
    path = migration.path
    self.line = line
    object = found.object
    column = found.column
    self = of(migration)
  }

  /// The finding with the severity that the configuration gives to its rule; `nil` if the rule is disabled for its path.
  func configured(by lint: LintConfiguration) -> Finding? {
    guard var rule = kind as? RuleFacts else { return self }
    guard !lint.disables(code.rawValue, at: path) else { return nil }
    guard let severity = lint.severities[code.rawValue] else { return self }
    rule.severity = severity
    return with(rule)
  }
}
