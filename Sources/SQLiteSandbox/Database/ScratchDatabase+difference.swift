internal import CSQLite
internal import GRDB
internal import SQLiteSyntax

extension ScratchDatabase {
  /// Whether the files of both databases are equal, byte by byte. If they are not, the content may be equal nevertheless.
  ///
  /// - Throws: `SchemaError`.
  public func hasSameFile(as other: ScratchDatabase) throws -> Bool {
    try withFile { file in try other.withFile { file.elementsEqual($0) } }
  }

  /// The first kind of difference between the content of this database and that of `later`; `nil` if there is none. The
  /// same as the difference of both ``content()``, which takes longer.
  ///
  /// - Throws: `SchemaError`.
  public func difference(to later: ScratchDatabase) throws -> DatabaseContent.Difference? {
    if try storedText() != later.storedText() { return .schema }
    let tables = try storedTables().filter { table in
      let columns = try columns(of: table)
      // Rows are rarely in another order.
      if try hasEqualRows(later, in: table, columns) { return false }
      return try !rowTexts(of: table, columns: columns).elementsEqual(
        later.rowTexts(of: table, columns: columns), by: { $0.hasSameBytes(as: $1) })
    }
    if !tables.isEmpty { return .rows(tables) }
    let (before, after) = (try userVersion(), try later.userVersion())
    return before == after ? nil : .userVersion(from: before, to: after)
  }

  /// Reads every value of every table that stores rows itself.
  ///
  /// - Throws: `SchemaError` for the first table that cannot be read.
  public func readAllRows() throws {
    for table in try storedTables() {
      let columns = try columns(of: table)
      if columns.isEmpty { continue }
      try SchemaError.catching {
        try queue.inDatabase { db in
          let rows = try RowScan(of: table, columns, in: db)
          while try rows.next() {}
        }
      }
    }
  }

  /// Passes the bytes of the database file.
  private func withFile<Result>(_ work: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    try queue.inDatabase { db in
      var size: Int64 = 0
      let data = sqlite3_serialize(db.sqliteConnection, "main", &size, 0)
      // An empty database has no bytes. Any other size without bytes is a failure: -1, or that which cannot be allocated.
      if data == nil, size != 0 {
        throw size > 0 ? .outOfMemory(limit: Limits.bytes) : SchemaError.last(on: db, code: SQLITE_ERROR)
      }
      defer { sqlite3_free(data) }
      return try work(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(size)))
    }
  }

  /// Whether a table has equal rows in both databases, in the order in which SQLite reads them.
  private func hasEqualRows(_ other: ScratchDatabase, in table: Identifier, _ columns: [Identifier]) throws -> Bool {
    if columns.isEmpty { return true }
    return try SchemaError.catching {
      try queue.inDatabase { one in
        try other.queue.inDatabase { two in
          let rows = try RowScan(of: table, columns, in: one)
          let others = try RowScan(of: table, columns, in: two)
          while try rows.next() {
            guard try others.next(), rows.hasEqualRow(others) else { return false }
          }
          return try !others.next()
        }
      }
    }
  }
}

/// Steps through the rows of a table without copying their values.
private final class RowScan {
  private let statement: Statement
  private let db: GRDB.Database
  private let columnCount: Int32

  init(of table: Identifier, _ columns: [Identifier], in db: GRDB.Database) throws {
    let list = columns.map(Keyword.quoteAlways).joined(separator: ", ")
    statement = try db.makeStatement(sql: "SELECT \(list) FROM main.\(Keyword.quoteAlways(table))")
    self.db = db
    columnCount = Int32(columns.count)
  }

  deinit { sqlite3_reset(statement.sqliteStatement) }

  /// Moves to the next row. Returns `false` after the last one.
  func next() throws -> Bool {
    let code = sqlite3_step(statement.sqliteStatement)
    if code == SQLITE_DONE { return false }
    guard code == SQLITE_ROW else {
      let message = sqlite3_errmsg(db.sqliteConnection).map { String(cString: $0) }
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
    }
    return true
  }

  /// Whether the current rows have the same values in the same storage classes.
  func hasEqualRow(_ other: RowScan) -> Bool {
    let (one, two) = (statement.sqliteStatement, other.statement.sqliteStatement)
    return (0..<columnCount).allSatisfy { column in
      let type = sqlite3_column_type(one, column)
      guard type == sqlite3_column_type(two, column) else { return false }
      switch type {
      case SQLITE_INTEGER: return sqlite3_column_int64(one, column) == sqlite3_column_int64(two, column)
      case SQLITE_FLOAT:
        return sqlite3_column_double(one, column).bitPattern == sqlite3_column_double(two, column).bitPattern
      case SQLITE_NULL: return true
      // The encodings may differ.
      case SQLITE_TEXT: return Self.text(one, column).elementsEqual(Self.text(two, column))
      default: return Self.blob(one, column).elementsEqual(Self.blob(two, column))
      }
    }
  }

  private static func text(_ statement: OpaquePointer, _ column: Int32) -> UnsafeRawBufferPointer {
    // The size is that of the text in UTF-8 only after the conversion.
    let start = sqlite3_column_text(statement, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }

  private static func blob(_ statement: OpaquePointer, _ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}
