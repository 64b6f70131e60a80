internal import SchemaModel

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
