package import SQLiteSyntax

extension CanonicalTable {
  /// Reads a CREATE TABLE statement and checks the result against the pragmas.
  init(
    _ name: Identifier, sql: String, _ stored: StoredSchema, spelling: [Identifier: Identifier]
  ) {
    var parser = Parser(sql)
    guard let statement = try? parser.createTable() else {
      self.init(opaque: name, sql: sql)
      return
    }
    let types = stored.columns[name]?.filter { $0.hidden != 1 }.map(\.type)
    self.init(name, statement, sql: sql, spelling: spelling, types: types)
    // If the pragmas contradict the parser, its result is wrong. A comparison token by token does not miss anything.
    if !agrees(with: stored, statement) { self.init(opaque: name, sql: sql) }
  }

  private init(opaque name: Identifier, sql: String) {
    self.name = name
    columns = []
    primaryKey = nil
    uniques = []
    effectiveUniques = []
    checks = []
    foreignKeys = []
    isStrict = false
    isWithoutRowid = false
    opaque = .opaque(sql)
    storedSQL = sql
  }

  /// - Parameters:
  ///   - spelling: the declared spelling of the names of other tables.
  ///   - types: the types of the columns as SQLite reports them; `nil` if unknown.
  package init(
    _ name: Identifier, _ statement: TableStatement, sql: String, spelling: [Identifier: Identifier] = [:],
    types: [String]? = nil
  ) {
    let scope = Self.scope(of: statement, spelling)
    let rules =
      statement.columns.flatMap { column in column.constraints.map { (column, $0) } }
      .map { (column: Optional($0.0), constraint: $0.1) } + statement.constraints.map { (column: nil, constraint: $0) }

    self.name = name
    columns = statement.columns.enumerated().map { index, column in
      Column(column, type: Self.type(column.type, types.flatMap { index < $0.count ? $0[index] : nil }), scope)
    }
    isStrict = statement.isStrict
    isWithoutRowid = statement.isWithoutRowid
    opaque = nil
    storedSQL = sql
    let collations = Self.collations(of: columns)
    primaryKey =
      rules.lazy.compactMap { PrimaryKey($0.constraint, behind: $0.column, in: statement, scope, collations) }.first
    uniques = Self.ordered(rules.compactMap { Self.unique($0.constraint, behind: $0.column, scope) })
    effectiveUniques = Self.ordered(
      rules.compactMap { Self.unique($0.constraint, behind: $0.column, scope, without: collations) })
    let checkScope = statement.isWithoutRowid ? scope : scope.withRowid
    checks = Set(rules.compactMap { Self.check($0.constraint, checkScope) }).sorted()
    foreignKeys = Self.ordered(rules.compactMap { ForeignKey($0.constraint, behind: $0.column, scope) })
  }

  /// The constraints without duplicates. They are sorted unless their ON CONFLICT clauses differ: a row can violate two
  /// constraints, and the one that SQLite checks first then decides.
  private static func ordered(_ uniques: [CanonicalText]) -> [CanonicalText] {
    let isMixed = Set(uniques.map { $0.folded.split(separator: " ON CONFLICT ").dropFirst().last }).count > 1
    var seen: Set<CanonicalText> = []
    let once = uniques.filter { seen.insert($0).inserted }
    return isMixed ? once : once.sorted()
  }

  /// The foreign keys without duplicates, sorted by parent and text. The keys to one parent keep their order if one is
  /// RESTRICT and another has an action, because the first one then decides.
  static func ordered(
    _ foreignKeys: [ForeignKey], by text: KeyPath<ForeignKey, CanonicalText> = \.text
  ) -> [ForeignKey] {
    var seen: Set<CanonicalText> = []
    let once = foreignKeys.filter { seen.insert($0[keyPath: text]).inserted }
    let byParent = Dictionary(grouping: once, by: \.parent).sorted { $0.key < $1.key }
    return byParent.flatMap { _, keys in
      let actions = Set(keys.flatMap(\.actions))
      return actions.contains("RESTRICT") && actions.count > 1
        ? keys : keys.sorted { $0[keyPath: text] < $1[keyPath: text] }
    }
  }

  /// The parsed type, unless SQLite determines a different affinity from the written text. SQLite takes the raw text
  /// between the first and the last word, with comments, and removes quotes from it as from one word, so that it reads
  /// only A from `"A" B`, and neither from `[A] B`.
  private static func type(_ parsed: String, _ reported: String?) -> String {
    guard let reported = reported?.uppercasedASCII, !parsed.isEmpty else { return parsed }
    if reported == parsed, !parsed.hasPrefix("\"") { return parsed }
    return affinity(of: reported) == affinity(of: unquoted(parsed)) ? parsed : Parser.typeWord(reported)
  }

