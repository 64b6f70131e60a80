public import SchemaModel

/// Deletes all objects of a model of the new version, by its delete rules.
public struct DeleteAll<Model: PersistentModel>: MigrationOperation {
  /// Creates an operation.
  public init(_ model: Model.Type) {}

  /// Such as `DeleteAll Draft`.
  public var description: String { "DeleteAll \(Model.self)" }

  /// Deletes the objects.
  public func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
    if try context.deleteRows(of: Model.self) { return }
    try context.forEachPage(of: Model.self, size: 500) { page in
      for model in page { context.delete(model) }
    }
  }

  /// The model must be one of the new version.
  public func declaration(between models: StageModels) -> OperationDeclaration {
    OperationDeclaration(problems: models.problems(new: Model.self), deletedModels: [Model.self])
  }
}

/// Deletes the objects of a model of the new version that meet a condition, by its delete rules.
public struct DeleteWhere<Model: PersistentModel>: MigrationOperation {
  private let condition: @Sendable (Model) -> Bool

  /// Creates an operation.
  public init(_ model: Model.Type, where condition: @escaping @Sendable (Model) -> Bool) { self.condition = condition }

  /// Such as `DeleteWhere Draft`.
  public var description: String { "DeleteWhere \(Model.self)" }

  /// Deletes the objects.
  public func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
    try context.forEachPage(of: Model.self, size: 500) { page in
      for model in page where condition(model) { context.delete(model) }
    }
  }

  /// The model must be one of the new version.
  public func declaration(between models: StageModels) -> OperationDeclaration {
    OperationDeclaration(problems: models.problems(new: Model.self), deletedModels: [Model.self])
  }
}
