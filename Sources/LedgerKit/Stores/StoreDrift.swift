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
    /// The model in the store itself is compared with its tables.
    case ownModel
  }

  /// The name that the user gave.
  public fileprivate(set) var name: String
  /// A description of the version: `version 1.2.0`.
  public let against: String
  /// The version, if it is in the ledger or in the history.
  public let version: Version?
  /// The reason for choosing it.
  public let basis: Basis
  /// The differences from the version to the store.
  public let diff: SchemaDiff
  /// Whether there is a history to search for versions, or a record of it.
  public let isHistoryKnown: Bool

  /// Creates the drift of a store from the model that is in it.
  init(_ name: String, ofModel title: String, _ diff: SchemaDiff) {
    (self.name, against, version, basis, self.diff, isHistoryKnown) = (name, title, nil, .ownModel, diff, false)
  }

  /// A requested version.
  fileprivate typealias Target = (side: SchemaSide, version: Version?)

  /// - Parameter target: the requested version; `nil` for the version that the store states, or for the nearest one.
  /// - Throws: `LedgerError.foreignStore` if no version shares a table with the store, `.nothingFrozen`; `GitError`.
  fileprivate init(_ name: String, _ facts: StoreFacts, _ frozen: FrozenSchemas, _ target: Target?) throws {
    self.name = name
    isHistoryKnown = frozen.isPastKnown
    if let target {
      (against, basis, version) = (target.side.title, .asked, target.version)
      diff = SchemaDiff(from: target.side.schema, to: facts.schema)
      return
    }
    var comparisons = try frozen.current().compactMap { facts.comparison(with: $0) }
    if facts.claimed(among: comparisons) == nil, !comparisons.contains(where: \.isMatch) {
      comparisons += try frozen.past()?.candidates.compactMap { facts.comparison(with: $0) } ?? []
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
      throw LedgerError.foreignStore(path: name)
    }
    against = "version \(chosen.candidate.entry.version)"
    version = chosen.candidate.entry.version
    diff = chosen.diff
  }

  /// Resolves `text`: a version of the ledger, a file, a revision, or a version of the history.
  fileprivate static func target(
    _ text: String, _ frozen: FrozenSchemas, folder: String
  ) throws -> Target {
    let (repository, configuration) = (frozen.repository, frozen.configuration)
    let name = try VersionNames(of: frozen.ledger, in: repository).version(named: text)
    if let name, let side = try SchemaSide.version(try Version(name), in: frozen.present, configuration) {
      return (side, try Version(name))
    }
    if repository == nil, text == VersionNames.latest { throw LedgerError.nothingFrozen }
    do {
      let side = try SchemaSide(name ?? text, folder: folder, repository: repository, configuration: configuration)
      return (side, try name.map { try Version($0) })
    } catch LedgerError.unknownSide(_, let known) {
      let past = try frozen.past()?.candidates ?? []
      let names = VersionNames(past.map(\.entry), last: nil, ledger: configuration.ledger, repository)
      // The last one, if the version was frozen several times.
      guard let name = try names.version(named: text), let entry = past.last(where: { $0.entry.version.name == name }),
        let schema = entry.schema
      else { throw LedgerError.unknownSide(text: text, known: known + names.all) }
      return (SchemaSide(title: "version \(name)", schema: schema), entry.entry.version)
    }
  }
}

/// Compares any number of stores with versions. Stores with the same schema and the same record of migrations are compared
/// once, and several threads may compare at the same time.
public final class StoreDrifts: @unchecked Sendable {
  private let frozen: FrozenSchemas
  private let requested: String?
  private let folder: String
  private let conventions: [String]
  /// `nil` stands for a store that has no table in common with any version.
  private let answers = StoreMemo<StoreKey, StoreDrift?>()
  private let targets = StoreMemo<String, StoreDrift.Target>()

  /// - Parameters:
  ///   - text: a version, `latest`, a file or, in a repository, a revision, whose source is used. `nil` for the version that
  ///     each store states, or for the nearest one.
  ///   - folder: the folder to which a file's path is relative.
  ///   - versions: those of one database.
  /// - Throws: `LedgerError`, `GitError`.
  public init(against text: String?, folder: String, in versions: FrozenVersions) throws {
    frozen = try FrozenSchemas(of: versions.databases[0], in: versions)
    conventions = versions.databases.compactMap(\.source.migrations?.convention)
    (requested, self.folder) = (text, folder)
  }

  /// Compares the store at `path`.
  ///
  /// - Parameter name: the name that the user gave.
  /// - Throws: ``UnreadStore`` if the store cannot be read, or has no table in common with any version; `LedgerError`,
  ///   `GitError` if there is no version, or no such version.
  public func compare(_ path: String, named name: String) throws -> StoreDrift {
    let key: StoreKey
    let facts: StoreFacts
    do {
      let store = try Store(at: path, named: name)
      key = try store.read(stubs: frozen.configuration.stubs) { try StoreKey(of: $0, conventions: conventions) }
      if let known = answers[key] { return try Self.named(name, known) }
      facts = try StoreFacts(of: store, frozen.configuration, conventions: conventions)
    } catch let error as UnreadStore {
      throw error
    } catch {
      throw UnreadStore(error, named: name)
    }
    let target = try requested.map { text in
      try targets.answer(for: text) { try StoreDrift.target(text, frozen, folder: folder) }
    }
    // The store may have changed since its key was read.
    let answer = try answers.answer(for: facts.key == key ? key : nil) { () -> StoreDrift? in
      do {
        return try StoreDrift(name, facts, frozen, target)
      } catch LedgerError.foreignStore {
        return nil
      }
    }
    return try Self.named(name, answer)
  }

  private static func named(_ name: String, _ answer: StoreDrift?) throws(UnreadStore) -> StoreDrift {
    guard var drift = answer else { throw UnreadStore(LedgerError.foreignStore(path: name), named: name) }
    drift.name = name
    return drift
  }
}
