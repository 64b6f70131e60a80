internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox

/// Checks the conditions of the configuration on rows against the fixtures: SL319 and SL320.
struct AssumptionReview {
  let plan: VerificationPlan

  private var settings: BuildSettings { plan.context.settings }

  /// - Throws: `SchemaError`, `CancellationError`.
  func findings() throws -> [Finding] {
    if settings.assumptions.isEmpty || plan.context.rows == 0 { return [] }
    let upgrades = plan.upgrades.filter { $0.target.version == nil }
    return try upgrades.flatMap { try violations(in: $0.fixture) } + unneeded(upgrades)
  }

  /// The assumptions that frozen or supplied rows of the fixture violate.
  private func violations(in fixture: FrozenFixture) throws -> [Finding] {
    guard fixture.entry.rows != nil || fixture.rowScript != nil else { return [] }
    try Task.checkCancellation()
    let database = try ScratchDatabase(
      file: fixture.database, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    // Rows that do not fit have a finding of their own.
    do { try fixture.rowScript?.run(on: database) } catch { return [] }
    return try settings.assumptions.compactMap { assumption in
      guard let rows = try database.violations(of: assumption), rows.violating > 0 else { return nil }
      return .violates(fixture.entry.version.name, assumption, rows)
        .shown(by: fixture.entry.rows != nil ? .frozen : .supplied)
    }
  }

  /// The assumptions that change no generated row: rows that are generated without them satisfy them.
  private func unneeded(_ upgrades: [UpgradePlan]) throws -> [Finding] {
    var waiting = settings.assumptions
    var applying: Set<Assumption> = []
    for upgrade in upgrades where !waiting.isEmpty && !upgrade.isEmpty && upgrade.fixture.entry.rows == nil {
      try Task.checkCancellation()
      var settings = settings
      settings.assumptions = []
      guard
        let start = try? FixtureUpgrade(plan: upgrade, context: plan.context.with(settings)).populatedStart(assuming: []
        ),
        let database = try? ScratchDatabase(
          file: start.file, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
      else { continue }
      waiting = try waiting.filter { assumption in
        guard let rows = try database.violations(of: assumption) else { return true }
        applying.insert(assumption)
        return rows.violating == 0
      }
    }
    return waiting.map { .isUnneeded($0, applies: applying.contains($0)) }
  }
}
