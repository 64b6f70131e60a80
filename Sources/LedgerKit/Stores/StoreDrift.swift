public import GitStore
public import LedgerCore
public import LedgerEntries
internal import SQLiteSandbox
public import SQLiteSchema

/// How a store differs from a version: the one it says it is, the nearest, or one that was asked for.
public struct StoreDrift: Sendable {
  /// Why it is this version.
  public enum Basis: Sendable, Hashable {
    case asked
    /// The store says so itself.
    case claimed(StoreIdentification.Decision)
    /// It has this version's schema.
    case sameSchema
    /// It has the fewest changes.
    case nearest
  }

  /// As it was named.
  public let name: String
  /// What it is held against, for people: `version 1.2.0`.
  public let against: String
  /// The version, where it is one in the ledger or in history.
  public let version: Version?
  /// Why that.
  public let basis: Basis
  /// From the version to the store.
  public let diff: SchemaDiff

  /// Holds a store against a version.
  ///
  /// - Parameters:
  ///   - text: a version, `latest`, or a revision, whose source is meant; nil for what the store says, or the nearest.
  ///   - folder: what a file's path is relative to.
  /// - Throws: `LedgerError`, also `.storeSaysNothing` where no version has a table in common with it; `GitError`.
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
    var held = try frozen.current().compactMap { try facts.held(against: $0) }
    if facts.claimed(among: held) == nil, !held.contains(where: \.isMatch) {
      held += try frozen.past().candidates.compactMap { try facts.held(against: $0) }
    }
    guard !held.isEmpty else { throw LedgerError.nothingFrozen }
    let chosen: StoreFacts.Held
    if let (claimed, decision) = facts.claimed(among: held) {
      (chosen, basis) = (claimed, .claimed(decision))
    } else if let same = held.last(where: \.isMatch) {
      (chosen, basis) = (same, .sameSchema)
    } else if let near = facts.nearest(of: held) {
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
    // A file or a revision may be called as a version could be.
    return side.title == "version \(text)" ? try? Version(text) : nil
  }

  /// What `text` means; a version also where only history has it.
  private static func side(_ text: String, _ frozen: FrozenSchemas, folder: String) throws -> SchemaSide {
    let (repository, configuration) = (frozen.repository, frozen.configuration)
    if text == "latest" { return try SchemaSide(latestOf: repository, configuration: configuration) }
    do {
      return try SchemaSide(text, folder: folder, repository: repository, configuration: configuration)
    } catch LedgerError.unknownSide where (try? Version(text)) != nil {
      let past = try frozen.past().candidates.last { $0.entry.version.name == text }
      guard let past else { throw LedgerError.unknownSide(text: text) }
      let ignored = configuration.ignoredTables + past.entry.ignoredTables
      let schema = try ScratchDatabase(file: past.fixture.database).schema(ignoring: ignored)
      return SchemaSide(title: "version \(text)", schema: schema)
    }
  }
}
