internal import CSQLite
public import Foundation
package import GRDB
public import SQLiteSchema
internal import SQLiteSyntax

/// A SQLite database of our own, in memory, in which SQL from a repository can be run without harm.
///
/// It is defended as SQLite's manual advises for SQL from elsewhere (https://www.sqlite.org/security.html): defensive
/// mode on, no extension loading, no other files, limits of time and memory. `trusted_schema` stays on: it guards against functions of the
/// application that have side effects, of which there are none here, and switched off it refuses the JSON functions in
/// generated columns and indexes, which many schemas have. Clock and random numbers stand still (`FrozenClock`), so that
/// the same SQL makes the same bytes.
public final class ScratchDatabase {
  /// Seconds that one script may take, unless told otherwise.
  public static var defaultTimeLimit: Double { Limits.seconds }

  package let queue: DatabaseQueue
  package let timeLimit: Double

  /// An empty database, or a copy of the database file whose bytes are `file`.
  ///
  /// - Parameters:
  ///   - foreignKeys: whether foreign keys are enforced, as an application's connection may or may not do.
  ///   - stubs: what stands in for functions and collations of the application.
  ///   - timeLimit: seconds that one call of `execute` may take.
  /// - Throws: `SchemaError.notADatabase` or `.sqlite`.
  public init(
    file: [UInt8]? = nil, foreignKeys: Bool = false, stubs: Stubs = Stubs(), timeLimit: Double = defaultTimeLimit
  ) throws {
    self.timeLimit = timeLimit
    let configuration = Self.configuration(foreignKeys: foreignKeys, stubs: stubs)
    queue = try SchemaError.catching { try DatabaseQueue(configuration: configuration) }
    if let file { try load(file) }
  }

  /// A database whose files are read where they lie; what is written to it stays in memory.
  init(of files: ReadOnlyFiles, stubs: Stubs, timeLimit: Double) throws(SchemaError) {
    self.timeLimit = timeLimit
    var configuration = Self.configuration(foreignKeys: false, stubs: stubs)
    configuration.prepareDatabase { try ReadOnlyFiles.prepare($0) }
    // An application that commits without a break leaves gaps of a millisecond.
    configuration.busyMode = .timeout(0.4)
    queue = try SchemaError.catching { try DatabaseQueue(path: files.address, configuration: configuration) }
  }

  private static func configuration(foreignKeys: Bool, stubs: Stubs) -> Configuration {
    Limits.install()
    FrozenClock.install()
    var configuration = Configuration()
    configuration.foreignKeysEnabled = foreignKeys
    // Migrations carry their own BEGIN and COMMIT.
    configuration.allowsUnsafeTransactions = true
    // As SQLite is when an application has not switched it off: schemas exist that need it.
    configuration.acceptsDoubleQuotedStringLiterals = true
    configuration.prepareDatabase { db in
      try Defences.set(on: db)
      FrozenRandom.install(on: db)
      stubs.install(on: db)
    }
    return configuration
  }

