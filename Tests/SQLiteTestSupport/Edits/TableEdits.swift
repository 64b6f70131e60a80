extension SchemaEdit {
  private static func column(
    _ kind: String, _ change: @escaping @Sendable (inout ColumnModel, inout Randomness) -> Bool
  ) -> SchemaEdit {
    .of("column: " + kind, \.tables) { table, random in anyOf(&table.columns, &random, change) }
  }

  static let tableEdits: [SchemaEdit] = [
    .of("column: type", \.tables) { table, random in
      let types = table.isStrict ? Names.strictTypes : Names.types
      return anyOf(&table.columns, &random) { column, random in
        column.type = random.pick(types.filter { $0 != column.type })
        return true
      }
    },
    column("NOT NULL") { column, _ in
      column.notNull = column.notNull == nil ? .init() : nil
      return true
    },
    column("conflict clause of NOT NULL") { column, random in
      guard var notNull = column.notNull else { return false }
      _ = replace(&notNull.conflict, by: Names.conflicts, &random)
      column.notNull = notNull
      return true
    },
    column("name of NOT NULL") { column, random in
      guard var notNull = column.notNull else { return false }
      _ = replace(&notNull.name, by: Names.constraints, &random)
      column.notNull = notNull
      return true
    },
    column("DEFAULT removed") { column, _ in
      // DEFAULT NULL is no default.
      guard let value = column.defaultValue, value != .literal(.keyword("NULL")), value != .expression(.keyword("NULL"))
      else { return false }
      column.defaultValue = nil
      return true
    },
    column("DEFAULT added") { column, _ in
      guard column.defaultValue == nil, column.generated == nil else { return false }
      column.defaultValue = .literal(.string("fresh"))
      return true
    },
    column("sign of a DEFAULT") { column, _ in
      guard case .literal(.sign(let symbol, let term)) = column.defaultValue else { return false }
      column.defaultValue = .literal(.sign(symbol == "-" ? "+" : "-", term))
      return true
    },
    column("number to string in a DEFAULT") { column, _ in
      guard case .literal(.number(let text)) = column.defaultValue else { return false }
      column.defaultValue = .literal(.string(text))
      return true
    },
    column("CURRENT_… of a DEFAULT") { column, _ in
      guard case .literal(.keyword(let word)) = column.defaultValue, word.hasPrefix("CURRENT") else { return false }
      column.defaultValue = .literal(.keyword(word == "CURRENT_DATE" ? "CURRENT_TIME" : "CURRENT_DATE"))
      return true
    },
    column("CURRENT_… to a string of that name") { column, _ in
      guard case .literal(.keyword(let word)) = column.defaultValue else { return false }
      column.defaultValue = .literal(.string(word))
      return true
    },
    column("collation") { replaceCollation(&$0.collation, over: nil, &$1) },
    column("storage of a generated value") { column, _ in
      column.generated?.isStored.toggle()
      return column.generated != nil
    },
    .of("column: generated to plain", \.tables) { table, random in
      anyOf(&table.columns, &random) { column, _ in
        defer { column.generated = nil }
        return column.generated != nil
      }
    },
    .of("table: STRICT", \.tables) { table, _ in
      guard table.isStrict || table.columns.allSatisfy({ Names.strictTypes.contains($0.type) }) else { return false }
      table.isStrict.toggle()
      return true
    },
    .of("table: WITHOUT ROWID", \.tables) { table, _ in
      guard let key = table.primaryKey, !key.isAutoincrement else { return false }
      table.isWithoutRowid.toggle()
      return true
    },
    .of("column: added", \.tables) { table, random in
      let type = table.isStrict ? "TEXT" : random.pick(Names.types)
      table.columns.insert(ColumnModel(name: "fresh", type: type), at: random.below(table.columns.count + 1))
      return true
    },
    .of("column: removed", \.tables) { table, random in
      guard table.columns.count > 1 else { return false }
      table.columns.remove(at: random.below(table.columns.count))
      return true
    },
    .of("column: renamed", \.tables) { table, random in
      table.columns[random.below(table.columns.count)].name = "fresh"
      return true
    },
    .of("column: renamed to another Unicode form", \.tables) { table, random in
      anyOf(&table.columns, &random) { column, _ in
        guard column.name.unicodeScalars.elementsEqual("ca\u{301}fe".unicodeScalars) else { return false }
        column.name = "c\u{E1}fe"
        return true
      }
    },
    .of("column: moved", \.tables) { table, random in
      guard table.columns.count > 1 else { return false }
      let moved = table.columns.remove(at: random.below(table.columns.count - 1))
      table.columns.append(moved)
      return true
    },
    .of("table: renamed", \.tables) { table, _ in
      table.name = "fresh"
      return true
    },
    .removed("table: removed", \.tables),
    .added("table: added", \.tables) { _ in
      TableModel(name: "fresh", columns: [ColumnModel(name: "id", type: "INTEGER")])
    },
    .of("virtual: module or argument", \.virtualTables) { table, _ in
      if table.module.hasPrefix("rtree") {
        table.module = table.module == "rtree" ? "rtree_i32" : "rtree"
      } else {
        table.arguments.insert(["extra"], at: 0)
      }
      return true
    },
    .of("virtual: order of the arguments", \.virtualTables) { table, _ in
      table.arguments.swapAt(0, 1)
      return true
    },
    .of("virtual: argument removed", \.virtualTables) { table, _ in
      guard table.arguments.count > 3 || (table.module == "fts5" && table.arguments.count > 2) else { return false }
      table.arguments.removeLast()
      return true
    },
    .of("virtual: text in an argument", \.virtualTables) { table, random in
      anyOf(&table.arguments, &random) { argument, _ in
        guard argument.first == "prefix" else { return false }
        argument[2] = "'2  3'"
        return true
      }
    },
    .removed("virtual: removed", \.virtualTables),
  ]
}
