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
      let (side, found) = try Self.side(text, frozen, folder: folder)
      (against, basis, version) = (side.title, .asked, found)
      diff = SchemaDiff(from: side.schema, to: facts.schema)
      return
    }
    var comparisons = try frozen.current().compactMap { facts.comparison(with: $0) }
    if facts.claimed(among: comparisons) == nil, !comparisons.contains(where: \.isMatch) {
      comparisons += try frozen.past().candidates.compactMap { facts.comparison(with: $0) }
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

  /// Resolves `text`: a version of the ledger, a file, a revision, or a version of the history.
  private static func side(
    _ text: String, _ frozen: FrozenSchemas, folder: String
  ) throws -> (side: SchemaSide, version: Version?) {
    let (repository, configuration) = (frozen.repository, frozen.configuration)
    let name = try VersionNames(of: frozen.ledger, in: repository).version(named: text)
    do {
      let side = try SchemaSide(name ?? text, folder: folder, repository: repository, configuration: configuration)
      return (side, try name.map { try Version($0) })
    } catch LedgerError.unknownSide(_, let known) {
      let past = try frozen.past().candidates
      let names = VersionNames(past.map(\.entry), last: nil, ledger: configuration.ledger, repository)
      // The last one, if the version was frozen several times.
      guard let name = try names.version(named: text), let entry = past.last(where: { $0.entry.version.name == name }),
        let schema = entry.schema
      else { throw LedgerError.unknownSide(text: text, known: known + names.all) }
      return (SchemaSide(title: "version \(name)", schema: schema), entry.entry.version)
    }
  }
}
