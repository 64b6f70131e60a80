internal import GRDB

/// Why a store cannot be opened, read, written or migrated. ``message`` says what is wrong, ``hint`` what to do.
public enum StoreError: Error, Sendable, CustomStringConvertible {
  /// The file is no SQLite database, or a damaged one.
  case notADatabase(path: String, reason: String)
  /// A database without the tables of a store.
  case notAStore(path: String, tables: [String])
  /// There is no file, and none may be made.
  case missing(path: String)
  /// SQLite could not do something with the file.
  case file(path: String, reason: String)
  /// Another connection held the file for too long.
  case locked(path: String)
  /// The store may be read and not written.
  case readOnly(path: String)
  /// The store was made by SwiftData or Core Data, and only Apple's frameworks can keep it theirs.
  case madeBySwiftData(path: String)
  /// A schema that cannot be laid out.
  case invalidSchema(reasons: [String])
  /// The store has the models of no version of the plan.
  case unknownVersion(path: String, found: String, known: [String], nearest: String?, differences: [String])
  /// The store has the identifier of a version, and other models than it: the version was edited after it shipped, or
  /// the store is of another branch.
  case editedVersion(path: String, version: String, differences: [String])
  /// The store is of a version after all those of the plan.
  case newer(path: String, found: String, newest: String)
  /// The stages lead nowhere.
  case noPath(reason: String)
  /// A change that no rule infers.
  case notInferred(from: String, to: String, reasons: [String])
  /// A stage failed, and the store is as it was.
  case stageFailed(from: String, to: String, step: String, cause: any Error)
  /// What SQLite says of a statement of a mapping.
  case sqlite(message: String, statement: String)
  /// A required property that a stage has left without values.
  case unfilled(entity: String, property: String, rows: Int)
  /// A context of a stage was used after the stage.
  case stageEnded
  /// A context was asked for a type that its schema does not have.
  case unknownModel(type: String, schema: String, known: [String])
  /// A row without a value that its model requires.
  case missingValue(entity: String, primaryKey: Int64, property: String)
  /// A value that its model's type cannot be.
  case invalidValue(entity: String, primaryKey: Int64, property: String, reason: String)
  /// An object with a required relationship that leads to nothing.
  case requiredRelationship(entity: String, property: String)
  /// An object with too few or too many at the other end.
  case count(entity: String, property: String, count: Int, minimum: Int?, maximum: Int?)
  /// An object that may not be deleted as long as others are there.
  case denied(entity: String, property: String, count: Int)
  /// Another object has these values already.
  case notUnique(entity: String, properties: [String], reason: String)
  /// An object leads to one that is part of another context.
  case otherContext(entity: String)
  /// An object was changed here, or made to be led to, and deleted elsewhere.
  case deletedElsewhere(entity: String, primaryKey: Int64)

  /// The message, and the hint in a line of its own.
  public var description: String { hint.map { "\(message)\nhint: \($0)" } ?? message }
}

extension StoreError {
  /// Whether it is about objects, and not about the store.
  var isOfModels: Bool {
    switch self {
    case .requiredRelationship, .count, .denied, .notUnique, .otherContext: true
    default: false
    }
  }

  /// What SQLite says of a file, in this error's terms; any other error as it is.
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
