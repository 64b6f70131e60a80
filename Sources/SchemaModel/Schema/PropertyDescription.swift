internal import EntityModel
internal import Synchronization

/// Describes a persisted property of a model type: its kind, and the slot of its value in an object.
final class PropertyDescription: @unchecked Sendable {
  /// An attribute with its encoding, or a relationship. Any other type cannot be stored.
  enum Kind {
    case attribute(AttributeCodec)
    case relationship(RelationshipShape)
    case unstorable
  }

  let name: String
  let slot: Int
  let keyPath: AnyKeyPath
  /// The type that declares the property.
  let entity: any PersistentModel.Type
  let kind: Kind
  /// The source text of the default value; `nil` if there is none.
  let defaultText: String?
  /// Evaluates the default value.
  let defaultValue: (() -> Any)?
  private let metadata: (any SchemaProperty)?
  /// Computed on first access, because two types may refer to each other.
  private let knownInverse = Mutex<PropertyDescription??>(nil)

  init(
    name: String, slot: Int, keyPath: AnyKeyPath, entity: any PersistentModel.Type, defaultText: String?,
    defaultValue: (() -> Any)?, metadata: (any SchemaProperty)?
  ) {
    self.name = name
    self.slot = slot
    self.keyPath = keyPath
    self.entity = entity
    self.defaultText = defaultText
    self.defaultValue = defaultValue
    self.metadata = metadata
    let type = Swift.type(of: keyPath).valueType
    if let shape = RelationshipShape(of: type) {
      kind = .relationship(shape)
    } else if var codec = (metadata as? Schema.Attribute)?.isTransformable == true
      ? AttributeCodec.whole(type) : AttributeCodec.of(type)
    {
      let declaration = Self.declaration(name, codec, metadata, defaultText)
      codec.isExternal = declaration.isExternal
      codec.isArchived = declaration.isEncodedArray
      kind = .attribute(codec)
    } else {
      kind = .unstorable
    }
  }

  var valueType: any Any.Type { Swift.type(of: keyPath).valueType }
  var isOptional: Bool { valueType is any OptionalValue.Type }
  var isUnique: Bool { metadata?.isUnique == true }
  var originalName: String { Self.originalName(of: name, metadata) }
  private static func originalName(of name: String, _ metadata: (any SchemaProperty)?) -> String {
    metadata.flatMap { $0.originalName.isEmpty ? nil : $0.originalName } ?? name
  }

  var codec: AttributeCodec? {
    if case .attribute(let codec) = kind { codec } else { nil }
  }

  var relationship: RelationshipShape? {
    if case .relationship(let shape) = kind { shape } else { nil }
  }

  /// Whether the value has columns. An ephemeral attribute has none.
  var isStored: Bool { codec != nil && metadata?.isTransient != true }

  var deleteRule: Schema.Relationship.DeleteRule { (metadata as? Schema.Relationship)?.deleteRule ?? .nullify }

  /// The minimum number of related objects; `nil` for no limit.
  var minimumCount: Int? { Self.limit((metadata as? Schema.Relationship)?.minimumModelCount) }
  var maximumCount: Int? { Self.limit((metadata as? Schema.Relationship)?.maximumModelCount) }
  private static func limit(_ count: Int?) -> Int? { count.flatMap { $0 == 0 ? nil : $0 } }
}

extension PropertyDescription {
  /// The destination's property that refers back; `nil` for a one-sided relationship.
  ///
  /// Either side may declare it. If neither does, it is inferred, provided that there is only one relationship in each
  /// direction.
  var inverse: PropertyDescription? {
    if let known = knownInverse.withLock({ $0 }) { return known }
    let found = findInverse() ?? findSharedInverse()
    knownInverse.withLock { $0 = .some(found) }
    return found
  }

  private var declaredInverse: AnyKeyPath? { (metadata as? Schema.Relationship)?.keyPaths.inverse }

