extension SchemaEdit {
  private static func primaryKey(
    _ kind: String, _ change: @escaping @Sendable (inout PrimaryKeyModel, inout Randomness) -> Bool
  ) -> SchemaEdit {
    .of("primary key: " + kind, \.tables) { table, random in
      guard var key = table.primaryKey, change(&key, &random) else { return false }
      table.primaryKey = key
      return true
    }
  }

  private static func unique(
    _ kind: String, _ change: @escaping @Sendable (inout UniqueModel, inout Randomness) -> Bool
  ) -> SchemaEdit {
    .of("unique: " + kind, \.tables) { table, random in anyOf(&table.uniques, &random, change) }
  }

  private static func foreignKey(
    _ kind: String, _ change: @escaping @Sendable (inout ForeignKeyModel, inout Randomness) -> Bool
  ) -> SchemaEdit {
    .of("foreign key: " + kind, \.tables) { table, random in anyOf(&table.foreignKeys, &random, change) }
  }

  /// Moves the last column to the front.
  private static func turn<Element: Equatable>(_ list: inout [Element]) -> Bool {
    guard list.count > 1, let last = list.popLast() else { return false }
    list.insert(last, at: 0)
    return true
  }

  static let keyEdits: [SchemaEdit] = [
    primaryKey("order of the columns") { key, _ in turn(&key.columns) },
    primaryKey("conflict clause") { replace(&$0.conflict, by: Names.conflicts, &$1) },
    primaryKey("name") { replace(&$0.name, by: Names.constraints, &$1) },
    .of("primary key: collation", \.tables) { table, random in
      guard var key = table.primaryKey else { return false }
      // The collation of a rowid alias has no effect.
      let column = table.columns.first { $0.name == key.columns[0].name }
      if key.columns.count == 1, column?.type == "INTEGER", !table.isWithoutRowid { return false }
      let columns = table.columns
      defer { table.primaryKey = key }
      return anyOf(&key.columns, &random) { part, random in
        let own = columns.first { $0.name == part.name }?.collation
        return replaceCollation(&part.collation, over: own, &random)
      }
    },
    primaryKey("column removed") { key, _ in key.columns.count > 1 && key.columns.popLast() != nil },
    .of("primary key: DESC", \.tables) { table, random in
      guard let key = table.primaryKey, !key.isAutoincrement else { return false }
      // DESC has no effect in a table constraint for a rowid alias.
      let column = table.columns.first { $0.name == key.columns[0].name }
      let isAlias = key.columns.count == 1 && column?.type == "INTEGER" && !table.isWithoutRowid
      if isAlias, key.columns[0].collation != nil { return false }
      table.primaryKey?.columns[random.below(key.columns.count)].isDescending.toggle()
      return true
    },
    .of("primary key: AUTOINCREMENT", \.tables) { table, _ in
      guard let key = table.primaryKey, key.columns.count == 1, !table.isWithoutRowid, !key.columns[0].isDescending,
        table.columns.contains(where: { $0.name == key.columns[0].name && $0.type == "INTEGER" })
      else { return false }
      table.primaryKey?.isAutoincrement.toggle()
      return true
    },
    .of("primary key: removed", \.tables) { table, _ in
      defer { if !table.isWithoutRowid { table.primaryKey = nil } }
      return table.primaryKey != nil && !table.isWithoutRowid
    },
    .of("primary key: to UNIQUE", \.tables) { table, _ in
      guard let key = table.primaryKey, !table.isWithoutRowid, !key.isAutoincrement else { return false }
      table.primaryKey = nil
      table.uniques = [UniqueModel(name: key.name, columns: key.columns, conflict: key.conflict)]
      return true
    },
    unique("order of the columns") { unique, _ in turn(&unique.columns) },
    unique("column removed") { unique, _ in unique.columns.count > 1 && unique.columns.popLast() != nil },
    unique("conflict clause") { replace(&$0.conflict, by: Names.conflicts, &$1) },
    unique("name") { replace(&$0.name, by: Names.constraints, &$1) },
    unique("DESC") { unique, _ in
      unique.columns[0].isDescending.toggle()
      return true
    },
    .of("unique: collation", \.tables) { table, random in
      guard !table.uniques.isEmpty else { return false }
      let part = table.uniques[0].columns[0]
      let own = table.columns.first { $0.name == part.name }?.collation
      return replaceCollation(&table.uniques[0].columns[0].collation, over: own, &random)
    },
    .of("unique: removed", \.tables) { table, _ in table.uniques.popLast() != nil },
    .of("unique: added", \.tables) { table, _ in
      guard table.uniques.isEmpty, table.primaryKey?.columns.count != 1 else { return false }
      table.uniques = [UniqueModel(columns: [KeyColumn(name: table.columns[0].name)])]
      return true
    },
    .of("check: added", \.tables) { table, _ in
      table.checks.append(CheckModel(term: .binary(.column(table.columns[0].name), "<>", .string("fresh"))))
      return true
    },
    .of("check: removed", \.tables) { table, _ in
      guard let last = table.checks.popLast() else { return false }
      return !table.checks.contains(last)
    },
    .of("check: name", \.tables) { table, random in
      guard table.checks.count == 1 else { return false }
      return replace(&table.checks[0].name, by: Names.constraints, &random)
    },
    foreignKey("ON DELETE") { replace(&$0.onDelete, by: Names.actions, &$1) },
    foreignKey("ON UPDATE") { replace(&$0.onUpdate, by: Names.actions, &$1) },
    foreignKey("MATCH") { replace(&$0.match, by: ["FULL", "PARTIAL"], &$1) },
    foreignKey("name") { replace(&$0.name, by: Names.constraints, &$1) },
    foreignKey("deferral") { key, _ in
      key.isDeferred.toggle()
      return true
    },
    foreignKey("parent") { key, _ in
      key.parent = "fresh"
      return true
    },
    foreignKey("parent's columns left out") { key, _ in
      defer { key.parentColumns = [] }
      return !key.parentColumns.isEmpty
    },
    foreignKey("a parent's column") { key, _ in
      guard !key.parentColumns.isEmpty else { return false }
      key.parentColumns[0] = "fresh"
      return true
    },
    foreignKey("order of its columns") { key, _ in turn(&key.columns) },
    .of("foreign key: removed", \.tables) { table, _ in table.foreignKeys.popLast() != nil },
    .of("foreign key: added", \.tables) { table, _ in
      table.foreignKeys.append(
        ForeignKeyModel(columns: [table.columns[0].name], parent: "fresh", parentColumns: []))
      return true
    },
  ]
}
