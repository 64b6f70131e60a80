internal import LedgerCore
internal import MigrationSources
internal import SQLiteLint
internal import SQLiteSchema

extension Finding {
  /// Converts a lint finding in a migration. The sentence and the hint are the rule's.
  init?(_ found: LintFinding, in migration: Migration) {
    guard let code = Code(rawValue: found.code) else { return nil }
    let line = found.line + migration.firstLine - 1
    let severity: Severity =
      switch found.severity {
      case .error: .error
      case .note: .note
      case .warning, nil: .warning
      }
    let facts = RuleFacts(code: code, statement: found.words, explanation: found.message, advice: found.hint)
    self.init(.rule(facts), severity: severity)
    path = migration.path
    self.line = line
    object = found.object
    column = found.column
    self = of(migration: migration.id)
  }
}
