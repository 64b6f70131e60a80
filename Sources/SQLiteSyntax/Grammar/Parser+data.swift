/// Parses statements that move rows: CREATE TABLE, ALTER TABLE, DROP TABLE, INSERT, UPDATE and DELETE.
extension Parser {
  /// The statement in `sql`; `nil` if it does not move rows or the parser does not understand it.
  package static func dataStatement(_ sql: String) -> DataStatement? {
    var parser = Parser(sql)
    return try? parser.dataStatement()
  }

  private mutating func dataStatement() throws(SyntaxError) -> DataStatement? {
    switch currentWord {
    case "CREATE": return try creation()
    case "ALTER": return try alteration()
    case "DROP": return try removal()
    default: break
    }
    if at("WITH") { _ = try commonTables() }
    switch currentWord {
    case "INSERT", "REPLACE": return try insertion()
    case "UPDATE": return try updating()
    case "DELETE": return try deletion()
    default: return nil
    }
  }

  private mutating func creation() throws(SyntaxError) -> DataStatement? {
    let start = self
    advance()
    _ = take("TEMP") || take("TEMPORARY")
    guard take("TABLE") else { return nil }
    _ = take("IF", "NOT", "EXISTS")
    let name = try objectName()
    if take("AS") { return .createTableAs(name, selection()) }
    self = start
    let table = try createTable()
    return .createTable(table.name, table.columns.map(DataStatement.Column.init))
  }

  /// https://www.sqlite.org/lang_altertable.html
  private mutating func alteration() throws(SyntaxError) -> DataStatement? {
    try expect("ALTER", "TABLE")
    let table = try objectName()
    if take("RENAME") {
      if take("TO") { return .renameTable(table, to: try declaredName()) }
      _ = take("COLUMN")
      let column = try declaredName()
      try expect("TO")
      return .renameColumn(table, column, to: try declaredName())
    }
    if take("ADD") {
      _ = take("COLUMN")
      return .addColumn(table, DataStatement.Column(try column()))
    }
    if take("DROP") {
      _ = take("COLUMN")
      return .dropColumn(table, try declaredName())
    }
    return nil
  }

  private mutating func removal() throws(SyntaxError) -> DataStatement? {
    guard take("DROP", "TABLE") else { return nil }
    _ = take("IF", "EXISTS")
    return .dropTable(try objectName())
  }

  private mutating func insertion() throws(SyntaxError) -> DataStatement? {
    var conflict: String?
    if take("REPLACE") {
      conflict = "REPLACE"
    } else {
      try expect("INSERT")
      if take("OR") {
        conflict = currentWord
        advance()
      }
    }
    try expect("INTO")
    let table = try objectName()
    if take("AS") { _ = try name() }
    var columns: [Identifier]?
    if at(punctuation: "("), atName(ahead: 1) {
      columns = try parenthesised { parser throws(SyntaxError) in
        try parser.list { parser throws(SyntaxError) in try parser.declaredName() }
      }
    }
    if at("VALUES") || at("DEFAULT") { return .insert(table, columns: columns, nil, conflict: conflict) }
    return .insert(table, columns: columns, selection(), conflict: conflict)
  }

  private mutating func updating() throws(SyntaxError) -> DataStatement? {
    try expect("UPDATE")
    if take("OR") { advance() }
    let table = try objectName()
    if take("AS") { _ = try name() }
    _ = try indexHint()
    try expect("SET")
    let assignments = try list { parser throws(SyntaxError) in try parser.assignment() }
    var hasCondition = false
    if take("FROM") {
      var reach = Phrase.Reach()
      _ = try joinedTables(adding: &reach)
      hasCondition = true
    }
    return .update(table, assignments, hasCondition: hasCondition || at("WHERE"))
  }

  private mutating func assignment() throws(SyntaxError) -> DataStatement.Assignment {
    var columns: [Identifier]
    if at(punctuation: "(") {
      columns = try parenthesised { parser throws(SyntaxError) in
        try parser.list { parser throws(SyntaxError) in try parser.declaredName() }
      }
    } else {
      columns = [try declaredName()]
    }
    try expect(punctuation: "=")
    return DataStatement.Assignment(columns: columns, value: try expression())
  }

  private mutating func deletion() throws(SyntaxError) -> DataStatement? {
    try expect("DELETE", "FROM")
    let table = try objectName()
    if take("AS") { _ = try name() }
    _ = try indexHint()
    return .delete(table, hasCondition: at("WHERE"))
  }

  // MARK: The SELECT

  /// Reads the rest of the statement, which is a query.
  private mutating func selection() -> Selection {
    if let plain = attempt({ parser throws(SyntaxError) in try parser.plainSelection() }) { return plain }
    // The query is not a plain SELECT: collect every table named after a FROM or JOIN, at any depth.
    var selection = Selection(isOpaque: true)
    while current != nil {
      if at("ROW_NUMBER"), at(punctuation: "(", ahead: 1),
        !selection.narrowing.contains(where: { $0.clause == .rowNumber })
      {
        selection.narrowing.append(Selection.Narrowing(clause: .rowNumber))
      }
      if take("FROM") || take("JOIN"), atName(allowingString: false), let name = try? objectName() {
        selection.tables.append(Selection.Table(name: name))
      } else {
        advance()
      }
    }
    return selection
  }

