internal import CSQLite
internal import Foundation
package import GRDB
public import SQLiteSchema
internal import SQLiteSyntax

/// A SQLite database in memory, in which SQL from a repository can be run without harm.
///
/// It follows the advice of SQLite's manual for untrusted SQL (https://www.sqlite.org/security.html): defensive mode,
/// no extension loading, no other files, limits of time and size; `Limits` has the limit of memory. `trusted_schema` stays on. Switching it off
/// protects against functions of the application that have side effects, and there are none here. It would also forbid
/// the JSON functions in generated columns and indexes, which many schemas use. The clock and random numbers are fixed
/// (`FrozenClock`, `FrozenRandom`), so that the same SQL produces the same bytes.
public final class ScratchDatabase {
  /// The time limit of one script in seconds, if no other is given.
  public static var defaultTimeLimit: Double { Limits.seconds }

  package let queue: DatabaseQueue
  package let timeLimit: Double
  /// Tables that are not part of the schema, get no rows, and are not compared.
  package let tracking: TrackingTables
  /// Whether descriptions of rows have the values of columns.
  package let samples: SampleStyle
  /// The files of a connection of a ``DatabaseSnapshot``.
  private let files: ReadOnlyFiles?
  private let random = FrozenRandom.Sequences()
  private let modifiers = NewerModifiers()
  /// Whether the database began with the content of a file.
  private let isCopy: Bool

  /// Creates an empty database, or a copy of a database file.
  ///
  /// - Parameters:
  ///   - file: the bytes of the database file; `nil` for an empty database.
  ///   - tracking: tables that are not part of the schema. There is no default, because digests depend on them.
  ///   - foreignKeys: whether foreign keys are enforced. An application's connection may or may not enforce them.
  ///   - stubs: replacements for functions and collations of the application.
  ///   - timeLimit: the seconds that one call of `execute` may take.
  /// - Throws: `SchemaError.notADatabase`, `.outOfMemory` or `.sqlite`.
  public init(
    file: [UInt8]? = nil, tracking: TrackingTables, foreignKeys: Bool = false, stubs: Stubs = Stubs(),
    timeLimit: Double = defaultTimeLimit
  ) throws {
    self.tracking = tracking
    self.timeLimit = timeLimit
    samples = .values
    files = nil
    isCopy = file != nil
    let configuration = Self.configuration(foreignKeys: foreignKeys, stubs: stubs, random: random)
    queue = try SchemaError.catching { try DatabaseQueue(path: FrozenClock.memory(), configuration: configuration) }
    if let file { try load(file) }
    try SchemaError.catching { try queue.inDatabase { try Defences.limitSize(of: $0) } }
  }

