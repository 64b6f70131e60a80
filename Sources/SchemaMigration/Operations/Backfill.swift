public import Foundation
public import SchemaModel

/// Gives a property of every object of the new version a value.
///
///     Backfill(\PostV4.publishedAt) { $0.createdAt }
///     Backfill(\PostV4.tagline, overwrite: false) { _ in "Draft" }
///
/// At most one batch of objects is in memory. A value that is already that of another object is an error if it must be
/// unique; in a save, one object would take the place of the other.
public struct Backfill<Model: PersistentModel, Value: Sendable>: MigrationOperation {
  // A key path of a model contains no references.
  nonisolated(unsafe) private let keyPath: ReferenceWritableKeyPath<Model, Value>
  private let overwrite: Bool
  private let batchSize: Int
  private let order: [SortDescriptor<Model>]
  private let compute: @Sendable (Model) throws -> Value

  /// Creates an operation.
  ///
  /// - Parameters:
  ///   - keyPath: the property.
  ///   - overwrite: `false` to leave objects alone that have a value: one that is neither `nil` nor the property's default.
  ///   - batchSize: the number of objects that are in memory at once.
  ///   - sortBy: the order in which values are computed; by default, that of the primary keys. Values that are written
  ///     meanwhile do not change it.
  ///   - compute: the value of an object.
  public init(
    _ keyPath: ReferenceWritableKeyPath<Model, Value>, overwrite: Bool = true, batchSize: Int = 500,
    sortBy: [SortDescriptor<Model>] = [], compute: @escaping @Sendable (Model) throws -> Value
  ) {
    self.keyPath = keyPath
    self.overwrite = overwrite
    self.batchSize = batchSize
    order = sortBy
    self.compute = compute
  }

  /// Such as `Backfill Post.slug (overwrite)`.
  public var description: String {
    "Backfill \(Model.self).\(Schema.name(of: keyPath, in: Model.self))" + (overwrite ? " (overwrite)" : "")
  }

  /// Computes and writes the values.
  public func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
    try context.fill(keyPath, onlyUnset: !overwrite, size: batchSize, sortedBy: order, compute: compute)
  }

  /// The model must be one of the new version.
  public func declaration(between models: StageModels) -> OperationDeclaration {
    OperationDeclaration(problems: models.problems(new: Model.self), deletedModels: [])
  }
}
