internal import Foundation
internal import LedgerCore
public import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
public import SQLiteSchema
public import SQLiteSyntax

/// The result of comparing a store with the source.
public struct StoreReading: Sendable {
  /// The name that the user gave.
  public let name: String
  /// The place in the store that records the applied migrations. `nil` if they were derived from the schema, or if the
  /// source has no migrations.
  public let migrationsTable: String?
  /// The number of migrations that have been applied, or `nil` without migrations.
  public let appliedCount: Int?
  /// The number of migrations in the source.
  public let migrationCount: Int
  /// Ids of applied migrations that the source does not have, as the store names them.
  public let unknown: [String]
  /// The rows that were kept, or `nil` for none.
  public internal(set) var rows: Entry.Rows?
  /// Virtual tables whose rows could not be copied.
  public internal(set) var emptied: [Identifier] = []
  /// The differences between its schema and the schema that these migrations make, or `nil` if unknown.
  public let diff: SchemaDiff?
}

extension Store {
  /// Returns the store's schema, the requested rows, and the migrations of `definition` that have been applied to the
  /// store.
  ///
  /// - Throws: `LedgerError.notAStore`, `.storeSaysNothing`, `.notScrubbed`, `SchemaError`.
  func build(
    _ definition: SourceDefinition, convention: String?, _ settings: BuildSettings, keeping rows: Entry.Rows?
  ) throws -> (BuiltSource, StoreReading) {
    try read(stubs: settings.stubs) { whole in
      // A command reads the tracking tables to find out what to do. For SQL migrations, the entry records that.
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
  ) throws -> (ScratchDatabase, emptied: [Identifier]) {
    switch rows {
    case nil:
      let database = try whole.withoutRows(keepsTrackingTables: keepsTrackingTables, stubs: stubs)
      try database.normalizeTrackingTables()
      return (database, [])
    case .own:
      let copy = try ScratchDatabase(file: whole.image() ?? [], tracking: .known, stubs: stubs)
      try ExternalFiles(of: self, whole)?.inline(in: copy, named: name)
      return (copy, [])
    case .scrubbed:
      let scrubbed: ScratchDatabase.Scrubbed
      do {
        scrubbed = try whole.scrubbed(keepsTrackingTables: keepsTrackingTables, stubs: stubs)
      } catch let error as SchemaError {
        throw LedgerError.notScrubbed(path: name, reason: error.message)
      }
      try ExternalFiles(of: self, whole)?.markInline(in: scrubbed.database)
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
        name: name, migrationsTable: nil, appliedCount: nil, migrationCount: 0, unknown: [], diff: nil)
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
      name: name, migrationsTable: migrationsTable?.place, appliedCount: had.count, migrationCount: migrations.count,
      unknown: unknown, diff: diff
    )
    return (BuiltSource(text: definition.keeping(had), database: database, schema: schema), reading)
  }
}

extension SourceDefinition {
  /// The schema before the first migration and after each one, up to the first that fails.
  fileprivate func stages(_ settings: BuildSettings) -> [CanonicalSchema] {
    guard case .scripts(let steps) = creation,
      let database = try? ScratchDatabase(tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    else { return [] }
    for script in before where (try? script.run(on: database)) == nil { return [] }
    guard let empty = try? database.schema(ignoring: settings.ignoredTables) else { return [] }
    var stages = [empty]
    for step in steps {
      guard (try? step.run(on: database)) != nil,
        let schema = try? database.schema(ignoring: settings.ignoredTables)
      else { break }
      stages.append(schema)
    }
    return stages
  }

  /// The same definition with only these migrations.
  fileprivate func keeping(_ migrations: [Migration]) -> SourceDefinition {
    guard case .migrations(var listing, let convention) = forward else { return self }
    listing.migrations = migrations
    return SourceDefinition(kind: kind, creation: creation, forward: .migrations(listing, convention: convention))
  }
}
