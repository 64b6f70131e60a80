extension StoreMapping {
  /// A many-to-many relationship of the new version, and the sources of its pairs.
  struct JoinMapping {
    let join: StoreLayout.JoinTable
    let relationship: DeclaredModel.Relationship
    /// The column with the keys of ``StoreLayout/JoinTable/entity``, and the other one.
    let own: String
    let other: String
    let sources: [Source]
    /// The old table that is renamed to this one; `nil` if the pairs are copied.
    let carried: StoreLayout.JoinTable?

    /// An old relationship; `isReversed` if it is the inverse.
    struct Source {
      let old: OldRelationship
      let isReversed: Bool
    }
  }

  func joinMappings() -> [JoinMapping] {
    let sources = new.joinTables.map { joinSources($0) }
    let tables = sources.joined().compactMap { $0.old.storage.joinTableName }
    return zip(new.joinTables, sources).compactMap { join, sources in
      guard case .joinTable(_, let own, let other)? = new.storage(of: join.relationship, in: join.entity),
        let relationship = relationship(join)
      else { return nil }
      let isOnlyOne = sources.count == 1 && tables.count(where: { $0 == sources[0].old.storage.joinTableName }) == 1
      let carried = isOnlyOne ? copyableTable(join, own, sources[0]) : nil
      return JoinMapping(
        join: join, relationship: relationship, own: own, other: other, sources: sources, carried: carried)
    }
  }

  private func relationship(_ join: StoreLayout.JoinTable) -> DeclaredModel.Relationship? {
    mapping.to.inheritedProperties(of: join.entity).relationships.first { $0.name == join.relationship }
  }

  private func joinSources(_ join: StoreLayout.JoinTable) -> [JoinMapping.Source] {
    guard let relationship = relationship(join) else { return [] }
    let forward = oldRelationships(of: join.relationship, in: join.entity)
    let isReflexive = relationship.inverse == join.relationship && relationship.destination == join.entity
    let back = isReflexive ? [] : oldRelationships(of: relationship.inverse, in: relationship.destination)
    let others = back.filter { back in !forward.contains { $0.isInverse(of: back) } }
    return forward.map { JoinMapping.Source(old: $0, isReversed: false) }
      + others.map { JoinMapping.Source(old: $0, isReversed: true) }
  }

  /// The old table, if its columns have the same order as those of the new one, and both keep the order of the same objects.
  private func copyableTable(
    _ join: StoreLayout.JoinTable, _ own: String, _ source: JoinMapping.Source
  ) -> StoreLayout.JoinTable? {
    guard case .joinTable(let name, let oldOwn, let oldOther) = source.old.storage,
      let table = old.joinTables.first(where: { $0.name == name })
    else { return nil }
    let first = source.isReversed ? oldOther : oldOwn
    let orders = orderRenames(of: table, as: join).map(\.to)
    guard (table.columns[0] == first) == (join.columns[0] == own), orders.count == table.orderColumns.count,
      Set(orders) == Set(join.orderColumns)
    else { return nil }
    return table
  }

  /// The order columns of an old table, with the names that belong to the columns of a new one.
  private func orderRenames(
    of table: StoreLayout.JoinTable, as join: StoreLayout.JoinTable
  ) -> [(from: String, to: String)] {
    zip(table.columns, join.columns)
      .map { (from: StoreLayout.orderColumn(ofKeys: $0), to: StoreLayout.orderColumn(ofKeys: $1)) }
      .filter { table.orderColumns.contains($0.from) }
  }

  /// Creates the tables that no old table is renamed to, and copies the pairs.
  func filling(_ mapping: JoinMapping) -> [String] {
    guard mapping.carried == nil else { return [] }
    return [mapping.join.createTable]
      + mapping.sources.map { source in
        let links = links(source.old)
        let columns = source.isReversed ? [links.other, links.own] : [links.own, links.other]
        return "INSERT OR IGNORE INTO \(mapping.join.name) (\(mapping.own), \(mapping.other)) "
          + "SELECT \(columns.joined(separator: ", ")) FROM \(links.rows)"
      }
  }

  /// Renames the old table and its columns.
  mutating func changing(_ mapping: JoinMapping) -> [String] {
    guard let carried = mapping.carried else { return [] }
    var statements = keepsIndex(mapping) ? [] : ["DROP INDEX \(carried.indexName)"]
    if name(of: carried.name) != mapping.join.name {
      statements.append("ALTER TABLE \(name(of: carried.name)) RENAME TO \(mapping.join.name)")
    }
    let renames =
      zip(carried.columns, mapping.join.columns).map { (from: $0, to: $1) }
      + orderRenames(of: carried, as: mapping.join)
    return statements
      + renaming(renames, in: mapping.join.name, taken: Set(carried.columns + carried.orderColumns))
  }

  private func keepsIndex(_ mapping: JoinMapping) -> Bool {
    guard let carried = mapping.carried else { return false }
    return carried.name == mapping.join.name && carried.columns == mapping.join.columns
  }

  func droppingJoinTables(_ mappings: [JoinMapping]) -> [String] {
    let carried = Set(mappings.compactMap(\.carried?.name))
    return old.joinTables.map(\.name).filter { !carried.contains($0) }.map { "DROP TABLE \(name(of: $0))" }
  }

  /// Statements that delete pairs with an object that was removed or can no longer be linked by the relationship.
  func clearingDanglingReferences(of mapping: JoinMapping) -> [String] {
    [
      (
        mapping.own, mapping.join.entity,
        mapping.sources.map { $0.isReversed ? $0.old.relationship.destination : $0.old.entity }
      ),
      (
        mapping.other, mapping.relationship.destination,
        mapping.sources.map { $0.isReversed ? $0.old.entity : $0.old.relationship.destination }
      ),
    ].filter { _, entity, sources in sources.contains { !keepsObjects(of: $0, as: entity) } }.map { column, entity, _ in
      "DELETE FROM \(mapping.join.name) WHERE NOT \(isThere("\(mapping.join.name).\(column)", of: entity))"
    }
  }

  func indexing(_ mapping: JoinMapping) -> [String] { keepsIndex(mapping) ? [] : [mapping.join.createIndex] }
}

extension StoreLayout.RelationshipStorage {
  fileprivate var joinTableName: String? {
    guard case .joinTable(let name, _, _) = self else { return nil }
    return name
  }
}

extension StoreLayout.JoinTable {
  fileprivate var indexName: String { "\(name)_\(columns[1])_INDEX" }
}
