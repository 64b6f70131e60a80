public import SchemaModel

/// The differences between the declared models of two versions.
///
///     let diff = SchemaDiff.diff(from: SchemaV2.self, to: SchemaV3.self)
///     print(MigrationReport.render(diff))
///
/// A renaming is reported only if the new version declares it with `originalName`. Otherwise a property whose name changed
/// is one that was removed and one that was added: no name is ever guessed.
public struct SchemaDiff: Sendable, Hashable {
  /// The name of the first version.
  public let from: String
  /// The name of the second version.
  public let to: String
  /// Changes of models come first, in the order of their names. Those of properties follow, model by model, in the order in
  /// which the classes declare the properties: what is new or changed at a position of the new class, then what was removed
  /// from the same position of the old one.
  public let changes: [Change]

  /// Whether the two versions declare the same models.
  public var isEmpty: Bool { changes.isEmpty }

  /// Compares the models of two versions.
  public static func diff(from: any VersionedSchema.Type, to: any VersionedSchema.Type) -> SchemaDiff {
    SchemaDiff(
      from: String(describing: from), Schema(versionedSchema: from), to: String(describing: to),
      Schema(versionedSchema: to))
  }

  /// Compares two schemas, for example one that was read from a frozen `model.json` with `Schema.load(from:)`. They are
  /// named by their versions.
  public static func diff(from: Schema, to: Schema) -> SchemaDiff {
    SchemaDiff(from: from.version.description, from, to: to.version.description, to)
  }

  private init(from: String, _ old: Schema, to: String, _ new: Schema) {
    self.from = from
    self.to = to
    changes = SchemaDiffBuilder(from: old, to: new).changes()
  }
}

extension SchemaDiff {
  /// A difference. Names are those of the new version, except the name of what was removed.
  ///
  /// A type is written as in Swift, such as `String` or `Date?`. A part of a structure that is stored in columns of its
  /// own follows its attribute: `location.latitude`.
  public enum Change: Sendable, Hashable {
    case modelAdded(name: String)
    case modelRemoved(name: String)
    /// The new version declares the old name of the model.
    case modelRenamed(from: String, to: String)
    case attributeAdded(model: String, name: String, type: String)
    case attributeRemoved(model: String, name: String)
    /// The new version declares the old name with `originalName`.
    case attributeRenamed(model: String, from: String, to: String)
    case attributeTypeChanged(model: String, name: String, from: String, to: String)
    case attributeNullabilityChanged(model: String, name: String, wasOptional: Bool, isOptional: Bool)
    /// A constraint on several attributes is a ``declarationChanged(model:property:description:)`` of the model.
    case attributeUniquenessChanged(model: String, name: String, wasUnique: Bool, isUnique: Bool)
    case relationshipAdded(model: String, name: String)
    case relationshipRemoved(model: String, name: String)
    /// The new version declares the old name with `originalName`.
    case relationshipRenamed(model: String, from: String, to: String)
    /// Anything else that a version declares: a default, an option, a delete rule, an inverse, an index, a superclass… The
    /// property is `nil` for a declaration of the model itself. The description is a clause, such as
    /// `the delete rule was nullify, is cascade`.
    case declarationChanged(model: String, property: String?, description: String)
  }
}
