import LedgerEntries
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import Testing

@testable import LedgerKit

@Suite("Migrations table and entries")
struct MigrationsTableEntriesTests {
  /// A convention, the rows of its tracking table, and the migrations of an entry; the number of those that the
  /// database has not run, and the others that it has run.
  static let entries: [(convention: String, migrationsTable: String, entry: [String], missing: Int, more: [String])] = [
    ("sqlx", "INSERT INTO _sqlx_migrations VALUES (1, 1), (2, 1)", ["1", "2"], 0, []),
    ("sqlx", "INSERT INTO _sqlx_migrations VALUES (1, 1), (2, 0)", ["1", "2"], 1, []),
    ("sqlx", "INSERT INTO _sqlx_migrations VALUES (1, 1), (7, 1)", ["1"], 0, ["7"]),
    ("plain", "PRAGMA user_version = 2", ["1", "2"], 0, []),
    ("plain", "PRAGMA user_version = 2", ["1", "2", "3"], 1, []),
    ("plain", "PRAGMA user_version = 3", ["1", "2"], 0, ["3"]),
    ("sqldelight", "PRAGMA user_version = 2", ["1"], 0, []),
    ("drizzle", "INSERT INTO __drizzle_migrations VALUES ('text of 1'), ('text of 3')", ["1", "2"], 1, ["text of 3"]),
  ]

  @Test("a migrations table is compared with the migrations of an entry", arguments: entries)
  func held(convention: String, migrationsTable: String, entry: [String], missing: Int, more: [String]) throws {
    let database = try ScratchDatabase(tracking: .known)
    try database.execute(
      "CREATE TABLE _sqlx_migrations (version, success); CREATE TABLE __drizzle_migrations (hash); \(migrationsTable)")
    let records = entry.map { MigrationRecord(id: $0, path: $0, text: "text of \($0)", meaning: "") }
    let read = try #require(try MigrationsTable(of: convention, in: database))
    let difference = read.difference(from: records)
    #expect(difference.missing == missing)
    #expect(difference.more == more)
    #expect(read.containsExactly(records) == (missing == 0 && more.isEmpty))
  }
}
