extension SQLWriter {
  /// - Parameter name: a different name for the table, as in a rebuild.
  mutating func write(_ table: TableModel, named name: String? = nil) {
    words("CREATE TABLE")
    if layout.chance(20) { words("IF NOT EXISTS") }
    declare(name ?? table.name)
    let behind = inlineConstraints(table)
    parenthesised { writer in
      writer.list(table.columns) { $0.write($1, table, behind[$1.name] ?? []) }
      var rest: [TableRule] = writer.rules(of: table).filter { rule in
        !behind.values.contains { $0.contains(rule) }
      }
      rest = writer.layout.order(rest)
      for rule in rest {
        writer.put(",")
        writer.write(rule, isInline: false)
      }
    }
    var options = layout.order(
      (table.isStrict ? ["STRICT"] : []) + (table.isWithoutRowid ? ["WITHOUT ROWID"] : []))
    if options.count == 2 { options.insert(",", at: 1) }
    for option in options { option == "," ? put(",") : words(option) }
  }

  /// A constraint that can be written as a column constraint or as a table constraint.
  enum TableRule: Hashable {
    case primaryKey(PrimaryKeyModel, mustBeInline: Bool)
    case unique(UniqueModel)
    case check(CheckModel)
    case foreignKey(ForeignKeyModel)
  }

  private func rules(of table: TableModel) -> [TableRule] {
    let key = table.primaryKey.map { key in
      let column = table.columns.first { $0.name == key.columns[0].name }
      // DESC has no effect in a table constraint for an INTEGER key.
      let isDescendingRowid = key.columns.count == 1 && key.columns[0].isDescending && column?.type == "INTEGER"
      return TableRule.primaryKey(key, mustBeInline: isDescendingRowid && key.columns[0].collation == nil)
    }
    return (key.map { [$0] } ?? []) + table.uniques.map { .unique($0) } + table.checks.map { .check($0) }
      + table.foreignKeys.map { .foreignKey($0) }
  }

  private mutating func inlineConstraints(_ table: TableModel) -> [String: [TableRule]] {
    var behind: [String: [TableRule]] = [:]
    for rule in rules(of: table) {
      var column: String?
      switch rule {
      case .primaryKey(let key, let mustBeInline):
        if mustBeInline || (key.columns.count == 1 && key.columns[0].collation == nil && layout.chance(50)) {
          column = key.columns[0].name
        }
      case .unique(let unique):
        let single = unique.columns.count == 1 && unique.columns[0].collation == nil && !unique.columns[0].isDescending
        if single, layout.chance(50) { column = unique.columns[0].name }
      case .check(let check):
        // A column constraint is dropped with its column, so the column `fresh` gets none. A CHECK without a name takes
        // the name of a constraint before it.
        let columns = table.columns.map(\.name).filter { $0 != "fresh" }
        let isSafe = check.name != nil || !table.hasConstraintNames
        if !columns.isEmpty, isSafe, layout.chance(50) { column = layout.pick(columns) }
      case .foreignKey(let key):
        if key.columns.count == 1, layout.chance(50) { column = key.columns[0] }
      }
      if let column { behind[column, default: []].append(rule) }
    }
    return behind
  }

  /// Writes a column's definition with its column constraints.
  mutating func write(_ column: ColumnModel, _ table: TableModel, _ behind: [TableRule]) {
    declare(column.name)
    write(type: column.type)
    var parts: [(inout SQLWriter) -> Void] = behind.map { rule in { $0.write(rule, isInline: true) } }
    if let notNull = column.notNull {
      parts.append {
        $0.constraint(notNull.name)
        $0.words("NOT NULL")
        $0.conflict(notNull.conflict)
      }
    } else if layout.chance(8) {
      parts.append { $0.words("NULL") }
    }
    if let value = column.defaultValue { parts.append { $0.write(value) } }
    if let collation = column.collation {
      parts.append {
        $0.words("COLLATE")
        $0.put($0.layout.quoted($0.layout.flipped(collation)))
      }
    }
    if let generated = column.generated {
      parts.append { writer in
        if writer.layout.isPlain || writer.layout.chance(60) { writer.phrase("GENERATED ALWAYS") }
        writer.words("AS")
        writer.parenthesised { $0.write(generated.term) }
        if generated.isStored { writer.words("STORED") } else if writer.layout.chance(50) { writer.words("VIRTUAL") }
      }
    }
    for part in layout.order(parts) { part(&self) }
  }

