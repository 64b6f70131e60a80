internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

// SL311 to SL313, SL315 and SL316. They are about a migration, not about a version: each version that runs it would report
// the same.

extension Finding {
  /// Whether it is about what was tried with a database that was migrated.
  var isOfTrial: Bool { kind is any TrialFinding }

  /// Whether it is about a migration or a script, whichever version runs it.
  var isOfMigration: Bool { path != nil && isOfTrial }

  static func overBudget(_ measured: MigrationCost, seconds: Double) -> Finding {
    Finding(
      TakesTooLong(
        seconds: measured.seconds, limit: seconds, rowCount: measured.rows, measuredRowCount: measured.measuredRows)
    ).with(path: measured.path)
  }

  static func overBudget(_ measured: MigrationCost, growth: Double) -> Finding {
    Finding(GrowsTooMuch(factor: measured.growth, limit: growth, measuredRowCount: measured.measuredRows))
      .with(path: measured.path)
  }

  static func secondRun(_ script: Migration, _ outcome: TrialOutcome) -> Finding {
    Finding(SecondRun(isRepeatable: script.isRepeatable, outcome)).with(path: script.path)
  }

  static func secondRun(_ version: String, of command: SourceCommand, _ outcome: TrialOutcome) -> Finding {
    Finding(SecondRunOfCommand(command: command.line, outcome)).with(version: version).showing(outcome)
  }

  static func doesNotRecover(
    _ migration: Migration, after line: Int, isFrozen: Bool, _ outcome: TrialOutcome
  ) -> Finding {
    Finding(Interrupted(afterLine: line, endsTransaction: migration.isWrapped, isFrozen: isFrozen, outcome))
      .with(path: migration.path).setting(\.line, to: line)
  }

  static func doesNotRecover(_ version: String, _ outcome: TrialOutcome) -> Finding {
    Finding(CommandInterrupted(outcome)).with(version: version).showing(outcome)
  }

  static func notInterrupted(_ version: String, _ command: SourceCommand) -> Finding {
    Finding(CommandNotInterrupted(command: command.line)).with(version: version)
  }

  static func queryNoLongerCompiles(_ version: String, _ query: OldQuery, _ reason: String) -> Finding {
    switch query.place {
    case .file(let path, let line):
      Finding(QueryFails(sql: query.sql, reason: reason, queryLine: line)).with(version: version, path: path)
        .setting(\.line, to: line)
    case .view(let name):
      Finding(QueryFails(sql: query.sql, reason: reason, queryLine: nil)).with(version: version)
        .setting(\.object, to: name.text)
    }
  }

  // MARK: Down migrations

  static func downMigrationFails(_ migration: Migration, _ error: LedgerError) -> Finding {
    Finding(DownFails(error)).with(path: migration.path).setting(\.line, to: error.failedLine(of: migration.path))
  }

  static func downMigrationDiffers(_ migration: Migration, _ diff: SchemaDiff) -> Finding {
    Finding(DownDiffers(isReordered: diff.verdict == .reordered))
      .with(path: migration.path, changes: diff.meaningfulChanges)
  }

  /// `nil` if all rows are back.
  static func rowsNotRestored(_ migration: Migration, _ rows: RoundTripRows) -> Finding? {
    if !rows.lost.isEmpty { return Finding(DownLosesRows(tables: rows.lost.map(\.text))).with(path: migration.path) }
    if rows.notRestored.isEmpty { return nil }
    return Finding(DownDoesNotRestore(places: rows.notRestored.map(\.text))).with(path: migration.path)
  }

  static func upAgainFails(_ migration: Migration, _ error: LedgerError) -> Finding {
    Finding(UpAgainFails(error)).with(path: migration.path).setting(\.line, to: error.failedLine(of: migration.path))
  }

  static func upAgainDiffers(_ migration: Migration, _ diff: SchemaDiff) -> Finding {
    Finding(UpAgainDiffers()).with(path: migration.path, changes: diff.meaningfulChanges)
  }
}

extension LedgerError {
  /// The line of the file at which SQL failed; `nil` for another file and for any other error.
  fileprivate func failedLine(of path: String) -> Int? {
    if case .sqlFailed(path, let line, _) = self { line } else { nil }
  }
}
