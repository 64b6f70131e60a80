internal import GRDB
internal import SQLiteSchema
public import SQLiteSyntax

extension ScratchDatabase {
  /// Runs a query and returns its rows as text; `nil` for NULL and blobs.
  ///
  /// - Throws: `SchemaError`.
  public func rows(_ query: String) throws -> [[String?]] {
    try SchemaError.catching {
      try queue.inDatabase { db in
        try Row.fetchAll(db, sql: query).map { row in row.databaseValues.map(\.text) }
      }
    }
  }

  /// The column names of a table; empty if there is no such table.
  ///
  /// - Throws: `SchemaError`.
  public func columns(of table: Identifier) throws -> [Identifier] {
    try rows("PRAGMA main.table_info(\(Keyword.quoteAlways(table)))").compactMap { $0[1]?.identifier }
  }

  /// A database with the schema and settings of this one, without its rows.
  ///
  /// - Parameters:
  ///   - keepsTrackingTables: whether the tracking tables of migration tools are included, with their rows.
  ///   - stubs: replacements for functions and collations of the application.
  /// - Throws: `SchemaError` if the schema cannot be created again: SQLite reads stored text that it does not accept as
  ///   SQL.
  public func withoutRows(keepsTrackingTables: Bool, stubs: Stubs) throws -> ScratchDatabase {
    let copy = try ScratchDatabase(tracking: tracking, stubs: stubs)
    let properties = try properties()
    try copy.execute(
      """
      PRAGMA page_size = \(properties.pageSize); PRAGMA encoding = '\(properties.encoding)';
      PRAGMA auto_vacuum = \(properties.autoVacuum);
      """)
    // A virtual table creates its shadow tables. https://www.sqlite.org/vtab.html#xshadowname
    let shadows = Set(
      try rows("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'")
        .compactMap { $0[0]?.identifier })
    let objects = try rows(
      """
      SELECT name, tbl_name, sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY type <> 'table', type <> 'index', type <> 'view', rowid
      """)
    for object in objects {
      guard let name = object[0]?.identifier, let table = object[1]?.identifier, let sql = object[2],
        !shadows.contains(name),
        keepsTrackingTables || !tracking.contains(table)
      else { continue }
      try copy.execute(sql)
    }
    for table in keepsTrackingTables ? try trackingTables() : [] { try copyRows(of: table, to: copy) }
    try copy.execute(
      "PRAGMA user_version = \(properties.userVersion); PRAGMA application_id = \(properties.applicationID)")
    return copy
  }

  private func copyRows(of table: Identifier, to copy: ScratchDatabase) throws {
    let name = Keyword.quoteAlways(table)
    try SchemaError.catching {
      let rows = try queue.inDatabase { try Row.fetchAll($0, sql: "SELECT * FROM main.\(name)") }
      try copy.queue.inDatabase { db in
        for row in rows {
          let columns = row.columnNames.map(Keyword.quoteAlways).joined(separator: ", ")
          let places = row.columnNames.map { _ in "?" }.joined(separator: ", ")
          try db.execute(
            sql: "INSERT INTO main.\(name) (\(columns)) VALUES (\(places))",
            arguments: StatementArguments(row.databaseValues))
        }
      }
    }
  }
}

extension DatabaseValue {
  fileprivate var text: String? {
    switch storage {
    case .null, .blob: nil
    case .int64(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value
    }
  }
}
