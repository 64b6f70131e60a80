/// The reason why a schema could not be read.
public enum SchemaError: Error, Sendable, Hashable, Codable {
  /// SQLite failed. The case contains its result code, its message and, if known, the statement.
  case sqlite(code: Int, message: String, sql: String?)
  /// The file is not a readable database: SQLite reported SQLITE_NOTADB or SQLITE_CORRUPT, or the file does not begin
  /// as a database does. The value is the reason.
  case notADatabase(String)
  /// The statement is not allowed, because it would access something outside the database, as `ATTACH` does.
  case refused(statement: String, reason: String)
  /// The statements ran longer than the time limit. `work` is what was stopped, if it is not the statement of a script.
  case timedOut(seconds: Double, work: String? = nil)
  /// All databases together would need more memory than the limit, in bytes, that `Limits` sets.
  case outOfMemory(limit: Int)
  /// A script would make a database, or a single value or row, of more bytes than the limit that `Limits` sets. The case
  /// contains the statement, if known.
  case tooLarge(Part, limit: Int, sql: String?)
  /// Another process is writing to the database file, so that it cannot be read consistently.
  case busy

  /// What was too large.
  public enum Part: String, Sendable, Hashable, Codable {
    case database, value
  }
}
