/// Why one version cannot be mapped onto another without a program that says how: all reasons, sorted.
public struct MappingRefusal: Error, Sendable, Hashable {
  /// The version that is there.
  public let from: String
  /// The version that is asked for.
  public let to: String
  /// By entity and property.
  public let reasons: [Reason]
}

extension MappingRefusal {
  /// What stands in the way, and where.
  public struct Reason: Sendable, Hashable {
    /// The entity's name in the version asked for.
    public let entity: String
    /// The property's name there, `place.street` for a component; nil where it is about the entity.
    public let property: String?
    /// What is wrong.
    public let kind: Kind

    /// By its parts.
    public init(entity: String, property: String? = nil, kind: Kind) {
      self.entity = entity
      self.property = property
      self.kind = kind
    }
  }

  /// What Core Data's inferred mappings cannot do, and what nobody can mean.
  ///
  /// https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
  public enum Kind: Sendable, Hashable {
    /// New and required, and old objects have no value for it.
    case addedWithoutDefault
    /// Was optional, is required, and has no value for objects that have none.
    case requiredWithoutDefault
    /// A required relationship to one object that is new, or was optional. It cannot have a default.
    case requiredRelationship(isNew: Bool)
    /// Its values are of another type.
    case typeChanged(before: String, after: String)
    /// Leads to one object, and led to many.
    case toManyToOne
    /// Leads to objects of another hierarchy.
    case destinationChanged(before: String, after: String)
    /// It and another entity come under one root, and did not share one.
    case hierarchiesMerged(roots: [String])
    /// Properties, or entities, that all say they had the same name.
    case nameClaimed(original: String, by: [String])
    /// It says that it was renamed, and the version before has neither name.
    case nameUnknown(original: String)
    /// It has a default whose value is not known.
    case defaultUnknown
  }
}
