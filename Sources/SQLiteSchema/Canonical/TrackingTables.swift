internal import SQLiteSyntax

/// Tables in which migration tools and platforms keep their books: they are in users' databases and in no schema.
public enum TrackingTables {
  /// Folded names, with the tool each belongs to.
  public static let names: [String: String] = [
    "_sqlx_migrations": "sqlx",
    "__diesel_schema_migrations": "diesel",
    "schema_migrations": "golang-migrate, dbmate, Rails",
    "ar_internal_metadata": "Rails",
    "schema_migration": "Pop",
    "__drizzle_migrations": "Drizzle",
    "_prisma_migrations": "Prisma",
    "goose_db_version": "goose",
    "flyway_schema_history": "Flyway",
    "databasechangelog": "Liquibase",
    "databasechangeloglock": "Liquibase",
    "atlas_schema_revisions": "Atlas",
    "alembic_version": "Alembic",
    "django_migrations": "Django",
    "_sqlite_migrations": "sqlite-utils",
    "__efmigrationshistory": "EF Core",
    "__efmigrationslock": "EF Core",
    "knex_migrations": "Knex",
    "knex_migrations_lock": "Knex",
    "sequelizemeta": "Sequelize",
    "refinery_schema_history": "refinery",
    "grdb_migrations": "GRDB",
    "room_master_table": "Room",
    "android_metadata": "Android",
    "d1_migrations": "Cloudflare D1",
    "_litestream_seq": "Litestream",
    "_litestream_lock": "Litestream",
  ]

  /// Columns in which a tool notes the time, or how long it took, by folded table; with what stands there instead in a
  /// fixture, so that the same migrations make the same bytes.
  package static let clocks: [String: [String: String]] = [
    "_sqlx_migrations": ["installed_on": "'2000-01-01 00:00:00'", "execution_time": "0"],
    "__diesel_schema_migrations": ["run_on": "'2000-01-01 00:00:00'"],
    "_prisma_migrations": ["started_at": "946684800000", "finished_at": "946684800000", "id": "migration_name"],
    "goose_db_version": ["tstamp": "'2000-01-01 00:00:00'"],
    "flyway_schema_history": ["installed_on": "'2000-01-01 00:00:00.000'", "execution_time": "0"],
    "django_migrations": ["applied": "'2000-01-01 00:00:00'"],
    "_sqlite_migrations": ["applied_at": "'2000-01-01 00:00:00.000000+00:00'"],
    "atlas_schema_revisions": ["executed_at": "'2000-01-01 00:00:00'", "execution_time": "0"],
    "knex_migrations": ["migration_time": "946684800000"],
    "z_metadata": ["z_uuid": "'00000000-0000-0000-0000-000000000000'"],
    "ar_internal_metadata": ["created_at": "'2000-01-01 00:00:00'", "updated_at": "'2000-01-01 00:00:00'"],
  ]

  /// What Core Data, and so SwiftData, keeps in a store beside the objects: numbers of entities, what the store is, and the
  /// history of its changes. Unlike ``names`` these are part of a schema: SwiftData makes them, and a store that has others
  /// is another store. Their rows are not the user's.
  private static let storeTables: Set<String> = [
    "z_primarykey", "z_metadata", "z_modelcache", "achange", "atransaction", "atransactionstring",
  ]

  /// The folded names of such tables among all tables of a database; empty where it is no store.
  package static func ofStore(_ tables: some Sequence<String>) -> Set<String> {
    let folded = Set(tables.map(\.foldedASCII))
    guard folded.contains("z_primarykey"), folded.contains("z_metadata") else { return [] }
    return storeTables
  }

  /// Whether a table with these columns has a store's objects: its `Z_ENT` and `Z_OPT` say which entity a row is of, and
  /// how often it was saved.
  package static func isOfStore(_ columns: [String]) -> Bool {
    columns.prefix(3).map(\.foldedASCII) == ["z_pk", "z_ent", "z_opt"]
  }

  /// Whether `table` is one of ``names`` in any letter case.
  public static func contains(_ table: String) -> Bool { names[table.foldedASCII] != nil }
}
