internal import EntityModel
internal import Synchronization

/// What is known of a model type by itself: its properties, and where an object keeps their values. Each type has one,
/// whatever schemas it is part of.
final class EntityDescription: Sendable {
  let type: any PersistentModel.Type
  let name: String
  let superentity: EntityDescription?
  /// Inherited ones first; a property's place here is its slot.
  let properties: [PropertyDescription]
  /// Where ``properties`` has relationships: most of what a save asks of an object is about these.
  let linkSlots: [Int]
  /// Slots by key path, as it begins with this type and as it begins with the one that declares the property.
  private let slots: KeyPathSlots
  /// Property names, in the order they were declared.
  private let uniqueness: [[String]]
  private let indexes: [DeclaredModel.Index]
  /// Key paths in `#Unique` or `#Index` that lead to no persisted property.
  let strayKeyPaths: [String]

  /// What a new object has before anything is set; shared until it is.
  let emptyValues: EmptyValues
  struct EmptyValues: @unchecked Sendable { let values: ContiguousArray<BackingData.Value> }

  /// Names by key path, of this type's own properties that are not stored.
  private let transients: KeyPathNames
  private struct KeyPathNames: @unchecked Sendable { let names: [AnyKeyPath: String] }

  private struct KeyPathSlots: @unchecked Sendable { let slots: [AnyKeyPath: Int] }

  private static let known = Mutex<[ObjectIdentifier: EntityDescription]>([:])

  static func of(_ type: any PersistentModel.Type) -> EntityDescription {
    let key = ObjectIdentifier(type)
    if let description = known.withLock({ $0[key] }) { return description }
    // Made outside the lock, since it asks for the superclass's. Two threads may both make one; the first is kept.
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
    linkSlots = properties.filter { $0.relationship != nil }.map(\.slot)
    emptyValues = EmptyValues(values: ContiguousArray(properties.map(\.emptyValue)))
    self.transients = KeyPathNames(names: transients)
    let ownPaths = zip(type._$allKeyPaths, properties).map { ($0, $1.slot) }
    let slots = Dictionary(ownPaths + properties.map { ($0.keyPath, $0.slot) }) { first, _ in first }
    self.slots = KeyPathSlots(slots: slots)
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

  /// What the type declares itself, without what it inherits.
  var ownProperties: ArraySlice<PropertyDescription> { properties[(superentity?.properties.count ?? 0)...] }

  /// The property a key path of this type leads to; nil for a computed or transient one.
  func property(at keyPath: AnyKeyPath) -> PropertyDescription? {
    slots.slots[keyPath].map { properties[$0] }
  }

  func property(named name: String) -> PropertyDescription? { properties.first { $0.name == name } }

  /// Whether objects of this type are objects of `other` too.
  func inherits(from other: EntityDescription) -> Bool {
    self === other || superentity?.inherits(from: other) == true
  }

  /// Whether a key path leads to the object's persistent identifier.
  func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    type.identifierKeyPaths.contains(keyPath) && Swift.type(of: keyPath).valueType is PersistentIdentifier.Type
  }

  /// The name of a property that is not stored; nil for a computed one.
  func transientName(at keyPath: AnyKeyPath) -> String? {
    transients.names[keyPath] ?? superentity?.transientName(at: keyPath)
  }

  var declaration: DeclaredModel.Entity {
    DeclaredModel.Entity(
      name: name, superentity: superentity?.name, attributes: ownProperties.compactMap(\.attributeDeclaration),
      relationships: ownProperties.compactMap(\.relationshipDeclaration), uniquenessConstraints: uniqueness,
      indexes: indexes)
  }

  /// Names of properties that are unique together, inherited ones too.
  var allUniquenessConstraints: [[String]] {
    (superentity?.allUniquenessConstraints ?? []) + declaration.uniquenessConstraints
  }
}

extension PersistentModel {
  /// A class may have an `id` of its own, of another type.
  fileprivate static var identifierKeyPaths: [AnyKeyPath] {
    let identifier: KeyPath<Self, PersistentIdentifier> = \.persistentModelID
    let id: KeyPath<Self, ID> = \.id
    return [identifier, id]
  }
}
