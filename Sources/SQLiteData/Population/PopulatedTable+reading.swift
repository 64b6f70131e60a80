internal import GRDB
internal import SQLiteSchema
internal import SQLiteSyntax

extension PopulatedTable {
  /// Reads a table's columns, keys and references.
  ///
  /// - Parameter sql: its CREATE statement, as SQLite stores it.
  init(_ name: Identifier, sql: String, _ stored: StoredSchema.Table?, in db: GRDB.Database) throws {
    self.name = name
    isWithoutRowid = stored?.isWithoutRowid ?? false
    isStrict = stored?.isStrict ?? false
    let quoted = Keyword.quoteAlways(name)
    let rows = try Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(quoted))")
    let keyCount = rows.count { ($0["pk"] as Int) > 0 }
    var parser = Parser(sql)
    let statement = try? parser.createTable()
    let isRowid = Self.rowidRule(statement, isWithoutRowid: isWithoutRowid, keyCount: keyCount)
    columns = rows.map { row in
      let type: String = (row["type"] ?? "").uppercasedASCII
      let defaultText: String? = row["dflt_value"]
      let value = defaultText.map { Self.value(of: $0, type: type, in: db) } ?? .null
      let position: Int = row["pk"]
      return Column(
        name: Identifier(row["name"]), type: type, affinity: Affinity(type: type),
        isNullable: (row["notnull"] as Int) == 0 && position == 0, isSettable: (row["hidden"] as Int) == 0,
        isRowid: position > 0 && isRowid(Identifier(row["name"]), type), keyPosition: position,
        hasDefault: !value.isNull,
        defaultValue: value)
    }
    try readKeys(of: quoted, in: db)
    readReferences(try Row.fetchAll(db, sql: "PRAGMA main.foreign_key_list(\(quoted))"))
    if let statement { read(statement) }
  }

  /// Determines whether a column, by name and type, is the rowid. An `INTEGER PRIMARY KEY` is, unless it is declared as
  /// `INTEGER PRIMARY KEY DESC` in the column.
  /// https://www.sqlite.org/lang_createtable.html#rowid
  private static func rowidRule(
    _ statement: TableStatement?, isWithoutRowid: Bool, keyCount: Int
  ) -> (Identifier, String) -> Bool {
    { name, type in
      guard !isWithoutRowid, keyCount == 1, type == "INTEGER" else { return false }
      let column = statement?.columns.first { $0.name == name }
      return
        !(column?.constraints.contains { constraint in
          if case .primaryKey(_, isDescending: true, _, _) = constraint.rule { true } else { false }
        } ?? false)
    }
  }

  /// Reads a trigger of the table: the values that it compares the new row with, and whether it can end the
  /// transaction.
  mutating func read(trigger sql: String) {
    let tokens = Tokenizer.tokens(of: sql)
    raisesRollback = raisesRollback || tokens.contains { $0.isKeyword("ROLLBACK") }
    let values = tokens.compactMap { token -> RowValue? in
      switch token.kind {
      case .string: .text(token.text)
      case .number: RowValue(number: token.text.uppercasedASCII)
      default: nil
      }
    }
    for index in tokens.indices.dropLast(2) where tokens[index].isKeyword("NEW") && tokens[index + 1].isPunctuation(".")
    {
      guard let column = column(named: tokens[index + 2].identifier) else { continue }
      columns[column].facts.mentioned = (columns[column].facts.mentioned + values).uniqued
    }
  }

  /// Reads the columns in the expressions of an index, which SQLite evaluates for each row.
  mutating func read(index sql: String) {
    // An index on columns alone has one pair of parentheses.
    guard sql.utf8.count(where: { $0 == UInt8(ascii: "(") }) > 1 else { return }
    var parser = Parser(sql)
    guard let statement = try? parser.createIndex() else { return }
    let expressions = statement.columns.map(\.expression).filter { if case .name = $0 { false } else { true } }
    expressionColumns += (expressions + (statement.condition.map { [$0] } ?? [])).flatMap { $0.columns(self) }
  }

  /// The value of a default, whose SQL text the pragma returns.
  private static func value(of text: String, type: String, in db: GRDB.Database) -> RowValue {
    guard let found = try? DatabaseValue.fetchOne(db, sql: "SELECT \(text)") else { return .null }
    let value = RowValue(found)
    // SQLite converts text that looks like a number, such as the result of `strftime('%s')`.
    // https://www.sqlite.org/datatype3.html
    if case .text(let text) = value, [.integer, .numeric, .real].contains(Affinity(type: type)) {
      return RowValue(number: text) ?? value
    }
    return value
  }

  /// Reads the keys for which SQLite has an index, and the rowid key, which needs none.
  private mutating func readKeys(of quoted: String, in db: GRDB.Database) throws {
    for row in try Row.fetchAll(db, sql: "PRAGMA main.index_list(\(quoted))") where (row["unique"] as Int) == 1 {
      let index = Identifier(row["name"])
      let parts = try Row.fetchAll(db, sql: "PRAGMA main.index_xinfo(\(Keyword.quoteAlways(index)))")
        .filter { ($0["key"] as Int) == 1 }
      let names = parts.map { ($0["name"] as String?)?.identifier }
      var key = UniqueKey(
        columns: names.compactMap { $0.flatMap(column) }, hasExpression: names.contains(nil),
        isPartial: (row["partial"] as Int) == 1, index: index)
      let sql = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [index.text])
      var parser = Parser(sql ?? "")
      if let statement = try? parser.createIndex() {
        key.columns = (key.columns + statement.columns.flatMap { $0.expression.columns(self) }).uniqued
        key.condition = statement.condition?.columns(self) ?? []
      }
      keys.append(key)
    }
    let primary = columns.indices.filter { columns[$0].keyPosition > 0 }
    if primary.contains(where: { columns[$0].isRowid }) {
      keys.append(UniqueKey(columns: primary, hasExpression: false, isPartial: false, index: ""))
    }
  }

  private mutating func readReferences(_ rows: [Row]) {
    for (_, parts) in Dictionary(grouping: rows, by: { $0["id"] as Int }).sorted(by: { $0.key < $1.key }) {
      let parts = parts.sorted { ($0["seq"] as Int) < ($1["seq"] as Int) }
      let positions = parts.compactMap { column(named: Identifier($0["from"])) }
      guard positions.count == parts.count else { continue }
      references.append(
        Reference(
          columns: positions, parent: Identifier(parts[0]["table"]),
          parentColumns: parts.compactMap { ($0["to"] as String?)?.identifier },
          isImplied: false))
    }
  }

  private mutating func read(_ statement: TableStatement) {
    for column in statement.columns {
      read(column.constraints)
      for case .generated(let expression, _) in column.constraints.map(\.rule) {
        if let position = self.column(named: column.name) { sources[position] = expression.columns(self) }
      }
    }
    read(statement.constraints)
    for check in checks { ColumnFacts.read(check.condition, into: &self) }
  }

  private mutating func read(_ constraints: [TableStatement.Constraint]) {
    for constraint in constraints {
      switch constraint.rule {
      case .check(let expression, _): checks.append((constraint.name, expression))
      case .primaryKey(_, _, let conflict, let autoincrement):
        isAutoincrement = isAutoincrement || autoincrement
        mayRollBack = mayRollBack || conflict == "ROLLBACK"
      case .unique(_, let conflict), .notNull(let conflict): mayRollBack = mayRollBack || conflict == "ROLLBACK"
      // The pragmas report these.
      case .foreignKey, .null, .deferral, .defaultValue, .collate, .generated: break
      }
    }
  }
}

extension RowValue {
  init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let value): self = .integer(value)
    case .double(let value): self = .real(value)
    case .string(let value): self = .text(value)
    case .blob(let value): self = .blob([UInt8](value))
    }
  }
}
