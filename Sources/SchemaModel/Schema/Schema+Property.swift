internal import EntityModel

/// An attribute or a relationship of an entity.
public protocol SchemaProperty: Sendable {
  /// The property's name.
  var name: String { get }
  /// The property's name in the previous version; equal to ``name`` unless it was renamed.
  var originalName: String { get }
  /// The type of the property in the source.
  var valueType: any Any.Type { get }
  /// Whether the property is optional.
  var isOptional: Bool { get }
  /// Whether the property's values are unique.
  var isUnique: Bool { get }
  /// Whether the property is an attribute.
  var isAttribute: Bool { get }
  /// Whether the property is a relationship.
  var isRelationship: Bool { get }
  /// Whether the property is excluded from the store.
  var isTransient: Bool { get }
}

extension Schema {
  /// An attribute: the arguments of `@Attribute`, completed from the type of the property.
  public struct Attribute: SchemaProperty {
    /// An option of an attribute.
    public struct Option: Sendable, Hashable {
      let word: String

      /// The values are unique. Saving a second object with the same value updates the first.
      public static var unique: Option { Option(word: "unique") }
      /// Has no effect on storage: the value is stored as an ordinary BLOB, because SQLite stores large ones well. The
      /// option is part of the frozen model.
      public static var externalStorage: Option { Option(word: "externalStorage") }
      /// Has no effect, because Spotlight is not available outside Apple's systems. The option is part of the frozen
      /// model.
      public static var spotlight: Option { Option(word: "spotlight") }
      /// Has no effect, because no history is written. The option is part of the frozen model.
      public static var preserveValueOnDeletion: Option { Option(word: "preserveValueOnDeletion") }
      /// The attribute belongs to the model but is not stored. In a fetched object it is `nil` or has its default
      /// value.
      public static var ephemeral: Option { Option(word: "ephemeral") }
      /// Has no effect, because CloudKit is not available outside Apple's systems. The option is part of the frozen
      /// model.
      public static var allowsCloudEncryption: Option { Option(word: "allowsCloudEncryption") }
      /// The value is encoded as a whole with `Codable`. The transformer's name is part of the frozen model; value
      /// transformers exist only on Apple's systems.
      public static func transformable(by name: String) -> Option { Option(word: "transformable(by: \(name))") }
    }

    /// The property's name.
    public internal(set) var name = ""
    /// The property's name in the previous version.
    public internal(set) var originalName: String
    /// The type of the property in the source.
    public internal(set) var valueType: any Any.Type = Never.self
    /// The options of `@Attribute`.
    public let options: [Option]
    /// A value that distinguishes two versions with identical declarations.
    public let hashModifier: String?
    /// The source text of the default value; `nil` if there is none.
    public internal(set) var defaultText: String?

    /// Creates an attribute as declared.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.options = options
      self.originalName = originalName ?? ""
      self.hashModifier = hashModifier
    }

