/// The reasons why a mapping between two versions cannot be inferred.
public struct MappingError: Error, Sendable, Hashable {
  /// The source version.
  public let from: String
  /// The destination version.
  public let to: String
  /// The reasons, sorted by entity and property.
  public let reasons: [Reason]
}

extension MappingError {
  /// A reason and its location.
  public struct Reason: Sendable, Hashable {
    /// The entity's name in the destination version.
    public let entity: String
    /// The property's name there, `place.street` for a component; `nil` for a reason about the entity.
    public let property: String?
    /// The kind of reason.
    public let kind: Kind

    /// Creates a reason.
    public init(entity: String, property: String? = nil, kind: Kind) {
      self.entity = entity
      self.property = property
      self.kind = kind
    }
  }

  /// The limits of Core Data's inferred mappings, and contradictory declarations.
  ///
  /// https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
  public enum Kind: Sendable, Hashable {
    /// The attribute is new and required, and old objects have no value for it.
    case addedWithoutDefault
    /// The attribute became required, and has no default for objects without a value.
    case requiredWithoutDefault
    /// The to-one relationship is new and required, or became required. Relationships cannot have a default.
    case requiredRelationship(isNew: Bool)
    /// The type of its values changed.
    case typeChanged(before: String, after: String)
    /// The relationship changed from to-many to to-one.
    case toManyToOne
    /// The destination changed to an entity of another hierarchy.
    case destinationChanged(before: String, after: String)
    /// Entities of different hierarchies were moved below one root entity.
    case hierarchiesMerged(roots: [String])
    /// Several properties, or entities, have the same original name.
    case nameClaimed(original: String, by: [String])
    /// The previous version contains neither the name nor the original name.
    case nameUnknown(original: String)
    /// The attribute has a default whose value is unknown.
    case defaultUnknown
  }
}
