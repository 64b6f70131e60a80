internal import GRDB
public import SQLiteSandbox
internal import SQLiteSyntax

extension ScratchDatabase {
  /// Counts the rows that violate an assumption, and all rows of its table.
  ///
  /// A row for which SQLite cannot evaluate the expression, such as `json_extract(data, '$.a')` on text that is not JSON,
  /// violates it. Of several rows with the same values, all but one violate `UNIQUE`.
  ///
  /// - Returns: `nil` if the assumption does not apply: its table or a column does not exist, or SQLite does not accept
  ///   it.
  /// - Throws: `SchemaError`.
  public func violations(of assumption: Assumption) throws -> (violating: Int, total: Int)? {
    guard let condition = AssumedCondition(assumption) else { return nil }
    return try SchemaError.catching {
      try queue.inDatabase { db in
        var counts: (Int, Int)?
        do {
          try TimeLimit(seconds: timeLimit).run(on: db) { counts = try AssumptionCount(db: db, condition).count() }
        } catch SchemaError.timedOut(let seconds, _) {
          throw SchemaError.timedOut(
            seconds: seconds, work: "the assumption \(assumption.condition) on \(assumption.table.text)")
        }
        return counts
      }
    }
  }
}

/// Counts the rows of a table that violate a condition.
private struct AssumptionCount {
  let db: GRDB.Database
  let condition: AssumedCondition

  init(db: GRDB.Database, _ condition: AssumedCondition) {
    self.db = db
    self.condition = condition
  }

  func count() throws -> (violating: Int, total: Int)? {
    let name = condition.assumption.table
    let columns = try self.columns(of: name)
    guard !columns.isEmpty, condition.names(only: columns.map(\.name)) else { return nil }
    let table = "main.\(Keyword.quoteAlways(name))"
    guard let violating = try violating(in: table) else { return nil }
    return (violating, try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0)
  }

  private func violating(in table: String) throws -> Int? {
    switch condition.form {
    case .expression: return try failing(in: table)
    case .unique(let names):
      let names = names.map(Keyword.quoteAlways)
      let isSet = names.map { "\($0) NOT NULL" }.joined(separator: " AND ")
      return try Int.fetchOne(
        db,
        sql: """
          SELECT coalesce(sum(same - 1), 0) FROM (SELECT count(*) AS same FROM \(table) WHERE \(isSet)
            GROUP BY \(names.joined(separator: ", ")))
          """)
    case .reference(let names, let parent, let key):
      let columns = try columns(of: parent)
      let key = key.isEmpty ? columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name) : key
      let known = Set(columns.map(\.name))
      guard key.count == names.count, key.allSatisfy({ known.contains($0) }) else { return nil }
      let children = names.map { "child.\(Keyword.quoteAlways($0))" }
      let isSet = children.map { "\($0) NOT NULL" }
      let pairs = zip(key, children).map { "parent.\(Keyword.quoteAlways($0)) = \($1)" }
      return try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM \(table) AS child WHERE \(isSet.joined(separator: " AND ")) AND NOT EXISTS (
            SELECT 1 FROM main.\(Keyword.quoteAlways(parent)) AS parent WHERE \(pairs.joined(separator: " AND ")))
          """)
    }
  }

  /// The number of rows for which the expression is false or fails; `nil` if SQLite does not accept the expression.
  private func failing(in table: String) throws -> Int? {
    let all = "SELECT count(*) FROM \(table) WHERE \(condition.violation)"
    guard let statement = try? db.makeStatement(sql: all) else { return nil }
    if let count = try? Int.fetchOne(statement) { return count }
    // The expression fails for some row. Each row is tested by itself.
    let rowid = try rowIdentity(of: table)
    let one = try db.makeStatement(
      sql: "SELECT 1 FROM \(table) WHERE \(rowid.map { "\($0) IS ?" }.joined(separator: " AND "))"
        + " AND \(condition.violation)")
    let rows = try Row.fetchCursor(db, sql: "SELECT \(rowid.joined(separator: ", ")) FROM \(table)")
    var count = 0
    while let row = try rows.next() {
      do {
        if try Int.fetchOne(one, arguments: StatementArguments(row.databaseValues)) != nil { count += 1 }
      } catch let error as DatabaseError where error.resultCode != .SQLITE_INTERRUPT {
        count += 1
      }
    }
    return count
  }

  /// The names, as SQL, that identify a row.
  private func rowIdentity(of table: String) throws -> [String] {
    let columns = try columns(of: condition.assumption.table)
    let names = Set(columns.map(\.name))
    for name in ["rowid", "_rowid_", "oid"] where !names.contains(Identifier(name)) {
      if (try? db.makeStatement(sql: "SELECT \(name) FROM \(table)")) != nil { return [name] }
    }
    return columns.filter { $0.key > 0 }.map { Keyword.quoteAlways($0.name) }
  }

  /// The columns of a table with their positions in the primary key; empty for a view.
  private func columns(of table: Identifier) throws -> [(name: Identifier, key: Int)] {
    let isTable = try Bool.fetchOne(
      db, sql: "SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE",
      arguments: [table.text])
    guard isTable ?? false else { return [] }
    return try Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(Keyword.quoteAlways(table)))").map {
      (Identifier($0["name"]), $0["pk"])
    }
  }
}
