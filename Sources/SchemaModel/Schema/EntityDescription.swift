internal import EntityModel
internal import Synchronization

/// Describes a model type: its properties, and the slots of their values in an object. There is one description for
/// each type, independent of schemas.
final class EntityDescription: Sendable {
  let type: any PersistentModel.Type
  let name: String
  let superentity: EntityDescription?
  /// The properties, inherited ones first. The index of a property is its slot.
  let properties: [PropertyDescription]
  /// The slots of relationships. A save mostly examines these.
  let linkSlots: [Int]
  /// The numbers of the properties in the history of a store.
  let historyColumns: HistoryColumns
  /// Slots by key path. A key path may be rooted in this type or in the type that declares the property.
  private let slots: KeyPathTable<Int>
  /// Property names, in the order of declaration.
  private let uniqueness: [[String]]
  private let indexes: [DeclaredModel.Index]
  /// Key paths in `#Unique` or `#Index` that do not lead to a persisted property.
  let strayKeyPaths: [String]

  /// The slots of properties with a default value. That of an optional property may be implicit.
  let defaultSlots: [Int]
  /// Values for ``backingDataForDefaults()``.
  private let forDefaults = Mutex(Spare())
  /// `@unchecked`: nothing else refers to the values.
  private struct Spare: @unchecked Sendable { var data: BackingData? }

  /// The initial values of a new object, shared until one is set.
  let emptyValues: EmptyValues
  /// Contains faults, scalars and defaults, but no model objects, and can therefore be shared between threads.
  struct EmptyValues: @unchecked Sendable { let values: ContiguousArray<BackingData.Value> }

  /// Names of this type's own transient properties, by key path.
  private let transients: KeyPathTable<String>

  /// Key paths to properties capture nothing, and can be shared between threads.
  private struct KeyPathTable<Value: Sendable>: @unchecked Sendable { let values: [AnyKeyPath: Value] }

  private static let known = Mutex<[ObjectIdentifier: EntityDescription]>([:])

  static func of(_ type: any PersistentModel.Type) -> EntityDescription {
    let key = ObjectIdentifier(type)
    if let description = known.withLock({ $0[key] }) { return description }
    // Created outside the lock, because it also creates the superclass's description. If two threads create one, the
    // first is kept.
    let made = EntityDescription(type)
    return known.withLock { known in
      if let description = known[key] { return description }
      known[key] = made
      return made
    }
  }

  private init(_ type: any PersistentModel.Type) {
    self.type = type
    name = String(describing: type)
    superentity = (_getSuperclass(type) as? any PersistentModel.Type).map(Self.of)
    let inherited = superentity?.properties ?? []
    var own: [PropertyDescription] = []
    var entries: [Schema.SchemaEntry] = []
    var transients: [AnyKeyPath: String] = [:]
    for metadata in type.schemaMetadata {
      switch metadata.content {
      case .entry(let entry): entries.append(entry)
      case .transient(let name, let keyPath): transients[keyPath] = name
      case .property(let name, let keyPath, let defaultText, let defaultValue, let metadata):
        own.append(
          PropertyDescription(
            name: name, slot: inherited.count + own.count, keyPath: keyPath, entity: type, defaultText: defaultText,
            defaultValue: defaultValue, metadata: metadata))
      }
    }
    properties = inherited + own
    historyColumns = HistoryColumns(properties)
    linkSlots = properties.filter { $0.relationship != nil }.map(\.slot)
    emptyValues = EmptyValues(values: ContiguousArray(properties.map(\.emptyValue)))
    defaultSlots = properties.filter { $0.defaultText != nil || $0.isOptional }.map(\.slot)
    self.transients = KeyPathTable(values: transients)
    let ownPaths = zip(type._$allKeyPaths, properties).map { ($0, $1.slot) }
    let slots = Dictionary(ownPaths + properties.map { ($0.keyPath, $0.slot) }) { first, _ in first }
    self.slots = KeyPathTable(values: slots)
    let all = properties
    var stray: [String] = []
    func names(_ paths: [AnyKeyPath]) -> [String] {
      paths.compactMap { path in
        if let slot = slots[path] { return all[slot].name }
        stray.append("\(path)")
        return nil
      }
    }
    uniqueness =
      own.filter(\.isUnique).map { [$0.name] } + entries.flatMap(\.uniqueKeyPaths).map(names)
    indexes = entries.flatMap(\.indexKeyPaths).map { index in
      DeclaredModel.Index(kind: index.kind == "rtree" ? .rtree : .binary, properties: names(index.keyPaths))
    }
    strayKeyPaths = stray
  }

