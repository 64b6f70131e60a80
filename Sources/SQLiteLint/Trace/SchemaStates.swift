internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSyntax

/// Reads the schema of a database repeatedly, and parses only statements that it has not seen yet.
struct SchemaStates {
  /// The parsed tables and indexes by their statements, whose bytes count.
  private var tables: [[UInt8]: SchemaState.Table] = [:]
  private var indexes: [[UInt8]: SchemaState.Index] = [:]
  private var last: (rows: [[String?]], state: SchemaState)?

  /// Reads the current schema.
  ///
  /// - Throws: `SchemaError`.
  mutating func read(_ database: ScratchDatabase) throws -> SchemaState {
    let rows = try database.rows(
      """
      SELECT type, name, tbl_name, sql, 0 FROM main.sqlite_master WHERE sql NOT NULL
      UNION ALL SELECT type, name, tbl_name, sql, 1 FROM temp.sqlite_master WHERE sql NOT NULL ORDER BY 5, 1, 2
      """)
    if let last, last.rows.elementsEqual(rows, by: { $0.elementsEqual($1, by: Self.areSame) }) { return last.state }
    var state = SchemaState()
    for row in rows {
      guard let kind = row[0], let name = row[1]?.identifier, let table = row[2]?.identifier, let sql = row[3] else {
        continue
      }
      switch kind {
      case "table": state.tables[name] = self.table(name, sql, isTemporary: row[4] == "1")
      case "index": state.indexes[name] = index(name, table, sql)
      case "trigger":
        state.triggers[name] = SchemaState.Trigger(
          name: name, table: table, sql: sql, tokens: Tokenizer.tokens(of: sql))
      case "view": state.views[name] = SchemaState.View(name: name, sql: sql)
      default: break
      }
    }
    if !state.views.isEmpty || !state.triggers.isEmpty { state.failures = try database.compilationFailures() }
    last = (rows, state)
    return state
  }

  private static func areSame(_ one: String?, _ other: String?) -> Bool {
    if let one, let other { one.hasSameBytes(as: other) } else { one == nil && other == nil }
  }

  private mutating func table(_ name: Identifier, _ sql: String, isTemporary: Bool) -> SchemaState.Table {
    let key = Array("\(isTemporary) \(name) \(sql)".utf8)
    if let known = tables[key] { return known }
    var ordinary = Parser(sql)
    var virtual = Parser(sql)
    let table = SchemaState.Table(
      name: name, isTemporary: isTemporary, statement: try? ordinary.createTable(),
      virtual: try? virtual.createVirtualTable())
    tables[key] = table
    return table
  }

  private mutating func index(_ name: Identifier, _ table: Identifier, _ sql: String) -> SchemaState.Index {
    let key = Array(sql.utf8)
    if let known = indexes[key], known.name == name { return known }
    var parser = Parser(sql)
    let index = SchemaState.Index(name: name, table: table, statement: try? parser.createIndex(), sql: sql)
    indexes[key] = index
    return index
  }
}