  private mutating func plainSelection() throws(SyntaxError) -> Selection {
    try expect("SELECT")
    var selection = Selection()
    if take("DISTINCT") {
      selection.narrowing.append(Selection.Narrowing(clause: .distinct))
    } else {
      _ = take("ALL")
    }
    selection.results = try list { parser throws(SyntaxError) in try parser.result() }
    guard take("FROM") else { throw failure("FROM") }
    var reach = Phrase.Reach()
    let from = try joinedTables(adding: &reach)
    guard !reach.isUnknown else { throw failure("tables of the schema") }
    selection.tables = from.tables
    if from.pieces.contains(.word("JOIN")) || from.pieces.contains(.word(",")) {
      // A LEFT JOIN keeps each row of the first table.
      let joins = from.pieces.count { $0 == .word("JOIN") || $0 == .word(",") }
      if joins > from.pieces.count(where: { $0 == .word("LEFT") }) {
        selection.narrowing.append(Selection.Narrowing(clause: .join, expressions: from.conditionsOfInnerJoins))
      }
    }
    if take("WHERE") {
      let condition = try expression()
      // `FROM a, b WHERE a.x = b.y` is a join.
      if from.pieces.contains(.word(",")), let join = selection.narrowing.firstIndex(where: { $0.clause == .join }) {
        selection.narrowing[join].expressions.append(condition)
      }
      selection.narrowing.append(
        Selection.Narrowing(
          clause: .condition, expressions: [condition], picksValues: condition.picksValues,
          followsLeftJoin: from.pieces.contains(.word("LEFT"))))
    }
    if take("GROUP", "BY") {
      let terms = try list { parser throws(SyntaxError) in try parser.expression() }
      selection.narrowing.append(Selection.Narrowing(clause: .group, expressions: terms))
      _ = try filter("HAVING")
    }
    _ = try orderBy()
    if at("LIMIT") {
      selection.narrowing.append(Selection.Narrowing(clause: .limit))
      _ = try limit()
    }
    // An upsert clause may follow, a compound operator may not.
    guard current == nil || at(punctuation: ";") || at("ON") || at("RETURNING") else { throw failure("the end") }
    return selection
  }

  private mutating func result() throws(SyntaxError) -> Selection.Result {
    if take(punctuation: "*") { return .all }
    if atName(), at(punctuation: ".", ahead: 1), at(punctuation: "*", ahead: 2) {
      let table = try declaredName()
      advance()
      advance()
      return .allOf(table)
    }
    let expression = try expression()
    guard case .name(let name)? = try alias().pieces.last else { return .expression(expression, alias: nil) }
    return .expression(expression, alias: name.identifier)
  }
}

extension DataStatement.Column {
  fileprivate init(_ column: TableStatement.Column) {
    let isGenerated = column.constraints.contains { if case .generated = $0.rule { true } else { false } }
    self.init(name: column.name, isGenerated: isGenerated)
  }
}

extension Expression {
  /// Whether the condition is of the form `a = 'x'` or `a IN ('x', 'y')`.
  fileprivate var picksValues: Bool {
    switch self {
    case .infix(.name, let rest):
      if rest.count == 1, rest[0].symbol == "=" || rest[0].symbol == "IS" { rest[0].operand.isValue } else { false }
    case .among(.name, _, let negated): !negated
    default: false
    }
  }

  private var isValue: Bool {
    switch self {
    case .literal, .string: true
    default: false
    }
  }
}

extension Phrase {
  /// The conditions of a FROM, without those of LEFT JOIN. A name in USING counts as a condition.
  fileprivate var conditionsOfInnerJoins: [Expression] {
    var conditions: [Expression] = []
    // Whether the next join, and the current one, is a LEFT JOIN.
    var isNextLeft = false
    var isLeft = false
    var previous = ""
    for piece in pieces {
      switch piece {
      case .word(let word):
        if word == "LEFT" { isNextLeft = true }
        if word == "JOIN" || word == "," { (isLeft, isNextLeft) = (isNextLeft, false) }
        previous = word
      case .expression(let condition) where previous == "ON" && !isLeft: conditions.append(condition)
      case .parenthesised(let names) where previous == "USING" && !isLeft:
        for case .name(let name) in names.pieces { conditions.append(.name([name])) }
      default: break
      }
    }
    return conditions
  }

  /// The tables of a FROM that has no subqueries.
  fileprivate var tables: [Selection.Table] {
    var tables: [Selection.Table] = []
    var previous = ""
    for piece in pieces {
      switch piece {
      case .name(let name):
        if previous == "AS" {
          if !tables.isEmpty { tables[tables.count - 1].alias = name.identifier }
        } else if previous == "." {
          if !tables.isEmpty { tables[tables.count - 1] = Selection.Table(name: name.identifier) }
        } else if previous != "BY" {
          tables.append(Selection.Table(name: name.identifier))
        }
        previous = ""
      case .word(let word): previous = word
      case .parenthesised(let inner) where previous != "USING": tables += inner.tables
      default: previous = ""
      }
    }
    return tables
  }
}
