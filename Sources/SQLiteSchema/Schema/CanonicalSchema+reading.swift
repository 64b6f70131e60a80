extension CanonicalSchema {
  /// The canonical form of what SQLite tells of a database.
  ///
  /// - Parameter ignored: folded names of tables to leave out, beside `BookkeepingTables`.
  init(_ stored: StoredSchema, ignoring ignored: Set<String> = []) {
    properties = stored.properties
    let objects = stored.objects.filter { object in
      !Self.isInternal(object.name) && !Self.isLeftOut(object.table, stored, ignored)
    }
    let scope = Self.scope(of: objects, stored)
    for object in objects {
      guard let sql = object.sql else { continue }
      switch object.kind {
      case .table where stored.tables[object.name.foldedASCII]?.type == "virtual" || Self.isVirtual(sql):
        virtualTables.append(.init(virtualTable: object, sql: sql))
      case .table:
        tables.append(CanonicalTable(object.name, sql: sql, stored, spelling: scope.spelling))
      case .index:
        indexes.append(.init(index: object, sql: sql, scope: Self.scope(ofTable: object.table, stored, scope)))
      case .view:
        views.append(.init(view: object, sql: sql, scope: scope, stored))
      case .trigger:
        triggers.append(.init(trigger: object, sql: sql, scope: scope))
      }
    }
    tables.sort { $0.key < $1.key }
    for list in [\CanonicalSchema.virtualTables, \.indexes, \.views, \.triggers] {
      self[keyPath: list].sort { $0.key < $1.key }
    }
  }

  /// > Table names that begin with "sqlite_" are reserved for internal use.
  /// https://www.sqlite.org/fileformat2.html#intschema
  private static func isInternal(_ name: String) -> Bool { name.foldedASCII.hasPrefix("sqlite_") }

  private static func isLeftOut(_ table: String, _ stored: StoredSchema, _ ignored: Set<String>) -> Bool {
    let folded = table.foldedASCII
    return isInternal(table) || BookkeepingTables.contains(table) || ignored.contains(folded)
      || stored.tables[folded]?.type == "shadow"
  }

  private static func isVirtual(_ sql: String) -> Bool {
    let parser = Parser(sql)
    return parser.at("CREATE") && parser.at("VIRTUAL", ahead: 1)
  }

  /// What names can mean in views and triggers, before it is known which tables they name; and how names that are
  /// declared once are spelled.
  private static func scope(of objects: [StoredSchema.Object], _ stored: StoredSchema) -> NameScope {
    var spellings: [String: Set<String>] = [:]
    for object in objects {
      spellings[object.name.foldedASCII, default: []].insert(object.name)
      for column in stored.columns[object.name.foldedASCII] ?? [] where object.kind == .table {
        spellings[column.name.foldedASCII, default: []].insert(column.name)
      }
    }
    return NameScope(
      columns: [], spelling: spellings.compactMapValues { $0.count == 1 ? $0.first : nil },
      tables: stored.columns.mapValues { Set($0.map(\.name.foldedASCII)) })
  }

  private static func scope(ofTable table: String, _ stored: StoredSchema, _ whole: NameScope) -> NameScope {
    guard let columns = stored.columns[table.foldedASCII] else { return whole }
    var spelling = whole.spelling
    for column in columns { spelling[column.name.foldedASCII] = column.name }
    return NameScope(
      columns: NameScope.rowidNames.union(columns.map(\.name.foldedASCII)), spelling: spelling, isOneTable: true)
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
        + CanonicalText(plain: Keyword.quote(read.module.foldedASCII)) + arguments
    } else {
      statement = .opaque(sql)
    }
    self.init(
      name: object.name, table: object.name, statement: statement, resolvedColumns: nil, storedSQL: sql)
  }

  fileprivate init(index object: StoredSchema.Object, sql: String, scope: NameScope) {
    var parser = Parser(sql)
    let statement = (try? parser.createIndex()).map { read in
      CanonicalPrinter.both(scope) { printer in
        "CREATE " + (read.isUnique ? "UNIQUE " : "") + "INDEX " + Self.declared(read.name, printer) + " ON "
          + printer.name(read.table) + " (" + read.columns.map(printer.write).joined(separator: ", ") + ")"
          + (read.condition.map { " WHERE " + printer.write($0) } ?? "")
      }
    }
    self.init(
      name: object.name, table: object.table, statement: statement ?? .opaque(sql), resolvedColumns: nil,
      storedSQL: sql)
  }

  fileprivate init(view object: StoredSchema.Object, sql: String, scope: NameScope, _ stored: StoredSchema) {
    var parser = Parser(sql)
    guard let read = try? parser.createView() else {
      self.init(
        name: object.name, table: object.name, statement: .opaque(sql), resolvedColumns: nil, storedSQL: sql)
      return
    }
    let names = scope.reaching([read.query])
    let statement = CanonicalPrinter.both(names) { printer in
      "CREATE VIEW " + Self.declared(read.name, printer)
        + (read.columns.isEmpty ? "" : " (" + printer.write(read.columns) + ")") + " AS " + printer.write(read.query)
    }
    let resolved = read.columns.isEmpty && read.query.selectsAll
    self.init(
      name: object.name, table: object.name, statement: statement,
      resolvedColumns: resolved
        ? stored.columns[object.name.foldedASCII]?.map { Self.resolvedName($0.name, names) } : nil,
      storedSQL: sql)
  }

  /// A resolved column's name without the layout it may have.
  ///
  /// A result column that is an expression without an alias is named after its text, spaces, comments and all; a second
  /// one of the same name has `:1` behind it.
  private static func resolvedName(_ name: String, _ scope: NameScope) -> String {
    let digits = name.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.count
    let isNumbered = digits > 0 && name.utf8.dropLast(digits).last == UInt8(ascii: ":")
    let end = name.utf8.index(name.endIndex, offsetBy: isNumbered ? -digits - 1 : 0)
    var parser = Parser(String(name[..<end]))
    guard let expression = try? parser.expression(), parser.current == nil else { return name }
    if case .name = expression { return name }
    return CanonicalPrinter(scope: scope, isFolded: false).write(expression) + name[end...]
  }

  fileprivate init(trigger object: StoredSchema.Object, sql: String, scope: NameScope) {
    var parser = Parser(sql)
    let statement = (try? parser.createTrigger()).map { read in
      let names = scope.reaching(read.body, beside: read.table)
      return CanonicalPrinter.both(names) { printer in
        "CREATE TRIGGER " + Self.declared(read.name, printer) + " " + read.timing + " " + printer.write(read.event)
          + " ON " + printer.name(read.table) + (read.condition.map { " WHEN " + printer.write($0) } ?? "")
          + " BEGIN " + read.body.map { printer.write($0) + "; " }.joined() + "END"
      }
    }
    self.init(
      name: object.name, table: object.table, statement: statement ?? .opaque(sql), resolvedColumns: nil,
      storedSQL: sql)
  }

  /// The object's own name, whatever else is called so.
  private static func declared(_ name: String, _ printer: CanonicalPrinter) -> String {
    Keyword.quote(printer.isFolded ? name.foldedASCII : name)
  }
}

