public import GitStore
public import LedgerCore
public import LedgerEntries
internal import MigrationSources
public import SQLiteSchema

/// Identifies the frozen version of a store, or the nearest one.
public struct StoreIdentification: Sendable {
  /// A version with which the store was compared.
  public struct Candidate: Sendable {
    /// The content of its `entry.json`.
    public let entry: Entry
    /// The entry's id.
    public let id: String
    /// Whether it is in the current ledger. If false, only the history has it.
    public let isPresent: Bool
    /// The commit that added it, or `nil` if the history was not searched or does not contain it.
    public let commit: CommitInfo?
    /// The differences between the version and the store.
    public let diff: SchemaDiff
  }

  /// The property that distinguishes versions with the same schema.
  public enum Decision: Sendable, Hashable {
    /// The store's migrations table, or its `PRAGMA user_version`, contains the migrations of one of the versions.
    case migrationsTable(String)
    /// The model in the store, which Core Data compares by the hashes of its entities, is that of one of the versions.
    case model
    /// The databases differ in `user_version`, and one of them has the store's value.
    case userVersion

    /// Where a store has its model.
    static let modelPlace = "Z_MODELCACHE"
  }

  /// The database with whose versions it was compared.
  public let database: String
  /// The versions with the store's schema, oldest first. Only one if another property distinguishes them.
  public let matches: [Candidate]
  /// Versions with the same schema that ``decision`` rules out.
  public let others: [Candidate]
  /// The property that selected one of several versions, or `nil` if none was needed.
  public let decision: Decision?
  /// The place, a table or a pragma, where the store records other migrations than the only version with its schema
  /// has.
  public let contradiction: String?
  /// Whether the current source makes the store's schema, and no version that was compared has it.
  public let isTodays: Bool
  /// The version with the fewest changes. `nil` if a version matches, or if no version shares a table with the store.
  public let nearest: Candidate?
  /// Migrations that have been applied to the store in addition to all those of the latest version. Empty unless its
  /// migrations table shows them.
  public let newerMigrations: [String]
  /// The place where the store records its migrations: a table, or `PRAGMA user_version`. `nil` if there is none.
  public let migrationsTable: String?
  /// The latest version in the current ledger.
  public let latest: Version?
  /// Whether the store has any table that is part of a schema.
  public let hasTables: Bool
  /// The number of versions with which it was compared.
  public let candidateCount: Int
  /// Whether the history was searched, too.
  public let searchedHistory: Bool
  /// Whether there is a history to search, or a record of it.
  public let isHistoryKnown: Bool
  /// Whether the history may be incomplete, because the clone is shallow or objects are missing from it.
  public let isHistoryPartial: Bool

  /// Compares a store with the versions of a ledger. Does not run code of the repository or of the store.
  ///
  /// - Throws: `LedgerError`, `GitError`.
  init(_ reading: StoreFacts, _ frozen: FrozenSchemas, searchingHistory: Bool) throws {
    database = frozen.configuration.name
    migrationsTable = reading.migrationsTable?.place
    hasTables = reading.schema.objectCount > 0
    var candidates = try frozen.current().compactMap { reading.comparison(with: $0) }
    var commits: [String: ObjectID] = [:]
    let past = searchingHistory ? try frozen.past() : nil
    candidates += past?.candidates.compactMap { reading.comparison(with: $0) } ?? []
    commits = past?.commits ?? [:]
    searchedHistory = past != nil
    isHistoryKnown = frozen.isPastKnown
    isHistoryPartial = past?.isPartial ?? false
    candidateCount = candidates.count
    let describe = { (comparison: StoreFacts.Comparison) throws -> Candidate in
      Candidate(
        entry: comparison.candidate.entry, id: comparison.candidate.fixture.id,
        isPresent: comparison.candidate.isPresent,
        commit: try commits[comparison.candidate.fixture.id].flatMap { try frozen.repository?.commitInfo($0) },
        diff: comparison.diff)
    }
    let equal = candidates.filter(\.isMatch).sorted { $0.candidate.entry.version < $1.candidate.entry.version }
    let (chosen, decision) = reading.decide(among: equal)
    self.decision = decision
    matches = try chosen.map(describe)
    let chosenIDs = Set(matches.map(\.id))
    others = try equal.filter { !chosenIDs.contains($0.candidate.fixture.id) }.map(describe)
    contradiction = equal.count == 1 ? reading.contradiction(of: equal[0]) : nil
    isTodays = equal.isEmpty && hasTables && reading.isTodays(frozen)
    nearest = try equal.isEmpty ? reading.nearest(of: candidates).map(describe) : nil
    latest = frozen.ledger.latest?.entry.version
    newerMigrations = equal.isEmpty ? reading.newerMigrations(than: frozen.ledger) : []
  }
}
