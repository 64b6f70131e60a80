internal import CSQLite

/// A value of a row, in one of SQLite's storage classes. https://www.sqlite.org/datatype3.html
enum RowValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Reads a column of the current row of a statement.
  init(column index: Int32, of statement: OpaquePointer) {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      self = sqlite3_column_text(statement, index).map { .text(String(cString: $0)) } ?? .null
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(statement, index))
      let bytes = sqlite3_column_blob(statement, index)
      self = .blob(bytes.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) } ?? [])
    default: self = .null
    }
  }

  func bind(to statement: OpaquePointer, at index: Int32) {
    // > SQLITE_TRANSIENT … the content will likely change in the near future and … SQLite should make its own copy
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let value): sqlite3_bind_int64(statement, index, value)
    case .real(let value): sqlite3_bind_double(statement, index, value)
    case .text(var value):
      value.withUTF8 { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text(statement, index, characters.baseAddress, Int32(bytes.count), transient)
        }
      }
      if value.isEmpty { sqlite3_bind_text(statement, index, "", 0, transient) }
    case .blob(let bytes):
      // A NULL pointer would bind NULL.
      if bytes.isEmpty {
        sqlite3_bind_zeroblob(statement, index, 0)
      } else {
        sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), transient)
      }
    }
  }

  var isNull: Bool { self == .null }

  /// The value as a number; `nil` if it is not one.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}
