internal import SchemaModel

extension Stage {
  /// The stage in the form in which a container runs it.
  var migrationStage: MigrationStage {
    guard kind == .custom else { return .lightweight(fromVersion: fromSchema, toVersion: toSchema) }
    let models = StageModels(self)
    let declared = operations.map { DeclaredOperation(operation: $0, declaration: $0.declaration(between: models)) }
    let renames = MappedRenames(declared, between: models)
    let deletions = declared.flatMap(\.declaration.deletedModels)
    let work = renames.others.map(\.operation)
    let starts = renames.others.compactMap { other in other.declaration.start.map { (other.operation.description, $0) }
    }
    return .operations(
      fromVersion: fromSchema, toVersion: toSchema,
      operations: StageOperations(renames: renames.mapped, deletions: deletions.map { String(describing: $0) }) {
        let stash = MigrationStash()
        return StageOperations.Run(
          // There is nothing to assert of objects that are about to be migrated.
          before: work.filter { $0.phase < .assertions }.map { operation in
            StageOperations.Step(operation.description) { try operation.willMigrate($0, stash: stash) }
          },
          after: starts.map { description, start in StageOperations.Step(description) { try start($0, stash) } }
            + work.map { operation in
              StageOperations.Step(operation.description) { try operation.didMigrate($0, stash: stash) }
            })
      })
  }
}
