/// How one model differs from another in what they declare; their versions are not compared.
public struct ModelDifference: Sendable, Hashable {
  /// One thing that is otherwise.
  public struct Change: Sendable, Hashable {
    /// What has changed of an entity or a property.
    public enum Kind: String, Sendable, CaseIterable {
      /// It is there and was not, or the other way round; or it is there under another name.
      case added, removed, renamed
      /// What it says it was called before.
      case originalName
      /// Of an entity: what it inherits from, which properties are unique together, what is indexed.
      case superentity, uniqueness, index
      /// An attribute that was a relationship, or the other way round.
      case property
      /// Of an attribute.
      case type, valueType, defaultValue, options, components
      /// Of an attribute or a relationship.
      case optionality, hashModifier
      /// Of a relationship.
      case destination, cardinality, deleteRule, inverse, minimumCount, maximumCount
    }

    /// The entity's name as it is now; as it was, of one that is gone.
    public let entity: String
    /// The property's name as it is now; as it was, of one that is gone; a dot before each part of a composite. Nil for
    /// what is the entity's own.
    public let property: String?
    /// What has changed.
    public let kind: Kind
    /// What was; nil for nothing.
    public let before: String?
    /// What is; nil for nothing.
    public let after: String?
  }

  /// Sorted by entity, property and kind; empty for models that declare the same.
  public let changes: [Change]

  /// What has to be said of `to` by someone who knows `from`.
  public init(from: DeclaredModel, to: DeclaredModel) {
    let comparison = ModelComparison(from: from, to: to)
    changes = comparison.changes().sorted { one, other in
      (one.entity, one.property ?? "", one.kind.rawValue, one.after ?? one.before ?? "")
        < (other.entity, other.property ?? "", other.kind.rawValue, other.after ?? other.before ?? "")
    }
  }
}
