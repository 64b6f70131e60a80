internal import Findings
internal import SQLiteSandbox
internal import SQLiteSyntax

extension LintRule {
  /// Finds a migration that leaves foreign keys off. The setting applies to the whole connection, which the application
  /// may continue to use.
  /// https://www.sqlite.org/pragma.html#pragma_foreign_keys
  static let foreignKeysLeftOff = LintRule("SL409", "Foreign keys left off", "foreign-keys-left-off", .warning) {
    trace in
    var last: ScriptTrace.Step?
    for step in trace.steps where step.hasRun && !step.isInTransaction {
      if case .pragma("foreign_keys", .some(let value)) = step.action { last = value.isOff ? step : nil }
    }
    guard let last, trace.failure == nil else { return [] }
    return [LintFinding(last, ForeignKeysLeftOff())]
  }
}

struct ForeignKeysLeftOff: LintViolation {
  static var rule: LintRule { .foreignKeysLeftOff }
  var message: String {
    "foreign keys stay off after the migration, for everything that the application then writes on this connection"
  }
  var help: Help { "add PRAGMA foreign_keys = ON; at the end" }
}
