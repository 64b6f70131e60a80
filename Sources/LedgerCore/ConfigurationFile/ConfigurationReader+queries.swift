internal import Yams

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
    if let node = section["views"] { queries.views = try Self.boolean(node, "views") }
    return queries
  }
}
