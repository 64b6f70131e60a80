// A program that uses a library of this package, and then SQLite for itself: `HostProgram LIBRARY FOLDER`. It writes what
// SQLite is like afterwards, which must be the same as without a library. `HostProgramTests` runs it.
import CSQLite
import Foundation
import LedgerKit
import SQLiteData
import SQLiteSandbox
import SchemaFreezing
import SchemaInspection
import SchemaModel

enum HostSchema: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Note.self] }

  @Model final class Note {
    var title: String
    init(title: String) { self.title = title }
  }
}

/// A connection that knows nothing of the libraries.
struct OwnConnection {
  private let connection: OpaquePointer?

  init() {
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    precondition(code == SQLITE_OK, "the program cannot open a database of its own")
    self.connection = connection
  }

  /// The first value of the first row, or SQLite's message.
  func value(_ sql: String) -> String {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW,
      let text = sqlite3_column_text(statement, 0)
    else { return String(cString: sqlite3_errmsg(connection)) }
    return String(cString: text)
  }
}

let folder = URL(filePath: CommandLine.arguments[2])
let library = CommandLine.arguments[1]

/// The path of a database with a table. SQLite must not have been used by anybody but the library.
func storedDatabase() throws -> String {
  let database = try ScratchDatabase(tracking: .none)
  try database.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT)")
  let file = folder.appending(path: "notes.db")
  try Data(try database.file()).write(to: file)
  return file.path
}

switch library {
case "nothing": break
case "SQLiteSandbox":
  let time = try DatabaseFile.read(try storedDatabase(), tracking: .none) { database in
    try database.execute("CREATE TABLE times AS SELECT CURRENT_TIMESTAMP, date('now')")
    return try database.rows("SELECT * FROM times")[0].compactMap { $0 }
  }
  precondition(time == ["2000-01-01 00:00:00", "2000-01-01"], "the library's own clock is not fixed: \(time)")
case "SQLiteData":
  let database = try ScratchDatabase(tracking: .none)
  try database.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, at TEXT DEFAULT CURRENT_TIMESTAMP)")
  _ = try database.populate(Population(rows: 5, seed: "host"))
case "LedgerKit": _ = try StoreInspection(of: Store(at: try storedDatabase(), named: "notes.db"))
case "SchemaInspection": _ = try StoreIntrospector.actualSchema(at: URL(filePath: try storedDatabase()))
case "SchemaFreezing":
  try SchemaLedgerRuntime.freeze(schema: HostSchema.self, version: "1.0.0", outputDirectory: folder)
default: preconditionFailure("there is no library \(library)")
}

let own = OwnConnection()
let age = (Double(own.value("SELECT julianday('now')")) ?? 0) - (Date.now.timeIntervalSince1970 / 86_400 + 2_440_587.5)
let name = sqlite3_vfs_find(nil).map { String(cString: $0.pointee.zName) }
let hasStatistics = sqlite3_memory_used() > 0
let limitBefore = sqlite3_hard_heap_limit64(4 << 20)
print("the time is", abs(age) < 1 ? "true" : "\(own.value("SELECT CURRENT_TIMESTAMP"))")
print(
  "random numbers are", own.value("SELECT random()") == OwnConnection().value("SELECT random()") ? "fixed" : "random")
print("the default VFS is \(name ?? "missing")")
print("memory is", hasStatistics ? "counted" : "not counted", "and limited to \(limitBefore) bytes")
print("8 MiB beyond a limit of 4 MiB:", own.value("SELECT length(randomblob(8 << 20))"))
