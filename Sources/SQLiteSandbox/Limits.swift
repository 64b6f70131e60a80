internal import CSQLite

/// What SQL from elsewhere may use up. Both hold for the whole process, and are set before the first database is made.
public enum Limits {
  /// Seconds that one script may take.
  public static var seconds: Double { values.seconds }

  /// Bytes that all databases together may have in memory, temporary tables and all.
  public static var bytes: Int { values.bytes }

  /// Sets what is not nil; otherwise it is a minute, and 2 GiB.
  public static func set(seconds: Double?, bytes: Int?) {
    values = (seconds ?? values.seconds, bytes ?? values.bytes)
  }

  /// Hands the limit of memory to SQLite, once.
  static func install() { _ = installed }

  // Read by every thread, and written before there is a second one.
  nonisolated(unsafe) private static var values: (seconds: Double, bytes: Int) = (60, 2 << 30)

  // Refused with SQLITE_MISUSE once SQLite is in use. https://www.sqlite.org/c3ref/config.html
  private static let installed = schemaledger_sqlite3_limit_memory(Int64(values.bytes))
}
