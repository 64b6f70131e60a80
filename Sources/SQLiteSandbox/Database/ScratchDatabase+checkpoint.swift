internal import GRDB
internal import SQLiteSyntax

/// A database between two scripts, with the settings of its connection that a script can have changed.
public struct DatabaseCheckpoint: Sendable {
  fileprivate let file: [UInt8]
  fileprivate private(set) var foreignKeys: Bool
  fileprivate let usesLegacyAlterTable: Bool

  /// In bytes.
  public var size: Int { file.count }

  /// Whether the connection has the settings with which a database is opened.
  package var hasStandardSettings: Bool { !foreignKeys && !usesLegacyAlterTable }

  /// The same state, continued by a connection with another setting of foreign keys.
  public func with(foreignKeys: Bool) -> DatabaseCheckpoint {
    var checkpoint = self
    checkpoint.foreignKeys = foreignKeys
    return checkpoint
  }
}

extension ScratchDatabase {
  /// The present state, from which another database can continue; `nil` in a transaction.
  ///
  /// It lacks what only the connection has, other than the two settings. ``Script/dependsOnConnection(_:)`` says whether a
  /// script needs more.
  ///
  /// - Throws: `SchemaError`.
  public func checkpoint() throws -> DatabaseCheckpoint? {
    guard !isInTransaction, let file = try image() else { return nil }
    return DatabaseCheckpoint(
      file: file, foreignKeys: try isOn("foreign_keys"), usesLegacyAlterTable: try isOn("legacy_alter_table"))
  }

  /// Creates a copy of a database as it was at a checkpoint.
  ///
  /// - Throws: `SchemaError`.
  public convenience init(
    _ checkpoint: DatabaseCheckpoint, tracking: TrackingTables, stubs: Stubs, timeLimit: Double
  ) throws {
    try self.init(
      file: checkpoint.file, tracking: tracking, foreignKeys: checkpoint.foreignKeys, stubs: stubs, timeLimit: timeLimit
    )
    try execute("PRAGMA legacy_alter_table = \(checkpoint.usesLegacyAlterTable ? "ON" : "OFF")")
  }

  private func isOn(_ setting: String) throws -> Bool { try rows("PRAGMA \(setting)").first?.first == "1" }
}
