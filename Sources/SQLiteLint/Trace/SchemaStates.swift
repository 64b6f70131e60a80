internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSyntax

/// Reads the schema of a database repeatedly, and parses only statements that it has not seen yet.
struct SchemaStates {
  private var tables: [String: SchemaState.Table] = [:]
  private var indexes: [String: SchemaState.Index] = [:]
  private var last: (text: [[String?]], state: SchemaState)?

  /// Reads the current schema.
  ///
  /// - Throws: `SchemaError`.
  mutating func read(_ database: ScratchDatabase) throws -> SchemaState {
    let rows = try database.rows(
      """
      SELECT type, name, tbl_name, sql, 0 FROM main.sqlite_master WHERE sql NOT NULL
      UNION ALL SELECT type, name, tbl_name, sql, 1 FROM temp.sqlite_master WHERE sql NOT NULL ORDER BY 5, 1, 2
      """)
    if let last, last.text == rows { return last.state }
    var state = SchemaState()
    for row in rows {
      guard let kind = row[0], let name = row[1], let table = row[2], let sql = row[3] else { continue }
      let key = name.foldedASCII
      switch kind {
      case "table": state.tables[key] = self.table(name, sql, isTemporary: row[4] == "1")
      case "index": state.indexes[key] = index(name, table, sql)
      case "trigger":
        state.triggers[key] = SchemaState.Trigger(
          name: name, table: table, sql: sql, tokens: Tokenizer.tokens(of: sql))
      case "view": state.views[key] = SchemaState.View(name: name, sql: sql)
      default: break
      }
    }
    if !state.views.isEmpty || !state.triggers.isEmpty { state.failures = try database.compilationFailures() }
    last = (rows, state)
    return state
  }

  private mutating func table(_ name: String, _ sql: String, isTemporary: Bool) -> SchemaState.Table {
    let key = "\(isTemporary) \(name) \(sql)"
    if let known = tables[key] { return known }
    var ordinary = Parser(sql)
    var virtual = Parser(sql)
    let table = SchemaState.Table(
      name: name, isTemporary: isTemporary, statement: try? ordinary.createTable(),
      virtual: try? virtual.createVirtualTable())
    tables[key] = table
    return table
  }

  private mutating func index(_ name: String, _ table: String, _ sql: String) -> SchemaState.Index {
    if let known = indexes[sql], known.name == name { return known }
    var parser = Parser(sql)
    let index = SchemaState.Index(name: name, table: table, statement: try? parser.createIndex(), sql: sql)
    indexes[sql] = index
    return index
  }
}
