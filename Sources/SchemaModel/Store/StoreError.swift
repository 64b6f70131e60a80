internal import GRDB

/// An error from opening, reading, writing or migrating a store. ``message`` describes the problem, ``hint`` the
/// remedy.
public enum StoreError: Error, Sendable, CustomStringConvertible {
  /// The file is not a SQLite database, or is damaged.
  case notADatabase(path: String, reason: String)
  /// There is a folder at the store's path.
  case folder(path: String)
  /// The database does not contain the tables of a store.
  case notAStore(path: String, tables: [String])
  /// The file does not exist, and the configuration does not allow creating it.
  case missing(path: String)
  /// SQLite could not open, read or write the file.
  case file(path: String, reason: String)
  /// Another connection held its lock on the file for too long.
  case locked(path: String)
  /// The store may be read but not written.
  case readOnly(path: String)
  /// The store was created by SwiftData or Core Data, and writing to it would make it unreadable for them.
  case madeBySwiftData(path: String)
  /// The models in a store that SwiftData or Core Data created cannot be read, or its tables are not laid out as they
  /// imply.
  case unreadableModels(path: String, reason: String)
  /// The schema cannot be stored.
  case invalidSchema(reasons: [String])
  /// The store's models match no version of the plan.
  case unknownVersion(path: String, found: String, known: [String], nearest: String?, differences: [String])
  /// The store has a version's identifier, but different models: the version was edited after release, or the store
  /// comes from another branch.
  case editedVersion(path: String, version: String, differences: [String])
  /// The store's version is newer than the one that the program uses, and no stage leads back.
  case newer(path: String, found: String, newest: String)
  /// Another container has migrated the store since this one opened it, for example one in another process.
  case migratedElsewhere(path: String, opened: String, found: String)
  /// The stages do not lead from the store's version to the required one.
  case noPath(reason: String)
  /// A change that cannot be inferred.
  case notInferred(from: String, to: String, reasons: [String])
  /// A stage failed. The store is unchanged.
  case stageFailed(from: String, to: String, step: String, cause: any Error)
  /// SQLite rejected a statement of a mapping.
  case sqlite(message: String, statement: String)
  /// A stage left a required property without values.
  case unfilled(entity: String, property: String, rows: Int)
  /// The context of a stage was used after the stage had ended.
  case stageEnded
  /// A context was used with a type that does not belong to its schema.
  case unknownModel(type: String, schema: String, known: [String])
  /// A row lacks a value that its model requires.
  case missingValue(entity: String, primaryKey: Int64, property: String)
  /// A value cannot be converted to the type of its property.
  case invalidValue(entity: String, primaryKey: Int64, property: String, reason: String)
  /// The file of a value in external storage does not exist.
  case missingFile(entity: String, primaryKey: Int64, property: String, path: String)
  /// A required relationship of an object is empty.
  case requiredRelationship(entity: String, property: String)
  /// A relationship has fewer or more objects than its limits allow.
  case count(entity: String, property: String, count: Int, minimum: Int?, maximum: Int?)
  /// An object cannot be deleted while its relationship still refers to objects.
  case denied(entity: String, property: String, count: Int)
  /// Another object already has these unique values.
  case notUnique(entity: String, properties: [String], reason: String)
  /// A relationship refers to an object of another context.
  case otherContext(entity: String)
  /// An object that was changed or linked in this context has been deleted elsewhere.
  case deletedElsewhere(entity: String, primaryKey: Int64)

  /// The message, followed by the hint on its own line.
  public var description: String { hint.map { "\(message)\nhelp: \($0)" } ?? message }
}

extension StoreError {
  /// Whether the error concerns objects rather than the store.
  var isOfModels: Bool {
    switch self {
    case .requiredRelationship, .count, .denied, .notUnique, .otherContext: true
    default: false
    }
  }

  /// Converts SQLite's errors about a file to a `StoreError`; returns any other error unchanged.
  static func of(_ error: any Error, _ path: String) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: return locked(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: return readOnly(path: path)
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: return notADatabase(path: path, reason: error.message ?? "\(error)")
    case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_FULL:
      return file(path: path, reason: error.message ?? "\(error)")
    default: return error
    }
  }
}