    /// Whether the property is optional.
    public var isOptional: Bool { valueType is any OptionalValue.Type }
    /// Whether the attribute's values are unique.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether the property is an attribute.
    public var isAttribute: Bool { true }
    /// Whether the property is a relationship.
    public var isRelationship: Bool { false }
    /// Whether the property is excluded from the store.
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Whether the value is encoded as a whole.
    public var isTransformable: Bool { options.contains { $0.word.hasPrefix("transformable") } }
  }

  /// A relationship: the arguments of `@Relationship`, completed from the type of the property.
  public struct Relationship: SchemaProperty {
    /// The effect of deleting an object on the related objects.
    public enum DeleteRule: String, Codable, Sendable {
      /// Their references become dangling.
      case noAction
      /// Their references are removed.
      case nullify
      /// They are deleted as well.
      case cascade
      /// The deletion fails while related objects exist.
      case deny
    }

    /// An option of a relationship.
    public struct Option: Sendable, Hashable {
      let word: String
      /// No two objects refer to the same object.
      public static var unique: Option { Option(word: "unique") }
    }

    /// The property's name.
    public internal(set) var name = ""
    /// The property's name in the previous version.
    public internal(set) var originalName: String
    /// The type of the property in the source.
    public internal(set) var valueType: any Any.Type = Never.self
    /// The name of the destination entity.
    public internal(set) var destination = ""
    /// The inverse relationship of the destination, declared or inferred.
    public internal(set) var inverseName: String?
    /// The key path of the inverse relationship.
    public var inverseKeyPath: AnyKeyPath? { keyPaths.inverse }
    /// The key path of the property.
    public var keypath: AnyKeyPath? { keyPaths.own }
    /// The delete rule.
    public let deleteRule: DeleteRule
    /// The minimum number of related objects; 0 for no limit.
    public let minimumModelCount: Int?
    /// The maximum number of related objects; 0 for no limit.
    public let maximumModelCount: Int?
    /// The options of `@Relationship`.
    public let options: [Option]
    /// A value that distinguishes two versions with identical declarations.
    public let hashModifier: String?
    var keyPaths: KeyPaths

    /// Key paths without captured values are immutable and can be shared between threads.
    struct KeyPaths: @unchecked Sendable {
      var own: AnyKeyPath?
      var inverse: AnyKeyPath?
    }

    /// Creates a relationship as declared.
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

    /// Whether the property is optional.
    public var isOptional: Bool { valueType is any OptionalValue.Type }
    /// Whether the relationship is unique.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether the property is an attribute.
    public var isAttribute: Bool { false }
    /// Whether the property is a relationship.
    public var isRelationship: Bool { true }
    /// Whether the property is excluded from the store.
    public var isTransient: Bool { false }
    /// Whether the relationship refers to at most one object.
    public var isToOneRelationship: Bool { RelationshipShape(of: valueType)?.isToMany == false }
  }

  /// Sets of properties whose combined values are unique.
  public final class Unique<T: PersistentModel>: SchemaEntry {
    let constraints: [[PartialKeyPath<T>]]

    /// Creates one or more uniqueness constraints.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    override var uniqueKeyPaths: [[AnyKeyPath]] { constraints }
  }

  /// Indexes on properties.
  public final class Index<T: PersistentModel>: SchemaEntry {
    /// The kind of an index.
    public enum Types<Model: PersistentModel> {
      /// A sorted index over the properties in order.
      case binary([PartialKeyPath<Model>])
      /// An index over coordinates, implemented here as a sorted index.
      case rtree([PartialKeyPath<Model>])
    }

    let indices: [Types<T>]

    /// Creates one or more sorted indexes.
    public init(_ indices: [PartialKeyPath<T>]...) { self.indices = indices.map { .binary($0) } }

    /// Creates one or more indexes of any kind.
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

  /// A declaration about several properties of a class.
  public class SchemaEntry {
    var uniqueKeyPaths: [[AnyKeyPath]] { [] }
    var indexKeyPaths: [(kind: String, keyPaths: [AnyKeyPath])] { [] }
  }

  /// A declaration that `@Model` generates about one or several properties.
  public struct PropertyMetadata {
    enum Content {
      case property(
        name: String, keyPath: AnyKeyPath, defaultText: String?, defaultValue: (() -> Any)?,
        metadata: (any SchemaProperty)?)
      case entry(SchemaEntry)
      case transient(name: String, keyPath: AnyKeyPath)
    }
    let content: Content

    /// `nil` for a declaration about several properties.
    var keyPath: AnyKeyPath? {
      if case .property(_, let keyPath, _, _, _) = content { keyPath } else { nil }
    }

    /// Creates the declaration of an attribute. Describing the schema never evaluates the default.
    public init<Model: PersistentModel, Value>(
      name: String, keypath: KeyPath<Model, Value>, defaultText: String? = nil, defaultValue: (() -> Value)? = nil,
      metadata: Attribute? = nil
    ) {
      content = .property(
        name: name, keyPath: keypath, defaultText: defaultText,
        defaultValue: defaultValue.map { value in { value() as Any } }, metadata: metadata)
    }

    /// Creates the declaration of a relationship.
    public init<Model: PersistentModel, Value>(
      name: String, keypath: KeyPath<Model, Value>, defaultText: String? = nil, defaultValue: (() -> Value)? = nil,
      metadata: Relationship
    ) {
      content = .property(
        name: name, keyPath: keypath, defaultText: defaultText,
        defaultValue: defaultValue.map { value in { value() as Any } }, metadata: metadata)
    }

    /// Creates the declaration of a transient property.
    public init<Model: PersistentModel, Value>(transient name: String, keypath: KeyPath<Model, Value>) {
      content = .transient(name: name, keyPath: keypath)
    }

    /// Creates the declaration of `#Unique` or `#Index`.
    public init(_ entry: SchemaEntry) { content = .entry(entry) }
  }

  /// A model type and its properties.
  public struct Entity: Sendable, Hashable {
    let description: EntityDescription

    /// The name of the entity in a store.
    public var name: String { description.name }
    /// The name of the parent entity.
    public var superentityName: String? { description.superentity?.name }
    /// The parent entity.
    public var superentity: Entity? { description.superentity.map(Entity.init) }
    /// The entity's own and inherited attributes, sorted by name.
    public var attributes: [Attribute] { attributesByName.values.sorted { $0.name < $1.name } }
    /// The entity's own and inherited relationships, sorted by name.
    public var relationships: [Relationship] { relationshipsByName.values.sorted { $0.name < $1.name } }
    /// The attributes by name.
    public var attributesByName: [String: Attribute] {
      Dictionary(description.properties.compactMap { $0.attributeMetadata.map { ($0.name, $0) } }) { _, last in last }
    }
    /// The relationships by name.
    public var relationshipsByName: [String: Relationship] {
      Dictionary(description.properties.compactMap { $0.relationshipMetadata.map { ($0.name, $0) } }) { _, last in
        last
      }
    }
    /// All attributes and relationships, sorted by name.
    public var properties: [any SchemaProperty] {
      (attributes as [any SchemaProperty] + relationships).sorted { $0.name < $1.name }
    }
    /// The names of properties that are unique together.
    public var uniquenessConstraints: [[String]] { description.declaration.uniquenessConstraints }
    /// The names of properties that are indexed together.
    public var indices: [[String]] { description.declaration.indexes.map(\.properties) }

    init(_ description: EntityDescription) { self.description = description }

    /// Compares the model types.
    public static func == (one: Entity, other: Entity) -> Bool { one.description === other.description }
    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(description)) }
  }
}