  /// The part of a printed type that SQLite reads.
  private static func unquoted(_ type: String) -> String {
    type.hasPrefix("\"") ? Tokenizer.tokens(of: type).first?.text ?? type : type
  }

  /// The affinity of a declared type, which may be `""`.
  /// https://www.sqlite.org/datatype3.html#determination_of_column_affinity
  package static func affinity(of type: String) -> String {
    if type.contains("INT") { return "INTEGER" }
    if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return "TEXT" }
    if type.contains("BLOB") { return "BLOB" }
    return ["REAL", "FLOA", "DOUB"].contains(where: type.contains) ? "REAL" : "NUMERIC"
  }

  private static func scope(of statement: TableStatement, _ spelling: [Identifier: Identifier]) -> NameScope {
    var own = [statement.name: statement.name]
    for column in statement.columns { own[column.name] = column.name }
    return NameScope(table: Set(statement.columns.map(\.name)), spelling: .init(own: own, all: spelling))
  }

  private static func unique(
    _ constraint: TableStatement.Constraint, behind column: TableStatement.Column?, _ scope: NameScope,
    without collations: [Identifier: CanonicalText] = [:]
  ) -> CanonicalText? {
    guard case .unique(let columns, let conflict) = constraint.rule else { return nil }
    let written = columns.map { $0.without(collations) }
    let elements = keyColumns(written, behind: column, isDescending: false, scope)
    return constraint.prefix + "UNIQUE (" + elements.joined(separator: ", ") + ")" + Self.conflict(conflict)
  }

  private static func check(_ constraint: TableStatement.Constraint, _ scope: NameScope) -> CanonicalText? {
    // > An ON CONFLICT clause on a CHECK constraint is accepted and ignored.
    guard case .check(let condition, _) = constraint.rule else { return nil }
    return constraint.prefix + "CHECK (" + CanonicalPrinter.both(scope) { $0.write(condition) } + ")"
  }

  fileprivate static func keyColumns(
    _ columns: [IndexedColumn], behind column: TableStatement.Column?, isDescending: Bool, _ scope: NameScope
  ) -> [CanonicalText] {
    guard let column, columns.isEmpty else {
      return columns.map { element in CanonicalPrinter.both(scope) { $0.write(element) } }
    }
    return [CanonicalText(name: column.name) + (isDescending ? " DESC" : "")]
  }

  fileprivate static func conflict(_ action: String?) -> String { action.map { " ON CONFLICT " + $0 } ?? "" }

  /// Whether the pragmas agree with this table in everything that they report.
  private func agrees(with stored: StoredSchema, _ statement: TableStatement) -> Bool {
    let key = name
    let seen = (stored.columns[key] ?? []).filter { $0.hidden != 1 }
    let hidden = columns.map { column in column.generated.map { $0.folded.hasSuffix("STORED") ? 3 : 2 } ?? 0 }
    guard seen.map(\.name) == columns.map(\.name), seen.map(\.hidden) == hidden,
      seen.contains(where: { $0.keyPosition > 0 }) == (primaryKey != nil)
    else { return false }
    if let table = stored.tables[key], table.isStrict != isStrict || table.isWithoutRowid != isWithoutRowid {
      return false
    }
    // SQLite lists a foreign key once for each declaration.
    let declared = (statement.columns.flatMap(\.constraints) + statement.constraints).count {
      if case .foreignKey = $0.rule { true } else { false }
    }
    return stored.foreignKeys[key] == declared
  }
}

extension TableStatement.Constraint {
  /// `CONSTRAINT name `, or empty text.
  fileprivate var prefix: CanonicalText {
    guard let name else { return CanonicalText(plain: "") }
    return "CONSTRAINT " + CanonicalText(name: name) + " "
  }
}

extension CanonicalTable.Column {
  fileprivate init(_ column: TableStatement.Column, type: String, _ scope: NameScope) {
    var notNull: CanonicalText?
    var defaultValue: CanonicalText?
    var collation: CanonicalText?
    var generated: CanonicalText?
    for constraint in column.constraints {
      switch constraint.rule {
      case .notNull(let conflict):
        notNull = constraint.prefix + "NOT NULL" + CanonicalTable.conflict(conflict)
      case .defaultValue(let value):
        defaultValue = Self.write(defaultValue: value)
      case .collate(let name):
        collation = CanonicalPrinter.collation(name)
      case .generated(let value, let stored):
        generated = "(" + CanonicalPrinter.both(scope) { $0.write(value) } + (stored ? ") STORED" : ") VIRTUAL")
      // Those of the table: `CanonicalTable.init` reads them. `NULL` has no effect, and the parser has applied a deferral.
      case .primaryKey, .unique, .check, .foreignKey, .null, .deferral:
        break
      }
    }
    name = column.name
    self.type = type
    self.notNull = notNull
    self.defaultValue = defaultValue
    self.collation = collation
    self.generated = generated
  }

