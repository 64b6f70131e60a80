internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSyntax

/// Reads the schema of a database repeatedly, and only what has changed since.
struct SchemaStates {
  /// The parsed tables and indexes by their statements, whose bytes count.
  private var tables: [[UInt8]: SchemaState.Table] = [:]
  private var indexes: [[UInt8]: SchemaState.Index] = [:]
  private var last: (version: Version, state: SchemaState)?

  /// What tells whether a schema has changed, and whether a statement has only added to it.
  private struct Version: Equatable {
    /// The counters of the main and the temporary database. https://www.sqlite.org/pragma.html#pragma_schema_version
    let counters: [String?]
    let largestRow: Int64
    let rowCount: Int
    let temporaryRowCount: Int
  }

  /// Reads the current schema.
  ///
  /// - Parameter action: the only statement that has run since the last call; `nil` if that is not known.
  /// - Throws: `SchemaError`.
  mutating func read(_ database: ScratchDatabase, after action: Action? = nil) throws -> SchemaState {
    let version = try version(of: database)
    if let last, last.version == version { return last.state }
    var state = try added(to: version, by: action, in: database) ?? all(of: database)
    state.failures = state.views.isEmpty && state.triggers.isEmpty ? [] : try database.compilationFailures()
    last = (version, state)
    return state
  }

  private func version(of database: ScratchDatabase) throws -> Version {
    let counters = try database.rows("PRAGMA main.schema_version") + database.rows("PRAGMA temp.schema_version")
    let counts = try database.rows(
      "SELECT max(rowid), count(*), (SELECT count(*) FROM temp.sqlite_master) FROM main.sqlite_master")[0]
    return Version(
      counters: counters.flatMap(\.self), largestRow: counts[0].flatMap { Int64($0) } ?? 0,
      rowCount: counts[1].flatMap { Int($0) } ?? 0, temporaryRowCount: counts[2].flatMap { Int($0) } ?? 0)
  }

  /// The last state with the objects that a CREATE has added; `nil` if it has done anything else.
  private mutating func added(
    to version: Version, by action: Action?, in database: ScratchDatabase
  ) throws -> SchemaState? {
    // A temporary object would hide one of the main database.
    guard case .create? = action, let last, version.temporaryRowCount == 0, last.version.temporaryRowCount == 0,
      version.largestRow > last.version.largestRow
    else { return nil }
    let rows = try database.rows(
      "SELECT type, name, tbl_name, sql, 0 FROM main.sqlite_master WHERE rowid > \(last.version.largestRow)")
    guard rows.count == version.rowCount - last.version.rowCount else { return nil }
    var state = last.state
    for row in rows { add(row, to: &state) }
    return state
  }

  private mutating func all(of database: ScratchDatabase) throws -> SchemaState {
    let rows = try database.rows(
      """
      SELECT type, name, tbl_name, sql, 0 FROM main.sqlite_master WHERE sql NOT NULL
      UNION ALL SELECT type, name, tbl_name, sql, 1 FROM temp.sqlite_master WHERE sql NOT NULL ORDER BY 5, 1, 2
      """)
    var state = SchemaState()
    for row in rows { add(row, to: &state) }
    return state
  }

  private mutating func add(_ row: [String?], to state: inout SchemaState) {
    guard let kind = row[0], let name = row[1]?.identifier, let table = row[2]?.identifier, let sql = row[3] else {
      return
    }
    switch kind {
    case "table": state.tables[name] = self.table(name, sql, isTemporary: row[4] == "1")
    case "index": state.add(index(name, table, sql))
    case "trigger": state.triggers[name] = SchemaState.Trigger(name: name, table: table, sql: sql)
    case "view": state.views[name] = SchemaState.View(name: name, sql: sql)
    default: break
    }
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
