internal import EntityModel
internal import SchemaModel

/// The models of the two versions of a stage.
struct StageModels: Sendable {
  let from: Schema
  let to: Schema

  init(_ stage: Stage) {
    from = Schema(versionedSchema: stage.fromSchema)
    to = Schema(versionedSchema: stage.toSchema)
  }

  /// Whether objects of a model of the old version become objects of a model of the new one: the two entities have one
  /// name, or neither version has both names.
  func carries(_ old: any PersistentModel.Type, to new: any PersistentModel.Type) -> Bool {
    let (old, new) = (String(describing: old), String(describing: new))
    return old == new
      || (to.declaredModel.entity(named: old) == nil && from.declaredModel.entity(named: new) == nil)
  }

  /// A problem if a model is not one of the new version.
  func problems(new type: any PersistentModel.Type) -> [String] { Self.problems(type, in: to, "new") }

  /// A problem if a model is not one of the old version.
  func problems(old type: any PersistentModel.Type) -> [String] { Self.problems(type, in: from, "old") }

  private static func problems(_ type: any PersistentModel.Type, in schema: Schema, _ age: String) -> [String] {
    guard !schema.contains(type) else { return [] }
    return ["\(String(reflecting: type)) is not a model of the \(age) version, \(schema.version)"]
  }
}

/// An operation that can be checked before a store is opened.
protocol CheckedOperation: MigrationOperation {
  /// What prevents the operation in a stage between these models; empty if nothing does.
  func problems(between models: StageModels) -> [String]
}

/// An operation that deletes objects on purpose.
protocol DeletingOperation: CheckedOperation {
  /// The model of the new version of which it deletes objects; `nil` if it deletes none in a stage between these models.
  func deletedModel(between models: StageModels) -> (any PersistentModel.Type)?
}

/// An operation with work that must be done before the objects of the new version change.
protocol StartingOperation: CheckedOperation {
  /// Runs on the objects as the mapping has made them.
  func start(_ context: ModelContext, stash: MigrationStash) throws
}

extension Stage {
  /// The stage in the form in which a container runs it.
  var migrationStage: MigrationStage {
    guard kind == .custom else { return .lightweight(fromVersion: fromSchema, toVersion: toSchema) }
    let models = StageModels(self)
    let renames = MappedRenames(operations, between: models)
    let deletions = operations.compactMap { ($0 as? any DeletingOperation)?.deletedModel(between: models) }
    let work = renames.others
    return .operations(
      fromVersion: fromSchema, toVersion: toSchema,
      operations: StageOperations(renames: renames.mapped, deletions: deletions.map { String(describing: $0) }) {
        let stash = MigrationStash()
        return StageOperations.Run(
          // There is nothing to assert of objects that are about to be migrated.
          before: work.filter { $0.phase < .assertions }.map { operation in
            StageOperations.Step(operation.description) { try operation.willMigrate($0, stash: stash) }
          },
          after: work.compactMap { $0 as? any StartingOperation }.map { operation in
            StageOperations.Step(operation.description) { try operation.start($0, stash: stash) }
          }
            + work.map { operation in
              StageOperations.Step(operation.description) { try operation.didMigrate($0, stash: stash) }
            })
      })
  }
}

/// Divides the operations of a stage into renamings of columns, which become a part of the mapping, and all others.
struct MappedRenames {
  private(set) var mapped: [DeclaredRename] = []
  private(set) var others: [any MigrationOperation] = []

  init(_ operations: [any MigrationOperation], between models: StageModels) {
    let candidates = operations.map { ($0 as? any RenameOperation)?.columnRename(between: models) }
    let targets = Set(candidates.compactMap { $0.map(Target.init(new:)) })
    var sources: Set<Target> = []
    for (operation, candidate) in zip(operations, candidates) {
      guard let candidate, sources.insert(Target(old: candidate)).inserted,
        Self.isFree(candidate, in: models.to, targets)
      else {
        others.append(operation)
        continue
      }
      mapped.append(candidate)
    }
  }

  /// Whether no other attribute of the new version gets the values of the old one: the new version has no attribute of the
  /// old name, or another renaming fills that.
  private static func isFree(_ rename: DeclaredRename, in schema: Schema, _ targets: Set<Target>) -> Bool {
    let properties = schema.declaredModel.lineage(of: rename.newEntity)
    let isKept = properties.contains { entity in
      entity.attributes.contains { $0.name == rename.property }
        || entity.relationships.contains { $0.name == rename.property }
    }
    return !isKept || targets.contains(Target(entity: rename.newEntity, property: rename.property))
  }

  private struct Target: Hashable {
    let entity: String
    let property: String

    init(entity: String, property: String) {
      self.entity = entity
      self.property = property
    }

    init(new rename: DeclaredRename) { self.init(entity: rename.newEntity, property: rename.newProperty) }
    init(old rename: DeclaredRename) { self.init(entity: rename.entity, property: rename.property) }
  }
}

/// A renaming that may be one of columns.
protocol RenameOperation: CheckedOperation {
  /// The renaming of the column; `nil` if the values must be read and written by the operation.
  func columnRename(between models: StageModels) -> DeclaredRename?
}
