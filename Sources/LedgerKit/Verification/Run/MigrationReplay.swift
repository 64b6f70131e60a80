internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// The migrations of one fixture, which trials run again and again.
struct MigrationReplay: Sendable {
  /// The database before the first migration, with rows.
  let start: [UInt8]
  /// The migrations that the fixture has not run, in order.
  let migrations: [Migration]
  let foreignKeys: Bool
  let settings: BuildSettings

  /// A copy of ``start``, or of a later state, on a new connection, as after a crash: a setting that a migration has made
  /// on its connection, for example `PRAGMA foreign_keys`, is lost.
  func open(_ state: [UInt8]?) throws -> ScratchDatabase {
    try ScratchDatabase(
      file: state ?? start, tracking: .known, foreignKeys: foreignKeys, stubs: settings.stubs,
      timeLimit: settings.timeLimit)
  }

  /// The state before each migration, and after the last.
  ///
  /// - Throws: `LedgerError` if a migration fails, `SchemaError`.
  func states() throws -> [[UInt8]] {
    var states = [start]
    for migration in migrations {
      let database = try open(states.last)
      try migration.run(on: database)
      states.append(try database.image() ?? start)
    }
    return states
  }
}

extension BuildSettings {
  /// The difference between `found` and `wanted`, or `nil`. Text with the same meaning is not a difference.
  ///
  /// - Throws: `SchemaError`.
  func difference(
    _ wanted: ScratchDatabase, _ found: ScratchDatabase, exceptRowsOf tables: [Identifier] = []
  ) throws -> DatabaseContent.Difference? {
    try wanted.content().without(rowsOf: tables).difference(to: found.content().without(rowsOf: tables)) {
      try SchemaDiff(from: wanted.schema(ignoring: ignoredTables), to: found.schema(ignoring: ignoredTables)).verdict
        <= .cosmetic
    }
  }
}
