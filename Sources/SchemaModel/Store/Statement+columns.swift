internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// Reads columns and binds parameters without GRDB's intermediate values, because a fetch reads millions of them.
extension Statement {
  /// The value of a column in the current row.
  ///
  /// Each function of a column checks the statement and the column again, those of a value do not. They must not be called
  /// while another thread uses the connection, which GRDB prevents.
  /// https://www.sqlite.org/c3ref/column_blob.html
  func value(at column: Int32) -> StoredValue {
    let value = sqlite3_column_value(sqliteStatement, column)
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let text = sqlite3_value_text(value) else { return .text("") }
      let count = Int(sqlite3_value_bytes(value))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = sqlite3_value_blob(value) else { return .blob(Data()) }
      return .blob(Data(bytes: bytes, count: Int(sqlite3_value_bytes(value))))
    default: return .null
    }
  }

  func integer(at column: Int32) -> Int64 { sqlite3_column_int64(sqliteStatement, column) }

  /// Whether the value of a column is NULL.
  func isNull(at column: Int32) -> Bool { sqlite3_column_type(sqliteStatement, column) == SQLITE_NULL }

  /// Binds a value to a parameter. Parameters are numbered from 1.
  func bind(_ value: StoredValue, at parameter: Int32) {
    switch value {
    case .null: sqlite3_bind_null(sqliteStatement, parameter)
    case .integer(let value): sqlite3_bind_int64(sqliteStatement, parameter, value)
    case .real(let value): sqlite3_bind_double(sqliteStatement, parameter, value)
    case .text(var value):
      value.withUTF8 { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text64(
            sqliteStatement, parameter, characters.baseAddress ?? Self.emptyText, UInt64(characters.count),
            Self.transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let value):
      value.withUnsafeBytes { bytes in
        _ =
          bytes.isEmpty
          ? sqlite3_bind_zeroblob(sqliteStatement, parameter, 0)
          : sqlite3_bind_blob64(
            sqliteStatement, parameter, bytes.baseAddress, UInt64(bytes.count), Self.transient)
      }
    }
  }

  /// A valid address for an empty text. SQLite would read a null pointer as NULL.
  nonisolated(unsafe) private static let emptyText = UnsafePointer<CChar>(
    UnsafeMutablePointer<CChar>.allocate(capacity: 1))
  /// > SQLITE_TRANSIENT … the content will likely change in the near future and SQLite should make its own private copy
  /// https://www.sqlite.org/c3ref/c_static.html
  static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Runs a statement that returns no rows.
  ///
  /// - Throws: `DatabaseError`.
  func run(_ parameters: some Sequence<StoredValue>, on database: Database) throws {
    sqlite3_reset(sqliteStatement)
    var parameter: Int32 = 1
    for value in parameters {
      bind(value, at: parameter)
      parameter += 1
    }
    try finish(on: database)
  }

  /// Runs a statement that returns no rows, and whose parameters are bound.
  ///
  /// - Throws: `DatabaseError`.
  func finish(on database: Database) throws {
    let code = sqlite3_step(sqliteStatement)
    let failure =
      code == SQLITE_DONE || code == SQLITE_ROW
      ? nil
      : DatabaseError(
        resultCode: ResultCode(rawValue: sqlite3_extended_errcode(database.sqliteConnection)),
        message: database.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }, sql: sql)
    sqlite3_reset(sqliteStatement)
    if let failure { throw failure }
  }

  /// Runs a statement that returns at most one row, to its end.
  ///
  /// - Returns: the first column; `nil` if there is no row or it is NULL.
  /// - Throws: `DatabaseError`.
  func integer(with parameters: [StoredValue], on database: Database) throws -> Int64? {
    var result: Int64?
    try forEachRow(parameters, on: database) { row in
      result = row.isNull(at: 0) ? nil : row.integer(at: 0)
    }
    return result
  }

  /// Runs a query and calls `body` for each row.
  ///
  /// - Throws: `DatabaseError`, and any error from `body`.
  func forEachRow(_ parameters: [StoredValue], on database: Database, _ body: (Statement) throws -> Void) throws {
    sqlite3_reset(sqliteStatement)
    defer { sqlite3_reset(sqliteStatement) }
    for (position, value) in parameters.enumerated() { bind(value, at: Int32(position + 1)) }
    while true {
      let code = sqlite3_step(sqliteStatement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else {
        throw DatabaseError(
          resultCode: ResultCode(rawValue: sqlite3_extended_errcode(database.sqliteConnection)),
          message: database.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }, sql: sql)
      }
      try body(self)
    }
  }
}
