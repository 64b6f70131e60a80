package import SQLiteSyntax

extension CanonicalSchema {
  /// Converts what SQLite reports about a database to canonical form.
  ///
  /// - Parameter ignored: tables to leave out, in addition to SQLite's own.
  package init(_ stored: StoredSchema, ignoring ignored: Set<Identifier>) {
    properties = stored.properties
    let objects = stored.objects.filter { object in
      !object.name.isReserved && !Self.isLeftOut(object.table, stored, ignored)
    }
    let scope = Self.scope(of: objects, stored)
    for object in objects {
      guard let sql = object.sql else { continue }
      switch object.kind {
      case .table where stored.tables[object.name]?.type == "virtual" || Self.isVirtual(sql):
        virtualTables.append(.init(virtualTable: object, sql: sql))
      case .table:
        tables.append(TableMemo.table(object.name, sql: sql, stored, spelling: scope.spelling.all))
      case .index:
        continue
      case .view:
        views.append(.init(view: object, sql: sql, scope: scope, stored))
      case .trigger:
        triggers.append(.init(trigger: object, sql: sql, scope: scope))
      }
    }
    tables.sort { $0.name < $1.name }
    nameParentColumns()
    let collations = collations
    for object in objects where object.kind == .index {
      guard let sql = object.sql else { continue }
      indexes.append(
        .init(
          index: object, sql: sql, scope: Self.scope(ofTable: object.table, stored, scope),
          collations: collations[object.table] ?? [:]))
    }
    for list in [\CanonicalSchema.virtualTables, \.indexes, \.views, \.triggers] {
      self[keyPath: list].sort { $0.name < $1.name }
    }
  }

  private static func isLeftOut(_ table: Identifier, _ stored: StoredSchema, _ ignored: Set<Identifier>) -> Bool {
    table.isReserved || ignored.contains(table)
      || (stored.tables[table]?.type == "shadow" && !stored.isUserTable(named: table))
  }

  private static func isVirtual(_ sql: String) -> Bool {
    // Tokens of every table would be read for nothing.
    guard sql.mentions("VIRTUAL") else { return false }
    let parser = Parser(sql)
    return parser.at("CREATE") && parser.at("VIRTUAL", ahead: 1)
  }

  /// The scope in which views and triggers are read: the columns of each table, and the spelling of each name that is
  /// declared in one way only.
  private static func scope(of objects: [StoredSchema.Object], _ stored: StoredSchema) -> NameScope {
    // `nil` for a name with several spellings.
    var spellings: [Identifier: Identifier?] = [:]
    func add(_ name: Identifier) {
      let known = spellings[name, default: name]
      spellings[name] = .some(known?.text.hasSameBytes(as: name.text) == true ? name : nil)
    }
    for object in objects {
      add(object.name)
      for column in stored.columns[object.name] ?? [] where object.kind == .table { add(column.name) }
    }
    return NameScope(
      levels: [], spelling: .init(all: spellings.compactMapValues { $0 }), tables: stored.reachableColumns)
  }

  /// The scope of an index's elements, which is the columns of its table. The WHERE of an index sees the rowid too.
  private static func scope(ofTable table: Identifier, _ stored: StoredSchema, _ whole: NameScope) -> NameScope {
    guard let columns = stored.columns[table] else { return whole }
    var spelling = whole.spelling
    for column in columns { spelling.own[column.name] = column.name }
    return NameScope(table: Set(columns.map(\.name)), spelling: spelling)
  }
}

extension StoredSchema {
  /// The columns that a query can name, by the name of their table.
  fileprivate var reachableColumns: [Identifier: Set<Identifier>] {
    var reachable = columns.mapValues { Set($0.map(\.name)) }
    for (name, table) in tables where table.type != "view" && !table.isWithoutRowid {
      reachable[name]?.formUnion(NameScope.rowidNames)
    }
    // https://www.sqlite.org/schematab.html
    let master = NameScope.rowidNames.union(["type", "name", "tbl_name", "rootpage", "sql"])
    for name: Identifier in ["sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"] {
      reachable[name] = master
    }
    return reachable
  }

