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
  /// Slots by key path, of this type's own properties.
  private let slots: KeyPathSlots
  /// Property names, in the order they were declared.
  private let uniqueness: [[String]]
  private let indexes: [DeclaredModel.Index]
  /// Key paths in `#Unique` or `#Index` that lead to no persisted property.
  let strayKeyPaths: [String]

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
    for metadata in type.schemaMetadata {
      switch metadata.content {
      case .entry(let entry): entries.append(entry)
      case .property(let name, let keyPath, let defaultText, let defaultValue, let metadata):
        own.append(
          PropertyDescription(
            name: name, slot: inherited.count + own.count, keyPath: keyPath, entity: type, defaultText: defaultText,
            defaultValue: defaultValue, metadata: metadata))
      }
    }
    properties = inherited + own
    let slots = Dictionary(properties.map { ($0.keyPath, $0.slot) }) { first, _ in first }
    self.slots = KeyPathSlots(slots: slots)
    let all = properties
    var stray: [String] = []
    func names(_ paths: [AnyKeyPath]) -> [String] {
      paths.compactMap { path in
        if let slot = slots[path] ?? Self.probe(path, type) { return all[slot].name }
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
    (slots.slots[keyPath] ?? Self.probe(keyPath, type)).map { properties[$0] }
  }

  func property(named name: String) -> PropertyDescription? { properties.first { $0.name == name } }

  /// Whether objects of this type are objects of `other` too.
  func inherits(from other: EntityDescription) -> Bool {
    self === other || superentity?.inherits(from: other) == true
  }

  /// The slot of an inherited property by a key path of the subclass, which is another one than the superclass's: the
  /// getter tells, when it is run on an object that notes which slot is asked for.
  private static func probe(_ keyPath: AnyKeyPath, _ type: any PersistentModel.Type) -> Int? {
    nil
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
