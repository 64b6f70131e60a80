extension StoreError {
  /// A description of the problem.
  public var message: String {
    switch self {
    case .notADatabase(let path, let reason): "\(path) is not a readable SQLite database: \(reason)"
    case .folder(let path): "\(path) is a folder, and a store is a file"
    case .notAStore(let path, let tables):
      "\(path) is a database but not a SchemaModel store: it has no Z_METADATA table (tables: \(Self.list(tables)))"
    case .missing(let path): "no store at \(path)"
    case .file(let path, let reason): "\(path): \(reason)"
    case .locked(let path): "\(path) is locked: another connection has been writing for 5 s"
    case .readOnly(let path): "\(path) is open for reading only"
    case .madeBySwiftData(let path): "\(path) was created by SwiftData or Core Data"
    case .unreadableModels(let path, let reason):
      "\(path) was created by SwiftData or Core Data, and its models cannot be used: \(reason)"
    case .invalidSchema(let reasons): "the schema cannot be stored: \(reasons.joined(separator: "; "))"
    case .unknownVersion(let path, let found, let known, let nearest, let differences):
      "\(path) has the models of version \(found), which is not in the plan (\(known.joined(separator: ", ")))"
        + (nearest.map { "; the nearest version is \($0):\(Self.lines(differences))" } ?? "")
    case .editedVersion(let path, let version, let differences):
      "\(path) is marked as version \(version), but its models differ from the code's:\(Self.lines(differences))"
    case .newer(let path, let found, let newest):
      "\(path) has version \(found), and this program uses version \(newest)"
    case .migratedElsewhere(let path, let opened, let found):
      "\(path) had version \(opened) when this container opened it, and another container has migrated it to version "
        + "\(found); nothing is read from it or written to it"
    case .noPath(let reason): reason
    case .notInferred(let from, let to, let reasons):
      "the migration from \(from) to \(to) cannot be inferred:\(Self.lines(reasons))"
    case .stageFailed(let from, let to, let step, let cause):
      "\(step) of the stage from \(from) to \(to) failed; the store is unchanged: \(cause)"
    case .sqlite(let message, let statement): "\(message) in: \(statement)"
    case .unfilled(let entity, let property, let rows):
      "\(entity).\(property) is required, but \(rows) rows have no value for it"
    case .stageEnded: "the context of a migration stage was used after the stage had ended"
    case .unknownModel(let type, let schema, let known):
      "\(type) is not a model of schema \(schema), whose models are \(Self.list(known))"
    case .missingValue(let entity, let key, let property):
      "\(entity).\(property) is required, but row \(key) has no value for it"
    case .invalidValue(let entity, let key, let property, let reason):
      "\(entity).\(property) of row \(key) cannot be read: \(reason)"
    case .missingFile(let entity, let key, let property, let path):
      "\(entity).\(property) of row \(key) cannot be read: its file does not exist: \(path)"
    case .requiredRelationship(let entity, let property): "\(entity).\(property) is required, but refers to no object"
    case .count(let entity, let property, let count, let minimum, let maximum):
      "\(entity).\(property) refers to \(count) objects; "
        + (count < minimum ?? 0 ? "the minimum is \(minimum ?? 0)" : "the maximum is \(maximum ?? 0)")
    case .denied(let entity, let property, let count):
      "an object of \(entity) cannot be deleted: \(property) has delete rule .deny and refers to \(count) objects"
    case .notUnique(let entity, let properties, let reason):
      "\(properties.joined(separator: ", ")) of \(entity) must be unique: \(reason)"
    case .otherContext(let entity): "a relationship refers to an object of \(entity) that belongs to another context"
    case .deletedElsewhere(let entity, let key):
      "row \(key) of \(entity) was changed or linked here, but has been deleted elsewhere"
    }
  }

  /// A remedy; `nil` if there is no general one.
  public var hint: String? {
    switch self {
    case .notADatabase: "restore it from a backup; a copy made while the store was open also needs the -wal file"
    case .folder: "use a path inside it, or another path"
    case .notAStore: "use a separate file for the container"
    case .missing: "use allowsSave: true to let the container create it"
    case .file: nil
    case .locked: "end the other transaction, or open a single container for the file and share it"
    case .readOnly: "open it with allowsSave: true, and check the permissions of the file and its folder"
    case .madeBySwiftData: "open it with allowsSave: false; Apple's frameworks would reject the store after a write"
    case .unreadableModels: "open it once with the program that created it, and report this if it can read the store"
    case .invalidSchema: nil
    case .unknownVersion:
      "add the version it was created with to the plan's schemas again; if its code was deleted, and its stages were lightweight, "
        + "declare infersDeletedVersions in the plan"
    case .editedVersion: "restore the released models, and put the change into a new version with a stage"
    case .newer: "use the version of the program that wrote it, or a newer one"
    case .migratedElsewhere: "create a new container, in a program that has the store's new version"
    case .noPath: "add stages that lead from each version to the next"
    case .notInferred: "write a custom stage, or change the model so that the migration can be inferred"
    case .stageFailed: nil
    case .sqlite: nil
    case .unfilled: "set it in didMigrate or with a Backfill, give it a default, or make it optional"
    case .stageEnded: "do the work inside willMigrate or didMigrate"
    case .unknownModel: "willMigrate uses the types of the old version, didMigrate those of the new one"
    case .missingValue: "make the property optional, or give the row a value"
    case .invalidValue: nil
    case .missingFile: "copy the folder with the store: it has the store's large values"
    case .requiredRelationship: "set it, or delete the object as well, for example with deleteRule .cascade"
    case .count: nil
    case .denied: "delete those objects first, or choose a different deleteRule"
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
