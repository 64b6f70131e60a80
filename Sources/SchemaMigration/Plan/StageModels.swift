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
