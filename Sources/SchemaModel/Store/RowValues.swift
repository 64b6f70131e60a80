internal import GRDB
internal import GRDBSQLite

/// The values of one column of successive rows, for a statement that updates all of them: starting a statement costs about
/// as much as updating a row.
///
/// The SQL function `schemamodel_value`, which each connection has, returns the value of a row. Its arguments are a pointer
/// to this object and the row's primary key.
/// https://www.sqlite.org/bindptr.html
final class RowValues {
  private let rows: [(key: Int64, value: StoredValue)]
  /// The position of the row that is expected next: SQLite usually visits rows in the order of their keys.
  private var next = 0

  /// - Parameter rows: in the order of their keys.
  init(_ rows: [(key: Int64, value: StoredValue)]) { self.rows = rows }

  /// A statement that updates a column of the rows between two keys, which must all have a value.
  static func update(_ column: String, of table: String) -> String {
    """
    UPDATE \(table) SET \(column) = schemamodel_value(?, Z_PK), Z_OPT = Z_OPT + 1 WHERE Z_PK BETWEEN ? AND ?
    """
  }

  /// Runs a statement of ``update(_:of:)``.
  ///
  /// - Throws: `DatabaseError`, also for a row between the first and the last one that has no value.
  func run(_ statement: Statement, on database: Database) throws {
    guard let first = rows.first, let last = rows.last else { return }
    next = 0
    try withExtendedLifetime(self) {
      sqlite3_reset(statement.sqliteStatement)
      sqlite3_bind_pointer(
        statement.sqliteStatement, 1, Unmanaged.passUnretained(self).toOpaque(), Self.pointerType, nil)
      // A cached statement must not keep the pointer.
      defer { sqlite3_clear_bindings(statement.sqliteStatement) }
      statement.bind(.integer(first.key), at: 2)
      statement.bind(.integer(last.key), at: 3)
      try statement.finish(on: database)
    }
  }

  private func value(of key: Int64) -> StoredValue? {
    if next >= rows.count || rows[next].key != key { next = rows.firstIndex { $0.key == key } ?? rows.count }
    guard next < rows.count else { return nil }
    defer { next += 1 }
    return rows[next].value
  }

  // MARK: The function

  static func addFunction(to database: Database) {
    sqlite3_create_function_v2(
      database.sqliteConnection, "schemamodel_value", 2, SQLITE_UTF8, nil,
      { context, _, arguments in
        guard let arguments, let pointer = sqlite3_value_pointer(arguments[0], RowValues.pointerType) else {
          return sqlite3_result_error(context, "schemamodel_value is called by SchemaModel only", -1)
        }
        let values = Unmanaged<RowValues>.fromOpaque(pointer).takeUnretainedValue()
        guard let value = values.value(of: sqlite3_value_int64(arguments[1])) else {
          return sqlite3_result_error(context, "a row has no value to be updated with", -1)
        }
        value.returned(from: context)
      }, nil, nil, nil)
  }

  /// SQLite keeps the address of this name, which distinguishes the pointer from those of other libraries.
  nonisolated(unsafe) private static let pointerType: UnsafePointer<CChar> = {
    let name = Array("SchemaModel.RowValues".utf8CString)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: name.count)
    copy.initialize(from: name, count: name.count)
    return UnsafePointer(copy)
  }()
}

extension StoredValue {
  /// Makes the value the result of an SQL function.
  fileprivate func returned(from context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          if let start = characters.baseAddress {
            sqlite3_result_text64(
              context, start, UInt64(characters.count), Statement.transient, UInt8(SQLITE_UTF8))
          } else {
            sqlite3_result_text(context, "", 0, Statement.transient)
          }
        }
      }
    case .blob(let value):
      value.withUnsafeBytes { bytes in
        if bytes.isEmpty {
          sqlite3_result_zeroblob(context, 0)
        } else {
          sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), Statement.transient)
        }
      }
    }
  }
}
