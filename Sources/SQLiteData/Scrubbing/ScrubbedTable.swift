internal import Foundation
internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// A table whose rows are copied with pseudonyms.
struct ScrubbedTable {
  let name: Identifier
  /// The stored columns, preceded by a name of the rowid if there is a free one.
  private let columns: [Identifier]
  private let module: Identifier?
  /// Whether the rows are those of another table, and the index is rebuilt from it.
  let isRebuilt: Bool
  /// Whether the table has no rows that can be read.
  let isEmptied: Bool

  var rebuilding: String {
    "INSERT INTO main.\(Keyword.quoteAlways(name)) (\(Keyword.quoteAlways(name))) VALUES ('rebuild')"
  }

  /// All tables sorted by name, without those of SQLite and migration tools and without shadow tables.
  static func all(in database: ScratchDatabase) throws -> [ScrubbedTable] {
    try SchemaError.catching {
      try database.queue.inDatabase { db in
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT list.name, list.type, list.wr, master.sql FROM pragma_table_list AS list
            JOIN main.sqlite_master AS master ON master.type = 'table' AND master.name = list.name
            WHERE list.schema = 'main' AND list.type IN ('table', 'virtual')
            AND list.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY list.name
            """)
        return try rows.filter { !database.tracking.contains(Identifier($0["name"])) }.map { row in
          try ScrubbedTable(
            Identifier(row["name"]), sql: row["sql"], hasRowid: row["wr"] == 0, isVirtual: row["type"] == "virtual", db)
        }
      }
    }
  }

  private init(_ name: Identifier, sql: String, hasRowid: Bool, isVirtual: Bool, _ db: GRDB.Database) throws {
    self.name = name
    let own = try Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(Keyword.quoteAlways(name)))")
      .filter { $0["hidden"] == 0 }.map { Identifier($0["name"]) }
    let taken = Set(own)
    let rowid: Identifier? = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    let words = Tokenizer.tokens(of: sql)
    let using = words.firstIndex { $0.isKeyword("USING") }
    module = isVirtual ? using.flatMap { words.indices.contains($0 + 1) ? words[$0 + 1].identifier : nil } : nil
    switch module {
    case nil: columns = (hasRowid ? [rowid].compactMap(\.self) : []) + own
    case "rtree", "rtree_i32": columns = own
    default: columns = ["rowid"] + own
    }
    // > content=… https://www.sqlite.org/fts5.html#external_content_and_contentless_tables
    let option = words.indices.first { index in
      words[index].isKeyword("CONTENT") && words.indices.contains(index + 2) && words[index + 1].isPunctuation("=")
    }
    let isText = module.map { ["fts3", "fts4", "fts5"].contains($0) } ?? true
    let content = isText && isVirtual ? option.map { words[$0 + 2].text } : nil
    isRebuilt = content.map { !$0.isEmpty } ?? false
    isEmptied = content?.isEmpty ?? false || !isText && !["rtree", "rtree_i32"].contains(module)
  }

  private var list: String { columns.map(Keyword.quoteAlways).joined(separator: ", ") }

  private func rows(of source: GRDB.Database) throws -> RowCursor? {
    if isRebuilt || isEmptied { return nil }
    return try Row.fetchCursor(source, sql: "SELECT \(list) FROM main.\(Keyword.quoteAlways(name)) ORDER BY \(order)")
  }

  /// The order of the rows, which must be the same in each run.
  private var order: String { columns.isEmpty ? "1" : (1...columns.count).map(String.init).joined(separator: ", ") }

  func read(from source: GRDB.Database, _ body: (DatabaseValue) throws -> Void) throws {
    guard let rows = try rows(of: source) else { return }
    while let row = try rows.next() { try row.databaseValues.forEach(body) }
  }

  func copy(from source: GRDB.Database, to target: GRDB.Database, _ pseudonyms: Pseudonyms) throws {
    guard let rows = try rows(of: source) else { return }
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try target.makeStatement(
      sql: "INSERT INTO main.\(Keyword.quoteAlways(name)) (\(list)) VALUES (\(places))")
    while let row = try rows.next() {
      let values = try row.databaseValues.map { value -> DatabaseValue in
        switch value.storage {
        case .string(let text): try pseudonyms.pseudonym(for: text).databaseValue
        case .blob(let data): Data(try pseudonyms.pseudonym(for: Array(data))).databaseValue
        case .null, .int64, .double: value
        }
      }
      try insertion.execute(arguments: StatementArguments(values))
    }
  }
}
