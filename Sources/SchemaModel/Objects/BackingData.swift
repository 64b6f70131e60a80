/// The values of one object, and what its context knows of it. A model class has one, which `@Model` declares.
///
/// As a model itself it belongs to one thread, or actor, at a time.
public final class BackingData {
  /// A property's value in an object.
  enum Value {
    /// A value of one column, as the column has it.
    case stored(StoredValue)
    /// A value of several columns, as they have it.
    case columns([StoredValue])
    /// A value that was decoded, or set. It lies elsewhere, so that the others need not be as large.
    indirect case decoded(Any)
    /// Objects that were not asked for yet.
    case fault
    /// The row of an object that was not asked for yet.
    case key(RowKey)
    /// No object.
    case nothing
    case object(any PersistentModel)
    case objects([any PersistentModel])
  }

  /// Where an object stands between a program and its store.
  enum State {
    /// In no context.
    case detached
    /// The next save writes a new row.
    case inserted
    /// As its row is, as far as is known.
    case clean
    /// The next save updates its row.
    case changed
    /// The next save deletes its row.
    case deleted
    /// It has no row any more.
    case gone
  }

  let entity: EntityDescription
  /// By slot.
  var values: ContiguousArray<Value>
  var state = State.detached
  /// What the row has where the object has changed, by slot, until it is saved or taken back.
  private(set) var original: [(slot: Int, value: Value)] = []
  /// Set by the context when it inserts or fetches the object, and taken away when the context ends.
  unowned(unsafe) var context: ModelContext?
  /// The object. A row that nobody holds an object of gets another one.
  weak var model: (any PersistentModel)?
  /// Nil for an object that was never saved.
  var key: RowKey?
  /// Tells new objects apart.
  private(set) lazy var temporary = TemporaryKey.next()
  /// Whether it was never saved when it was deleted.
  var wasInserted = false
  /// Slots of relationships that were set before the object could be named to the other side.
  var unlinked: [Int] = []

  /// Values for a new object: none yet.
  public convenience init(for type: any PersistentModel.Type) {
    let entity = EntityDescription.of(type)
    self.init(entity: entity, values: entity.emptyValues.values)
  }

  init(entity: EntityDescription, values: ContiguousArray<Value>) {
    self.entity = entity
    self.values = values
  }

  deinit {
    if let key, state != .gone { context?.forget(key, of: self) }
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
      storeIdentifier: context?.container.store.identifier, entityName: entity.name, primaryKey: key.primaryKey)
  }

  /// The values of a subclass's object, together with those its superclass's initialiser has set.
  public func joined(with inherited: BackingData) -> BackingData {
    guard inherited !== self else { return self }
    for slot in inherited.values.indices { values[slot] = inherited.values[slot] }
    unlinked += inherited.unlinked
    return self
  }

  // MARK: Changes

  /// Sets a value, and has it saved with the next save.
  func set(_ slot: Int, _ value: Value) {
    willChange(slot)
    values[slot] = value
  }

  /// Keeps what the row has, once, and tells the context.
  func willChange(_ slot: Int) {
    switch state {
    case .clean: state = .changed
    case .changed: break
    // It may be inserted again, or taken back.
    case .deleted where !wasInserted: break
    case .detached, .inserted, .deleted, .gone: return
    }
    if original.isEmpty, let context { context.noteChange(of: context.object(of: self)) }
    if !original.contains(where: { $0.slot == slot }) { original.append((slot, values[slot])) }
  }

  /// The row has all values now.
  func forgetOriginal() { original = [] }

  /// Takes all changes back.
  func restoreOriginal() {
    for (slot, value) in original { values[slot] = value }
    original = []
  }
}

/// A row of a store: its table's root entity, by number, and its primary key.
struct RowKey: Hashable, Sendable {
  /// `Z_ENT` of the entity whose table it is.
  let root: Int
  /// `Z_PK`
  let primaryKey: Int64
}

extension PropertyDescription {
  /// What a new object has before anything is set.
  var emptyValue: BackingData.Value {
    guard let relationship else { return .stored(.null) }
    return relationship.isToMany ? .objects([]) : .nothing
  }
}
