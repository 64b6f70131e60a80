internal import LedgerCore
internal import SQLiteSchema

extension FixtureMigration {
  /// What comes of the trials with this fixture, which has arrived: findings SL311 to SL313.
  ///
  /// - Throws: `LedgerError`, `SchemaError` for what would have stopped the migration itself.
  func trialFindings(_ start: FixtureStart, foreignKeys: Bool) throws -> [Finding] {
    if trials.isEmpty { return [] }
    let passage = Passage(start: start.file, migrations: remaining, foreignKeys: foreignKeys, settings: settings)
    var findings: [Finding] = []
    if trials.runsTwice, !secondRun.scripts.isEmpty {
      findings += try secondRun.findings(on: passage.open(passage.states().last), passage)
    }
    if trials.interrupts { findings += try InterruptionTrial(passage: passage, frozen: frozenTexts).findings() }
    if trials.goesBack { findings += try WayBackTrial(passage: passage).findings() }
    return findings
  }
}
