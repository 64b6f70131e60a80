/// The differences between the declarations of two models. The versions of the models are not compared.
public struct ModelDifference: Sendable, Hashable {
  /// A change.
  public struct Change: Sendable, Hashable {
    /// The kind of a change.
    public enum Kind: String, Sendable, CaseIterable {
      /// The entity or property was added, removed or renamed.
      case added, removed, renamed
      /// The declared original name.
      case originalName
      /// Of an entity: its superentity, uniqueness constraints and indexes.
      case superentity, uniqueness, index, abstractness
      /// An attribute that is not stored was added, removed or changed.
      case transience
      /// An attribute became a relationship, or vice versa.
      case property
      /// Of an attribute.
      case type, valueType, defaultValue, options, components, derivation
      /// Of an entity, an attribute or a relationship.
      case hashModifier
      /// Of an attribute or a relationship.
      case optionality
      /// Of a relationship.
      case destination, cardinality, deleteRule, inverse, minimumCount, maximumCount, order
    }

    /// The current name of the entity; the old name if it was removed.
    public let entity: String
    /// The current name of the property, or the old name if it was removed; a component of a composite follows a dot.
    /// `nil` for a change of the entity itself.
    public let property: String?
    /// The kind of the change.
    public let kind: Kind
    /// The old value; `nil` if there was none.
    public let before: String?
    /// The new value; `nil` if there is none.
    public let after: String?
  }

  /// The changes, sorted by entity, property and kind; empty if the declarations are equal.
  public let changes: [Change]

  /// Compares two models.
  public init(from: DeclaredModel, to: DeclaredModel) {
    let comparison = ModelComparison(from: from, to: to)
    changes = comparison.changes().sorted { one, other in
      (one.entity, one.property ?? "", one.kind.rawValue, one.after ?? one.before ?? "")
        < (other.entity, other.property ?? "", other.kind.rawValue, other.after ?? other.before ?? "")
    }
  }
}
