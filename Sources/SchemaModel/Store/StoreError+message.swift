extension StoreError {
  /// What is wrong.
  public var message: String {
    switch self {
    case .notADatabase(let path, let reason): "\(path) is no SQLite database that can be read: \(reason)"
    case .notAStore(let path, let tables):
      "\(path) is a database, and no store: it has \(Self.list(tables)) and no Z_METADATA"
    case .missing(let path): "there is no store at \(path)"
    case .file(let path, let reason): "\(path): \(reason)"
    case .locked(let path): "\(path) is locked: another connection has been writing for 5 s"
    case .readOnly(let path): "\(path) is opened for reading only"
    case .madeBySwiftData(let path): "\(path) was made by SwiftData or Core Data"
    case .invalidSchema(let reasons): "the schema cannot be stored: \(reasons.joined(separator: "; "))"
    case .unknownVersion(let path, let found, let known, let nearest, let differences):
      "\(path) has models of version \(found), which is none of the plan's (\(known.joined(separator: ", ")))"
        + (nearest.map { "; nearest is \($0):\(Self.lines(differences))" } ?? "")
    case .editedVersion(let path, let version, let differences):
      "\(path) says it has version \(version), and its models are not those of the code:\(Self.lines(differences))"
    case .newer(let path, let found, let newest): "\(path) has version \(found), the code knows \(newest) at most"
    case .noPath(let reason): reason
    case .notInferred(let from, let to, let reasons):
      "nothing can be inferred from \(from) to \(to):\(Self.lines(reasons))"
    case .stageFailed(let from, let to, let step, let cause):
      "\(step) of the stage from \(from) to \(to) failed, and the store is as it was: \(cause)"
    case .sqlite(let message, let statement): "\(message) in: \(statement)"
    case .unfilled(let entity, let property, let rows):
      "\(entity).\(property) is required, and \(rows) rows have no value for it"
    case .stageEnded: "a context of a migration stage was used after its stage"
    case .unknownModel(let type, let schema, let known):
      "\(type) is no model of schema \(schema), which has \(Self.list(known))"
    case .missingValue(let entity, let key, let property):
      "\(entity).\(property) is required, and row \(key) has no value for it"
    case .invalidValue(let entity, let key, let property, let reason):
      "\(entity).\(property) of row \(key) cannot be read: \(reason)"
    case .requiredRelationship(let entity, let property): "\(entity).\(property) is required and leads to nothing"
    case .count(let entity, let property, let count, let minimum, let maximum):
      "\(entity).\(property) leads to \(count) objects, "
        + (count < minimum ?? 0 ? "at least \(minimum ?? 0)" : "at most \(maximum ?? 0)") + " are asked for"
    case .denied(let entity, let property, let count):
      "an object of \(entity) cannot be deleted: \(property) denies it as long as it leads to others (\(count))"
    case .notUnique(let entity, let properties, let reason):
      "\(properties.joined(separator: ", ")) of \(entity) must be unique: \(reason)"
    case .otherContext(let entity): "an object leads to one of \(entity) that is part of another context"
    case .deletedElsewhere(let entity, let key):

      "row \(key) of \(entity) was changed or linked to here, and deleted elsewhere"
    }
  }

  /// What to do about it; nil where nothing general can be said.
  public var hint: String? {
    switch self {
    case .notADatabase: "restore it from a backup; a copy made while it was open needs its -wal file too"
    case .notAStore: "give the container a file of its own"
    case .missing: "let the container make one with allowsSave: true"
    case .file: nil
    case .locked: "end the other transaction, or open one container for the file and share it"
    case .readOnly: "open it with allowsSave: true, and look at the file's and the folder's permissions"
    case .madeBySwiftData: "open it with allowsSave: false: written here, Apple's frameworks would refuse it"
    case .invalidSchema: nil
    case .unknownVersion: "bring the version it was made with back into the plan's schemas"
    case .editedVersion: "restore what shipped, and make the change a version of its own with a stage to it"
    case .newer: "install the version of the program that wrote it, or a newer one"
    case .noPath: "the stages must lead from each version to the next"
    case .notInferred: "write a custom stage, or make the change one that can be inferred"
    case .stageFailed: nil
    case .sqlite: nil
    case .unfilled: "set it in didMigrate, give it a default, or make it optional"
    case .stageEnded: "do the work in willMigrate or didMigrate itself"
    case .unknownModel: "willMigrate sees the types of the version before, didMigrate those of the version after"
    case .missingValue: "make the property optional, or give the row a value"
    case .invalidValue: nil
    case .requiredRelationship: "set it, or delete the object too: deleteRule .cascade does"
    case .count: nil
    case .denied: "delete those first, or choose another deleteRule"
    case .notUnique: nil
    case .otherContext: "fetch it in this context: model(for: persistentModelID)"
    case .deletedElsewhere: "call rollback() and fetch again"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.prefix(8).joined(separator: ", ") + (names.count > 8 ? "…" : "")
  }

  private static func lines(_ lines: [String]) -> String { lines.map { "\n  " + $0 }.joined() }
}
