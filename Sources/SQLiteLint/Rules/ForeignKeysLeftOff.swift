internal import SQLiteSyntax

extension LintRule {
  /// Finds a migration that leaves foreign keys off. The setting applies to the whole connection, which the application
  /// may continue to use.
  /// https://www.sqlite.org/pragma.html#pragma_foreign_keys
  static let foreignKeysLeftOff = LintRule("SL409", "foreign-keys-left-off", .warning) { trace in
    var last: ScriptTrace.Step?
    for step in trace.steps where step.hasRun && !step.isInTransaction {
      if case .pragma("foreign_keys", .some(let value)) = step.action { last = value.isOff ? step : nil }
    }
    guard let last, trace.failure == nil else { return [] }
    return [
      LintFinding(
        last,
        "foreign keys stay off after the migration, for everything that the application then writes on this connection",
        hint: "add PRAGMA foreign_keys = ON; at the end")
    ]
  }

  /// > legacy_alter_table … When … on, the ALTER TABLE RENAME command … works as it did in SQLite 3.24.0 and earlier.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_legacy_alter_table
  static let legacyAlterLeftOn = LintRule("SL476", "legacy-alter-left-on", .warning) { trace in
    var last: ScriptTrace.Step?
    for step in trace.steps where step.hasRun {
      if case .pragma("legacy_alter_table", .some(let value)) = step.action { last = value.isOff ? nil : step }
    }
    guard let last, trace.failure == nil else { return [] }
    return [
      LintFinding(
        last,
        "this stays on after the migration: a later ALTER TABLE … RENAME updates no views and triggers, and no foreign keys if they are off",
        hint: "run PRAGMA legacy_alter_table = OFF; after the statement that needs it")
    ]
  }
}

extension String {
  /// Whether the text, as the value of a pragma, means off. https://www.sqlite.org/pragma.html#syntax
  var isOff: Bool { ["0", "off", "no", "false"].contains(self) }
}
