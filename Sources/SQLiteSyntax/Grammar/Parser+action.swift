/// Parses the statements that an ``Action`` describes. A statement that the parser does not understand is
/// ``Action/other``.
extension Parser {
  package static func action(of sql: String) -> Action {
    var parser = Parser(sql)
    return (try? parser.action()) ?? .other
  }

  private mutating func action() throws(SyntaxError) -> Action {
    if at("WITH") { _ = try commonTables() }
    switch currentWord {
    case "CREATE": return .create(try creation())
    case "DROP": return try drop()
    case "ALTER": return try alteration()
    case "INSERT", "REPLACE": return .insert(try insertion())
    case "UPDATE": return .update(try updating())
    case "DELETE": return .delete(try deletion())
    case "PRAGMA": return try pragma()
    case "BEGIN": return .begin
    case "COMMIT", "END": return .commit
    // ROLLBACK TO a savepoint leaves the transaction open.
    case "ROLLBACK": return tokens.contains { $0.isKeyword("TO") } ? .other : .rollback
    case "VACUUM": return .vacuum
    case "ATTACH", "DETACH": return .attach
    default: return .other
    }
  }

  // MARK: Schema

  private mutating func creation() throws(SyntaxError) -> Creation {
    let start = self
    try expect("CREATE")
    let isTemporary = take("TEMP") || take("TEMPORARY")
    let isVirtual = take("VIRTUAL")
    _ = take("UNIQUE")
    guard let kind = currentWord.flatMap({ ObjectKind(rawValue: $0.lowercasedASCII) }) else {
      throw failure("TABLE, INDEX, VIEW or TRIGGER")
    }
    advance()
    let isConditional = take("IF", "NOT", "EXISTS")
    var creation = Creation(kind: kind, name: try objectName())
    creation.isTemporary = isTemporary
    creation.isVirtual = isVirtual
    creation.isConditional = isConditional
    if kind == .table, !isVirtual {
      if take("AS") {
        creation.query = try copyQuery()
      } else {
        var whole = start
        creation.definition = try? whole.createTable()
      }
    } else if kind == .index || kind == .trigger {
      while current != nil, !take("ON") { advance() }
      creation.table = try objectName()
    }
    return creation
  }

  private mutating func drop() throws(SyntaxError) -> Action {
    try expect("DROP")
    guard let kind = currentWord.flatMap({ ObjectKind(rawValue: $0.lowercasedASCII) }) else {
      throw failure("TABLE, INDEX, VIEW or TRIGGER")
    }
    advance()
    let isConditional = take("IF", "EXISTS")
    return .drop(Drop(kind: kind, name: try objectName(), isConditional: isConditional))
  }

  /// https://www.sqlite.org/lang_altertable.html
  private mutating func alteration() throws(SyntaxError) -> Action {
    try expect("ALTER", "TABLE")
    let table = try objectName()
    if take("RENAME", "TO") { return .renameTable(table, to: try declaredName()) }
    if take("RENAME") {
      _ = take("COLUMN")
      let column = try declaredName()
      try expect("TO")
      return .renameColumn(table: table, column, to: try declaredName())
    }
    if take("DROP") {
      _ = take("COLUMN")
      return .dropColumn(table: table, try declaredName())
    }
    try expect("ADD")
    _ = take("COLUMN")
    let definition = Array(tokens[position...].prefix { !$0.isPunctuation(";") })
    return .addColumn(ColumnAddition(table: table, column: try? column(), tokens: definition))
  }

  /// https://www.sqlite.org/pragma.html#syntax
  private mutating func pragma() throws(SyntaxError) -> Action {
    try expect("PRAGMA")
    let name = try objectName()
    guard take(punctuation: "=") || take(punctuation: "(") else { return .pragma(name: name, value: nil) }
    let value = tokens[position...].prefix { !$0.isPunctuation(")") && !$0.isPunctuation(";") }
    return .pragma(name: name, value: value.map(\.text).joined().lowercasedASCII)
  }

  // MARK: Rows

  /// https://www.sqlite.org/lang_insert.html
  private mutating func insertion() throws(SyntaxError) -> Insertion {
    let isReplace = take("REPLACE")
    if !isReplace { try expect("INSERT") }
    let conflict = isReplace ? "REPLACE" : conflict()
    try expect("INTO")
    let table = try objectName()
    if take("AS") { _ = try name() }
    let columns = at(punctuation: "(") ? try names() : nil
    let source = take("DEFAULT", "VALUES") ? nil : try copyQuery()
    return Insertion(table: table, conflict: conflict, columns: columns, source: source)
  }

