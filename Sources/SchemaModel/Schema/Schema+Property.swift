internal import EntityModel

/// An attribute or a relationship of an entity.
public protocol SchemaProperty: Sendable {
  /// The property's name.
  var name: String { get }
  /// What the version before calls it; the same as the name unless it is renamed.
  var originalName: String { get }
  /// The type in the source.
  var valueType: any Any.Type { get }
  /// Whether it may be nil.
  var isOptional: Bool { get }
  /// Whether no two objects may have the same.
  var isUnique: Bool { get }
  /// Whether it is a value.
  var isAttribute: Bool { get }
  /// Whether it leads to other objects.
  var isRelationship: Bool { get }
  /// Whether it is not stored.
  var isTransient: Bool { get }
}

extension Schema {
  /// What `@Attribute` says, and what the type of the property adds.
  public struct Attribute: SchemaProperty {
    /// What is special about an attribute.
    public struct Option: Sendable, Hashable {
      let word: String

      /// No two objects have the same value; saving a second one updates the first.
      public static var unique: Option { Option(word: "unique") }
      /// Kept in the store as any other blob: SQLite holds large ones well. The word is frozen.
      public static var externalStorage: Option { Option(word: "externalStorage") }
      /// Frozen and otherwise without effect: there is no Spotlight outside Apple's systems.
      public static var spotlight: Option { Option(word: "spotlight") }
      /// Frozen and otherwise without effect: no history is written.
      public static var preserveValueOnDeletion: Option { Option(word: "preserveValueOnDeletion") }
      /// Part of the model, never of the store: nil, or its default, in an object that was fetched.
      public static var ephemeral: Option { Option(word: "ephemeral") }
      /// Frozen and otherwise without effect: there is no CloudKit outside Apple's systems.
      public static var allowsCloudEncryption: Option { Option(word: "allowsCloudEncryption") }
      /// Encoded as a whole, by `Codable`. The transformer's name is frozen; value transformers are Apple's.
      public static func transformable(by name: String) -> Option { Option(word: "transformable(by: \(name))") }
    }

    /// The property's name.
    public internal(set) var name = ""
    /// What the version before calls it.
    public internal(set) var originalName: String
    /// The type in the source.
    public internal(set) var valueType: any Any.Type = Never.self
    /// What `@Attribute` says.
    public let options: [Option]
    /// What makes two versions different that are declared alike.
    public let hashModifier: String?
    /// The default's source text; nil for none.
    public internal(set) var defaultText: String?

    /// An attribute as it is declared.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.options = options
      self.originalName = originalName ?? ""
      self.hashModifier = hashModifier
    }

