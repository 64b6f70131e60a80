extension StoreMapping {
  /// A column of the new layout that contains keys of objects.
  struct RelationshipKey: Hashable {
    /// The entity whose rows contain the key.
    let holder: String
    let column: String
    /// The to-one relationship that is stored in the column; `nil` if the column has no property.
    let relationship: String?
    /// The destination entity.
    let target: String
    /// The inverse relationship; `nil` if there is none.
    let inverse: String?
    /// The column with the entity number of the destination object; `nil` if there is none.
    let numberColumn: String?

    /// All key columns of a model, in the order of entities and relationships.
    static func all(of model: DeclaredModel, in layout: StoreLayout) -> [RelationshipKey] {
      model.entities.flatMap { entity in
        entity.relationships.compactMap { relationship in
          switch layout.storage(of: relationship.name, in: entity.name) {
          case .ownKey(let column):
            RelationshipKey(
              holder: entity.name, column: column, relationship: relationship.name, target: relationship.destination,
              inverse: relationship.inverse,
              numberColumn: layout.entityNumberColumn(of: relationship.name, in: entity.name))
          case .foreignKey(_, let column) where relationship.inverse == nil:
            RelationshipKey(
              holder: relationship.destination, column: column, relationship: nil, target: entity.name,
              inverse: relationship.name, numberColumn: nil)
          case .foreignKey, .joinTable, nil:
            nil
          }
        }
      }
    }
  }

  /// A relationship of the old version, and the entity that declares it.
  struct OldRelationship: Hashable {
    let entity: String
    let relationship: DeclaredModel.Relationship
    let storage: StoreLayout.RelationshipStorage

    func isInverse(of other: OldRelationship) -> Bool {
      relationship.inverse == other.relationship.name && other.relationship.inverse == relationship.name
    }
  }

  /// The sources of a relationship of the new version. There is more than one if it was moved to a superentity.
  func oldRelationships(of name: String?, in entity: String) -> [OldRelationship] {
    guard let name else { return [] }
    var found: [OldRelationship] = []
    for member in mapping.to.family(of: entity) {
      guard let mapped = mapping.entity(named: member.name), let source = mapped.source,
        let relationship = mapped.relationship(named: name)?.source,
        let storage = old.storage(of: relationship.name, in: source)
      else { continue }
      let owner = mapping.from.inheritedProperties(of: source).owner[relationship.name] ?? source
      let one = OldRelationship(entity: owner, relationship: relationship, storage: storage)
      if !found.contains(one) { found.append(one) }
    }
    return found
  }

  /// The pairs of keys that a relationship of the old version links, as parts of a `SELECT`: the column of the object's
  /// key, the column of the other object's key, and the rows.
  func links(_ old: OldRelationship) -> (own: String, other: String, rows: String) {
    switch old.storage {
    case .ownKey(let column):
      ("Z_PK", column, "\(name(of: self.old.table(of: old.entity))) WHERE \(column) IS NOT NULL")
    case .foreignKey(let table, let column): (column, "Z_PK", "\(name(of: table)) WHERE \(column) IS NOT NULL")
    case .joinTable(let table, let own, let other): (own, other, name(of: table))
    }
  }
}
