extension DeclaredModel {
  /// What a declaration and the model in a store of SwiftData must agree on, so that each value is read from its column:
  /// names, types and the ends of relationships. The store's model contains neither defaults nor Swift types, and an
  /// enumeration, an array or a part of a structure looks different in it.
  public var storedForm: DeclaredModel {
    DeclaredModel(
      version: version,
      entities: entities.map { entity in
        DeclaredModel.Entity(
          name: entity.name, superentity: entity.superentity,
          attributes: entity.attributes.filter(\.isStored).map { $0.storedForm(isPart: false) },
          relationships: entity.relationships.map { relationship in
            DeclaredModel.Relationship(
              name: relationship.name, destination: relationship.destination, isToMany: relationship.isToMany,
              inverse: relationship.inverse)
          })
      })
  }
}

extension DeclaredModel.Attribute {
  fileprivate func storedForm(isPart: Bool) -> DeclaredModel.Attribute {
    let parts = components.map { $0.storedForm(isPart: true) }
    // An enumeration with raw values is archived as a composite with one element of its own name.
    if parts.count == 1, parts[0].name == name, parts[0].components.isEmpty { return parts[0] }
    return DeclaredModel.Attribute(name: name, type: storedType(isPart: isPart), components: parts)
  }

  /// No store has shown how SwiftData stores an encoded value that is neither an array nor a dictionary, so such a value
  /// equals none.
  private func storedType(isPart: Bool) -> DeclaredModel.AttributeType {
    switch type {
    case .enumeration: .composite
    case .encoded where isEncodedArray: isPart ? .binary : .transformable
    case .encoded where valueType?.hasPrefix("Dictionary<") == true: .binary
    default: type
    }
  }
}
