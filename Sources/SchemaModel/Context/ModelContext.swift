public import Foundation

/// Holds the objects that a program uses from a container, and their changes since the last save.
///
/// A context has one object for each row. It belongs to one thread or actor; its ``container`` may be shared.
public final class ModelContext: Equatable {
  /// The container of the objects.
  public let container: ModelContainer
  /// Whether changes are saved without a call of ``save()``: at the next turn of the main actor, or of the context's
  /// `DefaultSerialModelExecutor`, and when the program calls `exit` or returns from its main function. The default is
  /// `true` for a container's `mainContext` and `false` for all others.
  ///
  /// A function that does not suspend is never interrupted by a save. If a save fails, all changes are kept, the next
  /// change leads to another attempt, and the error is in ``autosaveError``, in a notification named
  /// ``autosaveFailed``, and on standard error. A context of a store that may not be written is never saved. A context
  /// that belongs neither to the main actor nor to an executor cannot be saved, which is reported in the same way.
  public var autosaveEnabled = false {
    didSet { if autosaveEnabled, hasChanges { scheduleAutosave() } }
  }
  /// The error of the last autosave; `nil` if it succeeded. Nothing is written to standard error once
  /// ``handlesAutosaveErrors`` is true.
  public internal(set) var autosaveError: (any Error)?
  /// Whether the program reads ``autosaveError`` or observes ``autosaveFailed``, so that nothing is written to standard
  /// error.
  public var handlesAutosaveErrors = false
  /// The executor of a context that belongs to one.
  var autosaveExecutor: Autosave.Executor?
  /// Whether the executor's next turn saves the context.
  var isAutosaveScheduled = false

  /// The author that the history names for each save of the context.
  public var author: String?

  /// Receives a message for each part of a fetch that is done in Swift instead of SQLite, with the reason. Use it to
  /// find out why a fetch is slow.
  public var debugLog: ((String) -> Void)?

  /// The objects that the program holds, by row. Each is removed when it is deallocated.
  let registered: RegisteredObjects
  /// The link of the objects of a program's context, which owns it.
  private var ownLink: ContextLink?
  /// The link of the objects of a released context, which own it.
  private weak var endedLink: ContextLink?
  /// Inserted, changed and deleted objects, in order. An entry counts only while the object has the corresponding
  /// state.
  var insertedModels: [any PersistentModel] = []
  var changedModels: [any PersistentModel] = []
  var deletedModels: [any PersistentModel] = []
  /// The number of ``deletedModels`` whose delete rules have been applied.
  var followed = 0
  /// Errors from functions that cannot throw. The next save throws the first.
  var postponed: [SwiftDataError] = []

  /// Creates a context for a container.
  public init(_ container: ModelContainer) {
    self.container = container
    registered = RegisteredObjects()
    ownLink = ContextLink(to: self, container, registered)
  }

  /// Creates the context that reads for the objects of a released one, and saves nothing.
  init(readingFor link: ContextLink) {
    container = link.container
    registered = link.registered
    endedLink = link
  }

  deinit {
    // Objects that refer to each other would keep each other alive. Their references to the context have already ended.
    let linked = registered.linked
    for data in linked {
      data.releaseUnsavedObjects()
      data.releaseLinks()
    }
    for model in insertedModels { model.persistentBackingData.detach() }
    guard linked.isEmpty else { return }
    // Nobody looks for objects without relationships any more.
    ownLink?.end()
    registered.removeAll()
  }

  /// Compares contexts by identity.
  public static func == (one: ModelContext, other: ModelContext) -> Bool { one === other }

  func store(of entity: EntityDescription) -> Store { container.store(of: entity) }

  /// Whether there are unsaved changes.
  public var hasChanges: Bool {
    insertedModels.contains { $0.persistentBackingData.state == .inserted }
      || deletedModels.contains { $0.persistentBackingData.state == .deleted }
      || changedModels.contains { $0.persistentBackingData.state == .changed }
  }

  /// Objects for which the next save inserts rows.
  public var insertedModelsArray: [any PersistentModel] {
    insertedModels.filter { $0.persistentBackingData.state == .inserted }
  }

  /// Objects whose rows the next save updates.
  public var changedModelsArray: [any PersistentModel] {
    changedModels.filter { $0.persistentBackingData.state == .changed }
  }

  /// Objects whose rows the next save deletes.
  public var deletedModelsArray: [any PersistentModel] {
    deletedModels.filter { $0.persistentBackingData.state == .deleted }
  }

  // MARK: Changes

  /// Inserts an object, and all objects it refers to, with the next save. A deleted object is restored together with
  /// its relationships.
  public func insert<T: PersistentModel>(_ model: T) {
    let data = model.persistentBackingData
    data.model = model
    if let link = data.link, link.context !== self {
      postponed.append(
        SwiftDataError.modelValidationFailure.because("an object of \(data.entity.name) belongs to another context"))
      return
    }
    switch data.state {
    case .inserted, .clean, .changed: return
    case .deleted:
      data.state = data.wasInserted ? .inserted : data.original.isEmpty ? .clean : .changed
      scheduleAutosave()
      data.linkAgain()
      return
    // It may have been inserted before; only the last insertion counts.
    case .gone: insertedModels.removeAll { $0 === model }
    case .detached: break
    }
    data.key = nil
    data.state = .inserted
    data.link = ownLink
    insertedModels.append(model)
    scheduleAutosave()
    data.linkAgain()
    for other in data.linkedModels where other.persistentBackingData.state == .detached { insert(other) }
  }

