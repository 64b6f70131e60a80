import SQLiteData
import SQLiteSandbox
import SQLiteSchema
import Testing

@testable import SQLiteTestSupport

@Suite("Properties of populated schemas")
struct PopulationPropertyTests {
  @Test("generated schemas get valid rows, and tables without rows are reported", arguments: portions(0..<300))
  func rows(_ seeds: Range<Int>) async throws {
    for seed in seeds {
      let reading = try await Readings.shared.reading(seed)
      let database = try ScratchDatabase(tracking: .none)
      try database.execute(reading.sql)
      let coverage = try database.populate(Population(rows: 12, seed: reading.schema.digest))
      // SQLite does not hold the generated columns of a STRICT table to their types.
      let failures = try database.integrityFailures().filter { !$0.hasPrefix("non-") }
      #expect(failures == [], "seed \(seed): \(reading.sql)")
      // A row whose parent's table does not exist is possible while foreign keys are off.
      let tables = Set(reading.schema.tables.map(\.name))
      let orphans = try database.foreignKeyViolations().filter { tables.contains($0.key.parent) }
      #expect(orphans.isEmpty, "seed \(seed): \(reading.sql)")
      for table in reading.schema.tables {
        let count = coverage.rows[table.name] ?? 0
        let isSaid = coverage.gaps.contains { $0.table == table.name && $0.column == nil }
        #expect(count > 0 || isSaid, "seed \(seed): \(table.name) has no rows\n\(reading.sql)")
      }
    }
  }
}
