internal import SQLiteData
internal import SQLiteSyntax
internal import Yams

/// `assume:`, which lists conditions for each table.
extension ConfigurationReader {
  func assumptions(_ node: Node) throws(LedgerError) -> [Assumption] {
    guard let mapping = node.mapping else {
      throw Self.invalid(node.line, "'assume' must be a mapping of tables to conditions")
    }
    var assumptions: [Assumption] = []
    for (key, value) in mapping {
      let table = try Self.text(key, "a table's name")
      for condition in value.sequence.map(Array.init) ?? [value] {
        assumptions.append(Assumption(table: table.identifier, condition: try Self.text(condition, "a condition")))
      }
    }
    return assumptions
  }
}
