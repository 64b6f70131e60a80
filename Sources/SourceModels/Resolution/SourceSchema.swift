public import EntityModel

/// A schema as the sources declare it.
public struct SourceSchema: Sendable {
  /// The model. It is complete only if ``unresolved`` is empty.
  public let model: DeclaredModel
  /// Which stored values the types of the properties read.
  public let values: ReadableValues
  /// Where the entities are declared, by name.
  public let entities: [String: EntityLocation]
  /// What the sources do not determine. A schema with such a thing cannot be used.
  public let unresolved: [Unresolved]

  /// Whether everything is determined.
  public var isComplete: Bool { unresolved.isEmpty }

  /// Where a property is declared, by the entity or its superentities; the entity's place if there is no such property.
  public func location(ofEntity name: String, property: String? = nil) -> SourceLocation? {
    guard let property else { return entities[name]?.location }
    let found = model.lineage(of: name).lazy.compactMap { self.entities[$0.name]?.properties[property] }.first
    return found ?? entities[name]?.location
  }

  /// Where an entity and its properties are declared.
  public struct EntityLocation: Sendable, Hashable {
    /// The class.
    public let location: SourceLocation
    /// The persisted properties, by name; also the cases of enumerations and the properties of structures that have
    /// columns of their own, after a dot: `address`, `address.street`.
    public let properties: [String: SourceLocation]
    /// The enumerations and structures that decide the columns of a property, by the dotted name of the property.
    public let valueTypes: [String: SourceLocation]
    /// The dotted name of the class.
    public let className: String
  }
}

extension SourceSchema {
  init(_ graph: EntityGraph, version: String, unresolved known: [Unresolved]) {
    var (entities, locations) = ([DeclaredModel.Entity](), [String: EntityLocation]())
    var values: [String: ReadableValues.Content] = [:]
    var unresolved = known + graph.unresolved
    for id in graph.order {
      guard let draft = graph.drafts[id] else { continue }
      unresolved += draft.unresolved
      for (place, content) in draft.readable { values["\(id.name).\(place)"] = content }
      var relationships: [DeclaredModel.Relationship] = []
      for relationship in draft.relationships {
        var inverse: String?
        do throws(Refusal) {
          inverse = try graph.inverse(of: relationship, in: id)
        } catch {
          unresolved.append(
            Unresolved(
              location: relationship.location, subject: "\(id.name).\(relationship.name)", reason: error.reason))
        }
        relationships.append(relationship.declared(inverse: inverse))
      }
      entities.append(
        DeclaredModel.Entity(
          name: id.name, superentity: draft.superclass?.name, attributes: draft.attributes,
          relationships: relationships, uniquenessConstraints: draft.uniqueness, indexes: draft.indexes))
      locations[id.name] = EntityLocation(
        location: draft.location, properties: draft.properties.merging(draft.values.parts) { own, _ in own },
        valueTypes: draft.values.types, className: id.text)
    }
    self.model = DeclaredModel(version: version, entities: entities)
    self.values = ReadableValues(values)
    self.entities = locations
    self.unresolved = unresolved
  }
}

extension RelationshipDraft {
  fileprivate func declared(inverse: String?) -> DeclaredModel.Relationship {
    DeclaredModel.Relationship(
      name: name, originalName: originalName, destination: destination.name, isToMany: isToMany,
      isOptional: isOptional, deleteRule: deleteRule, inverse: inverse, minimumCount: minimumCount,
      maximumCount: maximumCount, hashModifier: hashModifier)
  }
}
