internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Checks the conditions of the configuration on rows against the fixtures: SL319 and SL320.
struct AssumptionReview {
  let plan: VerificationPlan

  private var settings: BuildSettings { plan.context.settings }

  /// - Throws: `SchemaError`, `CancellationError`.
  func findings() throws -> [Finding] {
    if settings.assumptions.isEmpty || plan.context.rows == 0 { return [] }
    let upgrades = plan.upgrades.filter { $0.target.version == nil }
    return try upgrades.flatMap(violations) + unneeded(upgrades)
  }

  /// The assumptions that frozen or supplied rows of the fixture violate.
  private func violations(in upgrade: UpgradePlan) throws -> [Finding] {
    let fixture = upgrade.fixture
    guard fixture.entry.rows != nil || fixture.hasSuppliedRows else { return [] }
    try Task.checkCancellation()
    guard let start = try startWithOwnRows(upgrade) ?? populatedStart(upgrade, settings) else { return [] }
    let database = try start.open(settings)
    return try settings.assumptions.compactMap { assumption in
      guard let rows = try database.violations(of: assumption), rows.violating > 0 else { return nil }
      return .violates(fixture.entry.version.name, assumption, rows)
        .setting(\.evidence, to: fixture.entry.rows != nil ? .frozen : .supplied)
    }
  }

  /// The fixture with the rows that are not generated; `nil` if a script needs generated rows. Those satisfy the
  /// assumptions, so a row that does not is a frozen or supplied one in either case.
  private func startWithOwnRows(_ upgrade: UpgradePlan) throws -> FixtureStart? {
    do {
      return try FixtureStart(upgrade.fixture, settings: settings)
    } catch is RowScript.Failure {
      return nil
    }
  }

  /// The fixture with generated rows; `nil` if the scripts do not fit, which is a finding of its own.
  private func populatedStart(_ upgrade: UpgradePlan, _ settings: BuildSettings) throws -> FixtureStart? {
    do {
      return try FixtureUpgrade(plan: upgrade, context: plan.context.with(settings)).populatedStart(assuming: [])
    } catch is RowScript.Failure {
      return nil
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
        let start = try populatedStart(upgrade, settings),
        let database = try? start.open(settings)
      else { continue }
      waiting = try waiting.filter { assumption in
        guard let rows = try database.violations(of: assumption) else { return true }
        applying.insert(assumption)
        return rows.violating == 0
      }
    }
    let missing = waiting.contains { !applying.contains($0) }
    let tables = missing ? upgrades.flatMap(tables).uniqued : []
    return waiting.map { .isUnneeded($0, applies: applying.contains($0), tables: tables) }
  }

  /// The names of the fixture's tables; none if it cannot be read.
  private func tables(of upgrade: UpgradePlan) -> [Identifier] {
    (try? StoredFile.schema(of: upgrade.fixture.database))?.tables.map(\.name) ?? []
  }
}
