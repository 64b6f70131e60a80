public import SchemaModel

/// Any work with the contexts of a stage.
public struct CustomOperation: MigrationOperation {
  /// A function that receives one of the stage's contexts and what the operations of the stage keep.
  public typealias Body = @Sendable (ModelContext, MigrationStash) throws -> Void

  /// The name of the operation.
  public let description: String
  /// When the operation runs.
  public let phase: MigrationPhase
  private let will: Body?
  private let did: Body?

  /// Creates an operation on the objects of the new version.
  public init(
    _ description: String, phase: MigrationPhase = .body,
    didMigrate: @escaping @Sendable (ModelContext) throws -> Void
  ) {
    self.description = description
    self.phase = phase
    will = nil
    did = { context, _ in try didMigrate(context) }
  }

  /// Creates an operation on the objects of both versions.
  public init(
    _ description: String, phase: MigrationPhase = .body, willMigrate: Body? = nil, didMigrate: Body? = nil
  ) {
    self.description = description
    self.phase = phase
    will = willMigrate
    did = didMigrate
  }

  /// The functions are not known, so nothing is declared.
  public func declaration(between models: StageModels) -> OperationDeclaration {
    OperationDeclaration(problems: [], deletedModels: [])
  }

  /// Calls the function for the old version.
  public func willMigrate(_ context: ModelContext, stash: MigrationStash) throws { try will?(context, stash) }

  /// Calls the function for the new version.
  public func didMigrate(_ context: ModelContext, stash: MigrationStash) throws { try did?(context, stash) }
}
