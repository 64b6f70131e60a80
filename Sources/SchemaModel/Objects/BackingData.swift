/// The values of one object, and its state in its context. `@Model` declares one in each model class.
///
/// Like the model, it belongs to one thread or actor at a time.
public final class BackingData {
  /// The value of one property.
  enum Value {
    /// The value of one column, as stored.
    case stored(StoredValue)
    /// The values of several columns, as stored.
    case columns([StoredValue])
    /// A decoded or assigned value. It is stored indirectly to keep the other cases small.
    indirect case decoded(Any)
    /// Related objects that have not been fetched yet.
    case fault
    /// The row of a related object that has not been fetched yet.
    case key(RowKey)
    /// No related object.
    case nothing
    case object(any PersistentModel)
    case objects([any PersistentModel])
  }

  /// The state of an object with respect to its store.
  enum State {
    /// The object belongs to no context.
    case detached
    /// The next save writes a new row.
    case inserted
    /// The object is unchanged since it was fetched or saved.
    case clean
    /// The next save updates its row.
    case changed
    /// The next save deletes its row.
    case deleted
    /// The row has been deleted.
    case gone
  }

  let entity: EntityDescription
  /// The values by slot.
  var values: ContiguousArray<Value>
  var state = State.detached
  /// Whether the object was deleted before it was ever saved.
  var wasInserted = false
  /// The stored values of changed slots, kept until the object is saved or rolled back.
  private(set) var original: [(slot: Int, value: Value)] = []
  /// The link to the context and the store, from insertion or fetch until the row is deleted.
  var link: ContextLink?
  /// The context, from insertion or fetch until the program releases the context.
  var context: ModelContext? { link?.context }
  /// The object; `nil` if the program holds no reference to it. Then the next access to the row creates another one. The
  /// program may release its last reference on another thread.
  var model: (any PersistentModel)? {
    get {
      guard let object = modelObject, object.retainIfAlive() else { return nil }
      defer { object.release() }
      return modelMemory
    }
    set {
      let object = newValue.map { Unmanaged.passUnretained($0 as AnyObject) }
      guard object?.toOpaque() != modelObject?.toOpaque() else { return }
      modelMemory = newValue
      modelObject = object
    }
  }
  private unowned var modelMemory: (any PersistentModel)?
  private var modelObject: Unmanaged<AnyObject>?
  /// `nil` if the object has never been saved.
  var key: RowKey?
  /// Distinguishes new objects.
  private(set) lazy var temporary = TemporaryKey.next()
  /// The number of the last list of a save that contains the object.
  var list = 0
  /// Slots of relationships set by the initializer. Their inverses are updated later, because the object itself did not
  /// exist yet.
  var unlinked: [Int] = []

  /// Creates empty values for a new object.
  public convenience init(for type: any PersistentModel.Type) {
    let entity = EntityDescription.of(type)
    self.init(entity: entity, values: entity.emptyValues.values)
  }

  init(entity: EntityDescription, values: ContiguousArray<Value>) {
    self.entity = entity
    self.values = values
  }

  deinit {
    if let key, state != .gone { link?.forget(self, at: key) }
  }

  /// Ends the reference to an object that gets other values. The members that `@Model` generates call it.
  public func forget(_ model: AnyObject) {
    if modelObject?.toOpaque() == Unmanaged.passUnretained(model).toOpaque() { self.model = nil }
  }

  var hasChanges: Bool {
    switch state {
    case .inserted, .changed, .deleted: true
    case .detached, .clean, .gone: false
    }
  }

  var identifier: PersistentIdentifier {
    guard let key else { return PersistentIdentifier(temporary: temporary, entityName: entity.name) }
    return PersistentIdentifier(
      storeIdentifier: link?.container.store(of: entity).identifier, entityName: entity.name, primaryKey: key.primaryKey
    )
  }

  /// Merges the values that the superclass's initializer has set into those of the subclass.
  public func joined(with inherited: BackingData) -> BackingData {
    guard inherited !== self else { return self }
    for slot in inherited.values.indices { values[slot] = inherited.values[slot] }
    unlinked += inherited.unlinked
    return self
  }

  // MARK: Changes

  /// Sets a value and marks it to be saved.
  func set(_ slot: Int, _ value: Value) {
    willChange(slot)
    values[slot] = value
  }

  /// Records the stored value before its first change, and notifies the context.
  ///
  /// - Parameter model: the object, if the caller knows it.
  func willChange(_ slot: Int, of model: (any PersistentModel)? = nil) {
    let context = context
    if let context, context.autosaveEnabled { context.scheduleAutosave() }
    switch state {
    case .clean: state = .changed
    case .changed: break
    // The object may be inserted again or rolled back.
    case .deleted where !wasInserted: break
    case .detached, .inserted, .deleted, .gone: return
    }
    if original.isEmpty {
      if let context { context.noteChange(of: model ?? context.object(of: self)) }
    } else if original.contains(where: { $0.slot == slot }) {
      return
    }
    original.append((slot, values[slot]))
  }

  /// Notes that the row has the values.
  func isSaved() {
    state = .clean
    forgetOriginal()
  }

  /// Discards the recorded values after a save.
  func forgetOriginal() { original = [] }

  /// Removes the default values of properties.
  func removeDefaults() {
    for slot in entity.defaultSlots { values[slot] = entity.emptyValues.values[slot] }
    if !unlinked.isEmpty { unlinked = [] }
  }

  /// Restores the recorded values.
  func restoreOriginal() {
    for (slot, value) in original { values[slot] = value }
    original = []
  }
}

// swift-format-ignore: NoLeadingUnderscores
/// The values of an object, which are created if it has none yet. `@Model` generates calls to it.
public func _$backingData(_ data: inout BackingData?, of type: any PersistentModel.Type) -> BackingData {
  if let data { return data }
  let made = EntityDescription.of(type).backingDataForDefaults()
  data = made
  return made
}

// swift-format-ignore: NoLeadingUnderscores
/// Gives a fetched object its values. `@Model` generates calls to it. The compiler has set the default values of properties
/// before, in values that the object does not need.
public func _$setBackingData(_ data: inout BackingData?, to fetched: BackingData) {
  let defaults = data
  data = fetched
  if let defaults { defaults.entity.keepForDefaults(defaults) }
}

/// The number of a table's root entity, and the store of the container that has the table.
///
/// Both have half a word, because a key is as large as each value of an object is at least.
struct RootNumber: Hashable, Sendable {
  private let storePosition: Int32
  private let entityNumber: Int32

  /// The position of the store in its container.
  var store: Int { Int(storePosition) }
  /// `Z_ENT`
  var number: Int { Int(entityNumber) }

  init(store: Int, number: Int) {
    storePosition = Int32(truncatingIfNeeded: store)
    entityNumber = Int32(truncatingIfNeeded: number)
  }
}

/// The key of a row: the number of its table's root entity, and its primary key.
struct RowKey: Hashable, Sendable {
  /// The table's root entity.
  let root: RootNumber
  /// `Z_PK`
  let primaryKey: Int64

  /// Primary keys of different tables differ in the upper bits.
  var word: UInt64 { UInt64(bitPattern: primaryKey ^ Int64(root.number) &<< 40 ^ Int64(root.store) &<< 56) }

  /// Hashes one word instead of three.
  func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

extension PropertyDescription {
  /// The value of a new object's property before it is set.
  var emptyValue: BackingData.Value {
    guard let relationship else { return .stored(.null) }
    return relationship.isToMany ? .objects([]) : .nothing
  }
}
