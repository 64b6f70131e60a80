/// A mapping from the objects of one version to those of another, inferred from the two models by Core Data's rules.
///
/// Names are matched by ``RenameRules``; a stage of SchemaModel to an older version applies the newer version's original
/// names in reverse.
public struct InferredMapping: Sendable, Hashable {
  /// The source version.
  public let from: DeclaredModel
  /// The destination version.
  public let to: DeclaredModel
  /// The mapping of each entity of ``to``, sorted by name.
  public let entities: [EntityMapping]
  /// The entities of ``from`` that are removed with all their objects, sorted by name.
  public let removedEntities: [String]
  /// The required properties of ``to`` whose values a custom stage must set; empty for a lightweight stage.
  public let unfilled: [Property]

  /// A property and the entity that declares it.
  public struct Property: Sendable, Hashable {
    /// The name of the entity that declares it.
    public let entity: String
    /// The property's name.
    public let name: String
  }

  /// Infers a mapping.
  ///
  /// In a custom stage, values that cannot be converted are left to the program: a property whose type changes is
  /// removed and added again, and a property that becomes required is checked after the stage (``unfilled``). Changes
  /// that a program cannot handle either are errors in a custom stage, too.
  ///
  /// - Throws: ``MappingError`` with all reasons why no mapping can be inferred.
  public init(
    from: DeclaredModel, to: DeclaredModel, stage: StagePath.Kind = .lightweight, rules: RenameRules = .schemaModel
  ) throws(MappingError) {
    var inference = Inference(from: from, to: to, stage: stage, rules: rules)
    let entities = inference.entityMappings()
    inference.checkHierarchies(entities)
    guard inference.reasons.isEmpty else {
      throw MappingError(from: from.version, to: to.version, reasons: inference.sortedReasons)
    }
    self.from = from
    self.to = to
    self.entities = entities
    let kept = Set(entities.compactMap(\.source))
    removedEntities = from.entities.map(\.name).filter { !kept.contains($0) }
    unfilled = inference.unfilled.sorted { ($0.entity, $0.name) < ($1.entity, $1.name) }
  }

  /// The attributes of ``to`` whose stored values are copied, and whose type in the program may not be able to read them:
  /// the types before and after.
  public var attributesOfOtherValues: [(property: Property, before: String, after: String)] {
    entities.flatMap { mapping in
      mapping.attributes.compactMap { pair in
        pair.source.flatMap { pair.attribute.valueChange(from: $0) }.map {
          (Property(entity: mapping.name, name: pair.attribute.name), $0.before, $0.after)
        }
      }
    }
  }

  /// The mapping of an entity of ``to``.
  func entity(named name: String) -> EntityMapping? { entities.first { $0.name == name } }
}

/// The source of an entity's objects.
public struct EntityMapping: Sendable, Hashable {
  /// The name in the destination version.
  public let name: String
  /// The name in the source version; `nil` for a new entity.
  public let source: String?
  /// The mapping of each stored attribute, including inherited ones, sorted by name.
  public let attributes: [AttributeMapping]
  /// The mapping of each relationship, including inherited ones, sorted by name.
  public let relationships: [RelationshipMapping]

  /// The name in the source version of each property that has one there.
  public var sourceNames: [String: String] {
    let attributes = attributes.compactMap { pair in pair.source.map { (pair.attribute.name, $0.name) } }
    let relationships = relationships.compactMap { pair in pair.source.map { (pair.relationship.name, $0.name) } }
    return Dictionary(attributes + relationships, uniquingKeysWith: { first, _ in first })
  }

  func relationship(named name: String) -> RelationshipMapping? { relationships.first { $0.relationship.name == name } }
}

/// The source of an attribute's values.
public struct AttributeMapping: Sendable, Hashable {
  /// The attribute in the destination version.
  public let attribute: DeclaredModel.Attribute
  /// The attribute in the source version; `nil` for a new one.
  public let source: DeclaredModel.Attribute?
  /// The mapping of each part of a composite, in the order in which the parts are stored. Any other attribute has one
  /// part.
  public let parts: [Part]

  /// A value with its own column.
  public struct Part: Sendable, Hashable {
    /// The position among the stored parts of ``AttributeMapping/source``; `nil` for a new part.
    public let source: Int?
    /// Whether the part must not be NULL.
    public let isRequired: Bool
    /// Whether the source of the part could be NULL.
    public let wasOptional: Bool
  }
}

/// The source of a relationship's links.
public struct RelationshipMapping: Sendable, Hashable {
  /// The relationship in the destination version.
  public let relationship: DeclaredModel.Relationship
  /// The relationship in the source version; `nil` for a new one.
  public let source: DeclaredModel.Relationship?
}