  /// Whether a user created this table, although `table_list` reports a shadow table, because SQLite looks at the name
  /// alone. A full-text table with `content=` does not make a content table. FTS3 reads `content=` as a column, and
  /// does not make statistics tables.
  fileprivate func isUserTable(named table: Identifier) -> Bool {
    let name = table.folded
    guard let end = name.utf8.lastIndex(of: UInt8(ascii: "_")) else { return false }
    let owner = objects.first { $0.name == Identifier(String(name[..<end])) && $0.kind == .table }
    var parser = Parser(owner?.sql ?? "")
    guard let statement = try? parser.createVirtualTable() else { return false }
    let module = statement.module
    switch name[end...] {
    case "_content":
      return ["fts4", "fts5"].contains(module)
        && statement.arguments.contains { $0.lowercasedASCII.hasPrefix("content=") }
    case "_stat", "_docsize":
      return module == "fts3"
    default:
      return false
    }
  }
}

extension CanonicalObject {
  fileprivate init(virtualTable object: StoredSchema.Object, sql: String) {
    var parser = Parser(sql)
    let statement: CanonicalText
    if let read = try? parser.createVirtualTable() {
      let arguments = read.arguments.isEmpty ? "" : "(" + read.arguments.joined(separator: ", ") + ")"
      statement =
        "CREATE VIRTUAL TABLE " + CanonicalText(name: read.name) + " USING "
        + CanonicalText(plain: Keyword.quote(read.module.folded)) + arguments
    } else {
      statement = .opaque(sql)
    }
    self.init(
      name: object.name, table: object.name, statement: statement, resolvedColumns: nil, storedSQL: sql)
  }

  /// - Parameter collations: the collations of the table's columns, by their names.
  fileprivate init(
    index object: StoredSchema.Object, sql: String, scope: NameScope, collations: [Identifier: CanonicalText]
  ) {
    var parser = Parser(sql)
    let read = try? parser.createIndex()
    let declared = read.map { Self.write($0, $0.columns, scope) }
    let effective = read.map { Self.write($0, $0.columns.map { $0.without(collations) }, scope) }
    self.init(
      name: object.name, table: object.table, statement: declared ?? .opaque(sql), resolvedColumns: nil,
      storedSQL: sql)
    if effective != declared { effectiveStatement = effective }
  }

  private static func write(_ index: IndexStatement, _ columns: [IndexedColumn], _ scope: NameScope) -> CanonicalText {
    let elements = CanonicalPrinter.both(scope) { printer in
      "CREATE " + (index.isUnique ? "UNIQUE " : "") + "INDEX " + Self.declared(index.name, printer) + " ON "
        + printer.name(index.table) + " (" + columns.map(printer.write).joined(separator: ", ") + ")"
    }
    guard let condition = index.condition else { return elements }
    return elements + " WHERE " + CanonicalPrinter.both(scope.withRowid) { $0.write(condition) }
  }

  fileprivate init(view object: StoredSchema.Object, sql: String, scope: NameScope, _ stored: StoredSchema) {
    var parser = Parser(sql)
    guard let read = try? parser.createView() else {
      self.init(
        name: object.name, table: object.name, statement: .opaque(sql), resolvedColumns: nil, storedSQL: sql)
      return
    }
    let statement = CanonicalPrinter.both(scope) { printer in
      "CREATE VIEW " + Self.declared(read.name, printer)
        + (read.columns.isEmpty ? "" : " (" + printer.write(read.columns) + ")") + " AS " + printer.write(read.query)
    }
    let resolved = read.columns.isEmpty && read.query.selectsAll
    self.init(
      name: object.name, table: object.name, statement: statement,
      resolvedColumns: resolved
        ? stored.columns[object.name]?.map { Self.resolvedName($0.name, scope) } : nil,
      positionalTables: read.query.positionalTables(ofView: read.columns.isEmpty), storedSQL: sql)
  }

  /// The name of a resolved column, without layout.
  ///
  /// SQLite names a result column after the text of its expression if it has no alias, including spaces and comments.
  /// If the name is already in use, it appends `:1` or a higher number.
  private static func resolvedName(_ column: Identifier, _ scope: NameScope) -> Identifier {
    let name = column.text
    let digits = name.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.count
    let isNumbered = digits > 0 && name.utf8.dropLast(digits).last == UInt8(ascii: ":")
    let end = name.utf8.index(name.endIndex, offsetBy: isNumbered ? -digits - 1 : 0)
    var parser = Parser(String(name[..<end]))
    guard let expression = try? parser.expression(), parser.current == nil else { return column }
    if case .name = expression { return column }
    // The tables in reach are not known here, so a name is taken for a column if any table has such a column.
    let columns = scope.tables.values.reduce(into: Set<Identifier>()) { $0.formUnion($1) }
    let whole = NameScope(levels: [.init(columns: columns)], spelling: scope.spelling)
    return Identifier(CanonicalPrinter(scope: whole, isFolded: false).write(expression) + name[end...])
  }

