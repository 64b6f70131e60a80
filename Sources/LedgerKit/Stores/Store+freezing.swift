internal import Foundation
internal import LedgerCore
public import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
public import SQLiteSchema

/// What a store turned out to be, held against the source.
public struct StoreReading: Sendable {
  /// As it was named.
  public let name: String
  /// Where it says which migrations it has had; nil when its schema told, or the source has no migrations.
  public let migrationsTable: String?
  /// How many migrations it has had, of how many there are; nil without migrations.
  public let hadCount: Int?
  /// How many the source has.
  public let migrationCount: Int
  /// Migrations by id, as the store names them, that the source does not have.
  public let unknown: [String]
  /// Which rows were taken; nil for none.
  public internal(set) var rows: Entry.Rows?
  /// Virtual tables whose rows could not be taken.
  public internal(set) var emptied: [String] = []
  /// How its schema differs from what these migrations make; nil when that cannot be told.
  public let diff: SchemaDiff?
}

extension Store {
  /// The store's schema, the rows that are wanted, and the migrations of `definition` that it has had.
  ///
  /// - Throws: `LedgerError.notAStore`, `.storeSaysNothing`, `.notScrubbed`, `SchemaError`.
  func build(
    _ definition: SourceDefinition, convention: String?, _ settings: BuildSettings, keeping rows: Entry.Rows?
  ) throws -> (BuiltSource, StoreReading) {
    try read(stubs: settings.stubs) { whole in
      // A command asks the books what there is to do; for SQL the entry tells.
      let keepsTrackingTables = definition.migrations == nil
      let (database, emptied) = try content(
        of: whole, keeping: rows, keepsTrackingTables: keepsTrackingTables, settings.stubs)
      var (built, reading) = try build(definition, convention, settings, from: whole, as: database)
      reading.rows = rows
      reading.emptied = emptied
      return (built, reading)
    }
  }

  private func content(
    of whole: ScratchDatabase, keeping rows: Entry.Rows?, keepsTrackingTables: Bool, _ stubs: Stubs
  ) throws -> (ScratchDatabase, emptied: [String]) {
    switch rows {
    case nil:
      let database = try whole.withoutRows(keepsTrackingTables: keepsTrackingTables, stubs: stubs)
      try database.normalizeTrackingTables()
      return (database, [])
    case .own: return (try ScratchDatabase(file: whole.image() ?? [], stubs: stubs), [])
    case .scrubbed:
      let scrubbed: ScratchDatabase.Scrubbed
      do {
        scrubbed = try whole.scrubbed(keepsTrackingTables: keepsTrackingTables, stubs: stubs)
      } catch let error as SchemaError {
        throw LedgerError.notScrubbed(path: name, reason: error.message)
      }
      try scrubbed.database.normalizeTrackingTables()
      return (scrubbed.database, scrubbed.emptied)
    }
  }

  private func build(
    _ definition: SourceDefinition, _ convention: String?, _ settings: BuildSettings, from whole: ScratchDatabase,
    as database: ScratchDatabase
  ) throws -> (BuiltSource, StoreReading) {
    let schema = try database.schema(ignoring: settings.ignoredTables)
    guard try schema.digest == whole.schema(ignoring: settings.ignoredTables).digest else {
      throw LedgerError.notAStore(path: name, reason: "its schema cannot be recreated from its own SQL")
    }
    guard case .migrations(let listing, _) = definition.forward, let convention else {
      let reading = StoreReading(
        name: name, migrationsTable: nil, hadCount: nil, migrationCount: 0, unknown: [], diff: nil)
      return (BuiltSource(text: definition, database: database, schema: schema), reading)
    }
    let migrations = listing.migrations
    let stages = definition.isReplayed ? definition.stages(settings) : nil
    let migrationsTable = try MigrationsTable(of: convention, in: whole)
    var had: [Migration]
    var unknown: [String] = []
    if let migrationsTable {
      (had, unknown) = migrationsTable.sort(migrations, checkpoints: listing.checkpoints)
    } else if let count = stages?.lastIndex(where: { $0.digest == schema.digest }) {
      had = Array(migrations.prefix(count))
    } else {
      throw LedgerError.storeSaysNothing(path: name)
    }
    let diff: SchemaDiff? = stages.flatMap { stages in
      let isPrefix = had.map(\.id) == migrations.prefix(had.count).map(\.id)
      return isPrefix && stages.indices.contains(had.count) ? SchemaDiff(from: stages[had.count], to: schema) : nil
    }
    let reading = StoreReading(
      name: name, migrationsTable: migrationsTable?.place, hadCount: had.count, migrationCount: migrations.count,
      unknown: unknown, diff: diff
    )
    return (BuiltSource(text: definition.keeping(had), database: database, schema: schema), reading)
  }
}

extension SourceDefinition {
  /// The schema before any migration, and after each; as far as they run.
  fileprivate func stages(_ settings: BuildSettings) -> [CanonicalSchema] {
    guard case .scripts(let steps) = creation,
      let database = try? ScratchDatabase(stubs: settings.stubs, timeLimit: settings.timeLimit),
      let empty = try? database.schema(ignoring: settings.ignoredTables)
    else { return [] }
    var stages = [empty]
    for step in steps {
      guard (try? step.run(on: database)) != nil,
        let schema = try? database.schema(ignoring: settings.ignoredTables)
      else { break }
      stages.append(schema)
    }
    return stages
  }

  /// The same with these migrations alone.
  fileprivate func keeping(_ migrations: [Migration]) -> SourceDefinition {
    guard case .migrations(var listing, let convention) = forward else { return self }
    listing.migrations = migrations
    return SourceDefinition(kind: kind, creation: creation, forward: .migrations(listing, convention: convention))
  }
}
