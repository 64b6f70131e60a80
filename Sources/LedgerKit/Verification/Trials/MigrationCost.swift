internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox

/// The cost of one migration. It is measured with some rows in each table, and scaled to the number of rows in the budget.
///
/// The time of a migration that copies rows is proportional to their number. The time of a migration that compares each row
/// with each other row is proportional to its square: such a migration takes longer than this value says.
public struct MigrationCost: Sendable, Hashable {
  /// ``Migration/id``.
  public let id: String
  /// ``Migration/path``.
  public let path: String
  /// For ``rows``.
  public let seconds: Double
  /// The growth of the file in bytes, for ``rows``; negative if the file became smaller.
  public let bytes: Int
  /// The size of the file after the migration, divided by the size before.
  public let growth: Double
  /// The rows of each table to which the figures are scaled.
  public let rows: Int
  /// The rows that the largest table had.
  public let measuredRows: Int
}

/// Runs migrations on a database with many rows, and measures the time and the size of the file.
struct MeasuredRun {
  /// The rows to generate for each table.
  static let rows = 2_000
  /// The fewest rows that the largest table may have. With fewer, the time to compile the SQL would outweigh the rows.
  static let leastRows = 1_000

  let replay: MigrationReplay
  /// The seed of the generated rows, equal for equal schemas.
  let seed: String
  let budget: Budget
  let now: @Sendable () -> ContinuousClock.Instant

  /// The costs of the migrations whose ids are `wanted`; empty if not enough rows can be generated.
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
      // A generated row may violate a constraint. The judgement of the rows reports that.
      guard (try? migration.run(on: database)) != nil else { return measurements }
      let time = start.duration(to: now()).components
      guard wanted.contains(migration.id) else { continue }
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