  fileprivate init(trigger object: StoredSchema.Object, sql: String, scope: NameScope) {
    let read = try? Parser.trigger(sql)
    let statement = read.map { read in
      CanonicalPrinter.both(scope) { printer in
        "CREATE TRIGGER " + Self.declared(read.name, printer) + " " + read.timing + " " + printer.write(read.event)
          + " ON " + printer.name(read.table) + (read.condition.map { " WHEN " + printer.write($0) } ?? "")
          + " BEGIN " + read.body.map { printer.write($0) + "; " }.joined() + "END"
      }
    }
    let positional = read?.body.reduce(into: Set<Identifier>()) { $0.formUnion($1.positionalTables()) }
    self.init(
      name: object.name, table: object.table, statement: statement ?? .opaque(sql), resolvedColumns: nil,
      positionalTables: positional ?? [], storedSQL: sql)
  }

  /// The object's own name, spelled as declared, even if other objects have the same name in a different letter case.
  private static func declared(_ name: Identifier, _ printer: CanonicalPrinter) -> String {
    Keyword.quote(printer.isFolded ? name.folded : name.text)
  }
}

extension CanonicalText {
  /// The canonical text of a statement that the parser does not understand: its tokens, separated by single spaces.
  /// Layout and comments do not count; everything else does.
  static func opaque(_ sql: String) -> CanonicalText {
    var words = Tokenizer.tokens(of: sql).map { token in
      switch token.kind {
      case .string: CanonicalPrinter.string(token.text)
      case .doubleQuoted, .quotedName: Keyword.quoteAlways(token.text)
      default: token.text
      }
    }
    while words.last == ";" { words.removeLast() }
    return CanonicalText(plain: words.joined(separator: " "))
  }
}

extension NameScope {
  /// The scope of one table, extended by the names of its rowid.
  var withRowid: NameScope {
    var scope = self
    scope.levels.append(Level(columns: Self.rowidNames))
    return scope
  }
}

extension Phrase {
  /// Whether this query, or one in its FROM, has a `*` as a result column.
  fileprivate var selectsAll: Bool {
    pieces.contains { piece in
      switch piece {
      case .word("*"): true
      case .parenthesised(let inner), .reaching(_, let inner), .inFrom(let inner): inner.selectsAll
      default: false
      }
    }
  }

  /// The tables whose columns this statement uses by position: through a `*` whose columns are
  /// matched with others, an INSERT without a list of columns, or `… IN t`.
  ///
  /// - Parameter ofView: whether this is the query of a view that does not name its columns. The view's resolved
  ///   columns then show what its own `*` stands for.
  fileprivate func positionalTables(ofView: Bool = false) -> Set<Identifier> {
    let isCompound = pieces.contains { ["UNION", "INTERSECT", "EXCEPT"].map(Piece.word).contains($0) }
    return positionalTables(ignoringStar: ofView && !isCompound)
  }

  private func positionalTables(ignoringStar: Bool) -> Set<Identifier> {
    pieces.reduce(into: []) { tables, piece in
      switch piece {
      case .wholeRow(let name):
        tables.insert(name.identifier)
      case .reaching(let reach, let inner):
        if !ignoringStar, inner.pieces.contains(.word("*")) { tables.formUnion(reach.tables) }
        tables.formUnion(inner.positionalTables(ignoringStar: false))
      case .parenthesised(let inner), .inFrom(let inner):
        tables.formUnion(inner.positionalTables(ignoringStar: false))
      case .expression(let expression):
        for phrase in expression.phrases { tables.formUnion(phrase.positionalTables(ignoringStar: false)) }
      case .word, .name, .tableFunction:
        break
      }
    }
  }
}

extension CanonicalPrinter {
  /// Writes `name COLLATE x DESC`.
  func write(_ column: IndexedColumn) -> String {
    element(column)
      + (column.collation.map { " COLLATE " + Self.collation($0).text } ?? "")
      + (column.isDescending ? " DESC" : "")
  }

  /// Writes a lone name as a name even if no column has it. SQLite then reads it as a string, and it would read a
  /// string as a name.
  private func element(_ column: IndexedColumn) -> String {
    if case .name(let parts) = column.expression, parts.count == 1, scope.reading(of: parts[0]) == .string {
      return Keyword.quoteAlways(parts[0].identifier)
    }
    return write(column.expression, in: column.collation == nil ? .or : .collate)
  }
}
