extension LayoutBuilder {
  /// A destination's relationship back, and the entity that declares it.
  struct Inverse {
    let entity: String
    let relationship: DeclaredModel.Relationship
  }

  /// The relationship of a name that an entity declares or inherits.
  func relationship(_ name: String, of entity: String) -> Inverse? {
    for ancestor in model.lineage(of: entity) {
      if let found = ancestor.relationships.first(where: { $0.name == name }) {
        return Inverse(entity: ancestor.name, relationship: found)
      }
    }
    return nil
  }

  func inverse(of relationship: DeclaredModel.Relationship) -> Inverse? {
    relationship.inverse.flatMap { self.relationship($0, of: relationship.destination) }
  }

  func checkRelationships() throws(LayoutError) {
    for entity in entities {
      for relationship in entity.relationships {
        guard numbers[relationship.destination] != nil else {
          throw .destinationMissing(
            entity: entity.name, relationship: relationship.name, destination: relationship.destination)
        }
        guard let name = relationship.inverse else { continue }
        guard let inverse = inverse(of: relationship) else {
          throw .inverseMissing(
            entity: entity.name, relationship: relationship.name, destination: relationship.destination, inverse: name)
        }
        guard inverse.relationship.inverse == relationship.name,
          model.rootEntity(of: inverse.relationship.destination) == model.rootEntity(of: entity.name)
        else {
          throw .inverseDiffers(
            entity: entity.name, relationship: relationship.name, destination: relationship.destination, inverse: name,
            back: inverse.relationship.inverse.map { "\(inverse.relationship.destination).\($0)" })
        }
      }
    }
  }

  /// The columns of the to-one relationships of an entity, and of the to-many relationships that lead to it and have no
  /// way back.
  mutating func placedKeys(of entity: DeclaredModel.Entity, root: String, taken: inout Set<String>) -> [Placed] {
    var names: [String] = []
    let own = entity.relationships.filter { !$0.isToMany }
    for relationship in own.sorted(by: { Self.precedes($0.name, $1.name) }) {
      let name = PropertyName(entity: entity.name, property: relationship.name)
      let column = Self.free(StoreLayout.columnName(relationship.name), &taken)
      relationships[name] = .ownKey(column: column)
      names.append(column)
      keys[root, default: []].append(column)
      guard hasSubentities(relationship.destination) else { continue }
      // > ZCONTACT INTEGER, Z22_CONTACT INTEGER (contacts; entity 22 has a subentity, of many that have none there is
      // > only the key)
      let number = Self.free("Z\(self.number(of: relationship.destination))_\(column.dropFirst())", &taken)
      entityNumberColumns[name] = number
      names.append(number)
    }
    for (source, relationship) in oneSided(to: entity.name) {
      // > ZORDER INTEGER, Z16PARAMETERS INTEGER, ZABSTRACT VARCHAR (docset; entity 16 has `parameters`)
      // Where such keys stand among others is [not measured].
      let column = Self.free("Z\(number(of: source))\(relationship.name.uppercased())", &taken)
      relationships[PropertyName(entity: source, property: relationship.name)] = .foreignKey(
        table: StoreLayout.columnName(root), column: column)
      names.append(column)
      keys[root, default: []].append(column)
    }
    return names.map { Placed(column: Column(name: $0, type: "INTEGER"), group: .integer) }
  }

  private func hasSubentities(_ entity: String) -> Bool { entities.contains { $0.superentity == entity } }

  private func oneSided(to destination: String) -> [(source: String, relationship: DeclaredModel.Relationship)] {
    entities.flatMap { entity in
      entity.relationships.filter { $0.isToMany && $0.inverse == nil && $0.destination == destination }
        .sorted { Self.precedes($0.name, $1.name) }.map { (entity.name, $0) }
    }
  }

  /// To-many relationships whose way back is a to-one have no column: they are what that one's column says.
  mutating func addForeignKeys() {
    for entity in entities {
      for relationship in entity.relationships where relationship.isToMany {
        guard let inverse = inverse(of: relationship), !inverse.relationship.isToMany,
          case .ownKey(let column)? = relationships[
            PropertyName(entity: inverse.entity, property: inverse.relationship.name)]
        else { continue }
        relationships[PropertyName(entity: entity.name, property: relationship.name)] = .foreignKey(
          table: StoreLayout.columnName(model.rootEntity(of: inverse.entity)), column: column)
      }
    }
  }

  /// A table for each many-to-many relationship with its inverse. It is named after the relationship of the entity that
  /// comes first by name, not by number; a column after the entity whose keys it holds and the relationship that leads
  /// to them. That column's name is counted up where it is taken.
  ///
  /// > Z_22PARENTGROUPS (Z_22CONTACTS INTEGER, Z_19PARENTGROUPS1 INTEGER, …), Z_18PARENTGROUPS (Z_18CHILDGROUPS
  /// > INTEGER, Z_19PARENTGROUPS INTEGER, …) (contacts; 18 is ABCDAbstractGroup, 19 ABCDGroup, 22 ABCDContact)
  mutating func addJoinTables() {
    var taken: Set<String> = []
    for entity in entities {
      for relationship in entity.relationships.sorted(by: { Self.precedes($0.name, $1.name) }) {
        guard relationship.isToMany, let inverse = inverse(of: relationship), inverse.relationship.isToMany,
          Self.isNamesake(entity.name, relationship.name, before: inverse)
        else { continue }
        let isReflexive = (inverse.entity, inverse.relationship.name) == (entity.name, relationship.name)
        let own = Self.free(joinColumn(entity.name, inverse.relationship.name), &taken)
        // A relationship that is its own inverse has one name for both: the second column is `REFLEXIVE`
        // (https://github.com/ashalkhakov/FreeCoreData, whose tests are run against Apple's Core Data).
        let other = isReflexive ? "REFLEXIVE" : Self.free(joinColumn(inverse.entity, relationship.name), &taken)
        let name = "Z_\(number(of: entity.name))\(relationship.name.uppercased())"
        joinTables.append(
          StoreLayout.JoinTable(
            name: name, columns: [own, other], entity: entity.name, relationship: relationship.name))
        relationships[PropertyName(entity: inverse.entity, property: inverse.relationship.name)] = .joinTable(
          name: name, ownColumn: other, otherColumn: own)
        relationships[PropertyName(entity: entity.name, property: relationship.name)] = .joinTable(
          name: name, ownColumn: own, otherColumn: other)
      }
    }
  }

  private func joinColumn(_ entity: String, _ relationship: String) -> String {
    "Z_\(number(of: entity))\(relationship.uppercased())"
  }

  /// Of two relationships of one entity the later name counts.
  ///
  /// > Z_8RELATEDNODESINVERSE (Z_8RELATEDNODES INTEGER, Z_8RELATEDNODESINVERSE INTEGER, …) (docset)
  private static func isNamesake(_ entity: String, _ relationship: String, before inverse: Inverse) -> Bool {
    entity == inverse.entity
      ? !precedes(relationship, inverse.relationship.name) : precedes(entity, inverse.entity)
  }
}
