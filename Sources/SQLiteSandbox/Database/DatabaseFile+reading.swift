internal import CSQLite
internal import Foundation
internal import GRDB
internal import SystemCalls

extension DatabaseFile {
  /// The number of attempts to read a database that is in use, alternately with and without locks.
  private static let attempts = 12

  /// Reads the database at `path` in place, including its write-ahead log or journal. Reading does not change a byte of
  /// these files, does not create a file, and needs only the permission to read. Writes by `work` stay in memory.
  ///
  /// The locks of a reader make the read consistent, even while an application writes. If they are not available,
  /// because a connection has locked the database exclusively or the file system does not support locks, the files are
  /// compared afterwards, and `work` is called again if one of them has changed.
  ///
  /// - Parameters:
  ///   - path: the path of a regular file, or of a link to one.
  ///   - tracking: tables that are not part of the schema.
  ///   - stubs: replacements for functions and collations of the application.
  ///   - timeLimit: the seconds that one call of `execute` may take.
  ///   - work: reads the database; may be called several times.
  /// - Throws: `SchemaError.busy` if another process is writing to the database, `.notADatabase`, `.sqlite`; errors of
  ///   `work`.
  public static func read<Result>(
    _ path: String, tracking: TrackingTables, stubs: Stubs = Stubs(),
    timeLimit: Double = ScratchDatabase.defaultTimeLimit,
    _ work: (ScratchDatabase) throws -> Result
  ) throws -> Result {
    try withFiles(of: path) { try read($0, tracking, stubs, timeLimit, work) }
  }

  /// Reads a second database in the same way, attached to an open one as the schema `name`.
  package static func readAttached<Result>(
    _ path: String, to database: ScratchDatabase, as name: String, _ work: () throws -> Result
  ) throws -> Result {
    try withFiles(of: path) { files in
      try SchemaError.catching {
        try database.queue.inDatabase { try $0.execute(sql: "ATTACH ? AS \(name)", arguments: [files.address]) }
      }
      defer {
        let isDetached = (try? database.queue.inDatabase { try $0.execute(sql: "DETACH \(name)") }) != nil
        if !isDetached { _ = Unmanaged.passRetained(files) }
      }
      return try work()
    }
  }

  private static func withFiles<Result>(of path: String, _ work: (ReadOnlyFiles) throws -> Result) throws -> Result {
    // A log or a journal is in the folder of the file itself, not of a link to it.
    let original = path.resolvingLinks
    for attempt in 0..<attempts {
      let locks = attempt.isMultiple(of: 2)
      if !locks, !canBeReadUnlocked(original) { continue }
      let files = try ReadOnlyFiles(of: original, .disk(locks: locks))
      do {
        let result = try work(files)
        if files.isUnchanged { return result }
      } catch let error as SchemaError where error.isBusy || !files.isUnchanged || files.hasChanged {
        // Try again: the files changed while they were read, and parts from different times may not form a database.
      }
      usleep(10_000)
    }
    throw SchemaError.busy
  }

  private static func read<Result>(
    _ files: ReadOnlyFiles, _ tracking: TrackingTables, _ stubs: Stubs, _ timeLimit: Double,
    _ work: (ScratchDatabase) throws -> Result
  ) throws -> Result {
    let database = try ScratchDatabase(of: files, tracking: tracking, stubs: stubs, timeLimit: timeLimit)
    defer {
      // A connection that cannot be closed still needs the files.
      if (try? database.queue.close()) == nil { _ = Unmanaged.passRetained(files) }
    }
    return try work(database)
  }

  /// Whether a database that is locked exclusively can be read. The connection that locks it may be writing to it. A
  /// journal or a log shows the state before that write; without one, only that connection knows the state.
  static func canBeReadUnlocked(_ path: String) -> Bool {
    ["-journal", "-wal"].contains { FileStatus(of: path + $0) != nil }
  }
}

extension ReadOnlyFiles {
  /// > If EXCLUSIVE locking mode is set prior to the first WAL-mode database access, then SQLite never attempts to call any
  /// > of the shared-memory methods and hence no shared-memory wal-index is ever created.
  ///
  /// https://www.sqlite.org/wal.html#noshm
  static func prepare(_ db: GRDB.Database) throws {
    try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    // Without this option, closing the last connection would move the whole log into the database, which is held in
    // memory here.
    _ = schemaledger_sqlite3_db_config(db.sqliteConnection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }
}

extension SchemaError {
  /// Whether a lock prevents access.
  var isBusy: Bool {
    switch self {
    case .busy: true
    case .sqlite(let code, _, _): code & 0xFF == Int(SQLITE_BUSY)
    default: false
    }
  }
}
