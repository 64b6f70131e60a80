internal import Digests
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// A database to which the first migrations of a source have been applied, so that a replay can skip them.
///
/// These migrations created the fixture of the latest entry. As long as their texts, their order and the version of
/// SQLite are unchanged, they would create the same database again, including its rows, so the fixture is used instead.
struct ReplayStart {
  let database: ScratchDatabase
  /// The number of steps that have been applied to it.
  let count: Int

  /// Returns `nil` if every step must be run.
  ///
  /// - Parameters:
  ///   - fixture: reads the fixture of an entry. It is used only if its digest is the one that the entry records.
  ///   - scripts: the scripts that run before the first step.
  ///   - convention: the convention of the source, which determines how its files are split and run.
  ///   - ignored: tables that the current schema ignores.
  init?(
    _ steps: [Migration], after scripts: [Migration], of ledger: Ledger, convention: String?,
    ignoring ignored: [String], stubs: Stubs,
    timeLimit: Double, fixture: (Ledger.Item) throws -> [UInt8]?
  ) throws {
    // If the ledger has several heads, each is compared with the schema at its own step.
    guard ledger.heads.count == 1, let entry = ledger.latest?.entry, let item = ledger.latest, !entry.isFromStore,
      entry.convention == convention, entry.sqlite == ScratchDatabase.sqliteVersion,
      entry.ignoredTables.sorted() == ignored.sorted(),
      !entry.migrations.isEmpty, entry.migrations.count <= steps.count,
      zip(entry.migrations, steps).allSatisfy({ $0.isSame(as: $1) }),
      entry.before.count == scripts.count, zip(entry.before, scripts).allSatisfy({ $0.isSame(as: $1) }),
      let file = try fixture(item), sha256(file) == entry.files[entry.fixtureName]?.digest
    else { return nil }
    database = try ScratchDatabase(
      file: entry.databaseFile(from: file), tracking: .known, stubs: stubs, timeLimit: timeLimit)
    count = entry.migrations.count
  }
}

extension MigrationRecord {
  /// Whether the record was made from exactly this migration's text.
  fileprivate func isSame(as migration: Migration) -> Bool {
    !isRepeatable && !migration.isRepeatable && id == migration.id && text == Self.digest(migration.text)
  }
}
