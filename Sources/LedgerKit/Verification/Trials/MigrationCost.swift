internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox

/// What one migration took with some rows in each table, as for as many as the budget says.
///
/// A migration that copies rows takes time in proportion to them, and one that compares each with each other in proportion
/// to their square: such a one takes longer than is told here.
public struct MigrationCost: Sendable, Hashable {
  /// ``Migration/id``.
  public let id: String
  /// ``Migration/path``.
  public let path: String
  /// For ``rows``.
  public let seconds: Double
  /// By how much the file became larger, for ``rows``; less than 0 when it became smaller.
  public let bytes: Int
  /// How many times as large the file became.
  public let growth: Double
  /// Rows of each table that the figures are for.
  public let rows: Int
  /// Rows that the largest table had.
  public let measuredRows: Int
}

/// Runs migrations once more, on a database with many rows, and looks at the clock and at the file.
struct MeasuredRun {
  /// Rows that each table is given.
  static let rows = 2_000
  /// With fewer in the largest table, the time it takes to compile SQL would count for more than the rows.
  static let leastRows = 1_000

  let replay: MigrationReplay
  /// Names the rows: the same for the same schema.
  let seed: String
  let budget: Budget
  let now: @Sendable () -> ContinuousClock.Instant

  /// Of those migrations whose paths are `wanted`; none where the tables cannot be given rows enough.
  ///
  /// - Throws: `LedgerError`, `SchemaError`.
  func measurements(of wanted: Set<String>) throws -> [MigrationCost] {
    let database = try replay.open(nil)
    let coverage = try database.populate(Population(rows: Self.rows, seed: seed))
    guard let rows = coverage.rows.values.max(), rows >= Self.leastRows else { return [] }
    let factor = Double(budget.rows) / Double(rows)
    var measurements: [MigrationCost] = []
    for migration in replay.migrations {
      let size = try database.size()
      let start = now()
      // Rows of ours may be such as the migration refuses; that is told where they are judged.
      guard (try? migration.run(on: database)) != nil else { return measurements }
      let time = start.duration(to: now()).components
      guard wanted.contains(migration.path) else { continue }
      let after = try database.size()
      measurements.append(
        MigrationCost(
          id: migration.id, path: migration.path,
          seconds: (Double(time.seconds) + Double(time.attoseconds) / 1e18) * factor,
          bytes: Int(Double(after - size) * factor), growth: Double(after) / Double(max(size, 1)), rows: budget.rows,
          measuredRows: rows))
    }
    return measurements
  }
}

extension Budget {
  /// Findings SL315.
  func findings(_ measurements: [MigrationCost]) -> [Finding] {
    measurements.flatMap { measured in
      [
        seconds.flatMap { measured.seconds > $0 ? Finding.overBudget(measured, seconds: $0) : nil },
        growth.flatMap { measured.growth > $0 ? Finding.overBudget(measured, growth: $0) : nil },
      ].compactMap { $0 }
    }
  }
}

extension FixtureMigration {
  /// Whoever asks for figures gets those of this run.
  var isMeasuredAnew: Bool { trials.showsTimings && !measured.isEmpty }

  /// What the migrations that fall to this fixture took; none where that was not asked for.
  func measurements() throws -> [MigrationCost] {
    guard let budget = trials.budget, !measured.isEmpty else { return [] }
    let replay = MigrationReplay(start: fixture.database, migrations: remaining, foreignKeys: false, settings: settings)
    return try MeasuredRun(replay: replay, seed: fixture.entry.schema, budget: budget, now: now)
      .measurements(of: measured)
  }
}

extension [FixtureMigration] {
  /// Each migration is measured once: on the way of the last version that has not had it.
  mutating func assignMeasurements() {
    var taken: Set<String> = []
    for index in indices.reversed() where self[index].trials.budget != nil && !self[index].isOfAnotherLineage {
      guard case .migrations = self[index].upgradePath else { continue }
      let paths = Set(self[index].remaining.map(\.path)).subtracting(taken)
      self[index].measured = paths
      taken.formUnion(paths)
    }
  }
}
