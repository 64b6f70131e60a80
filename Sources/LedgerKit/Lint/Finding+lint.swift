internal import LedgerCore
internal import MigrationSources
internal import SQLiteLint
internal import SQLiteSchema

extension Finding {
  /// Converts a lint finding in a migration.
  init(_ found: LintFinding, in migration: Migration) {
    let line = found.line + migration.firstLine - 1
    let severity: Severity =
      switch found.severity {
      case .error: .error
      case .note: .note
      case .warning, nil: .warning
      }
    self.init(.rule(RuleFacts(found.facts, in: found.words)), severity: severity)
    path = migration.path
    self.line = line
    object = found.object
    column = found.column
    self = of(migration)
  }
}
