internal import Findings
internal import SQLiteSandbox
internal import SQLiteSyntax

extension LintRule {
  /// > legacy_alter_table … When … on, the ALTER TABLE RENAME command … works as it did in SQLite 3.24.0 and earlier.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_legacy_alter_table
  static let legacyAlterLeftOn = LintRule("SL476", "legacy_alter_table left on", "legacy-alter-left-on", .warning) {
    trace in
    var last: ScriptTrace.Step?
    for step in trace.steps where step.hasRun {
      if case .pragma("legacy_alter_table", .some(let value)) = step.action { last = value.isOff ? nil : step }
    }
    guard let last, trace.failure == nil else { return [] }
    return [LintFinding(last, LegacyAlterLeftOn())]
  }
}

struct LegacyAlterLeftOn: LintViolation {
  static var rule: LintRule { .legacyAlterLeftOn }
  var message: String {
    "this stays on after the migration: a later ALTER TABLE … RENAME updates no views and triggers, and no foreign keys if they are off"
  }
  var help: Help { "run PRAGMA legacy_alter_table = OFF; after the statement that needs it" }
}
