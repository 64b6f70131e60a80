internal import Yams

/// `queries:` of a database: what its program asks of it.
public struct QueryConfiguration: Sendable, Hashable {
  /// SQL files, and folders of them, from the top of the repository.
  public var files: [String] = []
  /// SQL that stands in the configuration itself.
  public var sql: String?
  /// Whether a version's own views count.
  public var views = false

  /// None.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { self == QueryConfiguration() }
}

extension ConfigurationReader {
  func queries(_ node: Node) throws(LedgerError) -> QueryConfiguration {
    var queries = QueryConfiguration()
    guard node.mapping != nil else {
      queries.files = try Self.paths(node, "queries")
      return queries
    }
    let section = try Section(node, name: "queries", keys: ["files", "sql", "views"])
    if let node = section["files"] { queries.files = try Self.paths(node, "files") }
    if let node = section["sql"] { queries.sql = try Self.text(node, "sql") }
    if let node = section["views"] { queries.views = try Self.truth(node, "views") }
    return queries
  }
}
