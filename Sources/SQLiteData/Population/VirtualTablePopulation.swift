internal import GRDB
internal import SQLiteSyntax

/// Adds rows to virtual tables of the modules that are part of SQLite.
struct VirtualTablePopulation {
  let db: GRDB.Database
  let rows: Int
  let seed: String
  /// The tokens of triggers, which may fill a table.
  let triggers: [[Token]]

  /// Adds rows to a virtual table.
  ///
  /// - Returns: the reason why it gets no rows; `nil` if it was filled, or stores none itself.
  func populate(_ name: Identifier, sql: String) throws -> String? {
    var parser = Parser(sql)
    guard let statement = try? parser.createVirtualTable() else { return "its CREATE statement cannot be parsed" }
    let isFilledByTriggers = triggers.contains { tokens in
      tokens.contains { $0.identifier == name && $0.kind != .string }
    }
    switch statement.module {
    case "fts5vocab", "fts4aux", "fts3tokenize", "dbstat": return nil
    case "fts3", "fts4", "fts5":
      if isFilledByTriggers { return nil }
      let content = statement.arguments.lazy.map(\.lowercasedASCII).first { $0.hasPrefix("content=") }
      let isEmpty = content.map { ["''", "\"\""].contains($0.dropFirst("content=".count)) } ?? true
      return try isEmpty ? fill(name) { text($0, $1, $2) } : rebuild(name)
    case "rtree", "rtree_i32":
      if isFilledByTriggers { return nil }
      let isWhole = statement.module == "rtree_i32"
      return try fill(name) { box($0, $1, $2, isWhole: isWhole) }
    default: return "rows for the module \(statement.module) cannot be generated"
    }
  }

  /// Rebuilds the index from its content table, as an application does that maintains the index itself.
  /// https://www.sqlite.org/fts5.html#the_rebuild_command
  private func rebuild(_ name: Identifier) throws -> String? {
    let table = Keyword.quoteAlways(name)
    return try refusal { try db.execute(sql: "INSERT INTO main.\(table)(\(table)) VALUES ('rebuild')") }
  }

  private func fill(_ name: Identifier, _ value: (Identifier, Int, Int) -> RowValue) throws -> String? {
    let table = Keyword.quoteAlways(name)
    let columns = try Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(table))")
      .filter { ($0["hidden"] as Int) == 0 }.map { Identifier($0["name"]) }
    let names = columns.map(Keyword.quoteAlways).joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    return try refusal {
      let statement = try db.makeStatement(sql: "INSERT INTO main.\(table) (\(names)) VALUES (\(places))")
      for number in 0..<rows {
        let values = columns.enumerated().map { value($1, $0, number).databaseValue }
        try statement.execute(arguments: StatementArguments(values))
      }
    }
  }

  private func refusal(_ work: () throws -> Void) throws -> String? {
    do {
      try work()
      return nil
    } catch let error as DatabaseError where error.resultCode != .SQLITE_INTERRUPT {
      return error.message ?? "\(error)"
    }
  }

  private func text(_ column: Identifier, _ position: Int, _ number: Int) -> RowValue {
    let seed = Draw.seed(seed, column.text)
    return .text(TextShapes.text(.plain, number, label: column.text, phase: position, isDistinct: false, seed: seed))
  }

  /// The value of an R*Tree column: an id, then a minimum and a maximum for each dimension, then auxiliary columns.
  /// https://www.sqlite.org/rtree.html
  private func box(_ column: Identifier, _ position: Int, _ number: Int, isWhole: Bool) -> RowValue {
    if position == 0 { return .integer(Int64(number + 1)) }
    let low = number * 3 + (position - 1) / 2
    let side = low + (position % 2 == 0 ? number % 4 : 0)
    return isWhole ? .integer(Int64(side)) : .real(Double(side) + 0.5)
  }
}