  /// The values of an object whose initializer begins with the default values of properties. The compiler sets them for a
  /// fetched object too, whose initializer then gives back these values.
  func backingDataForDefaults() -> BackingData {
    let spare = forDefaults.withLock { spare in
      defer { spare.data = nil }
      return spare
    }
    return spare.data ?? BackingData(entity: self, values: emptyValues.values)
  }

  /// Keeps values that only have defaults for the next fetched object.
  func keepForDefaults(_ data: BackingData) {
    data.removeDefaults()
    let spare = Spare(data: data)
    forDefaults.withLock { $0 = spare }
  }

  /// The properties that the type itself declares, without inherited ones.
  var ownProperties: ArraySlice<PropertyDescription> { properties[(superentity?.properties.count ?? 0)...] }

  /// The property at a key path of this type; `nil` if it is computed or transient.
  func property(at keyPath: AnyKeyPath) -> PropertyDescription? {
    slots.values[keyPath].map { properties[$0] }
  }

  /// The key paths of text properties, also transient ones, rooted in this type or in the type that declares the
  /// property.
  var textKeyPaths: [AnyKeyPath] {
    let inherited = superentity?.textKeyPaths ?? []
    return inherited
      + (Array(slots.values.keys) + Array(transients.values.keys)).filter { path in
        let type = Swift.type(of: path).valueType
        return type == String.self || type == String?.self
      }
  }

  func property(named name: String) -> PropertyDescription? { properties.first { $0.name == name } }

  /// The relationship itself, or this entity's one of its name if another version's type declares it; `nil` if there is
  /// none.
  func counterpart(of relationship: PropertyDescription) -> PropertyDescription? {
    let slot = relationship.slot
    if slot < properties.count, properties[slot] === relationship { return relationship }
    return properties.first { $0.name == relationship.name && $0.relationship != nil }
  }

  /// Whether objects of this type are also objects of `other`.
  func inherits(from other: EntityDescription) -> Bool {
    self === other || superentity?.inherits(from: other) == true
  }

  /// Whether a key path reads the object's persistent identifier.
  func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    type.identifierKeyPaths.contains(keyPath) && Swift.type(of: keyPath).valueType is PersistentIdentifier.Type
  }

  /// The name of a transient property; `nil` for any other.
  func transientName(at keyPath: AnyKeyPath) -> String? {
    transients.values[keyPath] ?? superentity?.transientName(at: keyPath)
  }

  var declaration: DeclaredModel.Entity {
    DeclaredModel.Entity(
      name: name, superentity: superentity?.name, attributes: ownProperties.compactMap(\.attributeDeclaration),
      relationships: ownProperties.compactMap(\.relationshipDeclaration), uniquenessConstraints: uniqueness,
      indexes: indexes)
  }

  /// The names of properties that are unique together, including inherited constraints.
  var allUniquenessConstraints: [[String]] {
    (superentity?.allUniquenessConstraints ?? []) + declaration.uniquenessConstraints
  }
}

extension PersistentModel {
  /// The key paths of the identifier. A class may declare its own `id` with a different type.
  fileprivate static var identifierKeyPaths: [AnyKeyPath] {
    let identifier: KeyPath<Self, PersistentIdentifier> = \.persistentModelID
    let id: KeyPath<Self, ID> = \.id
    return [identifier, id]
  }
}
