internal import Foundation
internal import GRDB
internal import SchemaModel

/// Decides whether a store must be set aside after an error.
///
/// It must not if another launch may succeed with the same store: because the file is locked, the disk full, the folder
/// not writable, memory short; because the file belongs to another program or to a newer version of this one; or because
/// the program itself has cancelled or refused the work.
enum StoreFault {
  /// Whether an error means that this version of the program cannot use the store, whenever it tries.
  static func isOfStore(_ error: any Error) -> Bool {
    switch error {
    case let error as SwiftDataError: error.underlyingError.map { isOfStore($0) } ?? false
    case let error as MigrationError: isOfStore(error)
    case let error as BackupError:
      if case .damagedStore = error { true } else { false }
    case let error as StoreError: isOfStore(error)
    case let error as DatabaseError: isOfStore(error.resultCode)
    case is FileCallError, is CancellationError, is CocoaError, is POSIXError, is DecodingError: false
    // An error of the plan's own code, about the contents of this store.
    default: true
    }
  }

  private static func isOfStore(_ error: MigrationError) -> Bool {
    switch error {
    case .backupFailed(let error, _), .migrationFailed(let error, _), .storeUnreadable(_, let error):
      isOfStore(error)
    case .renameStashMissing, .renameDataLoss, .persistentIDNotFound, .nullsAfterMigration, .duplicatesAfterMigration,
      .customAssertionFailed, .schemaDrift:
      true
    case .rollbackFailed, .postMigrationHookFailed, .validationFailed: false
    }
  }

  private static func isOfStore(_ error: StoreError) -> Bool {
    switch error {
    case .notADatabase, .unknownVersion, .editedVersion, .noPath, .notInferred, .sqlite, .unfilled, .missingValue,
      .invalidValue, .missingFile, .requiredRelationship, .count, .denied, .notUnique, .deletedElsewhere:
      true
    case .stageFailed(_, _, _, let cause): isOfStore(cause)
    case .folder, .notAStore, .missing, .file, .locked, .readOnly, .madeBySwiftData, .unreadableModels, .invalidSchema,
      .newer, .migratedElsewhere, .stageEnded, .unknownModel, .otherContext:
      false
    }
  }

  private static func isOfStore(_ code: ResultCode) -> Bool {
    let codes: [ResultCode] = [
      .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_TOOBIG,
    ]
    return codes.contains(code)
  }
}
