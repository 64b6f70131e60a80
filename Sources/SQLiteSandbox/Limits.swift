internal import CMemory
internal import CSQLite
internal import Synchronization

/// Limits for untrusted SQL. They apply to the whole process, so they belong to the main function of a program, which sets
/// them before it creates the first database.
///
/// A library sets none. Its databases have the limits of time and size by default, but SQLite has the memory that the
/// process has: every way to limit it (`sqlite3_config`, `sqlite3_hard_heap_limit64`) concerns all connections.
public enum Limits {
  /// The time limit of one script in seconds.
  public static var seconds: Double { values.seconds }

  /// The memory limit of all databases together in bytes, including temporary tables, once ``limitMemory()`` was called.
  public static var bytes: Int { values.bytes }

  /// The largest database that a script may make, in bytes. Several copies of it must fit into the memory: the states before
  /// and after a migration, and their files.
  public static var databaseBytes: Int { bytes / 8 }

  /// The largest text, blob or row that a script may make, in bytes.
  public static var valueBytes: Int { min(bytes / 8, Int(largestValueBytes)) }

  /// SQLite's own limit of a text, blob or row, in bytes. https://www.sqlite.org/limits.html#max_length
  static let largestValueBytes: Int32 = 1_000_000_000

  /// Sets the limits that are not `nil`. The defaults are 60 seconds and 1 GiB.
  public static func set(seconds: Double?, bytes: Int?) {
    values = (seconds ?? values.seconds, bytes ?? values.bytes)
  }

  /// Runs `work`, and returns whether a script in it has reached a limit. If none has, the same work has the same result on
  /// a slower machine with less memory. A memory limit that another task reaches meanwhile counts too.
  public static func observing<Result: Sendable>(
    _ work: () async throws -> Result
  ) async rethrows -> (result: Result, wasReached: Bool) {
    let timeouts = Timeouts()
    let refusals = schemaledger_sqlite3_refusals()
    let result = try await $timeouts.withValue(timeouts) { try await work() }
    return (result, timeouts.count.load(ordering: .relaxed) > 0 || schemaledger_sqlite3_refusals() != refusals)
  }

  /// The same for work that waits for nothing.
  public static func observingNow<Result>(_ work: () throws -> Result) rethrows -> (result: Result, wasReached: Bool) {
    let timeouts = Timeouts()
    let refusals = schemaledger_sqlite3_refusals()
    let result = try $timeouts.withValue(timeouts, operation: work)
    return (result, timeouts.count.load(ordering: .relaxed) > 0 || schemaledger_sqlite3_refusals() != refusals)
  }

  private final class Timeouts: Sendable {
    let count = Atomic(0)
  }

  @TaskLocal private static var timeouts: Timeouts?

  /// Counts a script that was stopped because its time was up.
  package static func countTimeout() { timeouts?.count.add(1, ordering: .relaxed) }

  /// Records that a script has reached a limit of size, as the allocator does for the limit of memory.
  static func note(_ error: SchemaError) {
    first.withLock { $0 = $0 ?? error }
    schemaledger_note_shortage(schemaledger_limit_reached)
  }

  /// The first limit that a script has reached.
  public static var reached: SchemaError { first.withLock(\.self) ?? .outOfMemory(limit: bytes) }

  private static let first = Mutex<SchemaError?>(nil)

  /// Passes the memory limit to SQLite, and has it accept URIs as names of databases, even if it was built without them.
  /// Only a main function may call this, before anything else uses SQLite.
  ///
  /// - Throws: `SchemaError.sqlite` if SQLite refuses: it has been used before.
  public static func limitMemory() throws(SchemaError) {
    let code = schemaledger_sqlite3_limit_memory(Int64(values.bytes))
    guard code == SQLITE_OK else {
      throw .sqlite(
        code: Int(code), message: "SQLite's memory cannot be limited: \(String(cString: sqlite3_errstr(code)))",
        sql: nil)
    }
  }

  // All threads read this. It is written before there is a second thread.
  nonisolated(unsafe) private static var values: (seconds: Double, bytes: Int) = (60, 1 << 30)
}
