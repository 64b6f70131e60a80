public import GitStore
public import LedgerCore
public import LedgerEntries
internal import MigrationSources
public import SQLiteSchema

/// Which frozen version a store is, or the nearest one.
public struct StoreIdentification: Sendable {
  /// A version that the store was held against.
  public struct Candidate: Sendable {
    /// What its `entry.json` says.
    public let entry: Entry
    /// The entry's id.
    public let id: String
    /// Whether it is in the ledger as it is now; otherwise only history has it.
    public let isPresent: Bool
    /// The commit that brought it; nil where history was not asked, or does not have it.
    public let commit: CommitInfo?
    /// How the store differs from it.
    public let diff: SchemaDiff
  }

  /// What tells versions with the same schema apart.
  public enum Decision: Sendable, Hashable {
    /// The store's book has the migrations of one of them: a table, or `PRAGMA user_version`.
    case migrationsTable(String)
    /// The databases differ in `user_version`, and the store has that of one.
    case userVersion
  }

  /// As it was named.
  public let name: String
  /// The versions that it may be, oldest first: all have its schema. One where something else tells them apart.
  public let matches: [Candidate]
  /// Versions with the same schema that it is not, as ``decision`` says.
  public let others: [Candidate]
  /// Why it is this one of several; nil where nothing had to tell.
  public let decision: Decision?
  /// Where the store says that it has had other migrations than the one version with its schema: a table, or a pragma.
  public let contradiction: String?
  /// Whether today's source makes its schema, and no version that was looked at has it.
  public let isTodays: Bool
  /// The version with the fewest changes; nil when one matches, or there is none, or none has a table in common with it.
  public let nearest: Candidate?
  /// Migrations the store has had beside all those of the version that was frozen last; empty unless its book says so.
  public let newerMigrations: [String]
  /// Where the store keeps the book of its migrations: a table, or `PRAGMA user_version`; nil where there is none.
  public let migrationsTable: String?
  /// The version that was frozen last, as it is in the ledger now.
  public let latest: Version?
  /// Whether the store has tables at all, apart from those that are no part of a schema.
  public let hasTables: Bool
  /// How many versions it was held against.
  public let candidateCount: Int
  /// Whether commits were looked at too.
  public let searchedHistory: Bool
  /// Why history may not have told all: the clone is shallow, or has not all objects.
  public let isHistoryPartial: Bool

  /// Holds a store against the versions of a ledger. History is asked where none of them has its schema.
  ///
  /// No code of the repository is run, and none of the store.
  ///
  /// - Parameter everywhere: ask history in any case.
  /// - Throws: `LedgerError`, `GitError`.
  public init(
    of store: Store, in repository: Repository, _ configuration: DatabaseConfiguration, everywhere: Bool
  ) throws {
    let frozen = try FrozenSchemas(of: configuration, in: repository)
    let reading = try StoreFacts(of: store, configuration)
    name = store.name
    migrationsTable = reading.migrationsTable?.place
    hasTables = reading.schema.objectCount > 0
    var candidates = try frozen.current().compactMap { try reading.held(against: $0) }
    var commits: [String: ObjectID] = [:]
    let isFound = candidates.contains(where: \.isMatch)
    searchedHistory = everywhere || !isFound
    var isPartial = false
    if searchedHistory {
      let past = try frozen.past()
      candidates += try past.candidates.compactMap { try reading.held(against: $0) }
      commits = past.commits
      isPartial = past.history.isShallow || past.history.unreadableCommitCount > 0
    }
    isHistoryPartial = isPartial
    candidateCount = candidates.count
    let describe = { (held: StoreFacts.Held) throws -> Candidate in
      Candidate(
        entry: held.candidate.entry, id: held.candidate.fixture.id, isPresent: held.candidate.isPresent,
        commit: try commits[held.candidate.fixture.id].map(repository.commitInfo), diff: held.diff)
    }
    let equal = candidates.filter(\.isMatch).sorted { $0.candidate.entry.version < $1.candidate.entry.version }
    let (chosen, decision) = reading.decide(among: equal)
    self.decision = decision
    matches = try chosen.map(describe)
    let chosenIDs = Set(matches.map(\.id))
    others = try equal.filter { !chosenIDs.contains($0.candidate.fixture.id) }.map(describe)
    contradiction = equal.count == 1 ? reading.contradiction(of: equal[0]) : nil
    isTodays = try equal.isEmpty && hasTables && reading.isTodays(frozen)
    nearest = try equal.isEmpty ? reading.nearest(of: candidates).map(describe) : nil
    latest = frozen.ledger.latest?.entry.version
    newerMigrations = equal.isEmpty ? reading.newerMigrations(than: frozen.ledger) : []
  }
}
