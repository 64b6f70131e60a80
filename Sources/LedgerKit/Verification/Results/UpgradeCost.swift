/// What migrating a database takes.
public struct UpgradeCost: Sendable {
  /// How long the migrations ran, without the checks.
  public let duration: Duration
  /// The size of the database before, in bytes.
  public let before: Int64
  /// The largest size of the database, in bytes.
  public let database: Int64
  /// The largest size of the database with its journal or write-ahead log and SQLite's temporary files, in bytes.
  public let files: Int64

  /// The free space that the migrations need, in bytes.
  public var space: Int64 { max(0, files - before) }
}
