internal import LedgerCore
internal import SQLiteSchema

extension FixtureMigration {
  /// What comes of the trials with this fixture, which has arrived: findings SL311 to SL313.
  ///
  /// - Throws: `LedgerError`, `SchemaError` for what would have stopped the migration itself.
  func trialFindings(_ start: FixtureStart, foreignKeys: Bool) throws -> [Finding] {
    if trials.isEmpty { return [] }
    let replay = MigrationReplay(start: start.file, migrations: remaining, foreignKeys: foreignKeys, settings: settings)
    var findings: [Finding] = []
    if trials.runsTwice, !secondRun.scripts.isEmpty {
      findings += try secondRun.findings(on: replay.open(replay.states().last), replay)
    }
    if trials.interrupts { findings += try InterruptionTrial(replay: replay, frozen: frozenTexts).findings() }
    if trials.goesBack { findings += try DownMigrationTrial(replay: replay).findings() }
    return findings
  }
}
