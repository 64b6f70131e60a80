public import GitStore
public import LedgerCore
internal import SQLiteSchema

/// Which database of a configuration a store is, and which version of it.
public struct StoreSearch: Sendable {
  /// The name that the user gave for the store.
  public fileprivate(set) var name: String
  /// One item for each database that has the store's schema in a version. If none has, one item: the database of which
  /// it is most likely.
  public let answers: [StoreIdentification]
  /// The number of databases with which the store was compared.
  public let databaseCount: Int
  /// The number of versions with which it was compared.
  public let candidateCount: Int

  /// Whether the store is a frozen version.
  public var isFound: Bool { !answers[0].matches.isEmpty }

  /// - Parameter all: what each database says.
  fileprivate init(_ name: String, _ all: [StoreIdentification]) {
    self.name = name
    databaseCount = all.count
    candidateCount = all.reduce(0) { $0 + $1.candidateCount }
    let found = all.filter { !$0.matches.isEmpty }
    // A tracking table that contradicts one database may fit another with the same schema.
    let consistent = found.filter { $0.contradiction == nil }
    if found.isEmpty {
      answers =
        all.enumerated().min { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
        .map { [$0.element] } ?? []
    } else {
      answers = consistent.isEmpty ? found : consistent
    }
  }
}

/// Identifies any number of stores. What the ledgers contain is read once, and stores with the same schema and the same
/// record of migrations are compared once.
///
/// Several threads may search at the same time: they read their stores in parallel, and compare one after the other.
public final class StoreSearcher: @unchecked Sendable {
  private let frozen: [FrozenSchemas]
  private let conventions: [String]
  private let everywhere: Bool
  private let answers = StoreMemo<StoreKey, StoreSearch>()

  /// Creates a searcher for the versions of the databases of a repository.
  public convenience init(in repository: Repository, _ databases: [DatabaseConfiguration], everywhere: Bool) throws {
    try self.init(in: FrozenVersions(of: databases, in: repository), everywhere: everywhere)
  }

  /// Creates a searcher for versions of databases. The history is searched only if no database has a store's schema now.
  ///
  /// - Parameter everywhere: whether to search the history in any case.
  /// - Throws: `LedgerError`, `GitError`.
  public init(in versions: FrozenVersions, everywhere: Bool) throws {
    frozen = try versions.databases.map { try FrozenSchemas(of: $0, in: versions) }
    conventions = versions.databases.compactMap(\.source.migrations?.convention).uniqued
    self.everywhere = everywhere
  }

  /// Compares the store at `path` with the versions.
  ///
  /// - Parameter name: the name that the user gave.
  /// - Throws: ``UnreadStore`` if the store cannot be read; `LedgerError`, `GitError` if the ledger cannot.
  public func search(_ path: String, named name: String) throws -> StoreSearch {
    let store: Store
    do {
      store = try Store(at: path, named: name)
    } catch {
      throw UnreadStore(error, named: name)
    }
    return try search(store, named: name)
  }

  /// Compares a store with the versions.
  ///
  /// - Throws: as ``search(_:named:)``.
  func search(_ store: some ReadableStore, named name: String) throws -> StoreSearch {
    let key: StoreKey
    let facts: [StoreFacts]
    do {
      key = try store.read(stubs: frozen[0].configuration.stubs) { try StoreKey(of: $0, conventions: conventions) }
      if var known = answers[key] {
        known.name = name
        return known
      }
      facts = try frozen.map { try StoreFacts(of: store, $0.configuration, conventions: conventions) }
    } catch {
      throw UnreadStore(error, named: name)
    }
    // The store may have changed since its key was read.
    var answer = try answers.answer(for: facts.allSatisfy { $0.key == key } ? key : nil) {
      StoreSearch(name, try identifications(facts))
    }
    answer.name = name
    return answer
  }

  /// A version of a database, with its files; `nil` if there is none.
  ///
  /// - Parameter id: the entry's id.
  /// - Throws: `LedgerError`, `GitError`.
  func fixture(_ id: String, of database: String) throws -> FrozenFixture? {
    try answers.exclusively {
      guard let schemas = frozen.first(where: { $0.configuration.name == database }) else { return nil }
      if let found = try schemas.current().first(where: { $0.fixture.id == id }) { return found.fixture }
      return try schemas.past()?.candidates.first { $0.fixture.id == id }?.fixture
    }
  }

  private func identifications(_ facts: [StoreFacts]) throws -> [StoreIdentification] {
    func compared(_ searchingHistory: Bool) throws -> [StoreIdentification] {
      try zip(facts, frozen).map { try StoreIdentification($0, $1, searchingHistory: searchingHistory) }
    }
    let all = try compared(everywhere)
    let isDone = everywhere || all.contains { !$0.matches.isEmpty } || !all.contains(where: \.isHistoryKnown)
    return isDone ? all : try compared(true)
  }
}

extension StoreIdentification {
  /// The smaller, the more likely a store without a matching version is one of this database.
  fileprivate var distance: Int {
    if isTodays { return -1 }
    return nearest?.diff.meaningfulChanges.count ?? .max
  }
}
