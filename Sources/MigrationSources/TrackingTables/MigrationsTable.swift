internal import Digests
internal import LedgerEntries
package import SQLiteSandbox
package import SQLiteSchema

/// Which migrations a store has had, as the table tells in which its migration tool keeps books.
package struct MigrationsTable {
  /// Where it was read: a table's name, or `PRAGMA user_version`.
  package let place: String
  /// What it says.
  package let applied: Applied

  /// How a tool notes what was run.
  package enum Applied: Sendable {
    /// Each that was run.
    case ids([String])
    /// Each that was run, and all before the first of them: that one is a checkpoint, which stands for them, or the
    /// baseline.
    case idsSince([String])
    /// All up to this one.
    case through(String)
    /// Each that was run, by the SHA-256 of its text.
    case texts([String])
  }

  /// What it says, for people: ids as the tool writes them, or all up to one.
  package var entries: [String] {
    switch applied {
    case .ids(let ids), .idsSince(let ids): ids
    case .through(let last): [last]
    case .texts(let digests): digests.map { String($0.prefix(12)) }
    }
  }

  /// How a tool's book is read: the table and its query, of which the first column counts.
  private struct Reading: Sendable {
    let table: String
    let query: String
    let make: @Sendable ([String]) -> Applied
  }

  private static let readings: [String: Reading] = [
    "sqlx": Reading(
      table: "_sqlx_migrations", query: "SELECT version FROM _sqlx_migrations WHERE success", make: Applied.ids),
    "diesel": Reading(
      table: "__diesel_schema_migrations", query: "SELECT version FROM __diesel_schema_migrations", make: Applied.ids),
    // One row: the version the database is at. A dirty one was not finished.
    "golang-migrate": Reading(
      table: "schema_migrations", query: "SELECT version FROM schema_migrations WHERE NOT dirty",
      make: { .through($0.last ?? "-1") }),
    "drizzle": Reading(
      table: "__drizzle_migrations", query: "SELECT hash FROM __drizzle_migrations", make: Applied.texts),
    "prisma": Reading(
      table: "_prisma_migrations",
      query: "SELECT migration_name FROM _prisma_migrations WHERE finished_at NOT NULL AND rolled_back_at IS NULL",
      make: Applied.ids),
    // A row for each time a migration was run or taken back; the last one counts.
    "goose": Reading(
      table: "goose_db_version",
      query: """
        SELECT version_id FROM goose_db_version AS one WHERE is_applied AND version_id > 0
        AND id = (SELECT max(id) FROM goose_db_version WHERE version_id = one.version_id)
        """, make: Applied.ids),
    "dbmate": Reading(
      table: "schema_migrations", query: "SELECT version FROM schema_migrations", make: Applied.ids),
    "timestamps": Reading(
      table: "schema_migrations", query: "SELECT version FROM schema_migrations", make: Applied.ids),
    "pop": Reading(
      table: "schema_migration", query: "SELECT version FROM schema_migration", make: Applied.ids),
    "flyway": Reading(
      table: "flyway_schema_history",
      query: """
        SELECT coalesce(version, 'R__' || description) FROM flyway_schema_history AS one WHERE success
        AND installed_rank = (SELECT max(installed_rank) FROM flyway_schema_history
          WHERE coalesce(version, description) = coalesce(one.version, one.description)) AND type NOT LIKE 'UNDO%'
        """, make: Applied.ids),
    // A database that Atlas made from a checkpoint has a row for it and none for what is before, and so has one with a
    // baseline. https://atlasgo.io/versioned/checkpoint Another row is the database's own name, and no version.
    "atlas": Reading(
      table: "atlas_schema_revisions",
      query: """
        SELECT version FROM atlas_schema_revisions WHERE applied = total AND coalesce(error, '') = ''
        AND version <> '.atlas_cloud_identifier'
        """, make: Applied.idsSince),
  ]

  /// The conventions whose books are in a table of this name.
  package static func conventions(of table: String) -> [String] {
    readings.filter { $0.value.table == table.lowercased() }.keys.sorted()
  }

  /// The book that databases of a convention have; nil where this one has none.
  ///
  /// Programs that run migrations without a tool mostly count them in
  /// [`user_version`](https://www.sqlite.org/pragma.html#pragma_user_version); so does SQLDelight.
  ///
  /// - Throws: `SchemaError`.
  package init?(of convention: String, in database: ScratchDatabase) throws {
    if let reading = Self.readings[convention] {
      guard try !database.columns(of: reading.table).isEmpty else { return nil }
      place = reading.table
      applied = reading.make(try database.rows(reading.query).compactMap { $0[0] })
      return
    }
    guard let version = try database.rows("PRAGMA user_version").first?.first ?? nil, version != "0" else { return nil }
    place = "PRAGMA user_version"
    // SQLDelight's `1.sqm` leads from version 1 to version 2, and version 1 is a new database.
    applied = .through(convention == "sqldelight" ? "\((Int(version) ?? 1) - 1)" : version)
  }

  /// The migrations that the store has had, in their order, and what it has had beside them and the checkpoints.
  package func sort(_ migrations: [Migration], checkpoints: [String] = []) -> (had: [Migration], unknown: [String]) {
    switch applied {
    case .idsSince(let ids):
      // In the order of the names, as text.
      let first = ids.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? ""
      let had = migrations.filter { ids.contains($0.id) || $0.id.utf8.lexicographicallyPrecedes(first.utf8) }
      let known = Set(had.map(\.id) + checkpoints)
      return (had, ids.filter { !known.contains($0) })
    case .ids(let ids):
      let names = Set(ids.map(Self.comparable))
      let had = migrations.filter { names.contains(Self.comparable($0.id)) }
      let known = Set(had.map { Self.comparable($0.id) })
      return (had.map(Self.withoutTextIfRepeatable), ids.filter { !known.contains(Self.comparable($0)) })
    case .through(let last):
      guard let last = VersionNumber(last) else { return ([], []) }
      let had = migrations.filter { VersionNumber($0.id).map { $0 <= last } ?? false }
      let isKnown = had.contains { VersionNumber($0.id) == last }
      return (had, isKnown || had.isEmpty && last.description == "0" ? [] : [last.description])
    case .texts(let digests):
      let had = migrations.filter { digests.contains(sha256($0.up)) }
      let known = Set(had.map { sha256($0.up) })
      return (had, digests.filter { !known.contains($0) }.map { String($0.prefix(12)) })
    }
  }

  /// Which text of a repeatable migration the store has had, its book does not tell: with none it is run again.
  private static func withoutTextIfRepeatable(_ migration: Migration) -> Migration {
    guard migration.isRepeatable else { return migration }
    var migration = migration
    migration.up = ""
    return migration
  }

  /// Tools write numbers with and without leading zeros, and Flyway also with zeros as their last parts.
  private static func comparable(_ id: String) -> String { VersionNumber(flyway: id[...])?.description ?? id }
}
