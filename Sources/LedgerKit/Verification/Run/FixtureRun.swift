internal import LedgerCore
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// One run of an upgrade on a copy of its fixture, migration by migration. Between two steps, no transaction is open and
/// the caller can read ``database`` and ``lineage``.
struct FixtureRun {
  /// The fixture before the run.
  let start: FixtureStart
  /// Whether the application enforces foreign keys.
  let foreignKeys: Bool
  /// The ids of the migrations that run with foreign keys off although ``foreignKeys`` is set.
  let unenforced: Set<String>
  /// The copy, after the last step.
  let database: ScratchDatabase
  /// The migrations that have not run, in order.
  private(set) var remaining: ArraySlice<Migration>
  /// The tables and columns of ``start`` under their present names, or `nil` if no statements are known.
  private(set) var lineage: RowLineage?

  /// A run before its first step.
  ///
  /// - Parameters:
  ///   - migrations: what the fixture has not run.
  ///   - unenforced: the ids of the migrations that run with foreign keys off in any case.
  /// - Throws: `SchemaError`.
  init(
    _ start: FixtureStart, _ migrations: [Migration], foreignKeys: Bool, unenforced: Set<String> = [],
    settings: BuildSettings
  ) throws {
    self.start = start
    self.foreignKeys = foreignKeys
    self.unenforced = unenforced
    database = try ScratchDatabase(
      file: start.file, tracking: .known, foreignKeys: foreignKeys, stubs: settings.stubs, timeLimit: settings.timeLimit
    )
    remaining = migrations[...]
    lineage = start.lineage
  }

  /// A run that a command has completed. The command decides whether foreign keys are enforced.
  ///
  /// - Parameter file: the upgraded database.
  /// - Throws: `SchemaError`.
  init(_ start: FixtureStart, completed file: [UInt8], lineage: RowLineage?, settings: BuildSettings) throws {
    self.start = start
    foreignKeys = false
    unenforced = []
    database = try ScratchDatabase(file: file, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    remaining = []
    self.lineage = lineage
  }

  /// Runs the next migration and returns it. Returns `nil` after the last one.
  ///
  /// - Throws: `LedgerError.sqlFailed`, `.transactionLeftOpen`. The migration then remains the next one, and its changes
  ///   stay in the database.
  mutating func step() throws(LedgerError) -> Migration? {
    guard let migration = remaining.first else { return nil }
    let isUnenforced = foreignKeys && unenforced.contains(migration.id)
    if isUnenforced { try database.enforceForeignKeys(false, before: migration) }
    let deleted = try migration.run(on: database)
    if isUnenforced { try database.enforceForeignKeys(true, before: migration) }
    lineage?.follow(migration.up, named: migration.path, id: migration.id, deleted: deleted)
    remaining.removeFirst()
    return migration
  }

  /// Runs the remaining migrations.
  ///
  /// - Throws: as ``step()``.
  mutating func finish() throws(LedgerError) {
    while try step() != nil {}
  }
}

extension ScratchDatabase {
  fileprivate func enforceForeignKeys(_ isOn: Bool, before migration: Migration) throws(LedgerError) {
    do {
      try execute("PRAGMA foreign_keys = \(isOn ? "ON" : "OFF")")
    } catch {
      let reason = error as? SchemaError ?? .sqlite(code: 1, message: "\(error)", sql: nil)
      throw .sqlFailed(path: migration.path, line: nil, error: reason)
    }
  }
}