  /// Opens a database whose files are read in place. Writes stay in memory.
  ///
  /// - Parameter owner: whether the connection keeps the files, and not the caller.
  init(
    of files: ReadOnlyFiles, owner: Bool = false, tracking: TrackingTables, foreignKeys: Bool = false, stubs: Stubs,
    timeLimit: Double, samples: SampleStyle = .values
  ) throws(SchemaError) {
    self.tracking = tracking
    self.timeLimit = timeLimit
    self.samples = samples
    self.files = owner ? files : nil
    isCopy = true
    var configuration = Self.configuration(foreignKeys: foreignKeys, stubs: stubs, random: random)
    configuration.prepareDatabase { try ReadOnlyFiles.prepare($0) }
    if owner {
      configuration.prepareDatabase { db in
        // Temporary tables and indexes of a large database do not fit into memory.
        try db.execute(sql: "PRAGMA temp_store = FILE")
        // The values of a user's database may be as large as in any program. Those that do not fit into memory are reported as
        // such.
        sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, Limits.largestValueBytes)
      }
    }
    // An application that commits continuously leaves gaps of a millisecond.
    configuration.busyMode = .timeout(0.4)
    queue = try SchemaError.catching { try DatabaseQueue(path: files.address, configuration: configuration) }
  }

  /// Makes the random values of a migration other ones than those of the migrations before it, if the database is a copy:
  /// its connection has not made the values that it contains, and would make them again.
  ///
  /// A database that began empty has one sequence for all migrations, so that a fixture's bytes stay the same.
  package func varyRandomValues(by migration: String) {
    if isCopy { queue.inDatabase { _ in random.vary(by: migration) } }
  }

  deinit {
    // A connection that cannot be closed still needs the files.
    if let files, (try? queue.close()) == nil { _ = Unmanaged.passRetained(files) }
  }

  /// The largest sizes so far of a connection of a ``DatabaseSnapshot``, in bytes: of the database, and of all its files
  /// together. `nil` for any other database.
  ///
  /// What is still in a write-ahead log counts as if it had been moved into the database, beside the log.
  public var largestSizes: (database: Int64, all: Int64)? {
    queue.inDatabase { db in
      guard let footprint = files?.footprint else { return nil }
      let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
      let pages = (try? Int64.fetchOne(db, sql: size)) ?? 0
      return (
        max(footprint.largestDatabase, pages), footprint.largestTotal + max(0, pages - footprint.database)
      )
    }
  }

  private static func configuration(
    foreignKeys: Bool, stubs: Stubs, random: FrozenRandom.Sequences
  ) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = foreignKeys
    // Migrations contain their own BEGIN and COMMIT.
    configuration.allowsUnsafeTransactions = true
    // This is SQLite's default, and some schemas need it.
    configuration.acceptsDoubleQuotedStringLiterals = true
    configuration.prepareDatabase { db in
      // GRDB's authorizer records which tables and columns each statement uses, for observers of transactions. Nothing here
      // observes them, and a table with triggers makes thousands of such calls for one statement. GRDB therefore does not
      // notice changes of the schema either, so its cached descriptions of tables must not be used.
      // https://www.sqlite.org/c3ref/set_authorizer.html
      sqlite3_set_authorizer(db.sqliteConnection, nil, nil)
      try Defences.set(on: db)
      FrozenRandom.install(random, on: db)
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
        // A file in WAL mode cannot be read from memory: "the database file … must not be in WAL mode".
        if file[18] == 2 || file[19] == 2 {
          data[18] = 1
          data[19] = 1
        }
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
      }
    }
  }

  /// Runs the statements of a script in order.
  ///
  /// - Throws: `SchemaError.refused` for `ATTACH` and similar statements, `.timedOut`, `.outOfMemory`, `.tooLarge`,
  ///   `.sqlite` with the statement that failed.
  public func execute(_ script: String) throws {
    if let refused = Script.firstRefused(in: script) { throw refused }
    do {
      try SchemaError.catching {
        try queue.inDatabase { db in
          try modifiers.prepare(db, for: script)
          try TimeLimit(seconds: timeLimit).run(on: db) { try db.execute(sql: script) }
        }
      }
    } catch let error as SchemaError {
      // The size of a snapshot's connection has no limit. What fills up is the disk.
      if files != nil { throw error }
      let limited = error.limited
      if limited != error { Limits.note(limited) }
      throw limited
    }
  }

  /// The number of rows that statements have inserted, changed or deleted since the database was opened.
  package var changedRowCount: Int { queue.inDatabase(\.totalChangesCount) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool {
    queue.inDatabase { db in sqlite3_get_autocommit(db.sqliteConnection) == 0 }
  }

  /// The schema in canonical form.
  ///
  /// - Parameter ignored: tables to leave out, in addition to the tracking tables of migration tools.
  /// - Throws: `SchemaError`.
  public func schema(ignoring ignored: [String] = []) throws -> CanonicalSchema {
    let stored = try SchemaError.catching { try queue.inDatabase { try StoredSchema(reading: $0) } }
    return CanonicalSchema(stored, ignoring: tracking.names.union(ignored.map(\.identifier)))
  }

  /// The settings of the database.
  ///
  /// - Throws: `SchemaError`.
  public func properties() throws -> DatabaseProperties {
    try SchemaError.catching { try queue.inDatabase { try DatabaseProperties(reading: $0) } }
  }

  /// The text of the schema as SQLite stores it, in an order that does not depend on the history of the database.
  ///
  /// Databases with equal text have the same schema. This test is far cheaper than ``schema(ignoring:)``. Databases
  /// with different text may have the same schema too.
  ///
  /// - Throws: `SchemaError`.
  public func storedText() throws -> [UInt8] {
    // `quote` keeps the columns separable, whatever they contain.
    let rows = "SELECT quote(type) || quote(name) || quote(tbl_name) || quote(sql) FROM main.sqlite_master ORDER BY 1"
    return try SchemaError.catching {
      try queue.inDatabase { db in Array(try String.fetchAll(db, sql: rows).joined(separator: "\n").utf8) }
    }
  }

  /// The database as a file: vacuumed, in journal mode DELETE. The bytes depend only on the content and on the build of SQLite.
  ///
  /// VACUUM INTO writes into a second database in memory:
  ///
  /// > The "memdb" VFS now allows the same in-memory database to be shared among multiple database connections in the same
  /// > process as long as the database name begins with "/".
  ///
  /// https://www.sqlite.org/releaselog/3_36_0.html
  ///
  /// - Throws: `SchemaError`, for example because an index needs a function of the application.
  public func file() throws -> [UInt8] {
    try SchemaError.catching {
      let address = "file:/schemaledger-\(UUID().uuidString)?vfs=memdb"
      // The database exists as long as a connection to it.
      let target = try DatabaseQueue(path: address)
      try queue.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [address]) }
      return try target.inDatabase { db in
        // The connection learns the size of the pages when it reads.
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
        guard let file = try Self.serialized(db) else {
          throw SchemaError.sqlite(code: Int(SQLITE_INTERNAL), message: "VACUUM INTO has written nothing", sql: nil)
        }
        return file
      }
    }
  }

  /// The bytes of the database in memory, for making a copy of it; `nil` if nothing has been written yet.
  /// https://www.sqlite.org/c3ref/serialize.html
  ///
  /// - Throws: `SchemaError`.
  public func image() throws -> [UInt8]? {
    try SchemaError.catching { try queue.inDatabase { try Self.serialized($0) } }
  }

  private static func serialized(_ db: GRDB.Database) throws -> [UInt8]? {
    var size: Int64 = 0
    guard let data = sqlite3_serialize(db.sqliteConnection, "main", &size, 0) else {
      // > If sqlite3_serialize() … returns NULL … a memory allocation error
      if size > 0 { throw SchemaError.outOfMemory(limit: Limits.bytes) }
      return nil
    }
    defer { sqlite3_free(data) }
    return size == 0 ? nil : [UInt8](UnsafeBufferPointer(start: data, count: Int(size)))
  }

  /// The prefix of the names of temporary files and folders. The process id follows, so that the files of a killed
  /// process can be recognised.
  package static let temporaryPrefix = OverlaySpill.temporaryPrefix

  /// The version of the linked SQLite, such as `3.40.1`.
  public static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

  /// The same as a number: 3,040,001 for `3.40.1`.
  package static var sqliteVersionNumber: Int { Int(sqlite3_libversion_number()) }

  /// The check-in from which SQLite was built: https://www.sqlite.org/c3ref/libversion.html
  public static var sqliteSourceID: String { String(cString: sqlite3_sourceid()) }
}
