internal import LedgerCore
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// One way of a fixture forward, migration by migration, with one setting of foreign keys. Whoever steps can look at
/// ``database`` between two migrations; no transaction is open then.
struct FixtureRun {
  /// A copy of the start, as far as it has come.
  let database: ScratchDatabase
  /// What is still to be run, in order.
  private(set) var remaining: ArraySlice<Migration>
  /// What the migrations that have run say of tables and columns.
  private(set) var lineage: RowLineage

  /// - Parameters:
  ///   - migrations: what the fixture has not had.
  ///   - foreignKeys: whether the application enforces them.
  /// - Throws: `SchemaError`.
  init(_ start: FixtureStart, _ migrations: [Migration], foreignKeys: Bool, settings: BuildSettings) throws {
    database = try ScratchDatabase(
      file: start.file, foreignKeys: foreignKeys, stubs: settings.stubs, timeLimit: settings.timeLimit)
    remaining = migrations[...]
    lineage = start.lineage
  }

  /// Runs the next migration, and says which that was; nil behind the last one.
  ///
  /// - Throws: `LedgerError.sqlFailed`, `.transactionLeftOpen`. The migration is then still the next one, and what it did
  ///   stays in the database.
  mutating func step() throws(LedgerError) -> Migration? {
    guard let migration = remaining.first else { return nil }
    let deleted = try migration.run(on: database)
    lineage.follow(migration.up, named: migration.path, deleted: deleted)
    remaining.removeFirst()
    return migration
  }

  /// Runs what remains.
  ///
  /// - Throws: as ``step()``.
  mutating func finish() throws(LedgerError) {
    while try step() != nil {}
  }
}
