internal import GRDB
public import SQLiteSandbox
public import SQLiteSyntax

extension ScratchDatabase {
  /// The row because of which a statement failed, for a message: `id 3, email NULL`. It is searched among the rows that
  /// a NOT NULL or a UNIQUE rejects, in the database as the statement found it. `nil` if it cannot be determined.
  ///
  /// - Parameter error: the error of the statement that has just failed.
  public func offendingRow(of error: SchemaError) -> (table: Identifier, row: String)? {
    guard case .sqlite(_, _, let sql?) = error else { return nil }
    return try? queue.inDatabase { db in try OffendingRow(db: db, sql: sql, error: error, style: samples).find() }
  }
}

extension SchemaError {
  /// The table into which a statement inserts literal rows, if one of them has the key of an existing row; otherwise
  /// `nil`.
  public var tableWithKeyOfOwnRow: Identifier? {
    guard case .sqlite(_, _, let sql?) = self, constraint == .unique,
      let statement = Script.statements(of: sql).first,
      case .insert(let table, _, nil, _)? = Parser.dataStatement(
        String(decoding: Array(sql.utf8)[statement.range], as: UTF8.self))
    else { return nil }
    return table
  }
}

private struct OffendingRow {
  let db: GRDB.Database
  /// The statement, possibly followed by others.
  let sql: String
  let error: SchemaError
  let style: SampleStyle

  func find() throws -> (table: Identifier, row: String)? {
    guard let statement = Script.statements(of: sql).first else { return nil }
    let text = String(decoding: Array(sql.utf8)[statement.range], as: UTF8.self)
    if let index = try? index(text) {
      return try duplicates(index.columns, in: index.table)
    }
    guard case .insert(let target, let columns, let selection?, _)? = Parser.dataStatement(text),
      let query = query(statement.tokens)
    else {
      return try added(text)
    }
    let side = try TableSide(target, in: "main", of: db)
    let names = columns ?? side.columns.filter { !side.generated.contains($0) }
    let failed = error.failedColumns
    let places = failed.compactMap { name in names.firstIndex { $0 == name } }
    guard !places.isEmpty, places.count == failed.count else { return nil }
    let list = names.indices.map { "c\($0)" }.joined(separator: ", ")
    let rows = "WITH q(\(list)) AS (\(query)) SELECT * FROM q"
    let test =
      error.constraint == .notNull
      ? " WHERE " + places.map { "c\($0) IS NULL" }.joined(separator: " OR ")
      : " GROUP BY " + places.map { "c\($0)" }.joined(separator: ", ") + " HAVING count(*) > 1"
    guard let row = try Row.fetchOne(db, sql: rows + test + " LIMIT 1") else { return nil }
    return (selection.tables.first?.name ?? target, words(names, Array(row.databaseValues), places))
  }

  /// The text of the SELECT of an INSERT.
  private func query(_ tokens: [Token]) -> String? {
    var depth = 0
    for token in tokens {
      if token.isPunctuation("(") { depth += 1 }
      if token.isPunctuation(")") { depth -= 1 }
      guard depth == 0, token.isKeyword("SELECT") || token.isKeyword("WITH") && token.range.lowerBound > 0 else {
        continue
      }
      let end = tokens.last?.range.upperBound ?? 0
      return String(decoding: Array(sql.utf8)[token.range.lowerBound..<end], as: UTF8.self)
    }
    return nil
  }

  private func index(_ text: String) throws -> (table: Identifier, columns: [Identifier])? {
    guard error.constraint == .unique else { return nil }
    var parser = Parser(text)
    let index = try parser.createIndex()
    return error.failedColumns.isEmpty ? nil : (index.table, error.failedColumns)
  }

  private func duplicates(_ columns: [Identifier], in name: Identifier) throws -> (table: Identifier, row: String)? {
    let table = Keyword.quoteAlways(name)
    let list = columns.map(Keyword.quoteAlways).joined(separator: ", ")
    let row = try Row.fetchOne(
      db,
      sql:
        "SELECT \(list), count(*) FROM \(table) WHERE \(columns.map { "\(Keyword.quoteAlways($0)) NOT NULL" }.joined(separator: " AND ")) GROUP BY \(list) HAVING count(*) > 1 LIMIT 1"
    )
    guard let row, let count = row.databaseValues.last?.sample else { return nil }
    let values = zip(columns, row.databaseValues).prefix(3).map { "\($0) \(style.value($1))" }
    return (name, values.joined(separator: ", ") + " in \(count) rows" + (try rowids(columns, table, row)))
  }

  /// Two of the rows, if the values that they have in common are not shown.
  private func rowids(_ columns: [Identifier], _ table: String, _ row: Row) throws -> String {
    if style == .values { return "" }
    let test = columns.map { "\(Keyword.quoteAlways($0)) IS ?" }.joined(separator: " AND ")
    let arguments = StatementArguments(row.databaseValues.prefix(columns.count))
    // A table without rowids has none to show.
    let ids = try? Int64.fetchAll(
      db, sql: "SELECT rowid FROM \(table) WHERE \(test) ORDER BY rowid LIMIT 2", arguments: arguments)
    return ids.map { ": rowids \($0.map(String.init).joined(separator: " and "))" } ?? ""
  }

  /// A row of the table, for an `ALTER TABLE … ADD COLUMN` that fails if there is any row.
  private func added(_ text: String) throws -> (table: Identifier, row: String)? {
    guard case .addColumn(let table, _)? = Parser.dataStatement(text) else { return nil }
    guard let row = try Row.fetchOne(db, sql: "SELECT * FROM main.\(Keyword.quoteAlways(table)) LIMIT 1") else {
      return nil
    }
    return (table, words(row.columnNames.map(\.identifier), Array(row.databaseValues), []))
  }

  /// The first value, which usually is the key, and those that the message names.
  private func words(_ names: [Identifier], _ values: [DatabaseValue], _ places: [Int]) -> String {
    let shown = places.isEmpty ? Array(names.indices.prefix(3)) : Array(Set([0] + places)).sorted().prefix(3).map { $0 }
    return shown.map { "\(names[$0]) \($0 == 0 ? style.key(values[$0]) : style.value(values[$0]))" }
      .joined(separator: ", ")
  }
}
