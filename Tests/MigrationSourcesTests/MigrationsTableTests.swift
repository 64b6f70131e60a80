import LedgerEntries
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax
import Testing

@Suite("Migrations table")
struct MigrationsTableTests {
  /// A convention, `user_version`, and which of the migrations 1 to 3 a store has had.
  static let counters: [(convention: String, version: Int, had: [String], unknown: [String])] = [
    ("plain", 1, ["1"], []), ("plain", 3, ["1", "2", "3"], []), ("plain", 5, ["1", "2", "3"], ["5"]),
    // 1.sqm leads from version 1 to version 2.
    ("sqldelight", 1, [], []), ("sqldelight", 2, ["1"], []), ("sqldelight", 4, ["1", "2", "3"], []),
    ("sqldelight", 6, ["1", "2", "3"], ["5"]),
  ]

  @Test("user_version is counted as in the convention", arguments: counters)
  func counter(convention: String, version: Int, had: [String], unknown: [String]) throws {
    let database = try ScratchDatabase(tracking: .known)
    try database.execute("PRAGMA user_version = \(version)")
    let migrations = ["1", "2", "3"].map { id in
      Migration(id: id, path: id, title: "", up: "", down: nil, transaction: .none)
    }
    let sorted = try #require(try MigrationsTable(of: convention, in: database)).sort(migrations)
    #expect(sorted.had.map(\.id) == had)
    #expect(sorted.unknown == unknown)
  }

  /// Rows of Atlas' book, and which of the migrations 1 to 4 a store has had; 3c is a checkpoint.
  static let revisions: [(rows: [String], had: [String], unknown: [String])] = [
    (["('1', 1, 1)", "('2', 1, 1)"], ["1", "2"], []),
    (["('3c', 5, 5)"], ["1", "2", "3"], []),
    (["('3c', 5, 5)", "('4', 1, 1)"], ["1", "2", "3", "4"], []),
    // A baseline; one that failed; what is in no folder; the row that is no version.
    (["('2', 0, 0)"], ["1", "2"], []),
    (["('1', 1, 1)", "('2', 1, 2)"], ["1"], []),
    (["('1', 1, 1)", "('9', 1, 1)"], ["1"], ["9"]),
    (["('1', 1, 1)", "('.atlas_cloud_identifier', 0, 0)"], ["1"], []),
    // Atlas runs what stands between, when it is told to.
    (["('1', 1, 1)", "('3', 1, 1)"], ["1", "3"], []),
    ([], [], []),
  ]

  @Test("a checkpoint or a baseline includes the migrations before it", arguments: revisions)
  func atlas(rows: [String], had: [String], unknown: [String]) throws {
    let database = try ScratchDatabase(tracking: .known)
    try database.execute("CREATE TABLE atlas_schema_revisions (version TEXT, applied INT, total INT, error TEXT);")
    for row in rows {
      try database.execute("INSERT INTO atlas_schema_revisions (version, applied, total) VALUES \(row);")
    }
    let migrations = ["1", "2", "3", "4"].map { id in
      Migration(id: id, path: id, title: "", up: "", down: nil, transaction: .none)
    }
    let migrationsTable = try #require(try MigrationsTable(of: "atlas", in: database))
    let sorted = migrationsTable.sort(migrations, checkpoints: ["3c"])
    #expect(sorted.had.map(\.id) == had)
    #expect(sorted.unknown == unknown)
  }

  /// Names of tables, in lower case, with their tools.
  static let known: [String: String] = [
    "_sqlx_migrations": "sqlx", "__diesel_schema_migrations": "diesel",
    "schema_migrations": "golang-migrate, dbmate, Rails", "ar_internal_metadata": "Rails", "schema_migration": "Pop",
    "__drizzle_migrations": "Drizzle", "_prisma_migrations": "Prisma", "goose_db_version": "goose",
    "gorp_migrations": "sql-migrate", "mojo_migrations": "Mojo::SQLite",
    "flyway_schema_history": "Flyway", "atlas_schema_revisions": "Atlas", "alembic_version": "Alembic",
    "django_migrations": "Django", "_sqlite_migrations": "sqlite-utils", "__efmigrationshistory": "EF Core",
    "__efmigrationslock": "EF Core", "knex_migrations": "Knex", "knex_migrations_lock": "Knex",
    "sequelizemeta": "Sequelize", "refinery_schema_history": "refinery", "grdb_migrations": "GRDB",
    "room_master_table": "Room", "android_metadata": "Android", "d1_migrations": "Cloudflare D1",
    "_litestream_seq": "Litestream", "_litestream_lock": "Litestream",
  ]

  @Test("the tables of conventions and of other tools are known", arguments: known)
  func trackingTable(name: String, tool: String) {
    #expect(TrackingTables.known[name.identifier]?.tool == tool)
    #expect(TrackingTables.known.contains(name.uppercased().identifier))
  }

  @Test("a convention that records nothing in the database has no migrations table")
  func notRecorded() throws {
    let conventions = MigrationConvention.all.filter {
      if case .notInDatabase(let reason) = $0.tracking { !reason.isEmpty } else { false }
    }
    let database = try ScratchDatabase(tracking: .known)
    try database.execute("PRAGMA user_version = 3")
    for convention in conventions { #expect(try MigrationsTable(of: convention, in: database) == nil) }
  }
}
