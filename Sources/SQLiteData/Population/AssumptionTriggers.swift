internal import GRDB
internal import SQLiteSyntax

/// Temporary triggers that reject rows which violate an assumption, as constraints of the table would.
///
/// A trigger fires for each way in which a row is written: by the population, by triggers of the schema, and when a
/// reference is set later. Temporary triggers are not part of the file.
struct AssumptionTriggers {
  let db: GRDB.Database
  private var names: [String] = []

  init(_ db: GRDB.Database) { self.db = db }

  /// Rejects rows for which an expression is false.
  mutating func add(_ condition: AssumedCondition, to table: PopulatedTable) throws {
    let columns = table.columns.map { "NEW.\(Keyword.quoteAlways($0.name)) AS \(Keyword.quoteAlways($0.name))" }
    // A subquery instead of NEW, so that the condition can name columns as in a CHECK.
    try add(
      "SELECT RAISE(ABORT, \(literal("assumption failed: \(condition.assumption.condition)")))"
        + " FROM (SELECT \(columns.joined(separator: ", "))) AS \(Keyword.quoteAlways(table.name))"
        + " WHERE \(condition.violation)", to: table)
  }

  /// Rejects rows whose values in these columns another row has.
  mutating func add(unique columns: [Int], to table: PopulatedTable) throws {
    let names = columns.map { table.columns[$0].name }
    let same = names.map { "\(Keyword.quoteAlways($0)) = NEW.\(Keyword.quoteAlways($0))" }
    let message = "UNIQUE constraint failed: " + names.map { "\(table.name).\($0)" }.joined(separator: ", ")
    try add(
      "SELECT RAISE(ABORT, \(literal(message))) WHERE (SELECT count(*) FROM main.\(Keyword.quoteAlways(table.name))"
        + " WHERE \(same.joined(separator: " AND "))) > 1", to: table)
  }

  private mutating func add(_ select: String, to table: PopulatedTable) throws {
    for event in ["INSERT", "UPDATE"] {
      let name = "schemaledger_assumption_\(names.count)"
      try db.execute(
        sql:
          "CREATE TEMP TRIGGER \(name) AFTER \(event) ON main.\(Keyword.quoteAlways(table.name)) BEGIN \(select); END")
      names.append(name)
    }
  }

  /// Removes the triggers.
  func drop() { for name in names { try? db.execute(sql: "DROP TRIGGER IF EXISTS temp.\(name)") } }

  private func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}
