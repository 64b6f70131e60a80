internal import CSQLite
internal import Foundation
internal import SQLiteSandbox
internal import SQLiteSyntax

/// The reason why SQLite rejected a row.
enum Rejection {
  /// The columns of a unique key, or the name of its index if it contains expressions.
  case unique([Identifier], index: Identifier?)
  /// The name of the CHECK, or its expression, or that of an assumption.
  case check(String)
  case notNull(Identifier)
  /// Another reason, such as a trigger, a type of a STRICT table, or a function that failed.
  case other
}

/// Writes rows of one table with prepared statements.
struct RowWriter {
  private let connection: OpaquePointer
  private let table: String
  private let names: [String]
  private let conflict: String
  /// The prepared statements, by the positions of the columns that they leave out.
  private var statements: [[Int]: OpaquePointer] = [:]
  /// SQLite's message about the last row that it rejected.
  private(set) var message = ""

  init(_ connection: OpaquePointer, _ table: PopulatedTable) {
    self.connection = connection
    self.table = Keyword.quoteAlways(table.name)
    names = table.columns.map { Keyword.quoteAlways($0.name) }
    // > the OR clause … overrides … the ON CONFLICT clause.
    // It overrides those of triggers too, so it is used only if a rejected row would end the transaction.
    conflict = table.mayRollBack ? "OR ABORT " : ""
  }

  func close() { for statement in statements.values { sqlite3_finalize(statement) } }

  /// Writes one row.
  ///
  /// - Parameter values: the value of each column; `nil` for a column that the INSERT leaves out.
  /// - Returns: `nil` if the row was written.
  /// - Throws: `SchemaError` if the cause is not the row.
  mutating func write(_ values: [RowValue?]) throws(SchemaError) -> Rejection? {
    guard let statement = try statement(leavingOut: values.indices.filter { values[$0] == nil }) else { return .other }
    var place: Int32 = 0
    for case let value? in values {
      place += 1
      value.bind(to: statement, at: place)
    }
    let code = sqlite3_step(statement)
    if code == SQLITE_DONE || code == SQLITE_ROW {
      sqlite3_reset(statement)
      if sqlite3_changes(connection) > 0 { return nil }
      message = "a trigger ignores the row"
      return .other
    }
    message = String(cString: sqlite3_errmsg(connection))
    let extended = sqlite3_extended_errcode(connection)
    sqlite3_reset(statement)
    return try Self.rejection(code: code, extended: extended, message)
  }

  private mutating func statement(leavingOut left: [Int]) throws(SchemaError) -> OpaquePointer? {
    if let statement = statements[left] { return statement }
    let set = names.indices.filter { !left.contains($0) }
    let columns = set.map { names[$0] }.joined(separator: ", ")
    let places = set.map { _ in "?" }.joined(separator: ", ")
    let values = set.isEmpty ? "DEFAULT VALUES" : "(\(columns)) VALUES (\(places))"
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, "INSERT \(conflict)INTO main.\(table) \(values)", -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement,
      nil)
    guard code == SQLITE_OK, let statement else {
      message = String(cString: sqlite3_errmsg(connection))
      _ = try Self.rejection(code: code, extended: code, message)
      return nil
    }
    statements[left] = statement
    return statement
  }

  private static func rejection(code: Int32, extended: Int32, _ message: String) throws(SchemaError) -> Rejection {
    switch code & 0xFF {
    case SQLITE_NOMEM: throw .outOfMemory(limit: Limits.bytes)
    case SQLITE_CORRUPT, SQLITE_NOTADB: throw .notADatabase(message)
    case SQLITE_INTERRUPT: throw .timedOut(seconds: Limits.seconds)
    case SQLITE_CONSTRAINT: break
    default: return .other
    }
    let detail = message.firstRange(of: " failed: ").map { String(message[$0.upperBound...]) } ?? ""
    func columns() -> [Identifier] {
      detail.components(separatedBy: ", ").map { Identifier(String($0.drop { $0 != "." }.dropFirst())) }
    }
    switch message.prefix(while: { $0 != " " }) {
    case "UNIQUE", "PRIMARY":
      // > index 'name'
      let isIndex = detail.hasPrefix("index '")
      return .unique(
        isIndex ? [] : columns(), index: isIndex ? Identifier(String(detail.dropFirst(7).dropLast())) : nil)
    case "CHECK", "assumption": return .check(detail)
    case "NOT": return .notNull(columns().first ?? "")
    default: return .other
    }
  }
}
