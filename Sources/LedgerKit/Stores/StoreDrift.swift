public import GitStore
public import LedgerCore
public import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
public import SQLiteSchema

/// The differences between a store and a version: the version that the store states, the nearest one, or a requested
/// one.
public struct StoreDrift: Sendable {
  /// The reason for choosing the version.
  public enum Basis: Sendable, Hashable {
    case asked
    /// The store states the version itself.
    case claimed(StoreIdentification.Decision)
    /// The store has the schema of this version.
    case sameSchema
    /// This version has the fewest differences.
    case nearest
  }

  /// The name that the user gave.
  public let name: String
  /// A description of the version: `version 1.2.0`.
  public let against: String
  /// The version, if it is in the ledger or in the history.
  public let version: Version?
  /// The reason for choosing it.
  public let basis: Basis
  /// The differences from the version to the store.
  public let diff: SchemaDiff

  /// Compares a store with a version.
  ///
  /// - Parameters:
  ///   - text: a version, `latest`, or a revision, whose source is used. `nil` for the version that the store states,
  ///     or for the nearest one.
  ///   - folder: the folder to which a file's path is relative.
  /// - Throws: `LedgerError`, in particular `.storeSaysNothing` if no version shares a table with the store;
  ///   `GitError`.
  public init(
    of store: Store, against text: String?, folder: String, in repository: Repository,
    _ configuration: DatabaseConfiguration
  ) throws {
    name = store.name
    let facts = try StoreFacts(of: store, configuration)
    let frozen = try FrozenSchemas(of: configuration, in: repository)
    if let text {
      let side = try Self.side(text, frozen, folder: folder)
      (against, basis) = (side.title, .asked)
      version = Self.version(text, side, frozen)
      diff = SchemaDiff(from: side.schema, to: facts.schema)
      return
    }
    var comparisons = try frozen.current().compactMap { try facts.comparison(with: $0) }
    if facts.claimed(among: comparisons) == nil, !comparisons.contains(where: \.isMatch) {
      comparisons += try frozen.past().candidates.compactMap { try facts.comparison(with: $0) }
    }
    guard !comparisons.isEmpty else { throw LedgerError.nothingFrozen }
    let chosen: StoreFacts.Comparison
    if let (claimed, decision) = facts.claimed(among: comparisons) {
      (chosen, basis) = (claimed, .claimed(decision))
    } else if let same = comparisons.last(where: \.isMatch) {
      (chosen, basis) = (same, .sameSchema)
    } else if let near = facts.nearest(of: comparisons) {
      (chosen, basis) = (near, .nearest)
    } else {
      throw LedgerError.foreignStore(path: store.name)
    }
    against = "version \(chosen.candidate.entry.version)"
    version = chosen.candidate.entry.version
    diff = chosen.diff
  }

  private static func version(_ text: String, _ side: SchemaSide, _ frozen: FrozenSchemas) -> Version? {
    if text == "latest" { return frozen.ledger.latest?.entry.version }
    // A file or a revision may have a name that is also a valid version.
    return side.title == "version \(text)" ? try? Version(text) : nil
  }

  /// Resolves `text`. A version is also looked up in the history.
  private static func side(_ text: String, _ frozen: FrozenSchemas, folder: String) throws -> SchemaSide {
    let (repository, configuration) = (frozen.repository, frozen.configuration)
    if text == "latest" { return try SchemaSide(latestOf: repository, configuration: configuration) }
    do {
      return try SchemaSide(text, folder: folder, repository: repository, configuration: configuration)
    } catch LedgerError.unknownSide where (try? Version(text)) != nil {
      let past = try frozen.past().candidates.last { $0.entry.version.name == text }
      guard let past else { throw LedgerError.unknownSide(text: text) }
      let ignored = configuration.ignoredTables + past.entry.ignoredTables
      let schema = try ScratchDatabase(file: past.fixture.database, tracking: .known).schema(ignoring: ignored)
      return SchemaSide(title: "version \(text)", schema: schema)
    }
  }
}