  /// Deletes an object with the next save. It disappears from relationships at once; its delete rules are applied
  /// before the next fetch or save.
  public func delete<T: PersistentModel>(_ model: T) {
    let data = model.persistentBackingData
    guard data.context === self else { return }
    data.model = model
    switch data.state {
    case .inserted, .clean, .changed:
      deletedModels.append(model)
      data.wasInserted = data.state == .inserted
      data.state = .deleted
      scheduleAutosave()
    case .deleted, .gone, .detached: return
    }
  }

  /// Deletes all objects of a type, or those that match a predicate, with the next save.
  ///
  /// - Throws: as ``fetch(_:)``.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    for object in try fetch(FetchDescriptor<T>(predicate: predicate)) {
      guard includeSubclasses || type(of: object) == T.self else { continue }
      delete(object)
    }
  }

  /// Applies the delete rules of deleted objects. Fetches and saves call this method.
  public func processPendingChanges() {
    do {
      try followDeleteRules()
    } catch {
      postponed.append(SwiftDataError.modelValidationFailure.because(error))
    }
  }

  /// Runs a function and saves its changes.
  ///
  /// - Throws: any error from the function, after rolling back all changes since the last save; otherwise as
  ///   ``save()``.
  public func transaction(block: () throws -> Void) throws {
    do {
      try block()
    } catch {
      rollback()
      throw error
    }
    try save()
  }

  /// Discards all changes since the last save.
  public func rollback() {
    for model in insertedModels + changedModels + deletedModels {
      let data = model.persistentBackingData
      switch data.state {
      case .inserted: data.detach()
      case .deleted where data.wasInserted: data.detach()
      case .changed, .deleted:
        data.restoreOriginal()
        data.state = .clean
        model._$didChangeAll()
      case .clean, .gone, .detached: break
      }
    }
    forgetChanges()
    // The relationships of unchanged objects may have changed too.
    for data in registered.linked where data.releaseLists() {
      data.model?._$didChangeAll()
    }
  }

  func forgetChanges() {
    insertedModels = []
    changedModels = []
    deletedModels = []
    followed = 0
    postponed = []
  }

  func noteChange(of model: any PersistentModel) { changedModels.append(model) }

  // MARK: Objects and rows

  /// The object with an identifier, if it is in memory.
  public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    guard let key = key(of: identifier) else {
      return insertedModels.first { $0.persistentModelID == identifier } as? T
    }
    return registeredObject(key) as? T
  }

  /// The object with an identifier, fetched if it is not in memory. The program stops if the identifier belongs to
  /// another store or its row no longer exists.
  public func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    if identifier.id.isTemporary, let model = insertedModels.first(where: { $0.persistentModelID == identifier }) {
      return model
    }
    guard let key = key(of: identifier), let model = object(for: key, named: identifier.entityName) else {
      preconditionFailure("no object has the identifier \(identifier)")
    }
    return model
  }

  /// The object with an identifier, fetched from the store; `nil` if its row no longer exists, if the object is going to be
  /// deleted, if the identifier belongs to another store, or if it is the temporary one of an object that was saved since.
  /// SwiftData has no such function: its `model(for:)` does not say whether the row exists, and `registeredModel(for:)` does
  /// not look for it.
  ///
  /// - Throws: `StoreError` if the row cannot be read.
  public func existingModel<T: PersistentModel>(for identifier: PersistentIdentifier) throws -> T? {
    try followDeleteRules()
    let found: (any PersistentModel)?
    if identifier.id.isTemporary {
      found = insertedModels.first { $0.persistentModelID == identifier }
    } else {
      found = try key(of: identifier).flatMap { try storedObject($0, named: identifier.entityName) }
    }
    guard let found, !found.isDeleted, found.persistentBackingData.state != .gone else { return nil }
    return found as? T
  }

  private func key(of identifier: PersistentIdentifier) -> RowKey? {
    guard !identifier.id.isTemporary,
      let entity = container.schema.descriptions.first(where: { $0.name == identifier.entityName })
    else { return nil }
    let store = store(of: entity)
    guard identifier.storeIdentifier ?? store.identifier == store.identifier, let table = try? store.table(of: entity)
    else { return nil }
    return RowKey(root: table.root, primaryKey: identifier.id.primaryKey)
  }

  /// The object of a row whose values are in memory. A new object is created if the program has released the previous
  /// one.
  func registeredObject(_ key: RowKey) -> (any PersistentModel)? {
    registered[key].map { object(of: $0) }
  }

  func object(of data: BackingData) -> any PersistentModel {
    if let model = data.model { return model }
    let model = data.entity.type.init(backingData: data)
    data.model = model
    return model
  }

  func register(_ data: BackingData, _ key: RowKey) {
    data.key = key
    data.link = ownLink ?? endedLink
    registered.insert(data, at: key)
  }

  /// Removes an object that is being deallocated, on any thread.
  func forget(_ key: RowKey, of data: BackingData) { registered.remove(data, at: key) }
}

extension ModelContext {
  /// A notification that is posted before a save.
  public static let willSave = Notification.Name("SchemaModel.ModelContext.willSave")
  /// A notification that is posted after a save. ``NotificationKey`` lists the keys of its user info.
  public static let didSave = Notification.Name("SchemaModel.ModelContext.didSave")

  /// The keys of a notification's user info. The values are arrays of ``PersistentIdentifier``.
  public enum NotificationKey: String, Sendable {
    case insertedIdentifiers
    case updatedIdentifiers
    case deletedIdentifiers
  }
}
