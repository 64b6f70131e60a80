internal import Digests
package import SQLiteSandbox
package import SQLiteSyntax

/// The migrations that a database has run, as its migration tool recorded them.
package struct MigrationsTable: Sendable, Hashable {
  /// The place of the record: a table's name, or `PRAGMA user_version`.
  package let place: String
  /// The contents of the record.
  package let applied: Applied

  /// The forms of record that tools keep.
  package enum Applied: Sendable, Hashable {
    /// Each migration that was run.
    case ids([String])
    /// Each migration that was run. All migrations before the first of them count too: the first is a checkpoint, which
    /// replaces them, or the baseline.
    case idsSince([String])
    /// The last migration that was run; all migrations before it count too.
    case through(String)
    /// The SHA-256 of the text of each migration that was run.
    case texts([String])
  }

  /// The record for people: ids as the tool writes them, or the last one.
  package var entries: [String] {
    switch applied {
    case .ids(let ids), .idsSince(let ids): ids
    case .through(let last): [last]
    case .texts(let digests): digests.map { String($0.prefix(12)) }
    }
  }

  /// Reads the record of a convention in a database; returns `nil` if the database has none.
  ///
  /// - Throws: `SchemaError`.
  package init?(of convention: MigrationConvention, in database: ScratchDatabase) throws {
    switch convention.tracking {
    case .table(let table, let rows, _):
      guard try !database.columns(of: table.name).isEmpty else { return nil }
      place = table.name.text
      applied = rows.applied(try database.rows(rows.query).compactMap { $0[0] })
    case .userVersion(let first):
      let version = try database.rows("PRAGMA user_version").first?.first ?? nil
      guard let version, version != "0" else { return nil }
      place = "PRAGMA user_version"
      applied = .through(first == 0 ? version : "\((Int(version) ?? first) - first)")
    case .notInDatabase:
      return nil
    }
  }

  /// Reads the record of the convention with this configuration name; returns `nil` if there is none.
  ///
  /// - Throws: `SchemaError`.
  package init?(of convention: String, in database: ScratchDatabase) throws {
    guard let convention = MigrationConvention.named(convention) else { return nil }
    try self.init(of: convention, in: database)
  }

  /// Reads the record of a convention; returns `nil` if there is none, or if a table of its name has other columns. Such a
  /// table belongs to the application or to another tool.
  ///
  /// - Throws: `SchemaError` if the database cannot be read.
  package static func own(of convention: MigrationConvention?, in database: ScratchDatabase) throws -> MigrationsTable?
  {
    do {
      return try convention.flatMap { try MigrationsTable(of: $0, in: database) }
    } catch SchemaError.sqlite(code: 1, message: _, sql: _) {
      // SQLITE_ERROR: "no such column".
      return nil
    }
  }

  /// Reads the record in `table`, for any convention; returns `nil` if no convention has such a table with such
  /// columns.
  ///
  /// - Throws: `SchemaError` if the database cannot be read.
  package init?(table: Identifier, in database: ScratchDatabase) throws {
    for convention in MigrationConvention.all.sorted(by: { $0.name < $1.name }) {
      guard case .table(let own, _, _) = convention.tracking, own.name == table,
        // Several tools have a table of this name, with different columns.
        let record = try Self.own(of: convention, in: database)
      else { continue }
      self = record
      return
    }
    return nil
  }

  /// Returns the migrations that the database has run, in their order, and the recorded ids that match neither a
  /// migration nor a checkpoint.
  package func sort(_ migrations: [Migration], checkpoints: [String] = []) -> (had: [Migration], unknown: [String]) {
    switch applied {
    case .idsSince(let ids):
      // Names are ordered as text.
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

  /// Removes the text of a repeatable migration. The table does not record which text was run; without a text, the
  /// migration runs again.
  private static func withoutTextIfRepeatable(_ migration: Migration) -> Migration {
    guard migration.isRepeatable else { return migration }
    var migration = migration
    migration.up = ""
    return migration
  }

  /// Normalizes an id. Tools write numbers with and without leading zeros, and Flyway also with trailing zero parts.
  private static func comparable(_ id: String) -> String { VersionNumber(flyway: id[...])?.description ?? id }
}
