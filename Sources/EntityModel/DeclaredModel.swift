/// The managed object model that a program declares for one schema version: entities with their attributes and
/// relationships, as plain values. A store's tables contain less: they do not record optionality, defaults, delete
/// rules, inverses or renamings.
///
/// All lists are sorted by name, so that equal declarations are equal values regardless of their order in the source.
public struct DeclaredModel: Sendable, Hashable {
  /// The version identifier, such as `1.0.0`.
  public var version: String
  /// The entities, sorted by name.
  public let entities: [Entity]

  /// Creates a model; the entities may be in any order.
  public init(version: String, entities: [Entity]) {
    self.version = version
    self.entities = entities.sorted { $0.name < $1.name }
  }

  /// The entity with a name; `nil` if there is none.
  public func entity(named name: String) -> Entity? { entities.first { $0.name == name } }
}

extension DeclaredModel.Entity {
  /// The entity with further constraints.
  public func adding(uniquenessConstraints added: [[String]]) -> Self {
    Self(
      name: name, originalName: originalName, superentity: superentity, attributes: attributes,
      relationships: relationships, uniquenessConstraints: uniquenessConstraints + added, indexes: indexes,
      transientAttributes: transientAttributes, isAbstract: isAbstract, hashModifier: hashModifier)
  }
}

extension DeclaredModel {
  /// An entity: the properties that a model class declares itself, without inherited ones.
  public struct Entity: Sendable, Hashable {
    /// The entity's name.
    public let name: String
    /// The entity's name in the previous version; equal to ``name`` unless it was renamed.
    public let originalName: String
    /// The superentity, with which the entity shares a table; `nil` for a root entity.
    public let superentity: String?
    /// The attributes, sorted by name.
    public let attributes: [Attribute]
    /// The relationships, sorted by name.
    public let relationships: [Relationship]
    /// Sets of properties whose values must be unique together, including single properties that are declared
    /// `.unique`.
    public let uniquenessConstraints: [[String]]
    /// The declared indexes.
    public let indexes: [Index]
    /// The attributes without a column, sorted by name. Only Core Data's models have them: SwiftData's models do not
    /// contain what a class declares `@Transient`.
    public let transientAttributes: [TransientAttribute]
    /// Whether there are no objects of this entity, only of its subentities.
    public let isAbstract: Bool
    /// A modifier that makes two otherwise equal declarations different versions.
    public let hashModifier: String?

    /// Creates an entity; the parts may be in any order.
    public init(
      name: String, originalName: String? = nil, superentity: String? = nil, attributes: [Attribute] = [],
      relationships: [Relationship] = [], uniquenessConstraints: [[String]] = [], indexes: [Index] = [],
      transientAttributes: [TransientAttribute] = [], isAbstract: Bool = false, hashModifier: String? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.superentity = superentity
      self.attributes = attributes.sorted { $0.name < $1.name }
      self.relationships = relationships.sorted { $0.name < $1.name }
      self.uniquenessConstraints = Set(uniquenessConstraints).sorted { $0.lexicographicallyPrecedes($1) }
      self.indexes = Set(indexes).sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
      self.transientAttributes = transientAttributes.sorted { $0.name < $1.name }
      self.isAbstract = isAbstract
      self.hashModifier = hashModifier
    }
  }

  /// An attribute of an entity.
  public struct Attribute: Sendable, Hashable {
    /// The property's name.
    public let name: String
    /// The property's name in the previous version; equal to ``name`` unless it was renamed.
    public let originalName: String
    /// The type of its value in the store.
    public let type: AttributeType
    /// The Swift type in the source, without its module, where ``type`` does not determine it: for an enumeration or an
    /// encoded value.
    public let valueType: String?
    /// Whether the attribute is optional.
    public let isOptional: Bool
    /// The source text of the default, not its value: `UUID()` evaluates differently in each process. `nil` if there is
    /// no default.
    public let defaultText: String?
    /// The options, sorted, such as `externalStorage` or `transformable(by: ColorTransformer)`.
    public let options: [String]
    /// A modifier that makes two otherwise equal declarations different versions.
    public let hashModifier: String?
    /// The components of a ``AttributeType/composite`` attribute in the order of their encoding, or the cases of an
    /// ``AttributeType/enumeration`` in the order of their declaration; empty for other types.
    public let components: [Attribute]
    /// The expression from which Core Data computes the value when it saves, such as `pages.@count`; `nil` if the
    /// program sets the value. A derived attribute has a column.
    ///
    /// https://developer.apple.com/documentation/coredata/nsderivedattributedescription
    public let derivation: String?

