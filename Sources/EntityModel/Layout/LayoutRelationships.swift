extension LayoutBuilder {
  /// An inverse relationship, and the entity that declares it.
  struct Inverse {
    let entity: String
    let relationship: DeclaredModel.Relationship
  }

  /// The relationship with a name that an entity declares or inherits.
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

  /// The key columns in the table of an entity: those of its to-one relationships, and those of to-many relationships
  /// to it that have no inverse.
  mutating func placedKeys(of entity: DeclaredModel.Entity, root: String, taken: inout Set<String>) -> [Placed] {
    var (names, orders): ([String], [String]) = ([], [])
    let own = entity.relationships.filter { !$0.isToMany }
    for relationship in own.sorted(by: { Self.precedes(property: $0.name, $1.name) }) {
      let name = PropertyName(entity: entity.name, property: relationship.name)
      let column = Self.free(StoreLayout.columnName(relationship.name), &taken)
      relationships[name] = .ownKey(column: column)
      names.append(column)
      keys[root, default: []].append(column)
      if let inverse = inverse(of: relationship)?.relationship, inverse.isOrdered, inverse.isToMany {
        orders.append(Self.free(StoreLayout.orderColumn(ofToOne: relationship.name), &taken))
      }
      guard hasSubentities(relationship.destination) else { continue }
      // > ZCONTACT INTEGER, Z22_CONTACT INTEGER (contacts)
      // Entity 22 has a subentity. For the many destinations without one, there is only the key.
      let number = Self.free("Z\(self.number(of: relationship.destination))_\(column.dropFirst())", &taken)
      entityNumberColumns[name] = number
      names.append(number)
    }
    for (source, relationship) in oneSided(to: entity.name) {
      // > ZORDER INTEGER, Z16PARAMETERS INTEGER, ZABSTRACT VARCHAR (docset; entity 16 has `parameters`)
      // They follow the keys of the entity itself: `Docs/StoreLayout.md`.
      let column = Self.free("Z\(number(of: source))\(relationship.name.uppercased())", &taken)
      relationships[PropertyName(entity: source, property: relationship.name)] = .foreignKey(
        table: StoreLayout.columnName(root), column: column)
      names.append(column)
      keys[root, default: []].append(column)
    }
    return names.map { Placed(column: Column(name: $0, type: "INTEGER"), group: .integer) }
      + orders.map { Placed(column: Column(name: $0, type: "INTEGER"), group: .order) }
  }

  private func hasSubentities(_ entity: String) -> Bool { entities.contains { $0.superentity == entity } }

  private func oneSided(to destination: String) -> [(source: String, relationship: DeclaredModel.Relationship)] {
    entities.flatMap { entity in
      entity.relationships.filter { $0.isToMany && $0.inverse == nil && $0.destination == destination }
        .sorted { Self.precedes(property: $0.name, $1.name) }.map { (entity.name, $0) }
    }
  }

  /// Assigns the storage of to-many relationships whose inverse is to-one: the column of the inverse.
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

  /// Adds a table for each pair of inverse many-to-many relationships. A column is named after the entity whose keys it
  /// contains and the relationship to that entity; a number is appended if the name is taken.
  ///
  /// > Z_22PARENTGROUPS (Z_22CONTACTS INTEGER, Z_19PARENTGROUPS1 INTEGER, …), Z_18PARENTGROUPS (Z_18CHILDGROUPS
  /// > INTEGER, Z_19PARENTGROUPS INTEGER, …) (contacts; 18 is ABCDAbstractGroup, 19 ABCDGroup, 22 ABCDContact)
  mutating func addJoinTables() {
    var taken: Set<String> = []
    for entity in entities {
      for relationship in entity.relationships.sorted(by: { Self.precedes(property: $0.name, $1.name) }) {
        guard relationship.isToMany, let inverse = inverse(of: relationship), inverse.relationship.isToMany,
          isNamesake(entity.name, relationship.name, before: inverse)
        else { continue }
        let isReflexive = (inverse.entity, inverse.relationship.name) == (entity.name, relationship.name)
        let own = Self.free(joinColumn(entity.name, inverse.relationship.name), &taken)
        // A relationship that is its own inverse would give both columns one name, so the second column is `REFLEXIVE`
        // (https://github.com/ashalkhakov/FreeCoreData, whose tests are run against Apple's Core Data).
        let other = isReflexive ? "REFLEXIVE" : Self.free(joinColumn(inverse.entity, relationship.name), &taken)
        let name = "Z_\(number(of: entity.name))\(relationship.name.uppercased())"
        joinTables.append(
          StoreLayout.JoinTable(
            name: name, columns: [own, other],
            orderColumns: (relationship.isOrdered ? [StoreLayout.orderColumn(ofKeys: other)] : [])
              + (inverse.relationship.isOrdered && !isReflexive ? [StoreLayout.orderColumn(ofKeys: own)] : []),
            entity: entity.name, relationship: relationship.name))
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

  /// Whether the join table is named after this relationship instead of its inverse: the one of the first entity by name
  /// that declares or inherits one of them. If both belong to one entity, the name that sorts last is used.
  ///
  /// > Z_27ALBUMLISTS (Z_27ALBUMS INTEGER, Z_2ALBUMLISTS INTEGER, …) (a photo library; 27 is GenericAlbum, of which
  /// > Album is a subentity, and 2 is AlbumList)
  /// > Z_8RELATEDNODESINVERSE (Z_8RELATEDNODES INTEGER, Z_8RELATEDNODESINVERSE INTEGER, …) (docset)
  private func isNamesake(_ entity: String, _ relationship: String, before inverse: Inverse) -> Bool {
    if entity == inverse.entity { return !Self.precedes(property: relationship, inverse.relationship.name) }
    let (first, other) = (firstByName(of: entity), firstByName(of: inverse.entity))
    return first == other
      ? Self.precedes(property: relationship, inverse.relationship.name) : Self.precedes(entity: first, other)
  }

  private func firstByName(of entity: String) -> String {
    model.family(of: entity).map(\.name).min { Self.precedes(entity: $0, $1) } ?? entity
  }
}
