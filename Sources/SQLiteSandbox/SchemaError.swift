/// Why a schema could not be read.
public enum SchemaError: Error, Sendable, Hashable {
  /// SQLite refused: the extended result code and SQLite's own words.
  case sqlite(code: Int, message: String, sql: String?)
  /// Not a database: SQLITE_NOTADB, or a file that is not one.
  case notADatabase(String)
  /// The statement is not allowed: `ATTACH`, or another that reaches out of the database.
  case refused(statement: String, reason: String)
  /// The statements ran longer than allowed.
  case timedOut(seconds: Double)
  /// All databases together would have more bytes than `Limits` allows.
  case outOfMemory(limit: Int)
  /// A database file that somebody writes to, so that nothing whole can be read of it.
  case busy
}
