public import GitStore
public import LedgerCore
internal import SQLiteSchema

/// Finds out which database of a configuration a store is, and which version of it.
public struct StoreSearch: Sendable {
  /// The name that the user gave for the store.
  public let name: String
  /// One item for each database that has the store's schema in a version. If none has, one item: the database of which
  /// it is most likely.
  public let answers: [StoreIdentification]
  /// The number of databases with which the store was compared.
  public let databaseCount: Int
  /// The number of versions with which it was compared.
  public let candidateCount: Int

  /// Whether the store is a frozen version.
  public var isFound: Bool { !answers[0].matches.isEmpty }

  /// Compares a store with the versions of databases. The history is searched only if no database has its schema now.
  ///
  /// - Parameters:
  ///   - databases: at least one.
  ///   - everywhere: whether to search the history in any case.
  /// - Throws: `LedgerError`, `GitError`.
  public init(
    of store: Store, in repository: Repository, _ databases: [DatabaseConfiguration], everywhere: Bool
  ) throws {
    func compared(_ searching: StoreIdentification.HistorySearch) throws -> [StoreIdentification] {
      try databases.map { try StoreIdentification(of: store, in: repository, $0, searching: searching) }
    }
    var all = try compared(everywhere ? .always : .never)
    if !everywhere, all.allSatisfy(\.matches.isEmpty) { all = try compared(.always) }
    name = store.name
    databaseCount = databases.count
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

extension StoreIdentification {
  /// The smaller, the more likely a store without a matching version is one of this database.
  fileprivate var distance: Int {
    if isTodays { return -1 }
    return nearest?.diff.meaningfulChanges.count ?? .max
  }
}