extension CanonicalText {
  /// A statement that is not understood: its tokens with single spaces between. Layout and comments do not count;
  /// everything else does.
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
  /// The scope of statements: the columns of the tables they name, and what they declare themselves (aliases, common
  /// tables and their columns). With a table whose columns are not known, every name is taken at its word.
  ///
  /// - Parameter table: the table of a trigger.
  fileprivate func reaching(_ phrases: [Phrase], beside table: String? = nil) -> NameScope {
    var scope = self
    guard !phrases.contains(where: \.hasTableFunction) else {
      scope.columns = nil
      return scope
    }
    let names = phrases.reduce(into: Set([table?.foldedASCII].compactMap { $0 })) { $0.formUnion($1.declaredNames) }
    scope.columns = names.reduce(into: names.union(Self.rowidNames)) { $0.formUnion(tables[$1] ?? []) }
    return scope
  }
}

extension Phrase {
  /// Folded names that stand as names of the statement, aliases among them, at any depth.
  fileprivate var declaredNames: Set<String> {
    pieces.reduce(into: []) { names, piece in
      if case .name(let name) = piece { names.insert(name.text.foldedASCII) }
      for inner in piece.phrases { names.formUnion(inner.declaredNames) }
    }
  }

  fileprivate var hasTableFunction: Bool {
    pieces.contains { piece in
      if case .tableFunction = piece { true } else { piece.phrases.contains(where: \.hasTableFunction) }
    }
  }

  /// Whether a `*` stands among the result columns of this query or of one in its FROM.
  fileprivate var selectsAll: Bool {
    pieces.contains { piece in
      switch piece {
      case .word("*"): true
      case .parenthesised(let inner): inner.selectsAll
      default: false
      }
    }
  }
}

extension Phrase.Piece {
  /// The statements and lists within.
  fileprivate var phrases: [Phrase] {
    switch self {
    case .parenthesised(let inner): [inner]
    case .expression(let expression): expression.phrases
    default: []
    }
  }
}

extension CanonicalPrinter {
  /// `name COLLATE x DESC`.
  func write(_ column: IndexedColumn) -> String {
    write(column.expression, in: column.collation == nil ? .or : .collate)
      + (column.collation.map { " COLLATE " + Self.collation($0) } ?? "")
      + (column.isDescending ? " DESC" : "")
  }
}