    /// Creates a value from its parts, which may be in any order.
    public init(
      name: String, originalName: String? = nil, type: AttributeType, valueType: String? = nil,
      isOptional: Bool = false,
      defaultText: String? = nil, options: [String] = [], hashModifier: String? = nil, components: [Attribute] = [],
      derivation: String? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.type = type
      self.valueType = valueType
      self.isOptional = isOptional
      self.defaultText = defaultText
      self.options = options.sorted()
      self.hashModifier = hashModifier
      self.components = components
      self.derivation = derivation
    }
  }

  /// The type of an attribute's value in the store. The first cases are Core Data's attribute types.
  ///
  /// https://developer.apple.com/documentation/coredata/nsattributetype
  public enum AttributeType: String, Sendable, CaseIterable {
    case integer16, integer32, integer64, decimal, double, float, string, boolean, date, binary, uuid, uri
    /// A value encoded by a value transformer of the program.
    case transformable
    /// A `Codable` structure whose components have their own columns.
    case composite
    /// An enumeration without raw values. Each case has a column, which contains the name of the case if that is the
    /// value. An enumeration with raw values has the type of these.
    case enumeration
    /// Any other `Codable` value, such as an array, encoded as a whole.
    case encoded
    /// A value whose columns are not known: the sources do not declare its type, or no store shows how the type is stored.
    case unknown
  }

  /// A relationship of an entity.
  public struct Relationship: Sendable, Hashable {
    /// The effect of a deletion on the objects at the other end.
    public enum DeleteRule: String, Sendable, CaseIterable { case noAction, nullify, cascade, deny }

    /// The property's name.
    public let name: String
    /// The property's name in the previous version; equal to ``name`` unless it was renamed.
    public let originalName: String
    /// The name of the destination entity.
    public let destination: String
    /// Whether the relationship is to-many.
    public let isToMany: Bool
    /// Whether the relationship is optional.
    public let isOptional: Bool
    /// The effect of a deletion on the objects at the other end.
    public let deleteRule: DeleteRule
    /// The name of the inverse relationship, declared or inferred; `nil` if there is none.
    public let inverse: String?
    /// The minimum number of objects; `nil` if there is no limit.
    public let minimumCount: Int?
    /// The maximum number of objects; `nil` if there is no limit.
    public let maximumCount: Int?
    /// A modifier that makes two otherwise equal declarations different versions.
    public let hashModifier: String?
    /// Whether a to-many relationship keeps the order of its objects.
    public let isOrdered: Bool

    /// Creates a value from its parts, which may be in any order.
    public init(
      name: String, originalName: String? = nil, destination: String, isToMany: Bool, isOptional: Bool = false,
      deleteRule: DeleteRule = .nullify, inverse: String? = nil, minimumCount: Int? = nil, maximumCount: Int? = nil,
      hashModifier: String? = nil, isOrdered: Bool = false
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.destination = destination
      self.isToMany = isToMany
      self.isOptional = isOptional
      self.deleteRule = deleteRule
      self.inverse = inverse
      self.minimumCount = minimumCount
      self.maximumCount = maximumCount
      self.hashModifier = hashModifier
      self.isOrdered = isOrdered
    }
  }
}

extension DeclaredModel {
  /// An entity followed by its superentities, up to the root. A superentity that is not in the model ends the list.
  public func lineage(of name: String) -> [Entity] {
    var (line, next) = ([Entity](), Optional(name))
    while let current = next, !line.contains(where: { $0.name == current }), let entity = entity(named: current) {
      line.append(entity)
      next = entity.superentity
    }
    return line
  }

  /// The root entity of `name`, whose table stores its objects; `name` itself if it has no superentity.
  public func rootEntity(of name: String) -> String { lineage(of: name).last?.name ?? name }

  /// The entity and all its subentities, at any depth, sorted by name.
  public func family(of name: String) -> [Entity] {
    entities.filter { entity in lineage(of: entity.name).contains { $0.name == name } }
  }
}

extension DeclaredModel.AttributeType {
  /// Whether the attribute has columns for its components instead of one for its value.
  public var hasComponents: Bool { self == .composite || self == .enumeration }
}

extension DeclaredModel.Attribute {
  /// Whether the value is an array, which SwiftData stores as a transformable attribute, unlike a dictionary:
  ///
  /// > NSAttributeType = 1800, NSAttributeValueClassName = Array<String>
  /// > NSAttributeType = 1000, NSAttributeValueClassName = NSData (a `[String: Double]`)
  ///
  /// An array that is a part of a structure is binary data.
  public var isEncodedArray: Bool { type == .encoded && valueType?.hasPrefix("Array<") == true }
}