  private func findInverse() -> PropertyDescription? {
    guard let relationship else { return nil }
    let (own, destination) = (EntityDescription.of(entity), EntityDescription.of(relationship.destination))
    if let declaredInverse { return destination.property(at: declaredInverse) }
    if let named = destination.properties.first(where: { $0.declaredInverse == keyPath }) { return named }
    guard own !== destination else { return nil }
    let back = destination.properties.filter { $0.leads(to: own) }
    let claimed = own.properties.compactMap(\.declaredInverse).compactMap(destination.property(at:))
    let there = back.filter { candidate in
      candidate.declaredInverse == nil && candidate !== self && !claimed.contains { $0 === candidate }
    }
    let here = own.properties.filter { mine in
      mine.leads(to: destination) && mine.declaredInverse == nil
        && !back.contains { $0.declaredInverse == mine.keyPath }
    }
    guard there.count == 1, here.count == 1, let found = there.first?.relationship, let inverse = there.first else {
      return nil
    }
    // A class on one side and its superclass on the other do not determine an inverse.
    return found.destination == entity && relationship.destination == inverse.entity ? inverse : nil
  }

  /// The inverse in a class that several versions share, and which declares it for the newest version's type: in an older
  /// version, the type of that name stands for the newest one, and so does its relationship of the same name.
  private func findSharedInverse() -> PropertyDescription? {
    guard let relationship else { return nil }
    let own = EntityDescription.of(entity)
    return EntityDescription.of(relationship.destination).properties.first { candidate in
      guard let other = candidate.relationship?.destination, other != entity, String(describing: other) == own.name
      else { return false }
      return candidate.findInverse()?.name == name
    }
  }

  private func leads(to description: EntityDescription) -> Bool {
    relationship.map { description.inherits(from: .of($0.destination)) } ?? false
  }
}

extension PropertyDescription {
  var attributeDeclaration: DeclaredModel.Attribute? {
    codec.map { Self.declaration(name, $0, metadata, defaultText) }
  }

  fileprivate static func declaration(
    _ name: String, _ codec: AttributeCodec, _ metadata: (any SchemaProperty)?, _ defaultText: String?
  ) -> DeclaredModel.Attribute {
    let attribute = metadata as? Schema.Attribute
    return DeclaredModel.Attribute(
      name: name, originalName: originalName(of: name, metadata),
      type: attribute?.isTransformable == true ? .transformable : codec.type,
      valueType: codec.valueType, isOptional: codec.isOptional, defaultText: defaultText,
      options: attribute?.options.map(\.word).filter { $0 != "unique" } ?? [], hashModifier: attribute?.hashModifier,
      components: attribute?.isTransformable == true ? [] : codec.components)
  }

  var relationshipDeclaration: DeclaredModel.Relationship? {
    guard let relationship else { return nil }
    return DeclaredModel.Relationship(
      name: name, originalName: originalName, destination: String(describing: relationship.destination),
      isToMany: relationship.isToMany, isOptional: isOptional,
      deleteRule: DeclaredModel.Relationship.DeleteRule(rawValue: deleteRule.rawValue) ?? .nullify,
      inverse: inverse?.name, minimumCount: minimumCount, maximumCount: maximumCount,
      hashModifier: (metadata as? Schema.Relationship)?.hashModifier)
  }

  /// The public description of an attribute; `nil` for a relationship.
  var attributeMetadata: Schema.Attribute? {
    guard let declaration = attributeDeclaration else { return nil }
    let attribute = Schema.Attribute.make(declaration, options: (metadata as? Schema.Attribute)?.options ?? [])
    attribute.valueType = valueType
    attribute.makeDefault = defaultValue
    return attribute
  }

  /// The public description of a relationship; `nil` for an attribute.
  var relationshipMetadata: Schema.Relationship? {
    guard let shape = relationship else { return nil }
    var relationship = metadata as? Schema.Relationship ?? Schema.Relationship()
    relationship.name = name
    relationship.originalName = originalName
    relationship.valueType = valueType
    relationship.destination = String(describing: shape.destination)
    relationship.inverseName = inverse?.name
    relationship.keyPaths = Schema.Relationship.KeyPaths(own: keyPath, inverse: inverse?.keyPath)
    relationship.known = relationshipDeclaration
    return relationship
  }
}
