internal import CSQLite
package import GRDB

/// Settings that protect against untrusted SQL. https://www.sqlite.org/security.html
enum Defences {
  static func set(on db: GRDB.Database) throws {
    let connection = db.sqliteConnection
    // > The SQLITE_DBCONFIG_DEFENSIVE option … language features that allow ordinary SQL to deliberately corrupt the
    // > database file are disabled.
    try switchOption(SQLITE_DBCONFIG_DEFENSIVE, on: true, db)
    try switchOption(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, on: false, db)
    // With two arguments, `fts3_tokenizer` accepts an address. Debian enables it.
    try switchOption(SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, on: false, db)
    // > Reduce the maximum … for untrusted SQL
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(Limits.valueBytes))
    // Temporary data counts towards `Limits` instead of filling the disk.
    try db.execute(sql: "PRAGMA temp_store = MEMORY")
  }

  /// Limits the size of the main database, unless it is larger already. A script that changes the size of pages, and with it
  /// the limit, is stopped by the limit of all memory.
  static func limitSize(of db: GRDB.Database) throws {
    let pageSize = try Int.fetchOne(db, sql: "PRAGMA main.page_size") ?? 4096
    _ = try Int.fetchOne(db, sql: "PRAGMA main.max_page_count = \(max(Limits.databaseBytes / pageSize, 1))")
  }

  private static func switchOption(_ option: Int32, on: Bool, _ db: GRDB.Database) throws {
    guard let connection = db.sqliteConnection else { return }
    let code = schemaledger_sqlite3_db_config(connection, option, on ? 1 : 0)
    guard code == SQLITE_OK else { throw SchemaError.last(on: db, code: code) }
  }
}

/// Interrupts statements that run too long.
package struct TimeLimit {
  package let seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  private final class Deadline {
    let instant: ContinuousClock.Instant
    var isPassed = false

    init(_ seconds: Double) { instant = .now.advanced(by: .seconds(seconds)) }
  }

  /// The time that is left for work in several steps.
  package struct Remainder: Sendable {
    fileprivate let end: ContinuousClock.Instant
    fileprivate let seconds: Double

    /// - Throws: `SchemaError.timedOut` if the time is up.
    package func check() throws(SchemaError) {
      guard ContinuousClock.Instant.now >= end else { return }
      Limits.countTimeout()
      throw .timedOut(seconds: seconds)
    }
  }

  /// Starts the time for work in several steps.
  package func begin() -> Remainder { Remainder(end: .now.advanced(by: .seconds(seconds)), seconds: seconds) }

  /// Runs `work`. A progress handler checks the clock after every 20,000 instructions of SQLite's virtual machine.
  /// https://www.sqlite.org/c3ref/progress_handler.html
  ///
  /// - Throws: `SchemaError.timedOut` if the time is up; errors of `work`.
  package func run(on db: GRDB.Database, _ work: () throws -> Void) throws {
    let deadline = Deadline(seconds)
    sqlite3_progress_handler(
      db.sqliteConnection, 20_000,
      { context in
        guard let context else { return 0 }
        let deadline = Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue()
        if !deadline.isPassed, ContinuousClock.Instant.now >= deadline.instant {
          deadline.isPassed = true
          Limits.countTimeout()
        }
        return deadline.isPassed ? 1 : 0
      }, Unmanaged.passUnretained(deadline).toOpaque())
    defer {
      sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
      withExtendedLifetime(deadline) {}
    }
    do {
      try work()
    } catch  where deadline.isPassed {
      throw SchemaError.timedOut(seconds: seconds)
    }
  }
}
