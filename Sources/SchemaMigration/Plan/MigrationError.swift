public import Foundation

/// An error from a declarative plan or from ``SafeModelContainer``.
public enum MigrationError: Error, Sendable, CustomStringConvertible {
  /// A rename has no captured values, because its capture did not run.
  case renameStashMissing(model: String, property: String)
  /// A rename captured more values than there are objects to restore them to.
  case renameDataLoss(model: String, property: String, captured: Int, restored: Int)
  /// An object that an operation captured has no identifier.
  case persistentIDNotFound(model: String)
  /// ``Assert/noNulls(_:)-(KeyPath<_,_?>)`` found objects without a value.
  case nullsAfterMigration(model: String, property: String, count: Int)
  /// ``Assert/unique(_:)`` found values that are not unique: the number of objects beyond the first with each value.
  case duplicatesAfterMigration(model: String, property: String, duplicateCount: Int)
  /// Another assertion failed.
  case customAssertionFailed(name: String, message: String?)
  /// No verified backup could be made. The store is unchanged.
  case backupFailed(underlying: any Error, path: String)
  /// A backup could not be put in the place of the store.
  case rollbackFailed(underlying: any Error, attemptedRestoreFrom: URL)
  /// The migration failed. The store has its former contents.
  case migrationFailed(underlying: any Error, backupAvailableAt: URL?)
  /// The migration succeeded, but the plan's `postMigration` hook failed. The store is migrated.
  case postMigrationHookFailed(underlying: any Error, backupAvailableAt: URL?)
  /// The plan cannot be used. No file was opened.
  case validationFailed(reasons: [String])
  /// The store differs from the declared models.
  case schemaDrift(reasons: [String])
  /// The store cannot be read.
  case storeUnreadable(path: String, underlying: any Error)

  /// The message.
  public var description: String {
    switch self {
    case .renameStashMissing(let model, let property):
      "Rename stash missing for \(model).\(property): the values of the old version were not captured."
    case .renameDataLoss(let model, let property, let captured, let restored):
      """
      Rename data loss: captured \(captured) value(s) for \(model).\(property) but restored \(restored). \
      Use Rename(_:to:sourceKey:destinationKey:) with an explicit user-defined identity key to avoid this.
      """
    case .persistentIDNotFound(let model): "An object of \(model) has no persistent identifier."
    case .nullsAfterMigration(let model, let property, let count):
      "Assert.noNulls failed: \(count) row(s) have nil \(model).\(property) after migration."
    case .duplicatesAfterMigration(let model, let property, let count):
      "Assert.unique failed: \(count) duplicate value(s) for \(model).\(property) after migration."
    case .customAssertionFailed(let name, let message): "Assertion '\(name)' failed: \(message ?? "no message")"
    case .backupFailed(let error, let path): "Backup failed for \(path): \(error)"
    case .rollbackFailed(let error, let url): "Rollback failed (attempted restore from \(url.path)): \(error)"
    case .migrationFailed(let error, let backup): "Migration failed: \(error)" + Self.location(backup)
    case .postMigrationHookFailed(let error, let backup):
      "The postMigration hook failed, and the store is migrated: \(error)" + Self.location(backup)
    case .validationFailed(let reasons): "Plan validation failed:" + Self.list(reasons)
    case .schemaDrift(let reasons): "Schema drift detected:" + Self.list(reasons)
    case .storeUnreadable(let path, let error): "Store unreadable at \(path): \(error)"
    }
  }

  private static func location(_ backup: URL?) -> String { backup.map { " (backup at: \($0.path))" } ?? "" }

  private static func list(_ reasons: [String]) -> String { reasons.map { "\n - \($0)" }.joined() }
}
