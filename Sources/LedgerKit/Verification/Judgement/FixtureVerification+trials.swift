internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema

extension FixtureVerification {
  /// Findings SL311 to SL313, from the trials of an upgrade that has succeeded.
  ///
  /// - Throws: `LedgerError`, `SchemaError`, as the upgrade itself.
  func trialFindings(_ start: FixtureStart, foreignKeys: Bool) throws -> [Finding] {
    if trials.isEmpty { return [] }
    let replay = try upgrade.replay(from: start.origin.bytes(), foreignKeys: foreignKeys)
    var findings: [Finding] = []
    if trials.runsTwice, !context.rerunScripts.isEmpty {
      let trial = SecondRunTrial(scripts: context.rerunScripts)
      findings += try trial.findings(on: replay.open(replay.states().last), replay)
    }
    if trials.interrupts { findings += try InterruptionTrial(replay: replay, frozen: context.frozenTexts).findings() }
    if trials.runsDownMigrations { findings += try DownMigrationTrial(replay: replay).findings() }
    return findings
  }

  /// Whether this verification must run so that its measurements can be shown: a cached result has none.
  var showsMeasurements: Bool { trials.showsTimings && !plan.measured.isEmpty }

  /// The costs of the migrations that this upgrade measures.
  ///
  /// - Throws: `LedgerError`, `SchemaError`.
  func measurements() throws -> [MigrationCost] {
    guard let budget = trials.budget, !plan.measured.isEmpty, plan.modelSteps?.tool == nil else { return [] }
    let replay = upgrade.replay(from: plan.fixture.database, foreignKeys: false)
    return try MeasuredRun(replay: replay, seed: plan.fixture.entry.schema, budget: budget, now: context.now)
      .measurements(of: plan.measured)
  }
}
