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
    return [LintFinding(last, .foreignKeys(.leftOff))]
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
    return [LintFinding(last, .settings(.legacyAlterLeftOn))]
  }
}

extension String {
  /// Whether the text, as the value of a pragma, means off. https://www.sqlite.org/pragma.html#syntax
  var isOff: Bool { ["0", "off", "no", "false"].contains(self) }
}