  mutating func write(type: String) {
    let open = type.firstIndex(of: "(") ?? type.endIndex
    words(String(type[..<open]))
    guard open < type.endIndex else { return }
    let arguments = type[open...].dropFirst().dropLast().split(separator: ",").map { $0.filter { $0 != " " } }
    parenthesised { $0.list(arguments) { $0.put(String($1)) } }
  }

  private mutating func write(_ value: ColumnModel.Default) {
    words("DEFAULT")
    switch value {
    case .expression(let term): parenthesised { $0.write(term) }
    case .literal(.string(let text)) where text.allSatisfy { $0.isLetter && $0.isASCII } && !text.isEmpty:
      // Here a bare word and a double-quoted name are strings.
      put(layout.pick([Self.literal(text), text, "\"" + text + "\"", "[" + text + "]"]))
    case .literal(.string(let text)): put(Self.literal(text))
    case .literal(.sign(let symbol, .number(let number))):
      if layout.chance(20) {
        parenthesised { $0.write(.sign(symbol, .number(number))) }
      } else {
        put(symbol)
        put(layout.flipped(number))
      }
    case .literal(let term):
      if layout.chance(20) {
        parenthesised { $0.write(term) }
      } else if case .keyword(let word) = term {
        words(word)
      } else if case .number(let text) = term {
        put(layout.flipped(text))
      } else if case .blob(let text) = term {
        put(layout.flipped(text))
      }
    }
  }

  mutating func constraint(_ name: String?) {
    guard let name else { return }
    words("CONSTRAINT")
    declare(name)
  }

  mutating func conflict(_ action: String?) {
    if let action { words("ON CONFLICT " + action) } else if layout.chance(8) { words("ON CONFLICT ABORT") }
  }

  private mutating func write(_ rule: TableRule, isInline: Bool) {
    switch rule {
    case .primaryKey(let key, _):
      constraint(key.name)
      words("PRIMARY KEY")
      if isInline {
        if key.columns[0].isDescending { words("DESC") } else if layout.chance(20) { words("ASC") }
        conflict(key.conflict)
        if key.isAutoincrement { words("AUTOINCREMENT") }
      } else {
        parenthesised {
          $0.list(key.columns) { $0.write($1) }
          if key.isAutoincrement { $0.words("AUTOINCREMENT") }
        }
        conflict(key.conflict)
      }
    case .unique(let unique):
      constraint(unique.name)
      words("UNIQUE")
      if !isInline { parenthesised { $0.list(unique.columns) { $0.write($1) } } }
      conflict(unique.conflict)
    case .check(let check):
      constraint(check.name)
      words("CHECK")
      parenthesised { $0.write(check.term) }
    case .foreignKey(let key): write(key, isInline: isInline)
    }
  }

  private mutating func write(_ column: KeyColumn) {
    refer(column.name)
    if let collation = column.collation {
      words("COLLATE")
      put(layout.flipped(collation))
    }
    if column.isDescending { words("DESC") } else if layout.chance(20) { words("ASC") }
  }

  private mutating func write(_ key: ForeignKeyModel, isInline: Bool) {
    constraint(key.name)
    if !isInline {
      words("FOREIGN KEY")
      parenthesised { $0.list(key.columns) { $0.refer($1) } }
    }
    words("REFERENCES")
    refer(key.parent)
    if !key.parentColumns.isEmpty { parenthesised { $0.list(key.parentColumns) { $0.refer($1) } } }
    var clauses = [key.match.map { "MATCH " + $0 } ?? (layout.chance(10) ? "MATCH SIMPLE" : "")]
    clauses.append(key.onDelete.map { "ON DELETE " + $0 } ?? (layout.chance(15) ? "ON DELETE NO ACTION" : ""))
    clauses.append(key.onUpdate.map { "ON UPDATE " + $0 } ?? (layout.chance(15) ? "ON UPDATE NO ACTION" : ""))
    for clause in layout.order(clauses) { words(clause) }
    if key.isDeferred {
      words("DEFERRABLE INITIALLY DEFERRED")
    } else {
      words(layout.pick(["", "", "", "NOT DEFERRABLE", "DEFERRABLE", "DEFERRABLE INITIALLY IMMEDIATE"]))
    }
  }
}

extension TableModel {
  fileprivate var hasConstraintNames: Bool {
    primaryKey?.name != nil || columns.contains { $0.notNull?.name != nil } || uniques.contains { $0.name != nil }
      || checks.contains { $0.name != nil } || foreignKeys.contains { $0.name != nil }
  }
}
