internal import Findings
internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

// SL311 to SL313, SL315 and SL316. They are about a migration, not about a version: each version that runs it would report
// the same.

extension Finding {
  /// Whether it is about what was tried with a database that was migrated.
  var isOfTrial: Bool {
    if case .trial = facts { code != .queryNoLongerCompiles } else { false }
  }

  /// Whether it is about a migration or a script, whichever version runs it.
  var isOfMigration: Bool { path != nil && isOfTrial }

  static func overBudget(_ measured: MigrationCost, seconds: Double) -> Finding {
    Finding(
      .trial(
        .takesTooLong(
          seconds: measured.seconds, limit: seconds, rows: measured.rows, measuredRows: measured.measuredRows))
    ).with(path: measured.path)
  }

  static func overBudget(_ measured: MigrationCost, growth: Double) -> Finding {
    Finding(.trial(.growsTooMuch(factor: measured.growth, limit: growth, measuredRows: measured.measuredRows)))
      .with(path: measured.path)
  }

  static func secondRun(_ script: Migration, _ outcome: TrialFacts.Outcome) -> Finding {
    Finding(.trial(.secondRun(isRepeatable: script.isRepeatable, outcome))).with(path: script.path)
  }

  static func secondRun(_ version: String, of command: SourceCommand, _ outcome: TrialFacts.Outcome) -> Finding {
    Finding(.trial(.secondRunOfCommand(command.line, outcome))).with(version: version).showing(outcome)
  }

  static func doesNotRecover(
    _ migration: Migration, after line: Int, isFrozen: Bool, _ outcome: TrialFacts.Outcome
  ) -> Finding {
    Finding(
      .trial(
        .interrupted(afterLine: line, endsTransaction: migration.isWrapped, isFrozen: isFrozen, outcome)),
      severity: isFrozen ? .warning : .error
    ).with(path: migration.path)
  }

  static func doesNotRecover(_ version: String, _ command: SourceCommand, _ outcome: TrialFacts.Outcome) -> Finding {
    Finding(.trial(.commandInterrupted(outcome))).with(version: version).showing(outcome)
  }

  static func notInterrupted(_ version: String, _ command: SourceCommand) -> Finding {
    Finding(.trial(.commandNotInterrupted(command.line)), severity: .note).with(version: version)
  }

  /// The finding with what a command wrote.
  private func showing(_ outcome: TrialFacts.Outcome) -> Finding {
    guard case .fails(let error) = outcome else { return self }
    var finding = self
    finding.output = error.output
    return finding
  }

  static func queryNoLongerCompiles(_ version: String, _ query: OldQuery, _ reason: String) -> Finding {
    switch query.place {
    case .file(let path, let line):
      return Finding(.trial(.queryFails(.file(line: line), sql: query.sql, reason: reason)), severity: .warning)
        .with(version: version, path: path)
    case .view(let name):
      var finding = Finding(.trial(.queryFails(.view, sql: query.sql, reason: reason)), severity: .warning)
        .with(version: version)
      finding.object = name
      return finding
    }
  }

  // MARK: Down migrations

  static func downMigrationFails(_ migration: Migration, _ error: LedgerError) -> Finding {
    Finding(.trial(.downFails(error))).with(path: migration.path)
  }

  static func downMigrationDiffers(_ migration: Migration, _ diff: SchemaDiff) -> Finding {
    let isReordered = diff.verdict == .reordered
    return Finding(.trial(.downDiffers(isReordered: isReordered)), severity: isReordered ? .warning : .error)
      .with(path: migration.path, changes: diff.meaningfulChanges)
  }

  /// `nil` if all rows are back.
  static func rowsNotRestored(_ migration: Migration, _ rows: RoundTripRows) -> Finding? {
    if !rows.lost.isEmpty { return Finding(.trial(.downLosesRows(rows.lost))).with(path: migration.path) }
    if rows.notRestored.isEmpty { return nil }
    return Finding(.trial(.downDoesNotRestore(rows.notRestored)), severity: .note).with(path: migration.path)
  }

  static func upAgainFails(_ migration: Migration, _ error: LedgerError) -> Finding {
    Finding(.trial(.upAgainFails(error))).with(path: migration.path)
  }

  static func upAgainDiffers(_ migration: Migration, _ diff: SchemaDiff) -> Finding {
    Finding(.trial(.upAgainDiffers)).with(path: migration.path, changes: diff.meaningfulChanges)
  }
}