  /// Replaces the content by the database in `file`. https://www.sqlite.org/c3ref/deserialize.html
  private func load(_ file: [UInt8]) throws {
    guard file.count >= 512, file.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw SchemaError.notADatabase(file.isEmpty ? "the file is empty" : "it does not begin as a SQLite file does")
    }
    try SchemaError.catching {
      try queue.inDatabase { db in
        guard let buffer = sqlite3_malloc64(UInt64(file.count)) else {
          throw SchemaError.outOfMemory(limit: Limits.bytes)
        }
        file.withUnsafeBytes { bytes in
          if let source = bytes.baseAddress { buffer.copyMemory(from: source, byteCount: bytes.count) }
        }
        let data = buffer.assumingMemoryBound(to: UInt8.self)
        // > If sqlite3_deserialize(D,S,P,N,M,F) fails for any reason and if the SQLITE_DESERIALIZE_FREEONCLOSE bit is
        // > set in argument F, then sqlite3_free() is invoked on argument P prior to returning.
        let size = Int64(file.count)
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        let code = sqlite3_deserialize(db.sqliteConnection, "main", data, size, size, flags)
        guard code == SQLITE_OK else { throw SchemaError.last(on: db, code: code) }
        // A file that says WAL cannot be read from memory: "the database file … must not be in WAL mode".
        if file[18] == 2 || file[19] == 2 {
          data[18] = 1
          data[19] = 1
        }
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
      }
    }
  }

  /// Runs a script, statement after statement.
  ///
  /// - Throws: `SchemaError.refused` for `ATTACH` and the like, `.timedOut`, `.outOfMemory`, `.sqlite` with the statement that failed.
  public func execute(_ script: String) throws {
    if let refused = Script.firstRefused(in: script) { throw refused }
    try SchemaError.catching {
      try queue.inDatabase { db in
        try TimeLimit(seconds: timeLimit).run(on: db) { try db.execute(sql: script) }
      }
    }
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool {
    queue.inDatabase { db in sqlite3_get_autocommit(db.sqliteConnection) == 0 }
  }

  /// The schema in canonical form.
  ///
  /// - Parameter ignored: tables to leave out beside the book-keeping tables of migration tools.
  /// - Throws: `SchemaError`.
  public func schema(ignoring ignored: [String] = []) throws -> CanonicalSchema {
    let stored = try SchemaError.catching { try queue.inDatabase { try StoredSchema(reading: $0) } }
    return CanonicalSchema(stored, ignoring: Set(ignored.map(\.foldedASCII)))
  }

  /// What SQLite keeps of the schema, word by word, in an order that does not depend on how the database came about.
  ///
  /// Databases that have the same here have the same schema, which is far cheaper to see than by ``schema(ignoring:)``;
  /// others may have the same schema too.
  ///
  /// - Throws: `SchemaError`.
  public func storedText() throws -> [UInt8] {
    // `quote` sets the columns apart, whatever they hold.
    let rows = "SELECT quote(type) || quote(name) || quote(tbl_name) || quote(sql) FROM main.sqlite_master ORDER BY 1"
    return try SchemaError.catching {
      try queue.inDatabase { db in Array(try String.fetchAll(db, sql: rows).joined(separator: "\n").utf8) }
    }
  }

  /// The database as a file: vacuumed, journal mode DELETE, the same bytes for the same content and SQLite version.
  ///
  /// - Parameter folder: where SQLite may write a temporary file.
  /// - Throws: `SchemaError`.
  public func file(temporaryFolder folder: URL) throws -> [UInt8] {
    let target = folder.appendingPathComponent("\(Self.temporaryPrefix)\(getpid())-\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: target) }
    do {
      try queue.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [target.path]) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // It is the schema that says no: an index needs a function of the application.
      throw SchemaError(error)
    } catch let error as DatabaseError {
      let message = "no file can be written in \(folder.path): \(Self.reason(error))"
      throw SchemaError.sqlite(code: Int(error.resultCode.rawValue), message: message, sql: nil)
    }
    return Array(try Data(contentsOf: target))
  }

  /// The database as it lies in memory, for a copy of it; nil while nothing has been written.
  /// https://www.sqlite.org/c3ref/serialize.html
  ///
  /// - Throws: `SchemaError`.
  public func image() throws -> [UInt8]? {
    try SchemaError.catching {
      try queue.inDatabase { db in
        var size: Int64 = 0
        guard let data = sqlite3_serialize(db.sqliteConnection, "main", &size, 0) else {
          // > If sqlite3_serialize() … returns NULL … a memory allocation error
          if size > 0 { throw SchemaError.outOfMemory(limit: Limits.bytes) }
          return nil
        }
        defer { sqlite3_free(data) }
        return size == 0 ? nil : [UInt8](UnsafeBufferPointer(start: data, count: Int(size)))
      }
    }
  }

  /// What the name of a temporary file or folder begins with; the number of the process follows, so that what a killed
  /// one leaves is known.
  package static let temporaryPrefix = "schemaledger-run-"

  /// Without the name of the file, which is another each time.
  private static func reason(_ error: DatabaseError) -> String {
    let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    return String(message.prefix { $0 != ":" })
  }

  /// The version of SQLite that is linked, e.g. `3.40.1`.
  public static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

  /// The check-in that it was built from: https://www.sqlite.org/c3ref/libversion.html
  public static var sqliteSourceID: String { String(cString: sqlite3_sourceid()) }
}
