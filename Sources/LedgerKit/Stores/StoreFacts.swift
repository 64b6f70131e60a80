internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// What is read of a store to find its version: once, and then it is closed.
struct StoreFacts {
  let schema: CanonicalSchema
  let migrationsTable: MigrationsTable?
  private let configuration: DatabaseConfiguration

  /// A version and how the store differs from it.
  struct Held {
    let candidate: FrozenSchemas.Candidate
    let diff: SchemaDiff
    let schema: CanonicalSchema

    /// Nothing differs that SQLite does not treat alike.
    var isMatch: Bool { diff.verdict <= .cosmetic }
  }

  init(of store: Store, _ configuration: DatabaseConfiguration) throws {
    self.configuration = configuration
    let convention = configuration.source.migrations?.convention
    (schema, migrationsTable) = try store.read(stubs: configuration.stubs) { database in
      // A table of the same name may be the application's own.
      (
        try database.schema(ignoring: configuration.ignoredTables),
        convention.flatMap { try? MigrationsTable(of: $0, in: database) }
      )
    }
  }

  /// Nil for a version whose database cannot be read: `verify` says so.
  func held(against candidate: FrozenSchemas.Candidate) throws -> Held? {
    let ignored = configuration.ignoredTables + candidate.entry.ignoredTables
    guard let frozen = try? ScratchDatabase(file: candidate.fixture.database).schema(ignoring: ignored) else {
      return nil
    }
    return Held(candidate: candidate, diff: SchemaDiff(from: frozen, to: schema), schema: frozen)
  }

  /// Of versions with the store's schema, those that it can be.
  func decide(among held: [Held]) -> ([Held], StoreIdentification.Decision?) {
    guard held.count > 1 else { return (held, nil) }
    if let migrationsTable {
      let had = held.filter {
        $0.candidate.entry.hasMigrations && migrationsTable.hasHad(exactly: $0.candidate.entry.migrations)
      }
      if !had.isEmpty, had.count < held.count { return (had, .migrationsTable(migrationsTable.place)) }
    }
    let number = schema.properties.userVersion
    let same = held.filter { $0.schema.properties.userVersion == number }
    if number != 0, !same.isEmpty, same.count < held.count { return (same, .userVersion) }
    return (held, nil)
  }

  /// The book, where it has other migrations than the version.
  func contradiction(of held: Held) -> String? {
    guard let migrationsTable, held.candidate.entry.hasMigrations,
      !migrationsTable.hasHad(exactly: held.candidate.entry.migrations)
    else {
      return nil
    }
    return migrationsTable.place
  }

  /// The fewest changes; of several the newest. Nil when none has a table in common with the store.
  func nearest(of held: [Held]) -> Held? {
    let tables = Set(schema.tables.map { $0.name.lowercased() })
    return held.filter { $0.schema.tables.contains { tables.contains($0.name.lowercased()) } }.min { one, other in
      let (left, right) = (one.diff.meaningfulChanges.count, other.diff.meaningfulChanges.count)
      return left == right ? one.candidate.entry.version > other.candidate.entry.version : left < right
    }
  }

  /// Whether today's source makes this schema. A source that is a command is not run.
  func isTodays(_ frozen: FrozenSchemas) throws -> Bool {
    guard
      let built = try? configuration.schemaSource.read(from: frozen.present)
        .build(configuration.buildSettings())
    else { return false }
    return SchemaDiff(from: built.schema, to: schema).verdict <= .cosmetic
  }

  /// Migrations beside all those of the version frozen last, when no version has had them.
  func newerMigrations(than ledger: Ledger) -> [String] {
    guard let migrationsTable, let latest = ledger.latest, latest.entry.hasMigrations else { return [] }
    let (missing, more) = migrationsTable.held(against: latest.entry.migrations)
    let isUnknown = ledger.items.allSatisfy { !migrationsTable.hasHad(exactly: $0.entry.migrations) }
    return missing == 0 && isUnknown ? more : []
  }

  /// The version whose migrations the book has, or whose `user_version` it has; nil where neither tells one.
  func claimed(among held: [Held]) -> (Held, StoreIdentification.Decision)? {
    if let migrationsTable,
      let one = held.last(where: { held in
        held.candidate.entry.hasMigrations && migrationsTable.hasHad(exactly: held.candidate.entry.migrations)
      })
    {
      return (one, .migrationsTable(migrationsTable.place))
    }
    let number = schema.properties.userVersion
    let same = held.filter { $0.schema.properties.userVersion == number }
    return number != 0 && same.count == 1 ? (same[0], .userVersion) : nil
  }
}
