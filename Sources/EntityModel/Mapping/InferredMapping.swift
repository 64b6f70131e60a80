/// How the objects of one version become those of another, inferred from the two models by Core Data's rules.
///
/// Names are matched by ``Renames``; a stage that leads down reads the newer version's original names backwards.
public struct InferredMapping: Sendable, Hashable {
  /// The version that is there.
  public let from: DeclaredModel
  /// The version that is asked for.
  public let to: DeclaredModel
  /// One for each entity of ``to``, by name.
  public let entities: [EntityMapping]
  /// Entities of ``from`` that go, with all their objects; by name.
  public let removedEntities: [String]
  /// Required properties for which a custom stage has to find the values; none in a lightweight one.
  public let unfilled: [Property]

  /// A property and the entity that declares it.
  public struct Property: Sendable, Hashable {
    /// The entity's name in the version asked for.
    public let entity: String
    /// The property's name there.
    public let name: String
  }

  /// Infers a mapping.
  ///
  /// In a custom stage, a value that cannot be carried along is left out and is the program's to supply: a property
  /// whose type changes is removed and added, and one that becomes required is looked at when the stage is done
  /// (``unfilled``). What no program could mend is refused there too.
  ///
  /// - Throws: all reasons why there is none.
  public init(
    from: DeclaredModel, to: DeclaredModel, stage: StagePath.Kind = .lightweight
  ) throws(MappingRefusal) {
    var inference = Inference(from: from, to: to, stage: stage)
    let entities = inference.entityMappings()
    inference.checkHierarchies(entities)
    guard inference.reasons.isEmpty else {
      throw MappingRefusal(from: from.version, to: to.version, reasons: inference.sortedReasons)
    }
    self.from = from
    self.to = to
    self.entities = entities
    let kept = Set(entities.compactMap(\.source))
    removedEntities = from.entities.map(\.name).filter { !kept.contains($0) }
    unfilled = inference.unfilled.sorted { ($0.entity, $0.name) < ($1.entity, $1.name) }
  }

  /// The mapping of an entity of ``to``.
  func entity(named name: String) -> EntityMapping? { entities.first { $0.name == name } }
}

/// Where an entity's objects come from.
public struct EntityMapping: Sendable, Hashable {
  /// The entity of the version asked for.
  public let name: String
  /// What the version that is there calls it; nil for a new entity.
  public let source: String?
  /// One for each attribute that is stored, inherited ones too, by name.
  public let attributes: [AttributeMapping]
  /// One for each relationship, inherited ones too, by name.
  public let relationships: [RelationshipMapping]

  func relationship(named name: String) -> RelationshipMapping? { relationships.first { $0.relationship.name == name } }
}

/// Where an attribute's values come from.
public struct AttributeMapping: Sendable, Hashable {
  /// The attribute of the version asked for.
  public let attribute: DeclaredModel.Attribute
  /// The attribute of the version that is there; nil for a new one.
  public let source: DeclaredModel.Attribute?
  /// For each part of a composite the part it comes from, in the order in which parts are stored; nil for a new part.
  /// One of its own for any other attribute.
  public let parts: [Part]

  /// A value that has a column of its own.
  public struct Part: Sendable, Hashable {
    /// Its position among the stored parts of ``AttributeMapping/source``; nil for a new one.
    public let source: Int?
    /// Whether NULL is no value for it.
    public let isRequired: Bool
    /// Whether NULL was a value for what it comes from.
    public let wasOptional: Bool
  }
}

/// Where a relationship's links come from.
public struct RelationshipMapping: Sendable, Hashable {
  /// The relationship of the version asked for.
  public let relationship: DeclaredModel.Relationship
  /// The relationship of the version that is there; nil for a new one.
  public let source: DeclaredModel.Relationship?
}
