internal import CSQLite
internal import Synchronization

/// Limits for untrusted SQL. Both limits apply to the whole process, and are set before the first database is created.
public enum Limits {
  /// The time limit of one script in seconds.
  public static var seconds: Double { values.seconds }

  /// The memory limit of all databases together in bytes, including temporary tables.
  public static var bytes: Int { values.bytes }

  /// Sets the limits that are not `nil`. The defaults are 60 seconds and 2 GiB.
  public static func set(seconds: Double?, bytes: Int?) {
    values = (seconds ?? values.seconds, bytes ?? values.bytes)
  }

  /// How often a script has reached a limit so far, on any thread. If the number has not changed during some work, the
  /// same work has the same result on a slower machine with less memory.
  public static var timesReached: Int { timeouts.load(ordering: .relaxed) + Int(schemaledger_sqlite3_refusals()) }

  private static let timeouts = Atomic(0)

  /// Counts a script that was stopped because its time was up.
  package static func countTimeout() { timeouts.add(1, ordering: .relaxed) }

  /// Passes the memory limit to SQLite, once.
  static func install() { _ = installed }

  // All threads read this. It is written before there is a second thread.
  nonisolated(unsafe) private static var values: (seconds: Double, bytes: Int) = (60, 2 << 30)

  // SQLite rejects this with SQLITE_MISUSE after its first use. https://www.sqlite.org/c3ref/config.html
  private static let installed = schemaledger_sqlite3_limit_memory(Int64(values.bytes))
}
