public import SchemaMigration

extension MigrationOperation {
  /// Declares nothing, as Strata's operations do.
  public func declaration(between models: StageModels) -> OperationDeclaration {
    OperationDeclaration(problems: [], deletedModels: [])
  }
}
