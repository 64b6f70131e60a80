internal import Digests
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// A database that has had the first migrations of a source, so that a replay need not run them again.
///
/// What was frozen was made by these very migrations. While their texts, their order and the version of SQLite are the
/// same, they would make the same again, and the fixture is what they made, rows included.
struct ReplayStart {
  let database: ScratchDatabase
  /// How many of the steps it has had.
  let count: Int

  /// Nil where every step has to be run.
  ///
  /// - Parameters:
  ///   - fixture: reads an entry's database; only what has the digest that the entry names is used.
  ///   - convention: the source's, which says how its files are cut and run.
  ///   - ignored: tables that are no part of the schema today.
  init?(
    _ steps: [Migration], of ledger: Ledger, convention: String?, ignoring ignored: [String], stubs: Stubs,
    timeLimit: Double, fixture: (Ledger.Item) throws -> [UInt8]?
  ) throws {
    // Where several ends of the ledger are, each is held against the schema at its own step.
    guard ledger.heads.count == 1, let entry = ledger.latest?.entry, let item = ledger.latest, !entry.isFromStore,
      entry.convention == convention, entry.sqlite == ScratchDatabase.sqliteVersion,
      entry.ignoredTables.sorted() == ignored.sorted(),
      !entry.migrations.isEmpty, entry.migrations.count <= steps.count,
      zip(entry.migrations, steps).allSatisfy({ $0.isSame(as: $1) }),
      let bytes = try fixture(item), sha256(bytes) == entry.files[entry.fixtureName]?.digest
    else { return nil }
    database = try ScratchDatabase(file: bytes, stubs: stubs, timeLimit: timeLimit)
    count = entry.migrations.count
  }
}

extension MigrationRecord {
  /// Whether it was made of this migration as it is, word for word.
  fileprivate func isSame(as migration: Migration) -> Bool {
    !isRepeatable && !migration.isRepeatable && id == migration.id && text == Self.digest(migration.up)
  }
}
