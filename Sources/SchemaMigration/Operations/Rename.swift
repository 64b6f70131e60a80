internal import EntityModel
public import SchemaModel

/// Keeps the values of a property whose name changes.
///
///     Rename(\PostV2.body, to: \PostV3.content)
///
/// If both properties are stored and no other property of the new version takes the old values, the renaming is a part of
/// the migration's mapping: the column is renamed or copied by SQLite, whatever the number of rows. Otherwise, for example
/// for a computed property, the values are read from the old objects and kept in memory until they are written to the new
/// ones, which are found by their primary keys.
///
/// If the two models have different names, and neither version has both, the stage also renames the model: its objects keep
/// their primary keys and all values whose properties have the same name.
public struct Rename<From: PersistentModel, To: PersistentModel, Value: Sendable>: MigrationOperation {
  // A key path of a model contains no references.
  nonisolated(unsafe) private let source: KeyPath<From, Value>
  nonisolated(unsafe) private let destination: ReferenceWritableKeyPath<To, Value>
  private let keys: RenameKeys<From, To>?
  private let slot = StashSlot<[AnyKey: Value]>()
  /// The number of objects that are in memory at once.
  public var batchSize = 500

  /// Creates an operation that finds the new objects by their primary keys.
  public init(_ source: KeyPath<From, Value>, to destination: ReferenceWritableKeyPath<To, Value>) {
    self.source = source
    self.destination = destination
    keys = nil
  }

  /// Creates an operation that finds the new objects by values of the program, for example because a ``Transform`` builds
  /// them anew.
  ///
  /// - Parameters:
  ///   - source: the old property.
  ///   - destination: the new property.
  ///   - sourceKey: a property that identifies an old object.
  ///   - destinationKey: the property of the new object that has the same value.
  public init<Key: Hashable & Sendable>(
    _ source: KeyPath<From, Value>, to destination: ReferenceWritableKeyPath<To, Value>,
    sourceKey: KeyPath<From, Key>, destinationKey: KeyPath<To, Key>
  ) {
    self.source = source
    self.destination = destination
    nonisolated(unsafe) let paths = (sourceKey, destinationKey)
    keys = RenameKeys(
      old: { AnyKey($0[keyPath: paths.0]) }, new: { AnyKey($0[keyPath: paths.1]) })
  }

  /// Such as `Rename Post.body → Post.content`.
  public var description: String {
    "Rename \(From.self).\(Schema.name(of: source, in: From.self)) → \(To.self).\(Schema.name(of: destination, in: To.self))"
      + (keys == nil ? "" : " (explicit key)")
  }

  /// Before all other operations.
  public var phase: MigrationPhase { .captures }

  /// Keeps the values of all old objects.
  ///
  /// - Throws: ``MigrationError/renameDataLoss(model:property:captured:restored:)`` if two objects have one key.
  public func willMigrate(_ context: ModelContext, stash: MigrationStash) throws {
    var values: [AnyKey: Value] = [:]
    var count = 0
    try context.forEachPage(of: From.self, size: batchSize) { page in
      for model in page {
        values[key(of: model, keys?.old)] = model[keyPath: source]
        count += 1
      }
    }
    guard values.count == count else { throw loss(captured: count, restored: values.count) }
    stash.keep(values, in: slot)
  }

  /// Writes the values to the new objects.
  ///
  /// - Throws: ``MigrationError/renameDataLoss(model:property:captured:restored:)`` if a value belongs to no object.
  public func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
    guard let values = stash.value(of: slot) else {
      throw MigrationError.renameStashMissing(
        model: "\(To.self)", property: Schema.name(of: destination, in: To.self))
    }
    var restored = 0
    try context.forEachPage(of: To.self, size: batchSize) { page in
      for model in page {
        guard let value = values[key(of: model, keys?.new)] else { continue }
        try model.assign(value, at: destination)
        restored += 1
      }
    }
    guard restored >= values.count else { throw loss(captured: values.count, restored: restored) }
  }

  private func key<Model: PersistentModel>(of model: Model, _ own: (@Sendable (Model) -> AnyKey)?) -> AnyKey {
    own.map { $0(model) } ?? AnyKey(model.persistentModelID.id)
  }

  private func loss(captured: Int, restored: Int) -> MigrationError {
    .renameDataLoss(
      model: "\(To.self)", property: Schema.name(of: destination, in: To.self), captured: captured, restored: restored)
  }

  /// The new objects must be found. Between stored properties of one form, the renaming is one of columns.
  public func declaration(between models: StageModels) -> OperationDeclaration {
    var declaration = OperationDeclaration(problems: problems(between: models), deletedModels: [])
    declaration.columnRename = columnRename(between: models)
    return declaration
  }

  private func problems(between models: StageModels) -> [String] {
    let unknown = models.problems(old: From.self) + models.problems(new: To.self)
    guard unknown.isEmpty, keys == nil, !models.carries(From.self, to: To.self) else { return unknown }
    return [
      "objects of \(From.self) do not become objects of \(To.self), so the new objects cannot be found by their primary "
        + "keys; use Rename(_:to:sourceKey:destinationKey:)"
    ]
  }

  private func columnRename(between models: StageModels) -> DeclaredRename? {
    guard keys == nil, models.carries(From.self, to: To.self),
      let old = models.from.attribute(at: source, of: From.self),
      let new = models.to.attribute(at: destination, of: To.self), old.declaration.hasForm(of: new.declaration)
    else { return nil }
    // An inherited attribute is renamed in the entity that declares it, if that is the same one in both versions.
    let isOwn = old.entity == old.owner && new.entity == new.owner
    guard isOwn || old.owner == new.owner else { return nil }
    return DeclaredRename(
      entity: old.owner, newEntity: new.owner, property: old.declaration.name, newProperty: new.declaration.name)
  }
}

/// What identifies the old and the new object of a rename.
private struct RenameKeys<From, To>: Sendable {
  let old: @Sendable (From) -> AnyKey
  let new: @Sendable (To) -> AnyKey
}

/// A key of any type.
private struct AnyKey: Hashable, Sendable {
  private let value: any Hashable & Sendable

  init(_ key: some Hashable & Sendable) { value = key }

  static func == (one: AnyKey, other: AnyKey) -> Bool { AnyHashable(one.value) == AnyHashable(other.value) }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}

extension DeclaredModel.Attribute {
  /// Whether the columns of two attributes have the same form.
  fileprivate func hasForm(of other: Self) -> Bool {
    type == other.type && isOptional == other.isOptional && options == other.options
      && (valueType == other.valueType) && components == other.components
  }
}
