internal import EntityModel
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// The facts that identify a store's version. They are read once, and the store is closed.
struct StoreFacts {
  let schema: CanonicalSchema
  let migrationsTable: MigrationsTable?
  /// The model that Core Data keeps in the store; `nil` if there is none that can be read.
  private let model: DeclaredModel?
  /// What these facts follow from.
  let key: StoreKey
  private let configuration: DatabaseConfiguration

  /// A version and the differences between it and the store.
  struct Comparison {
    let candidate: FrozenSchemas.Candidate
    let diff: SchemaDiff
    let schema: CanonicalSchema
    /// Whether Core Data opens the store with the model of the version; `nil` if one of the two has no model.
    let opening: CoreDataComparison.Verdict?

    /// Whether there is no difference, except ones that SQLite ignores. If the tables of the version are not known, whether
    /// Core Data sees none.
    var isMatch: Bool { candidate.entry.hasTables ? diff.verdict <= .cosmetic : opening == .opens }
  }

  /// - Parameter conventions: those whose records of migrations are in ``key``.
  /// - Throws: the errors of `Store.read`.
  init(of store: some ReadableStore, _ configuration: DatabaseConfiguration, conventions: [String] = []) throws {
    self.configuration = configuration
    let convention = configuration.source.migrations?.convention
    (schema, migrationsTable, key, model) = try store.read(stubs: configuration.stubs) { database in
      (
        try database.schema(ignoring: configuration.ignoredTables),
        try MigrationsTable.own(of: convention.flatMap(MigrationConvention.named), in: database),
        try StoreKey(of: database, conventions: conventions), try StoreModel(in: database)?.declared
      )
    }
  }

  /// Returns `nil` if the version's database cannot be read. `verify` reports that.
  func comparison(with candidate: FrozenSchemas.Candidate) -> Comparison? {
    let frozenModel = (try? candidate.fixture.model) ?? nil
    let opening = model.flatMap { model in
      frozenModel.map { CoreDataComparison(from: $0, to: model).verdict }
    }
    guard candidate.entry.hasTables else {
      guard let model, let frozenModel else { return nil }
      let changes = ModelDifference.fromDeclared(frozenModel, toCached: model, ofSwiftData: false)
      let seen = changes.filter { $0.coreDataVisibility != .unseen }.map(SchemaChange.init)
      return Comparison(candidate: candidate, diff: SchemaDiff(seen), schema: schema, opening: opening)
    }
    guard let frozen = candidate.schema else { return nil }
    return Comparison(
      candidate: candidate, diff: SchemaDiff(from: frozen, to: schema), schema: frozen, opening: opening)
  }

  /// Selects, from the versions with the store's schema, those that are consistent with its migrations table or
  /// `user_version`.
  func decide(among comparisons: [Comparison]) -> ([Comparison], StoreIdentification.Decision?) {
    guard comparisons.count > 1 else { return (comparisons, nil) }
    let opened = comparisons.filter { $0.opening == .opens }
    if !opened.isEmpty, opened.count < comparisons.count { return (opened, .model) }
    if let migrationsTable {
      let had = comparisons.filter {
        $0.candidate.entry.hasMigrations && migrationsTable.containsExactly($0.candidate.entry.migrations)
      }
      if !had.isEmpty, had.count < comparisons.count { return (had, .migrationsTable(migrationsTable.place)) }
    }
    let number = schema.properties.userVersion
    let same = comparisons.filter { $0.schema.properties.userVersion == number }
    if number != 0, !same.isEmpty, same.count < comparisons.count { return (same, .userVersion) }
    return (comparisons, nil)
  }

  /// The migrations table's name, if it contains other migrations than the version; that of the model in the store if Core
  /// Data refuses the store with the model of the version. For SwiftData, no store has shown that the two are declared alike.
  func contradiction(of comparison: Comparison) -> String? {
    let isCoreData = comparison.candidate.entry.sourceKind == ModelSourceConfiguration.Framework.coreData.rawValue
    if isCoreData, case .refuses? = comparison.opening { return StoreIdentification.Decision.modelPlace }
    guard let migrationsTable, comparison.candidate.entry.hasMigrations,
      !migrationsTable.containsExactly(comparison.candidate.entry.migrations)
    else {
      return nil
    }
    return migrationsTable.place
  }

  /// The version with the fewest changes, the newest of several. `nil` if no version shares a table with the store.
  func nearest(of comparisons: [Comparison]) -> Comparison? {
    let tables = Set(schema.tables.map(\.name))
    return comparisons.filter { $0.schema.tables.contains { tables.contains($0.name) } }.min {
      one, other in
      let (left, right) = (one.diff.meaningfulChanges.count, other.diff.meaningfulChanges.count)
      return left == right ? one.candidate.entry.version > other.candidate.entry.version : left < right
    }
  }

  /// Whether the current source makes this schema.
  func isTodays(_ frozen: FrozenSchemas) -> Bool {
    frozen.todays().map { SchemaDiff(from: $0, to: schema).verdict <= .cosmetic } ?? false
  }

  /// Migrations that have been applied in addition to all those of the latest version, if no version has them.
  func newerMigrations(than ledger: Ledger) -> [String] {
    guard let migrationsTable, let latest = ledger.latest, latest.entry.hasMigrations else { return [] }
    let (missing, more) = migrationsTable.difference(from: latest.entry.migrations)
    let isUnknown = ledger.items.allSatisfy { !migrationsTable.containsExactly($0.entry.migrations) }
    return missing == 0 && isUnknown ? more : []
  }

  /// The version whose migrations the migrations table contains, or whose `user_version` the store has, or `nil` if
  /// neither identifies a version.
  func claimed(among comparisons: [Comparison]) -> (Comparison, StoreIdentification.Decision)? {
    if let migrationsTable,
      let one = comparisons.last(where: { comparison in
        comparison.candidate.entry.hasMigrations
          && migrationsTable.containsExactly(comparison.candidate.entry.migrations)
      })
    {
      return (one, .migrationsTable(migrationsTable.place))
    }
    let number = schema.properties.userVersion
    let same = comparisons.filter { $0.schema.properties.userVersion == number }
    return number != 0 && same.count == 1 ? (same[0], .userVersion) : nil
  }
}