    /// Whether it may be nil.
    public var isOptional: Bool { valueType is any OptionalValue.Type }
    /// Whether no two objects may have the same.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether it is a value.
    public var isAttribute: Bool { true }
    /// Whether it leads to other objects.
    public var isRelationship: Bool { false }
    /// Whether it is not stored.
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Whether it is encoded as a whole.
    public var isTransformable: Bool { options.contains { $0.word.hasPrefix("transformable") } }
  }

  /// What `@Relationship` says, and what the type of the property adds.
  public struct Relationship: SchemaProperty {
    /// What a deletion does to the objects at the other end.
    public enum DeleteRule: String, Codable, Sendable {
      /// They keep a reference to nothing.
      case noAction
      /// They lose the reference.
      case nullify
      /// They are deleted too.
      case cascade
      /// As long as there are any, the deletion fails.
      case deny
    }

    /// What is special about a relationship.
    public struct Option: Sendable, Hashable {
      let word: String
      /// No two objects lead to the same one.
      public static var unique: Option { Option(word: "unique") }
    }

    /// The property's name.
    public internal(set) var name = ""
    /// What the version before calls it.
    public internal(set) var originalName: String
    /// The type in the source.
    public internal(set) var valueType: any Any.Type = Never.self
    /// The name of the entity at the other end.
    public internal(set) var destination = ""
    /// The destination's relationship back, declared or inferred.
    public internal(set) var inverseName: String?
    /// The same as a key path of the destination's type.
    public var inverseKeyPath: AnyKeyPath? { keyPaths.inverse }
    /// The property itself.
    public var keypath: AnyKeyPath? { keyPaths.own }
    /// What a deletion does to the objects at the other end.
    public let deleteRule: DeleteRule
    /// How few; 0 for no limit.
    public let minimumModelCount: Int?
    /// How many at most; 0 for no limit.
    public let maximumModelCount: Int?
    /// What `@Relationship` says.
    public let options: [Option]
    /// What makes two versions different that are declared alike.
    public let hashModifier: String?
    var keyPaths: KeyPaths

    /// Key paths without captured values are immutable, and shared by all threads.
    struct KeyPaths: @unchecked Sendable {
      var own: AnyKeyPath?
      var inverse: AnyKeyPath?
    }

    /// A relationship as it is declared.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.options = options
      self.deleteRule = deleteRule
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.originalName = originalName ?? ""
      self.hashModifier = hashModifier
      keyPaths = KeyPaths(inverse: inverse)
    }

    /// Whether it may be nil.
    public var isOptional: Bool { valueType is any OptionalValue.Type }
    /// Whether no two objects may have the same.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether it is a value.
    public var isAttribute: Bool { false }
    /// Whether it leads to other objects.
    public var isRelationship: Bool { true }
    /// Whether it is not stored.
    public var isTransient: Bool { false }
    /// Whether it leads to one object at most.
    public var isToOneRelationship: Bool { RelationshipShape(of: valueType)?.isToMany == false }
  }

  /// Properties that no two objects may have alike, all together.
  public final class Unique<T: PersistentModel>: SchemaEntry {
    let constraints: [[PartialKeyPath<T>]]

    /// One or more constraints.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    override var uniqueKeyPaths: [[AnyKeyPath]] { constraints }
  }

  /// Properties that are looked up often.
  public final class Index<T: PersistentModel>: SchemaEntry {
    /// The kinds of index.
    public enum Types<Model: PersistentModel> {
      /// Sorted, one after the other.
      case binary([PartialKeyPath<Model>])
      /// Numbers as coordinates. Kept as a sorted index here.
      case rtree([PartialKeyPath<Model>])
    }

    let indices: [Types<T>]

    /// One or more sorted indexes.
    public init(_ indices: [PartialKeyPath<T>]...) { self.indices = indices.map { .binary($0) } }

    /// One or more indexes of any kind.
    public init(_ indices: Types<T>...) { self.indices = indices }

    override var indexKeyPaths: [(kind: String, keyPaths: [AnyKeyPath])] {
      indices.map { index in
        switch index {
        case .binary(let paths): ("binary", paths)
        case .rtree(let paths): ("rtree", paths)
        }
      }
    }
  }

  /// What a class says of several of its properties.
  public class SchemaEntry {
    var uniqueKeyPaths: [[AnyKeyPath]] { [] }
    var indexKeyPaths: [(kind: String, keyPaths: [AnyKeyPath])] { [] }
  }

  /// What `@Model` tells of one property, or of several together.
  public struct PropertyMetadata {
    enum Content {
      case property(
        name: String, keyPath: AnyKeyPath, defaultText: String?, defaultValue: (() -> Any)?,
        metadata: (any SchemaProperty)?)
      case entry(SchemaEntry)
      case transient(name: String, keyPath: AnyKeyPath)
    }
    let content: Content

    /// Nil for what is said of several properties.
    var keyPath: AnyKeyPath? {
      if case .property(_, let keyPath, _, _, _) = content { keyPath } else { nil }
    }

    /// A value. The default is evaluated where a value is needed, never to describe the schema.
    public init<Model: PersistentModel, Value>(
      name: String, keypath: KeyPath<Model, Value>, defaultText: String? = nil, defaultValue: (() -> Value)? = nil,
      metadata: Attribute? = nil
    ) {
      content = .property(
        name: name, keyPath: keypath, defaultText: defaultText,
        defaultValue: defaultValue.map { value in { value() as Any } }, metadata: metadata)
    }

    /// A relationship.
    public init<Model: PersistentModel, Value>(
      name: String, keypath: KeyPath<Model, Value>, defaultText: String? = nil, defaultValue: (() -> Value)? = nil,
      metadata: Relationship
    ) {
      content = .property(
        name: name, keyPath: keypath, defaultText: defaultText,
        defaultValue: defaultValue.map { value in { value() as Any } }, metadata: metadata)
    }

    /// A property that is not stored.
    public init<Model: PersistentModel, Value>(transient name: String, keypath: KeyPath<Model, Value>) {
      content = .transient(name: name, keyPath: keypath)
    }

    /// What `#Unique` or `#Index` says.
    public init(_ entry: SchemaEntry) { content = .entry(entry) }
  }

  /// A kind of object, and its properties.
  public struct Entity: Sendable, Hashable {
    let description: EntityDescription

    /// What it is called in a store.
    public var name: String { description.name }
    /// The entity it inherits from.
    public var superentityName: String? { description.superentity?.name }
    /// The entity it inherits from.
    public var superentity: Entity? { description.superentity.map(Entity.init) }
    /// Its own values and those it inherits, by name.
    public var attributes: [Attribute] { attributesByName.values.sorted { $0.name < $1.name } }
    /// Its own relationships and those it inherits, by name.
    public var relationships: [Relationship] { relationshipsByName.values.sorted { $0.name < $1.name } }
    /// Values by name.
    public var attributesByName: [String: Attribute] {
      Dictionary(description.properties.compactMap { $0.attributeMetadata.map { ($0.name, $0) } }) { _, last in last }
    }
    /// Relationships by name.
    public var relationshipsByName: [String: Relationship] {
      Dictionary(description.properties.compactMap { $0.relationshipMetadata.map { ($0.name, $0) } }) { _, last in
        last
      }
    }
    /// All of both, by name.
    public var properties: [any SchemaProperty] {
      (attributes as [any SchemaProperty] + relationships).sorted { $0.name < $1.name }
    }
    /// Names of properties that are unique together.
    public var uniquenessConstraints: [[String]] { description.declaration.uniquenessConstraints }
    /// Names of properties that are indexed together.
    public var indices: [[String]] { description.declaration.indexes.map(\.properties) }

    init(_ description: EntityDescription) { self.description = description }

    /// The same type.
    public static func == (one: Entity, other: Entity) -> Bool { one.description === other.description }
    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(description)) }
  }
}
