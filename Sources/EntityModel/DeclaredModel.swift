/// What a program declares of its persistent objects: the entities of one schema version with their attributes and
/// relationships, as plain values. A store's tables say less: they know no optionality, defaults, delete rules, inverses
/// or renames.
///
/// Everything is sorted by name, so that equal declarations are equal values whatever order they were written in.
public struct DeclaredModel: Sendable, Hashable {
  /// The version's identifier, such as `1.0.0`.
  public var version: String
  /// By name.
  public let entities: [Entity]

  /// A model by its parts, in any order.
  public init(version: String, entities: [Entity]) {
    self.version = version
    self.entities = entities.sorted { $0.name < $1.name }
  }

  /// The entity of a name; nil for none.
  public func entity(named name: String) -> Entity? { entities.first { $0.name == name } }
}

extension DeclaredModel {
  /// A kind of object: what a model class declares itself, without what it inherits.
  public struct Entity: Sendable, Hashable {
    /// The property's name.
    public let name: String
    /// What the version before calls it; the same as the name unless it is renamed.
    public let originalName: String
    /// The entity it inherits from, whose table it shares.
    public let superentity: String?
    /// By name.
    public let attributes: [Attribute]
    /// By name.
    public let relationships: [Relationship]
    /// Names of properties that are unique together; those of one property that says `.unique` are here too.
    public let uniquenessConstraints: [[String]]
    /// The indexes it asks for.
    public let indexes: [Index]

    /// An entity by its parts, in any order.
    public init(
      name: String, originalName: String? = nil, superentity: String? = nil, attributes: [Attribute] = [],
      relationships: [Relationship] = [], uniquenessConstraints: [[String]] = [], indexes: [Index] = []
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.superentity = superentity
      self.attributes = attributes.sorted { $0.name < $1.name }
      self.relationships = relationships.sorted { $0.name < $1.name }
      self.uniquenessConstraints = Set(uniquenessConstraints).sorted { $0.lexicographicallyPrecedes($1) }
      self.indexes = Set(indexes).sorted {
        ($0.kind.rawValue, $0.properties.joined(separator: ",")) < (
          $1.kind.rawValue, $1.properties.joined(separator: ",")
        )
      }
    }
  }

  /// An index that no uniqueness asks for.
  public struct Index: Sendable, Hashable {
    /// The kinds of index.
    public enum Kind: String, Sendable { case binary, rtree }
    /// What kind of index SQLite keeps.
    public let kind: Kind
    /// Names of properties, in the index's order.
    public let properties: [String]

    /// By its parts, in any order.
    public init(kind: Kind = .binary, properties: [String]) {
      self.kind = kind
      self.properties = properties
    }
  }

  /// A value that an object has.
  public struct Attribute: Sendable, Hashable {
    /// The property's name.
    public let name: String
    /// What the version before calls it; the same as the name unless it is renamed.
    public let originalName: String
    /// How its value lies in the store.
    public let type: AttributeType
    /// The type in the source, without its module, where ``type`` does not tell: of an enumeration, of what is encoded.
    public let valueType: String?
    /// Whether it may be nil.
    public let isOptional: Bool
    /// The default's source text, never its value: `UUID()` is another one in each process. Nil for none.
    public let defaultText: String?
    /// Sorted words, such as `externalStorage` or `transformable(by: ColorTransformer)`.
    public let options: [String]
    /// What makes two versions different that are declared alike.
    public let hashModifier: String?
    /// What a ``AttributeType/composite`` is made of, in the order it is encoded; empty for all others.
    public let components: [Attribute]

    /// By its parts, in any order.
    public init(
      name: String, originalName: String? = nil, type: AttributeType, valueType: String? = nil,
      isOptional: Bool = false,
      defaultText: String? = nil, options: [String] = [], hashModifier: String? = nil, components: [Attribute] = []
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
    }
  }

  /// How an attribute's value lies in the store. The first ones are Core Data's attribute types.
  ///
  /// https://developer.apple.com/documentation/coredata/nsattributetype
  public enum AttributeType: String, Sendable, CaseIterable {
    case integer16, integer32, integer64, decimal, double, float, string, boolean, date, binary, uuid, uri
    /// Made by a transformer the program names.
    case transformable
    /// A `Codable` structure whose parts have columns of their own.
    case composite
    /// Any other `Codable` value, such as an array, encoded as one.
    case encoded
  }

  /// What an object has to do with others.
  public struct Relationship: Sendable, Hashable {
    /// What a deletion does to the objects at the other end.
    public enum DeleteRule: String, Sendable, CaseIterable { case noAction, nullify, cascade, deny }

    /// The property's name.
    public let name: String
    /// What the version before calls it; the same as the name unless it is renamed.
    public let originalName: String
    /// The name of the entity at the other end.
    public let destination: String
    /// Whether it leads to any number of objects.
    public let isToMany: Bool
    /// Whether it may be nil.
    public let isOptional: Bool
    /// What a deletion does to the objects at the other end.
    public let deleteRule: DeleteRule
    /// The destination's relationship back, declared or inferred; nil for none.
    public let inverse: String?
    /// How few; nil for no limit.
    public let minimumCount: Int?
    /// How many at most; nil for no limit.
    public let maximumCount: Int?
    /// What makes two versions different that are declared alike.
    public let hashModifier: String?

    /// By its parts, in any order.
    public init(
      name: String, originalName: String? = nil, destination: String, isToMany: Bool, isOptional: Bool = false,
      deleteRule: DeleteRule = .nullify, inverse: String? = nil, minimumCount: Int? = nil, maximumCount: Int? = nil,
      hashModifier: String? = nil
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
    }
  }
}

extension DeclaredModel {
  /// An entity and those it inherits from, the entity first. A superentity that is not in the model ends the line.
  public func lineage(of name: String) -> [Entity] {
    var (line, next) = ([Entity](), Optional(name))
    while let current = next, !line.contains(where: { $0.name == current }), let entity = entity(named: current) {
      line.append(entity)
      next = entity.superentity
    }
    return line
  }

  /// The entity whose table holds the objects of `name`: itself, or the one its line of inheritance begins with.
  public func rootEntity(of name: String) -> String { lineage(of: name).last?.name ?? name }

  /// The entity and all that inherit from it, at any depth, by name.
  public func family(of name: String) -> [Entity] {
    entities.filter { entity in lineage(of: entity.name).contains { $0.name == name } }
  }
}
