internal import GRDB
internal import GRDBSQLite

/// The values of some columns of successive rows, for a statement that updates all of them: starting a statement costs about
/// as much as updating a row.
///
/// The SQL function `schemamodel_value`, which each connection has, returns a value of a row. Its arguments are a pointer
/// to this object, the row's primary key, and the position of the column.
/// https://www.sqlite.org/bindptr.html
final class RowValues {
  private let keys: [Int64]
  /// Row by row.
  private let values: [StoredValue]
  /// The number of values of a row.
  private let width: Int
  /// The position of the row that was visited last. SQLite usually visits rows in the order of their keys.
  private var last = 0

  /// - Parameters:
  ///   - keys: the keys of the rows, in their order.
  ///   - values: the values, row by row.
  init(keys: [Int64], values: [StoredValue]) {
    self.keys = keys
    self.values = values
    width = keys.isEmpty ? 0 : values.count / keys.count
  }

  /// A statement that updates some columns of the rows between two keys, which must all have values.
  static func update(_ columns: [String], of table: String) -> String {
    let values = columns.enumerated().map { "\($1) = schemamodel_value(?1, Z_PK, \($0))" }
    return """
      UPDATE \(table) SET \(values.joined(separator: ", ")), Z_OPT = Z_OPT + 1 WHERE Z_PK BETWEEN ?2 AND ?3
      """
  }

  /// Runs a statement of ``update(_:of:)``.
  ///
  /// - Throws: `DatabaseError`, also for a row between the first and the last one that has no value.
  func run(_ statement: Statement, on database: Database) throws {
    guard let first = keys.first, let last = keys.last else { return }
    self.last = 0
    try withExtendedLifetime(self) {
      sqlite3_reset(statement.sqliteStatement)
      sqlite3_bind_pointer(
        statement.sqliteStatement, 1, Unmanaged.passUnretained(self).toOpaque(), Self.pointerType, nil)
      // A cached statement must not keep the pointer.
      defer { sqlite3_clear_bindings(statement.sqliteStatement) }
      statement.bind(.integer(first), at: 2)
      statement.bind(.integer(last), at: 3)
      try statement.finish(on: database)
    }
  }

  private func value(of key: Int64, _ column: Int) -> StoredValue? {
    if keys[last] != key {
      let next = last + 1
      guard let position = next < keys.count && keys[next] == key ? next : keys.firstIndex(of: key) else { return nil }
      last = position
    }
    return 0..<width ~= column ? values[last * width + column] : nil
  }

  // MARK: The function

  static func addFunction(to database: Database) {
    sqlite3_create_function_v2(
      database.sqliteConnection, "schemamodel_value", 3, SQLITE_UTF8, nil,
      { context, _, arguments in
        guard let arguments, let pointer = sqlite3_value_pointer(arguments[0], RowValues.pointerType) else {
          return sqlite3_result_error(context, "schemamodel_value is called by SchemaModel only", -1)
        }
        let values = Unmanaged<RowValues>.fromOpaque(pointer).takeUnretainedValue()
        let column = Int(sqlite3_value_int64(arguments[2]))
        guard let value = values.value(of: sqlite3_value_int64(arguments[1]), column) else {
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
