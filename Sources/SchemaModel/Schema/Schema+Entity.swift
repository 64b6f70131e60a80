internal import EntityModel

extension Schema {
  /// A model type and its properties, or an entity that has no class: one that was made by an initializer, or read from
  /// a file. A schema with such an entity can be compared, but a container does not accept it.
  public struct Entity: Sendable, Hashable, CustomDebugStringConvertible {
    let content: EntityContent
    /// The entities of the same schema, by name.
    let family: EntityFamily

    /// Creates an entity that has no class.
    public init(_ name: String) { self.init(name, list: [], properties: []) }

    /// Creates an entity that has no class.
    public init(_ name: String, properties: any SchemaProperty...) {
      self.init(name, list: [], properties: properties)
    }

    /// Creates an entity that has no class. The subentities inherit its properties.
    public init(_ name: String, subentities: Entity..., properties: any SchemaProperty...) {
      self.init(name, list: subentities, properties: properties)
    }

    private init(_ name: String, list: [Entity], properties: [any SchemaProperty]) {
      content = .declared(
        DeclaredModel.Entity(
          name: name, attributes: properties.compactMap { ($0 as? Attribute)?.declared },
          relationships: properties.compactMap { ($0 as? Relationship)?.declared },
          uniquenessConstraints: properties.filter(\.isUnique).map { [$0.name] }))
      family = EntityFamily(
        [content] + list.map { .declared($0.content.declaration.under(name)) }
          + list.flatMap { entity in entity.family.contents.filter { $0.name != entity.name } })
    }

    init(_ content: EntityContent, _ family: EntityFamily) {
      self.content = content
      self.family = family
    }

    /// The name of the entity in a store.
    public var name: String { content.name }
    /// The name of the parent entity.
    public var superentityName: String? { (family[name] ?? content).superentity }
    /// The parent entity.
    public var superentity: Entity? { superentityName.flatMap { family[$0] }.map { Entity($0, family) } }
    /// The entities whose parent is this one.
    public var subentities: Set<Entity> {
      Set(family.contents.filter { $0.superentity == name }.map { Entity($0, family) })
    }

    /// The attributes and relationships that the entity declares itself, sorted by name. SwiftData's documentation does
    /// not say whether a transient property is one of them; here it is.
    public var storedProperties: [any SchemaProperty] { content.properties.sorted { $0.name < $1.name } }
    /// The stored properties by name.
    public var storedPropertiesByName: [String: any SchemaProperty] { Self.byName(storedProperties) }
    /// The attributes and relationships of the entities above this one, sorted by name.
    public var inheritedProperties: [any SchemaProperty] { superentity?.properties ?? [] }
    /// The inherited properties by name.
    public var inheritedPropertiesByName: [String: any SchemaProperty] { Self.byName(inheritedProperties) }
    /// All attributes and relationships, sorted by name.
    public var properties: [any SchemaProperty] {
      inheritedPropertiesByName.merging(storedPropertiesByName) { _, own in own }.values.sorted { $0.name < $1.name }
    }
    /// The entity's own and inherited attributes, sorted by name.
    public var attributes: [Attribute] { properties.compactMap { $0 as? Attribute } }
    /// The entity's own and inherited relationships, sorted by name.
    public var relationships: [Relationship] { properties.compactMap { $0 as? Relationship } }
    /// The attributes by name.
    public var attributesByName: [String: Attribute] {
      Dictionary(attributes.map { ($0.name, $0) }) { _, last in last }
    }
    /// The relationships by name.
    public var relationshipsByName: [String: Relationship] {
      Dictionary(relationships.map { ($0.name, $0) }) { _, last in last }
    }
    /// The names of properties that are unique together.
    public var uniquenessConstraints: [[String]] { content.declaration.uniquenessConstraints }
    /// The names of properties that are indexed together.
    public var indices: [[String]] { content.declaration.indexes.map(\.properties) }

    private static func byName(_ properties: [any SchemaProperty]) -> [String: any SchemaProperty] {
      Dictionary(properties.map { ($0.name, $0) }) { _, last in last }
    }

    /// The entity's and its properties' names.
    public var debugDescription: String { "Entity \(name): \(properties.map(\.name).joined(separator: ", "))" }

    /// Compares the model types, or the declarations of entities without types.
    public static func == (one: Entity, other: Entity) -> Bool { one.content == other.content }
    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(content) }
  }
}

extension Schema.Entity: Codable {
  /// Reads an entity that was encoded as a model document.
  public init(from decoder: any Decoder) throws {
    let document = try Document(from: decoder)
    let family = EntityFamily(document.family.model.entities.map(EntityContent.declared))
    guard let content = family[document.name] else { throw ModelDocumentText.missing("entity", decoder) }
    self.init(content, family)
  }

  /// Encodes the entity's name, and the entities of its schema as the text of a model document.
  public func encode(to encoder: any Encoder) throws {
    let model = DeclaredModel(version: "1.0.0", entities: family.contents.map(\.declaration))
    try Document(name: name, family: ModelDocumentText(model)).encode(to: encoder)
  }

  private struct Document: Codable {
    let name: String
    let family: ModelDocumentText
  }
}

/// An entity without its relation to others.
enum EntityContent: Sendable, Hashable {
  case type(EntityDescription)
  case declared(DeclaredModel.Entity)

  var name: String {
    switch self {
    case .type(let description): description.name
    case .declared(let entity): entity.name
    }
  }

  var superentity: String? {
    switch self {
    case .type(let description): description.superentity?.name
    case .declared(let entity): entity.superentity
    }
  }

  var declaration: DeclaredModel.Entity {
    switch self {
    case .type(let description): description.declaration
    case .declared(let entity): entity
    }
  }

  /// The properties that the entity declares itself.
  var properties: [any SchemaProperty] {
    switch self {
    case .type(let description):
      description.ownProperties.compactMap { $0.attributeMetadata ?? $0.relationshipMetadata }
    case .declared(let entity):
      entity.attributes.map { attribute in
        let isUnique = entity.uniquenessConstraints.contains([attribute.name])
        return Schema.Attribute.make(
          attribute, options: attribute.options.map(Schema.Attribute.Option.init) + (isUnique ? [.unique] : []))
      } + entity.relationships.map(Schema.Relationship.init)
    }
  }

  static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.type(let one), .type(let other)): one === other
    case (.declared(let one), .declared(let other)): one == other
    default: false
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The entities of a schema.
final class EntityFamily: Sendable {
  /// In the order of their names.
  let contents: [EntityContent]
  private let byName: [String: EntityContent]

  /// If two entities have the same name, the first counts.
  init(_ contents: [EntityContent]) {
    byName = Dictionary(contents.map { ($0.name, $0) }) { first, _ in first }
    self.contents = byName.values.sorted { $0.name < $1.name }
  }

  subscript(name: String) -> EntityContent? { byName[name] }
}

extension DeclaredModel.Entity {
  /// The same entity with a superentity.
  fileprivate func under(_ name: String) -> DeclaredModel.Entity {
    DeclaredModel.Entity(
      name: self.name, originalName: originalName, superentity: name, attributes: attributes,
      relationships: relationships, uniquenessConstraints: uniquenessConstraints, indexes: indexes)
  }
}
