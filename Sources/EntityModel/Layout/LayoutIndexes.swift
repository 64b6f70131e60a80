extension LayoutBuilder {
  mutating func addIndexes() throws(LayoutError) {
    for (root, keys) in keys {
      let table = StoreLayout.columnName(root)
      for key in keys {
        // > CREATE INDEX ZSFNOTE_ZPASSWORD_INDEX ON ZSFNOTE (ZPASSWORD) (Bear's store)
        // The entity number column beside a key has no index (`Docs/StoreLayout.md`).
        let name = "\(table)_\(key)_INDEX"
        indexes[root, default: [:]][name] = "CREATE INDEX \(name) ON \(table) (\(key))"
      }
    }
    for entity in entities {
      let root = model.rootEntity(of: entity.name)
      if entity.name == root, entities.contains(where: { $0.superentity == root }) {
        // > CREATE INDEX ZSFNOTEFILE_Z_ENT_INDEX ON ZSFNOTEFILE (Z_ENT) (Bear's store)
        let table = StoreLayout.columnName(root)
        indexes[root, default: [:]]["\(table)_Z_ENT_INDEX"] = "CREATE INDEX \(table)_Z_ENT_INDEX ON \(table) (Z_ENT)"
      }
      for properties in entity.uniquenessConstraints {
        // > CREATE UNIQUE INDEX Z_Movie_UNIQUE_color_colors ON ZMOVIE (ZCOLOR COLLATE BINARY ASC, …)
        // https://fatbobman.com/en/posts/coredatawithcloudkit-2/
        try addIndex("UNIQUE_" + properties.joined(separator: "_"), isUnique: true, properties, of: entity, root: root)
      }
      for index in entity.indexes where isKept(index, of: entity) {
        try addIndex(
          index.name ?? DeclaredModel.Index.swiftDataName(of: index.properties), isUnique: false, index.properties,
          descending: index.descending, of: entity, root: root)
      }
    }
  }

  /// Whether a declared index is created.
  ///
  /// > No byFolder (the foreign key's index is it), no byPlace (an R-tree)
  /// https://github.com/ashalkhakov/FreeCoreData/blob/main/Tests/FetchIndexTests.m
  ///
  /// An R-tree is a virtual table with triggers; queries return the same results without it.
  private func isKept(_ index: DeclaredModel.Index, of entity: DeclaredModel.Entity) -> Bool {
    guard index.kind == .binary else { return false }
    // > no index with a to-many relationship (photos, byAssetsIndex)
    if index.name != nil,
      index.properties.contains(where: { relationship($0, of: entity.name)?.relationship.isToMany == true })
    {
      return false
    }
    return index.properties.count != 1 || relationship(index.properties[0], of: entity.name) == nil
  }

  /// Adds an index. Its name contains the declaring entity, even if the table is that of another entity:
  /// `Z_Cafe_byRoast ON ZPLACE` (the same tests).
  private mutating func addIndex(
    _ name: String, isUnique: Bool, _ properties: [String], descending: [String] = [],
    of entity: DeclaredModel.Entity, root: String
  ) throws(LayoutError) {
    guard !properties.isEmpty else { return }
    var columns: [String] = []
    for property in properties {
      guard let column = column(of: property, in: entity.name) else {
        throw .notIndexable(entity: entity.name, property: property)
      }
      columns.append("\(column) COLLATE BINARY \(descending.contains(property) ? "DESC" : "ASC")")
    }
    let name = "Z_\(entity.name)_\(name)"
    indexes[root, default: [:]][name] =
      "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(StoreLayout.columnName(root)) "
      + "(\(columns.joined(separator: ", ")))"
  }

  private func column(of property: String, in entity: String) -> String? {
    for ancestor in model.lineage(of: entity) {
      let name = PropertyName(entity: ancestor.name, property: property)
      if !composites.contains(name), let column = attributes[name]?.first { return column.name }
      if case .ownKey(let column)? = relationships[name] { return column }
    }
    return nil
  }
}
