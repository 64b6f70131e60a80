extension StoreMapping {
  /// The values of the new columns of an entity's rows.
  func values(of entity: EntityMapping, from source: String) -> [String: ColumnValue] {
    var values: [String: ColumnValue] = [:]
    let owner = mapping.to.inheritedProperties(of: entity.name).owner
    for attribute in entity.attributes {
      let columns = new.columns(of: attribute.attribute, in: entity.name)
      let property = InferredMapping.Property(
        entity: owner[attribute.attribute.name] ?? entity.name, name: attribute.attribute.name)
      for (column, value) in zip(columns, self.values(of: attribute, property, from: source)) { values[column] = value }
    }
    let lineage = Set(mapping.to.lineage(of: entity.name).map(\.name))
    for key in keys where lineage.contains(key.holder) {
      let carried = sourceColumn(key, for: entity, from: source)
      values[key.column] = carried.map { .column($0.column) } ?? .null
      if let number = key.numberColumn {
        let column = carried?.numberColumn
        values[number] = column.map { renumbered.isEmpty ? .column($0) : .renumbered($0, renumbered) } ?? .null
      }
      if let order = new.orderColumn(of: key.relationship, in: key.holder) {
        let former = key.relationship.flatMap { entity.relationship(named: $0)?.source?.name }
        values[order] = old.orderColumn(of: former, in: source).map { .column($0) } ?? .null
      }
    }
    return values
  }

  private func values(
    of attribute: AttributeMapping, _ property: InferredMapping.Property, from entity: String
  ) -> [ColumnValue] {
    let literals = literals[property] ?? attribute.parts.map { _ in .null }
    guard let source = attribute.source else { return literals.map { $0 == .null ? .null : .literal($0) } }
    let columns = old.columns(of: source, in: entity)
    let isFilled = source.isOptional && !attribute.attribute.isOptional
    return zip(attribute.parts, literals).map { part, literal in
      let otherwise = isFilled ? literal : .null
      guard let column = part.source.map({ columns[$0] }) else {
        return literal == .null ? .null : .part(.literal(literal), of: columns, otherwise: otherwise)
      }
      if otherwise == .null { return .column(column) }
      return columns.count == 1 ? .filled(column, otherwise) : .part(.column(column), of: columns, otherwise: otherwise)
    }
  }

  /// The old column with the content of a key, for the rows of an entity; `nil` if the links are collected from
  /// elsewhere, or are new.
  private func sourceColumn(
    _ key: RelationshipKey, for entity: EntityMapping, from source: String
  ) -> (column: String, numberColumn: String?)? {
    if let name = key.relationship, let relationship = entity.relationship(named: name)?.source,
      case .ownKey(let column)? = old.storage(of: relationship.name, in: source)
    {
      return (column, old.entityNumberColumn(of: relationship.name, in: source))
    }
    for back in oldRelationships(of: key.inverse, in: key.target) {
      if case .foreignKey(old.table(of: source), let column) = back.storage,
        mapping.from.lineage(of: source).contains(where: { $0.name == back.relationship.destination })
      {
        return (column, nil)
      }
    }
    return nil
  }

  /// The columns that may contain values of an old entity's rows.
  func oldColumns(of entity: String) -> Set<String> {
    let properties = mapping.from.inheritedProperties(of: entity)
    var columns = Set(properties.attributes.flatMap { old.columns(of: $0, in: entity) })
    let lineage = Set(mapping.from.lineage(of: entity).map(\.name))
    for key in RelationshipKey.all(of: mapping.from, in: old) where lineage.contains(key.holder) {
      columns.formUnion(
        [key.column, key.numberColumn, old.orderColumn(of: key.relationship, in: key.holder)].compactMap { $0 })
    }
    return columns
  }
}

extension StoreLayout {
  /// The column with the place of an object in the ordered inverse of a to-one relationship; `nil` if there is none.
  fileprivate func orderColumn(of relationship: String?, in entity: String) -> String? {
    guard let relationship else { return nil }
    let name = Self.orderColumn(ofToOne: relationship)
    let table = entityTables.first { $0.name == self.table(of: entity) }
    return table?.columns.contains { $0.name == name } == true ? name : nil
  }

  /// The columns of a stored attribute: one, or one for each part.
  func columns(of attribute: DeclaredModel.Attribute, in entity: String) -> [String] {
    let parts = columns(ofComposite: attribute.name, in: entity)
    return (parts.isEmpty ? [column(of: attribute.name, in: entity)].compactMap { $0 } : parts).map(\.name)
  }
}
