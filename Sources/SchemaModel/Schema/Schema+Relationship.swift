internal import EntityModel

extension Schema {
  /// A relationship: the arguments of `@Relationship`, completed from the type of the property.
  ///
  /// A relationship of an entity without a class needs a ``name`` and a ``destination``.
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
    public var name = ""
    /// The property's name in the previous version.
    public var originalName: String
    /// The type of the property in the source.
    public var valueType: any Any.Type = Never.self
    /// The name of the destination entity.
    public var destination = ""
    /// The inverse relationship of the destination, declared or inferred.
    public var inverseName: String?
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
    /// The relationship as plain values, if it belongs to a schema.
    var known: DeclaredModel.Relationship?

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

    init(_ known: DeclaredModel.Relationship) {
      name = known.name
      originalName = known.originalName
      valueType = Any.self
      destination = known.destination
      inverseName = known.inverse
      deleteRule = DeleteRule(rawValue: known.deleteRule.rawValue) ?? .nullify
      minimumModelCount = known.minimumCount ?? 0
      maximumModelCount = known.maximumCount ?? 0
      options = []
      hashModifier = known.hashModifier
      keyPaths = KeyPaths()
      self.known = known
    }

    /// Reads a relationship that was encoded as a model document.
    public init(from decoder: any Decoder) throws {
      let entity = try ModelDocumentText(from: decoder).entity
      guard let known = entity.relationships.first else { throw ModelDocumentText.missing("relationship", decoder) }
      self.init(known)
    }

    /// Encodes the relationship as the text of a model document.
    public func encode(to encoder: any Encoder) throws {
      try ModelDocumentText(DeclaredModel.Entity(name: "", relationships: [declared])).encode(to: encoder)
    }

    /// Compares the declarations.
    public static func == (one: Relationship, other: Relationship) -> Bool { one.declared == other.declared }
    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(declared) }

    /// Whether the property is optional.
    public var isOptional: Bool { known?.isOptional ?? (valueType is any OptionalValue.Type) }
    /// Whether the relationship is unique.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether the property is an attribute.
    public var isAttribute: Bool { false }
    /// Whether the property is a relationship.
    public var isRelationship: Bool { true }
    /// Whether the property is excluded from the store.
    public var isTransient: Bool { false }
    /// Whether the relationship refers to at most one object. Without a class, this is determined by
    /// ``maximumModelCount``, as in Core Data.
    public var isToOneRelationship: Bool {
      if let known { return !known.isToMany }
      return RelationshipShape(of: valueType).map { !$0.isToMany } ?? (maximumModelCount == 1)
    }
  }
}

extension Schema.Relationship {
  /// The relationship as plain values. A change of its name, destination or inverse replaces those that are known.
  var declared: DeclaredModel.Relationship {
    func limit(_ count: Int?) -> Int? { count.flatMap { $0 == 0 ? nil : $0 } }
    let isToMany = !isToOneRelationship
    return DeclaredModel.Relationship(
      name: name, originalName: originalName.isEmpty ? name : originalName, destination: destination,
      isToMany: isToMany, isOptional: isOptional,
      deleteRule: DeclaredModel.Relationship.DeleteRule(rawValue: deleteRule.rawValue) ?? .nullify,
      inverse: inverseName, minimumCount: limit(minimumModelCount),
      maximumCount: isToMany || known != nil ? limit(maximumModelCount) : nil, hashModifier: hashModifier)
  }
}
