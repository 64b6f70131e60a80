public import Foundation

/// The objects of a container that a program works with, and what it has done to them since the last save.
///
/// A context has one object for a row. It belongs to one thread, or actor; its ``container`` may be shared.
public final class ModelContext: Equatable {
  /// Where the objects are kept.
  public let container: ModelContainer
  /// Kept for code that sets it: without a run loop nothing is saved by itself, and ``save()`` is called.
  public var autosaveEnabled = false
  /// Kept for code that sets it: no history is written.
  public var author: String?

  /// Is told what of a fetch is done in Swift, and why; for finding out why a fetch is slow.
  public var debugLog: ((String) -> Void)?

  /// The row's objects that somebody holds. They are taken out when they end.
  var registered: [RowKey: Unmanaged<BackingData>] = [:]
  /// Objects that were inserted, changed or deleted, in this order; one that is not any more has another state.
  var insertedModels: [any PersistentModel] = []
  var changedModels: [any PersistentModel] = []
  var deletedModels: [any PersistentModel] = []
  /// How many of ``deletedModels`` had their delete rules followed.
  var followed = 0
  /// What went wrong where no error could be thrown; the next save throws the first.
  var postponed: [SwiftDataError] = []

  /// A context for a container's objects.
  public init(_ container: ModelContainer) { self.container = container }

  deinit {
    // Held together until all have let go: one that ends takes itself out of a table that is not there any more.
    let alive = registered.values.map { $0.takeUnretainedValue() }
    registered = [:]
    for data in alive {
      data.releaseLinks()
      data.detach()
    }
    for model in insertedModels { model.persistentBackingData.detach() }
  }

  /// The same context.
  public static func == (one: ModelContext, other: ModelContext) -> Bool { one === other }

  var store: Store { container.store }

  /// Whether there is anything to save.
  public var hasChanges: Bool {
    insertedModels.contains { $0.persistentBackingData.state == .inserted }
      || deletedModels.contains { $0.persistentBackingData.state == .deleted }
      || changedModels.contains { $0.persistentBackingData.state == .changed }
  }

  /// Objects the next save writes new rows for.
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

  /// Has the next save write an object, and all that it leads to. One that was deleted is not any more, and leads to
  /// where it led.
  public func insert<T: PersistentModel>(_ model: T) {
    let data = model.persistentBackingData
    data.model = model
    if let other = data.context, other !== self {
      postponed.append(
        SwiftDataError.modelValidationFailure.because("an object of \(data.entity.name) is part of another context"))
      return
    }
    switch data.state {
    case .inserted, .clean, .changed: return
    case .deleted:
      data.state = data.wasInserted ? .inserted : data.original.isEmpty ? .clean : .changed
      data.linkAgain()
      return
    // It may have been inserted before, and counts as the last one now.
    case .gone: insertedModels.removeAll { $0 === model }
    case .detached: break
    }
    data.key = nil
    data.state = .inserted
    data.context = self
    insertedModels.append(model)
    data.linkAgain()
    for other in data.linkedModels where other.persistentBackingData.state == .detached { insert(other) }
  }

  /// Has the next save delete an object. Nothing leads to it from now on; its delete rules are followed before the next
  /// fetch or save.
  public func delete<T: PersistentModel>(_ model: T) {
    let data = model.persistentBackingData
    guard data.context === self else { return }
    data.model = model
    switch data.state {
    case .inserted, .clean, .changed:
      deletedModels.append(model)
      data.wasInserted = data.state == .inserted
      data.state = .deleted
    case .deleted, .gone, .detached: return
    }
  }

  /// Has the next save delete all objects of a kind, or those of a condition.
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

  /// Follows the delete rules of what was deleted. A fetch and a save do so themselves.
  public func processPendingChanges() {
    do {
      try followDeleteRules()
    } catch {
      postponed.append(SwiftDataError.modelValidationFailure.because(error))
    }
  }

  /// Runs a function, and saves what it changed.
  ///
  /// - Throws: what the function throws, after everything since the last save was taken back; as ``save()``.
  public func transaction(block: () throws -> Void) throws {
    do {
      try block()
    } catch {
      rollback()
      throw error
    }
    try save()
  }

  /// Takes back everything since the last save.
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
    // Objects that others led to, or did not lead to any more, have not changed themselves.
    for data in registered.values.map({ $0.takeUnretainedValue() }) where data.releaseLists() {
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

  /// The object with an identifier, if somebody holds it.
  public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    guard let key = key(of: identifier) else {
      return insertedModels.first { $0.persistentModelID == identifier } as? T
    }
    return registeredObject(key) as? T
  }

  /// The object with an identifier, fetched if nobody holds it. An identifier of another store, or of a row that is not
  /// there any more, is an error of the program.
  public func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    if identifier.id.isTemporary, let model = insertedModels.first(where: { $0.persistentModelID == identifier }) {
      return model
    }
    guard let key = key(of: identifier), let model = object(for: key, named: identifier.entityName) else {
      preconditionFailure("there is no object \(identifier)")
    }
    return model
  }

  private func key(of identifier: PersistentIdentifier) -> RowKey? {
    guard !identifier.id.isTemporary, identifier.storeIdentifier ?? store.identifier == store.identifier,
      let entity = store.schema.descriptions.first(where: { $0.name == identifier.entityName }),
      let table = try? store.table(of: entity)
    else { return nil }
    return RowKey(root: table.root, primaryKey: identifier.id.primaryKey)
  }

  /// The object of a row, a new one if its values are there and nobody holds it.
  func registeredObject(_ key: RowKey) -> (any PersistentModel)? {
    registered[key].map { object(of: $0.takeUnretainedValue()) }
  }

  func object(of data: BackingData) -> any PersistentModel {
    if let model = data.model { return model }
    let model = data.entity.type.init(backingData: data)
    data.model = model
    return model
  }

  func register(_ data: BackingData, _ key: RowKey) {
    data.key = key
    data.context = self
    registered[key] = Unmanaged.passUnretained(data)
  }

  /// Its object has ended.
  func forget(_ key: RowKey, of data: BackingData) {
    if registered[key]?.toOpaque() == Unmanaged.passUnretained(data).toOpaque() { registered[key] = nil }
  }
}

extension ModelContext {
  /// Posted before a save.
  public static let willSave = Notification.Name("SchemaModel.ModelContext.willSave")
  /// Posted after a save; ``NotificationKey`` names what its user info has.
  public static let didSave = Notification.Name("SchemaModel.ModelContext.didSave")

  /// Keys of a notification's user info; the values are arrays of ``PersistentIdentifier``.
  public enum NotificationKey: String, Sendable {
    case insertedIdentifiers
    case updatedIdentifiers
    case deletedIdentifiers
  }
}