  /// Writes a literal as it is, and any other expression in parentheses.
  private static func write(defaultValue: Expression) -> CanonicalText {
    CanonicalPrinter.both(.none) { printer in
      switch defaultValue {
      case .literal, .string, .prefix("-", .literal), .prefix("+", .literal): printer.write(defaultValue)
      case .name(let parts) where parts.count == 1 && printer.scope.isBoolean(parts[0]): printer.write(defaultValue)
      case .name(let parts) where parts.count == 1 && printer.scope.reading(of: parts[0]) == .string:
        printer.write(defaultValue)
      default: "(" + printer.write(defaultValue) + ")"
      }
    }
  }
}

extension CanonicalTable.PrimaryKey {
  fileprivate init?(
    _ constraint: TableStatement.Constraint, behind column: TableStatement.Column?, in table: TableStatement,
    _ scope: NameScope, _ collations: [Identifier: CanonicalText]
  ) {
    guard case .primaryKey(let columns, let isDescending, let conflict, let autoincrement) = constraint.rule else {
      return nil
    }
    isRowidAlias = Self.isRowidAlias(columns, behind: column, isDescending: isDescending, in: table)
    // > … a column declared "INTEGER PRIMARY KEY DESC" does not become an alias for the rowid
    // As a table constraint, "PRIMARY KEY(x DESC)" does, and its DESC has no effect.
    // https://www.sqlite.org/lang_createtable.html#rowid
    let elements = isRowidAlias ? columns.map(\.bare) : columns
    let hasDescendingColumn = isDescending && !isRowidAlias
    self.columns = CanonicalTable.keyColumns(elements, behind: column, isDescending: hasDescendingColumn, scope)
    effectiveColumns = CanonicalTable.keyColumns(
      elements.map { $0.without(collations) }, behind: column, isDescending: hasDescendingColumn, scope)
    isAutoincrement = autoincrement
    self.constraint = constraint.prefix
    self.conflict = CanonicalTable.conflict(conflict)
  }

  private static func isRowidAlias(
    _ columns: [IndexedColumn], behind column: TableStatement.Column?, isDescending: Bool, in table: TableStatement
  ) -> Bool {
    guard !table.isWithoutRowid else { return false }
    if let column { return column.type == "INTEGER" && !isDescending }
    guard columns.count == 1, case .name(let parts) = columns[0].expression else { return false }
    return table.columns.contains { $0.name == parts[0].identifier && $0.type == "INTEGER" }
  }
}

extension IndexedColumn {
  /// The column without order and collation, which have no effect on a rowid.
  fileprivate var bare: IndexedColumn {
    IndexedColumn(expression: expression, collation: nil, isDescending: false)
  }
}

extension CanonicalTable.ForeignKey {
  fileprivate init?(
    _ constraint: TableStatement.Constraint, behind column: TableStatement.Column?, _ scope: NameScope
  ) {
    guard case .foreignKey(let columns, let clause) = constraint.rule else { return nil }
    let names = column.map { [$0.name] } ?? columns
    columnNames = names
    parentName = clause.table
    parentColumnNames = clause.columns
    self.columns = names.map { name in CanonicalPrinter.both(scope) { $0.name(name) } }.joined(separator: ", ")
    parent = CanonicalPrinter.both(scope) { $0.name(clause.table) }
    actions = [clause.onDelete, clause.onUpdate].compactMap { $0 }
    var text =
      constraint.prefix + "FOREIGN KEY (" + self.columns + ") REFERENCES " + parent
    if !clause.columns.isEmpty {
      let parentColumns = clause.columns.map { name in CanonicalPrinter.both(scope) { $0.name(name) } }
      text = text + " (" + parentColumns.joined(separator: ", ") + ")"
    }
    var ending = ""
    if let action = clause.onDelete { ending += " ON DELETE " + action }
    if let action = clause.onUpdate { ending += " ON UPDATE " + action }
    if let match = clause.match { ending += " MATCH " + match }
    if clause.isDeferred { ending += " DEFERRABLE INITIALLY DEFERRED" }
    rule = String(ending.dropFirst())
    sides = clause.columns.isEmpty ? Sides(parent: clause.table, before: text, behind: ending) : nil
    self.text = text + ending
    effective = self.text
  }
}
