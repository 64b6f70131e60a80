extension LayoutBuilder {
  /// The order of a table's columns after `Z_PK`, `Z_ENT` and `Z_OPT`. Within a group, the root entity's columns come
  /// first, then those of its subentities by number, each sorted by the name of the attribute. The components of one
  /// attribute are in the order of their declaration. The keys of an entity's to-one relationships follow its integers.
  ///
  /// > ZITEMDELETED INTEGER, ZCHANGE INTEGER, ZITEMENTITY VARCHAR (a to-one `change`)
  ///
  /// Exchanging or merging two neighbouring groups contradicts a real table, except URIs and UUIDs, which no store has
  /// in one table: `Docs/StoreLayout.md`. The order columns of ordered relationships follow the integers of all entities.
  enum Group: Int, CaseIterable { case integer, order, float, decimal, string, uri, uuid, transformable, binary }

  /// A column whose position in the table is not determined yet.
  struct Placed {
    let column: Column
    let group: Group
  }

  mutating func addColumns() throws(LayoutError) {
    try checkRelationships()
    var placed: [String: [Placed]] = [:]
    var taken: [String: Set<String>] = [:]
    for entity in entities {
      let root = model.rootEntity(of: entity.name)
      try checkNames(of: entity)
      var names = taken[root, default: ["Z_PK", "Z_ENT", "Z_OPT"]]
      placed[root, default: []] += try placedAttributes(of: entity, taken: &names)
      placed[root, default: []] += placedKeys(of: entity, root: root, taken: &names)
      taken[root] = names
    }
    for (root, placed) in placed {
      let fixed = [Column.primaryKey, Column(name: "Z_ENT", type: "INTEGER"), Column(name: "Z_OPT", type: "INTEGER")]
      columns[root] = fixed + Group.allCases.flatMap { group in placed.filter { $0.group == group }.map(\.column) }
    }
    addForeignKeys()
    addJoinTables()
  }

  /// The first name of `ZNAME`, `ZNAME1`, `ZNAME2` that is not taken: entities that share a table may have properties
  /// with the same name.
  ///
  /// > ZCREATIONDATE TIMESTAMP, … ZCREATIONDATE1 TIMESTAMP, ZCREATIONDATE2 TIMESTAMP (notes)
  static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var (candidate, count) = (name, 0)
    while !taken.insert(candidate).inserted {
      count += 1
      candidate = name + String(count)
    }
    return candidate
  }

  private mutating func placedAttributes(
    of entity: DeclaredModel.Entity, taken: inout Set<String>
  ) throws(LayoutError) -> [Placed] {
    var placed: [Placed] = []
    // Names are taken in this order, too: in a SwiftData store, the `id` of the composite `author` is in ZID, the
    // attribute `id` in ZID1, and the `id` of the composite `prep` in ZID2.
    for attribute in entity.attributes.sorted(by: { Self.precedes(property: $0.name, $1.name) }) {
      let name = PropertyName(entity: entity.name, property: attribute.name)
      let columns = try place(attribute, isPart: false, of: entity.name, taken: &taken)
      attributes[name] = columns.map(\.column)
      if attribute.type.hasComponents { composites.insert(name) }
      placed += columns
    }
    return placed
  }

  /// A column for an attribute, or one for each component. The attribute's own name is not part of the names of these
  /// columns.
  private func place(
    _ attribute: DeclaredModel.Attribute, isPart: Bool, of entity: String, taken: inout Set<String>
  ) throws(LayoutError) -> [Placed] {
    guard attribute.components.isEmpty != attribute.type.hasComponents else {
      throw .componentsMismatch(entity: entity, attribute: attribute.name)
    }
    guard let (type, group) = Self.storage(of: attribute, isPart: isPart) else {
      var placed: [Placed] = []
      for part in attribute.components { placed += try place(part, isPart: true, of: entity, taken: &taken) }
      return placed
    }
    let name = Self.free(StoreLayout.columnName(attribute.name), &taken)
    return [Placed(column: Column(name: name, type: type), group: group)]
  }

  /// The type and group of a column; `nil` for an attribute with components. A `Date` is stored as seconds since 2001 and a `UUID` as 16
  /// bytes (freezeray, tables). For data in external storage, the column contains a short BLOB that refers to it:
  /// https://developer.apple.com/documentation/coredata/nsattributedescription/allowsexternalbinarydatastorage
  private static func storage(of attribute: DeclaredModel.Attribute, isPart: Bool) -> (String, Group)? {
    switch attribute.type {
    case .integer16, .integer32, .integer64, .boolean: ("INTEGER", .integer)
    case .double, .float: ("FLOAT", .float)
    case .date: ("TIMESTAMP", .float)
    case .decimal: ("DECIMAL", .decimal)
    case .string: ("VARCHAR", .string)
    case .uri: ("VARCHAR", .uri)
    case .uuid: ("BLOB", .uuid)
    case .transformable: ("BLOB", .transformable)
    case .encoded: ("BLOB", attribute.isEncodedArray && !isPart ? .transformable : .binary)
    case .binary: ("BLOB", .binary)
    case .composite, .enumeration, .unknown: nil
    }
  }

  /// Checks that no two properties of an object, declared or inherited, share a column.
  private func checkNames(of entity: DeclaredModel.Entity) throws(LayoutError) {
    var seen: [String: String] = [:]
    for ancestor in model.lineage(of: entity.name).reversed() {
      for property in ancestor.attributes.map(\.name) + ancestor.relationships.map(\.name) {
        let column = StoreLayout.columnName(property)
        if let other = seen.updateValue(property, forKey: column) {
          throw .columnTwice(entity: entity.name, property: other, other: property, column: column)
        }
      }
    }
  }
}
