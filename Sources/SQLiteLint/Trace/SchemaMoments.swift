internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSyntax

/// Reads the schema of a database again and again; what has not changed is parsed once.
struct SchemaMoments {
  private var tables: [String: SchemaMoment.Table] = [:]
  private var indexes: [String: SchemaMoment.Index] = [:]
  private var last: (text: [[String?]], moment: SchemaMoment)?

  /// - Throws: `SchemaError`.
  mutating func read(_ database: ScratchDatabase) throws -> SchemaMoment {
    let rows = try database.rows(
      """
      SELECT type, name, tbl_name, sql, 0 FROM main.sqlite_master WHERE sql NOT NULL
      UNION ALL SELECT type, name, tbl_name, sql, 1 FROM temp.sqlite_master WHERE sql NOT NULL ORDER BY 5, 1, 2
      """)
    if let last, last.text == rows { return last.moment }
    var moment = SchemaMoment()
    for row in rows {
      guard let kind = row[0], let name = row[1], let table = row[2], let sql = row[3] else { continue }
      let key = name.foldedASCII
      switch kind {
      case "table": moment.tables[key] = self.table(name, sql, isTemporary: row[4] == "1")
      case "index": moment.indexes[key] = index(name, table, sql)
      case "trigger":
        moment.triggers[key] = SchemaMoment.Trigger(
          name: name, table: table, sql: sql, tokens: Tokenizer.tokens(of: sql))
      case "view": moment.views[key] = SchemaMoment.View(name: name, sql: sql)
      default: break
      }
    }
    if !moment.views.isEmpty || !moment.triggers.isEmpty { moment.failures = try database.compilationFailures() }
    last = (rows, moment)
    return moment
  }

  private mutating func table(_ name: String, _ sql: String, isTemporary: Bool) -> SchemaMoment.Table {
    let key = "\(isTemporary) \(name) \(sql)"
    if let known = tables[key] { return known }
    var ordinary = Parser(sql)
    var virtual = Parser(sql)
    let table = SchemaMoment.Table(
      name: name, isTemporary: isTemporary, statement: try? ordinary.createTable(),
      virtual: try? virtual.createVirtualTable())
    tables[key] = table
    return table
  }

  private mutating func index(_ name: String, _ table: String, _ sql: String) -> SchemaMoment.Index {
    if let known = indexes[sql], known.name == name { return known }
    var parser = Parser(sql)
    let index = SchemaMoment.Index(name: name, table: table, statement: try? parser.createIndex(), sql: sql)
    indexes[sql] = index
    return index
  }
}
