internal import CSQLite
internal import Foundation
internal import GRDB

extension DatabaseFile {
  /// How often a database that is in use is tried, in turn with locks and without.
  private static let attempts = 12

  /// Reads the database at `path` where it lies, with what its write-ahead log or a journal holds. No byte of any of them
  /// changes, no file is made, and nothing is needed but the right to read. What `work` writes stays in memory.
  ///
  /// What is read is of one moment, also while an application writes: the locks of a reader keep it so. Where they cannot
  /// be had, because a connection has the database for itself or the file system has none, the files are looked at again
  /// afterwards, and `work` is called anew when one has changed.
  ///
  /// - Parameters:
  ///   - path: of a regular file; a link is followed.
  ///   - stubs: what stands in for functions and collations of the application.
  ///   - work: may be called several times.
  /// - Throws: `SchemaError.busy` for a database that is being written to, `.notADatabase`, `.sqlite`; what `work` throws.
  public static func read<Result>(
    _ path: String, stubs: Stubs = Stubs(), timeLimit: Double = ScratchDatabase.defaultTimeLimit,
    _ work: (ScratchDatabase) throws -> Result
  ) throws -> Result {
    try withFiles(of: path) { try read($0, stubs, timeLimit, work) }
  }

  /// The same for a second database beside one that is open: `work` finds it as the schema `name`.
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
    // A log or a journal lies beside the file itself, not beside a link to it.
    let original = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    Limits.install()
    FrozenClock.install()
    for attempt in 0..<attempts {
      let locks = attempt.isMultiple(of: 2)
      if !locks, !canBeReadUnlocked(original) { continue }
      let files = try ReadOnlyFiles(of: original, locks: locks)
      do {
        let result = try work(files)
        if files.isUndisturbed { return result }
      } catch let error as SchemaError where error.isBusy || !files.isUndisturbed || files.hasChanged {
        // Pieces of different moments may be no database.
      }
      usleep(10_000)
    }
    throw SchemaError.busy
  }

  private static func read<Result>(
    _ files: ReadOnlyFiles, _ stubs: Stubs, _ timeLimit: Double, _ work: (ScratchDatabase) throws -> Result
  ) throws -> Result {
    let database = try ScratchDatabase(of: files, stubs: stubs, timeLimit: timeLimit)
    defer {
      // A connection that does not close still needs them.
      if (try? database.queue.close()) == nil { _ = Unmanaged.passRetained(files) }
    }
    return try work(database)
  }

  /// A connection that has a database for itself may be in the middle of writing it. With a journal or a log what was
  /// there before can be told; without, only that connection knows it.
  private static func canBeReadUnlocked(_ path: String) -> Bool {
    ["-journal", "-wal"].contains { FileManager.default.fileExists(atPath: path + $0) }
  }
}

extension ReadOnlyFiles {
  /// > If EXCLUSIVE locking mode is set prior to the first WAL-mode database access, then SQLite never attempts to call any
  /// > of the shared-memory methods and hence no shared-memory wal-index is ever created.
  ///
  /// https://www.sqlite.org/wal.html#noshm
  static func prepare(_ db: GRDB.Database) throws {
    try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    // Or the last connection moves the whole log into the database, which here is memory.
    _ = schemaledger_sqlite3_db_config(db.sqliteConnection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }
}

extension SchemaError {
  /// A lock is in the way.
  fileprivate var isBusy: Bool {
    switch self {
    case .busy: true
    case .sqlite(let code, _, _): code & 0xFF == Int(SQLITE_BUSY)
    default: false
    }
  }
}