  /// https://www.sqlite.org/lang_update.html
  private mutating func updating() throws(SyntaxError) -> Updating {
    try expect("UPDATE")
    _ = conflict()
    let table = try target()
    try expect("SET")
    let assignments = try list { parser throws(SyntaxError) -> Updating.Assignment in
      let columns = parser.at(punctuation: "(") ? try parser.names() : [try parser.declaredName()]
      try parser.expect(punctuation: "=")
      let value = try parser.span { parser throws(SyntaxError) in _ = try parser.expression() }
      return Updating.Assignment(columns: columns, value: value)
    }
    let hasFrom = take("FROM")
    var reach = Phrase.Reach()
    if hasFrom { _ = try joinedTables(adding: &reach) }
    return Updating(table: table, assignments: assignments, filter: try whereClause(), hasFrom: hasFrom)
  }

  /// https://www.sqlite.org/lang_delete.html
  private mutating func deletion() throws(SyntaxError) -> Deletion {
    try expect("DELETE", "FROM")
    let table = try target()
    return Deletion(
      table: table,
      filter: try span { parser throws(SyntaxError) in
        _ = try parser.filter("WHERE")
        _ = try parser.orderBy()
        _ = try parser.limit()
      })
  }

  private mutating func target() throws(SyntaxError) -> Identifier {
    let table = try objectName()
    if take("AS") { _ = try name() }
    _ = try indexHint()
    return table
  }

  private mutating func conflict() -> String? {
    guard take("OR"), let action = currentWord else { return nil }
    advance()
    return action
  }

  private mutating func names() throws(SyntaxError) -> [Identifier] {
    try parenthesised { parser throws(SyntaxError) in
      try parser.list { parser throws(SyntaxError) in try parser.declaredName() }
    }
  }

  private mutating func whereClause() throws(SyntaxError) -> [Token] {
    try span { parser throws(SyntaxError) in _ = try parser.filter("WHERE") }
  }

  /// The tokens that `content` reads.
  private mutating func span(_ content: (inout Parser) throws(SyntaxError) -> Void) throws(SyntaxError) -> [Token] {
    let start = position
    try content(&self)
    return Array(tokens[start..<position])
  }

  private mutating func copyQuery() throws(SyntaxError) -> CopyQuery {
    if at("WITH") { _ = try commonTables() }
    if at("VALUES") {
      return CopyQuery(results: [], tables: [], filter: [], isValues: true, isReduced: false, isCompound: false)
    }
    try expect("SELECT")
    let isDistinct = take("DISTINCT")
    if !isDistinct { _ = take("ALL") }
    let results = try list { parser throws(SyntaxError) in try parser.result() }
    var reach = Phrase.Reach()
    if take("FROM") { _ = try joinedTables(adding: &reach) }
    // The tables of a subquery have no name here.
    let tables = reach.tables + (reach.isUnknown ? [""] : [])
    let filter = try whereClause()
    let rest = tokens[position...]
    var query = CopyQuery(
      results: results, tables: tables, filter: filter, isValues: false,
      isReduced: isDistinct || rest.contains { $0.isKeyword("GROUP") || $0.isKeyword("LIMIT") },
      isCompound: rest.contains { token in ["UNION", "INTERSECT", "EXCEPT"].contains(where: token.isKeyword) })
    if rest.first?.isKeyword("GROUP") == true {
      query.grouping = rest.dropFirst(2).prefix { token in
        token.text != ";" && !["HAVING", "WINDOW", "ORDER", "LIMIT"].contains(where: token.isKeyword)
      }
    }
    if let start = rest.lastIndex(where: { $0.isKeyword("LIMIT") }) {
      query.limit = rest[(start + 1)...].prefix { $0.text != ";" }
    }
    return query
  }

  private mutating func result() throws(SyntaxError) -> CopyQuery.Result {
    if at(punctuation: "*") || (atName() && at(punctuation: ".", ahead: 1) && at(punctuation: "*", ahead: 2)) {
      let star = try span { parser throws(SyntaxError) in
        while !parser.take(punctuation: "*") { parser.advance() }
      }
      return CopyQuery.Result(tokens: star, column: nil, isStar: true)
    }
    var column: Name?
    let tokens = try span { parser throws(SyntaxError) in
      if case .name(let parts) = try parser.expression() { column = parts.last }
    }
    _ = try alias()
    return CopyQuery.Result(tokens: tokens, column: column, isStar: false)
  }
}
