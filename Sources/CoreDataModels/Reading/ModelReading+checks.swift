internal import EntityModel

extension ModelReading {
  /// Reports names that the model does not have: a layout or a comparison would otherwise guess.
  mutating func check(_ model: DeclaredModel) {
    checkNames(model.entities.map { ($0.name, line(of: $0.name)) })
    for entity in model.entities {
      if let superentity = entity.superentity {
        if model.entity(named: superentity) == nil {
          report(.unknownEntity(superentity), at: line(of: entity.name))
        } else if model.lineage(of: entity.name).last?.superentity.map({ model.entity(named: $0) != nil }) == true {
          report(.circularInheritance(entity: entity.name), at: line(of: entity.name))
        }
      }
      for relationship in entity.relationships { check(relationship, of: entity.name, in: model) }
      for name in entity.uniquenessConstraints.joined() + entity.indexes.flatMap(\.properties) {
        checkProperty(name, of: entity.name, in: model, line: line(of: entity.name))
      }
    }
  }

  private mutating func check(
    _ relationship: DeclaredModel.Relationship, of entity: String, in model: DeclaredModel
  ) {
    let line = line(of: entity, relationship.name)
    guard model.entity(named: relationship.destination) != nil else {
      report(.unknownEntity(relationship.destination), at: line)
      return
    }
    guard let inverse = relationship.inverse else { return }
    let found = model.lineage(of: relationship.destination).contains { ancestor in
      ancestor.relationships.contains { $0.name == inverse }
    }
    if !found { report(.unknownProperty(inverse, entity: relationship.destination), at: line) }
  }

  private mutating func checkProperty(_ name: String, of entity: String, in model: DeclaredModel, line: Int) {
    let found = model.lineage(of: entity).contains { ancestor in
      ancestor.attributes.contains { $0.name == name } || ancestor.relationships.contains { $0.name == name }
    }
    if !found { report(.unknownProperty(name, entity: entity), at: line) }
  }

  private func line(of entity: String, _ property: String? = nil) -> Int {
    locations[CoreDataModel.Declaration(entity: entity, property: property)]?.line ?? 1
  }
}
