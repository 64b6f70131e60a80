public import SchemaModel

/// Builds objects of the new version from those of the old one.
///
/// Before the migration, `capture` makes a value of each old object; after it, `build` receives each value and inserts what
/// it likes. All snapshots are in memory at once, because the objects of the two versions never exist together.
public struct Transform<From: PersistentModel, To: PersistentModel, Snapshot: Sendable>:
  MigrationOperation
{
  private let replaceCarried: Bool
  private let batchSize: Int
  private let capture: @Sendable (From) throws -> Snapshot
  private let build: @Sendable (ModelContext, Snapshot) throws -> Void
  private let slot = StashSlot<Captured>()

  /// Creates an operation.
  ///
  /// - Parameters:
  ///   - from: the old model.
  ///   - to: the new model.
  ///   - replaceCarried: whether to delete the objects of `to` that the migration makes of the captured ones, by its delete
  ///     rules, before any operation sees them.
  ///   - batchSize: the number of objects that are in memory at once, besides the snapshots.
  ///   - capture: the snapshot of an old object.
  ///   - build: inserts the objects of a snapshot.
  public init(
    from: From.Type, to: To.Type, replaceCarried: Bool = true, batchSize: Int = 500,
    capture: @escaping @Sendable (From) throws -> Snapshot,
    build: @escaping @Sendable (ModelContext, Snapshot) throws -> Void
  ) {
    self.replaceCarried = replaceCarried
    self.batchSize = batchSize
    self.capture = capture
    self.build = build
  }

  /// Such as `Transform Post → Article (replace carried)`.
  public var description: String {
    "Transform \(From.self) → \(To.self)" + (replaceCarried ? " (replace carried)" : "")
  }

  /// Makes the snapshots.
  public func willMigrate(_ context: ModelContext, stash: MigrationStash) throws {
    var snapshots: [Snapshot] = []
    var captured: Set<PersistentIdentifier.ID> = []
    try context.forEachPage(of: From.self, size: batchSize) { page in
      for model in page {
        snapshots.append(try capture(model))
        captured.insert(model.persistentModelID.id)
      }
    }
    let isNew = !context.container.schema.entities.contains { $0.name == "\(To.self)" }
    stash.keep(Captured(snapshots: snapshots, objects: captured, isNew: isNew), in: slot)
  }

  private func start(_ context: ModelContext, stash: MigrationStash) throws {
    guard replaceCarried, let captured = stash.value(of: slot) else { return }
    let isGone = !context.container.schema.entities.contains { $0.name == "\(From.self)" }
    guard "\(From.self)" == "\(To.self)" || (captured.isNew && isGone) else { return }
    try context.forEachPage(of: To.self, size: batchSize) { page in
      for model in page where captured.objects.contains(model.persistentModelID.id) { context.delete(model) }
    }
  }

  /// Builds the new objects.
  public func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
    guard let captured = stash.value(of: slot) else {
      throw MigrationError.persistentIDNotFound(model: "\(From.self)")
    }
    for (index, snapshot) in captured.snapshots.enumerated() {
      try build(context, snapshot)
      if (index + 1).isMultiple(of: max(1, batchSize)) { try context.save() }
    }
  }

  /// Both models must be known. Carried objects that are replaced are deleted first.
  public func declaration(between models: StageModels) -> OperationDeclaration {
    var declaration = OperationDeclaration(
      problems: models.problems(old: From.self) + models.problems(new: To.self),
      deletedModels: replaceCarried && models.carries(From.self, to: To.self) ? [To.self] : [])
    declaration.start = { try start($0, stash: $1) }
    return declaration
  }

  /// What is kept from the old version.
  private struct Captured: Sendable {
    let snapshots: [Snapshot]
    let objects: Set<PersistentIdentifier.ID>
    /// Whether the old version has no entity of the name of `To`.
    let isNew: Bool
  }
}
