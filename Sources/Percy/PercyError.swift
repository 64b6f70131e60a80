public import Foundation

/// An error of Percy. The texts are for a log; they may change.
public enum PercyError: LocalizedError, Equatable {
  /// The store could not be opened.
  case setupFailed(String)
  /// No backup could be made. The store was not migrated.
  case backupFailed(String)
  /// Percy does not throw this error. It exists for source compatibility.
  case restoreFailed(String)
  /// The store could not be migrated. It is unchanged.
  case migrationFailed(String)
  /// The plan cannot be used with the configuration. No file was opened. ``PercyConfiguration/problems`` lists the reasons.
  case invalidMigrationPlan
  /// The models cannot be used with the configuration. No file was opened. ``PercyConfiguration/problems`` lists the
  /// reasons.
  case invalidSchema
  /// Percy does not throw this error, because nothing is synchronised. It exists for source compatibility.
  case cloudSyncFailed(String)
  /// Percy does not throw this error. It exists for source compatibility.
  case notImplemented

  /// The message.
  public var errorDescription: String? {
    switch self {
    case .setupFailed(let reason): "The store could not be opened: \(reason)"
    case .backupFailed(let reason): "No backup could be made, so the store was not migrated: \(reason)"
    case .restoreFailed(let reason): "The backup could not be restored: \(reason)"
    case .migrationFailed(let reason): "The store could not be migrated and is unchanged: \(reason)"
    case .invalidMigrationPlan:
      "The migration plan cannot be used with the configuration. Its problems are listed in PercyConfiguration.problems."
    case .invalidSchema:
      "The models cannot be used with the configuration. Their problems are listed in PercyConfiguration.problems."
    case .cloudSyncFailed(let reason): "CloudKit could not synchronise: \(reason)"
    case .notImplemented: "This is not implemented."
    }
  }
}
