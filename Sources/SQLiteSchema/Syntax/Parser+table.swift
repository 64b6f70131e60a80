/// CREATE TABLE, CREATE VIRTUAL TABLE and CREATE INDEX.
extension Parser {
  /// https://www.sqlite.org/lang_createtable.html
  mutating func createTable() throws(SyntaxError) -> TableStatement {
    try expect("CREATE")
    _ = take("TEMP") || take("TEMPORARY")
    try expect("TABLE")
    _ = take("IF", "NOT", "EXISTS")
    let name = try objectName()
    var columns: [TableStatement.Column] = []
    var constraints: [TableStatement.Constraint] = []
    try parenthesised { parser throws(SyntaxError) in
      columns.append(try parser.column())
      while parser.take(punctuation: ",") {
        if parser.atTableConstraint { break }
        columns.append(try parser.column())
      }
      // The commas between table constraints may be left out: `tconscomma` in SQLite's `parse.y` may be empty.
      var lastName: String?
      while parser.atTableConstraint {
        if let constraint = try parser.tableConstraint(after: &lastName) { constraints.append(constraint) }
        if parser.take(punctuation: ",") { lastName = nil }
      }
    }
    var isStrict = false
    var isWithoutRowid = false
    while current != nil, !at(punctuation: ";") {
      if take("STRICT") {
        isStrict = true
      } else if take("WITHOUT", "ROWID") {
        isWithoutRowid = true
      } else {
        throw failure("STRICT or WITHOUT ROWID")
      }
      _ = take(punctuation: ",")
    }
    try expectEnd()
    return TableStatement(
      name: name, columns: columns, constraints: constraints, isStrict: isStrict, isWithoutRowid: isWithoutRowid
    ).withDeferrals
  }

  /// A constraint's keyword; `KEY` and the like make sure that a column called `"check"` is none (it is quoted then).
  private var atTableConstraint: Bool {
    at("CONSTRAINT") || at("PRIMARY") || at("UNIQUE") || at("CHECK") || at("FOREIGN")
  }

  private mutating func column() throws(SyntaxError) -> TableStatement.Column {
    let name = try declaredName()
    var column = TableStatement.Column(name: name, type: try typeName() ?? "")
    var lastName: String?
    while let constraint = try columnConstraint(after: &lastName) { column.constraints.append(constraint) }
    return column
  }

  /// A declared type in upper case: `VARCHAR(10)`, `DOUBLE PRECISION`; nil when there is none.
  ///
  /// https://www.sqlite.org/syntax/type-name.html
  mutating func typeName() throws(SyntaxError) -> String? {
    var words: [String] = []
    while atName(), !(at("GENERATED") && at("ALWAYS", ahead: 1) && at("AS", ahead: 2)) {
      words.append(try declaredName().uppercasedASCII)
    }
    guard !words.isEmpty else { return nil }
    var type = words.map(Self.typeWord).joined(separator: " ")
    if take(punctuation: "(") {
      var arguments: [String] = []
      repeat {
        var argument = ""
        while let token = current, !token.isPunctuation(","), !token.isPunctuation(")") {
          argument += token.text
          advance()
        }
        arguments.append(argument.uppercasedASCII)
      } while take(punctuation: ",")
      try expect(punctuation: ")")
      type += "(" + arguments.joined(separator: ", ") + ")"
    }
    return type
  }

  static func typeWord(_ word: String) -> String {
    word.utf8.allSatisfy { ($0 >= 0x41 && $0 <= 0x5A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F }
      && !Keyword.isReserved(word) && word.utf8.first.map { $0 > 0x39 } ?? false
      ? word : Keyword.quoteAlways(word)
  }

  private mutating func constraintName() throws(SyntaxError) -> String? {
    // > CONSTRAINT name … the last of several is the one that counts
    var constraint: String?
    while take("CONSTRAINT") { constraint = try declaredName() }
    return constraint
  }

  /// - Parameter lastName: the last name that a constraint of this column had: SQLite keeps it until the next comma, and
  ///   a CHECK without a name of its own is called so in messages.
  private mutating func columnConstraint(
    after lastName: inout String?
  ) throws(SyntaxError) -> TableStatement.Constraint? {
    var name = try constraintName()
    lastName = name ?? lastName
    if at("CHECK") { name = lastName }
    guard let rule = try columnRule() else {
      // A trailing CONSTRAINT name without a constraint is legal and means nothing.
      return nil
    }
    return TableStatement.Constraint(name: name, rule: rule)
  }

  private mutating func columnRule() throws(SyntaxError) -> TableStatement.Rule? {
    if take("PRIMARY", "KEY") {
      let isDescending = take("DESC")
      if !isDescending { _ = take("ASC") }
      let conflict = try conflictClause()
      return .primaryKey(
        columns: [], isDescending: isDescending, conflict: conflict, autoincrement: take("AUTOINCREMENT"))
    }
    if take("NOT", "NULL") { return .notNull(conflict: try conflictClause()) }
    if take("NULL") {
      _ = try conflictClause()
      return .null
    }
    if take("UNIQUE") { return .unique(columns: [], conflict: try conflictClause()) }
    if take("CHECK") {
      let condition = try parenthesised { parser throws(SyntaxError) in try parser.expression() }
      return .check(condition, conflict: try conflictClause())
    }
    if take("DEFAULT") { return .defaultValue(try defaultValue()) }
    if take("COLLATE") { return .collate(try declaredName()) }
    if at("REFERENCES") { return .foreignKey(columns: [], try referencesClause()) }
    if at("DEFERRABLE") || (at("NOT") && at("DEFERRABLE", ahead: 1)) { return .deferral(try deferral()) }
    if take("GENERATED") {
      try expect("ALWAYS", "AS")
      return try generated()
    }
    if take("AS") { return try generated() }
    return nil
  }

  private mutating func generated() throws(SyntaxError) -> TableStatement.Rule {
    let value = try parenthesised { parser throws(SyntaxError) in try parser.expression() }
    if take("STORED") { return .generated(value, stored: true) }
    // > If the trailing "VIRTUAL" or "STORED" keyword is omitted, then VIRTUAL is the default.
    _ = take("VIRTUAL")
    return .generated(value, stored: false)
  }

  /// A literal, a signed number, an expression in parentheses, or a bare name, which is a string here:
  /// `ccons ::= DEFAULT id`, where SQLite makes a TK_STRING of the id.
  private mutating func defaultValue() throws(SyntaxError) -> Expression {
    if at(punctuation: "(") {
      return try parenthesised { parser throws(SyntaxError) in try parser.expression() }
    }
    if let sign = current, sign.isPunctuation("-") || sign.isPunctuation("+") {
      advance()
      return .prefix(sign.text, try defaultTerm())
    }
    return try defaultTerm()
  }

  private mutating func defaultTerm() throws(SyntaxError) -> Expression {
    guard let token = current else { throw failure("a default value") }
    switch token.kind {
    case .doubleQuoted, .quotedName:
      advance()
      return .string(token.text)
    case .word:
      let word = token.text.uppercasedASCII
      advance()
      switch word {
      case "NULL", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "TRUE", "FALSE": return .literal(word)
      default: return .string(token.text)
      }
    default:
      return try expression(.primary)
    }
  }

  /// `ON CONFLICT …`; nil for ABORT, which is what happens without.
  private mutating func conflictClause() throws(SyntaxError) -> String? {
    guard take("ON", "CONFLICT") else { return nil }
    guard let action = currentWord else { throw failure("a conflict resolution") }
    advance()
    return action == "ABORT" ? nil : action
  }

  private mutating func tableConstraint(
    after lastName: inout String?
  ) throws(SyntaxError) -> TableStatement.Constraint? {
    var name = try constraintName()
    lastName = name ?? lastName
    if at("CHECK") { name = lastName }
    if take("PRIMARY", "KEY") {
      var autoincrement = false
      let columns = try parenthesised { parser throws(SyntaxError) -> [IndexedColumn] in
        let columns = try parser.indexedColumns()
        autoincrement = parser.take("AUTOINCREMENT")
        return columns
      }
      let conflict = try conflictClause()
      return .init(
        name: name,
        rule: .primaryKey(columns: columns, isDescending: false, conflict: conflict, autoincrement: autoincrement))
    }
    if take("UNIQUE") {
      let columns = try parenthesised { parser throws(SyntaxError) in try parser.indexedColumns() }
      return .init(name: name, rule: .unique(columns: columns, conflict: try conflictClause()))
    }
    if take("CHECK") {
      let condition = try parenthesised { parser throws(SyntaxError) in try parser.expression() }
      return .init(name: name, rule: .check(condition, conflict: try conflictClause()))
    }
    if take("FOREIGN", "KEY") {
      let columns = try parenthesised { parser throws(SyntaxError) in
        try parser.list { parser throws(SyntaxError) in try parser.declaredName() }
      }
      return .init(name: name, rule: .foreignKey(columns: columns, try referencesClause()))
    }
    guard name != nil else { throw failure("a table constraint") }
    return nil
  }

  /// https://www.sqlite.org/syntax/foreign-key-clause.html
  private mutating func referencesClause() throws(SyntaxError) -> ForeignKeyClause {
    try expect("REFERENCES")
    let table = try declaredName()
    var columns: [String] = []
    if at(punctuation: "(") {
      columns = try parenthesised { parser throws(SyntaxError) in
        try parser.list { parser throws(SyntaxError) in try parser.declaredName() }
      }
    }
    var clause = ForeignKeyClause(table: table, columns: columns)
    while true {
      if take("ON", "DELETE") {
        clause.onDelete = try action()
      } else if take("ON", "UPDATE") {
        clause.onUpdate = try action()
      } else if take("ON", "INSERT") {
        // Accepted and ignored: `refarg ::= ON INSERT refact`.
        _ = try action()
      } else if take("MATCH") {
        // > Any match clause … all foreign key constraints in SQLite are handled as if MATCH SIMPLE were specified.
        let match = try declaredName().uppercasedASCII
        clause.match = match == "SIMPLE" ? nil : match
      } else if at("DEFERRABLE") || (at("NOT") && at("DEFERRABLE", ahead: 1)) {
        clause.isDeferred = try deferral()
      } else {
        return clause
      }
    }
  }

  /// An action of a foreign key; nil for NO ACTION, which is the default.
  private mutating func action() throws(SyntaxError) -> String? {
    if take("NO", "ACTION") { return nil }
    if take("SET", "NULL") { return "SET NULL" }
    if take("SET", "DEFAULT") { return "SET DEFAULT" }
    if take("CASCADE") { return "CASCADE" }
    try expect("RESTRICT")
    return "RESTRICT"
  }

  /// Whether the constraint waits for COMMIT.
  ///
  /// > DEFERRABLE INITIALLY DEFERRED -- A deferred foreign key constraint … All other combinations are immediate.
  /// https://www.sqlite.org/foreignkeys.html#fk_deferred
  private mutating func deferral() throws(SyntaxError) -> Bool {
    let negated = take("NOT")
    try expect("DEFERRABLE")
    let deferred = take("INITIALLY", "DEFERRED")
    if !deferred { _ = take("INITIALLY", "IMMEDIATE") }
    return deferred && !negated
  }

  mutating func indexedColumns() throws(SyntaxError) -> [IndexedColumn] {
    try list { parser throws(SyntaxError) -> IndexedColumn in
      var expression = try parser.expression()
      var collation: String?
      // `a COLLATE x` parses as one expression; the grammar's own COLLATE is the same thing.
      if case .collate(let operand, let name) = expression {
        expression = operand
        collation = name
      }
      // A string alone is the name of a column here (`sqlite3StringToId`).
      if case .string(let text) = expression { expression = .name([Name(text: text)]) }
      let isDescending = parser.take("DESC")
      if !isDescending { _ = parser.take("ASC") }
      return IndexedColumn(expression: expression, collation: collation, isDescending: isDescending)
    }
  }

  /// https://www.sqlite.org/lang_createindex.html
  mutating func createIndex() throws(SyntaxError) -> IndexStatement {
    try expect("CREATE")
    let isUnique = take("UNIQUE")
    try expect("INDEX")
    _ = take("IF", "NOT", "EXISTS")
    let name = try objectName()
    try expect("ON")
    let table = try declaredName()
    let columns = try parenthesised { parser throws(SyntaxError) in try parser.indexedColumns() }
    let condition = take("WHERE") ? try expression() : nil
    try expectEnd()
    return IndexStatement(name: name, table: table, isUnique: isUnique, columns: columns, condition: condition)
  }

  /// https://www.sqlite.org/lang_createvtab.html
  mutating func createVirtualTable() throws(SyntaxError) -> VirtualTableStatement {
    try expect("CREATE", "VIRTUAL", "TABLE")
    _ = take("IF", "NOT", "EXISTS")
    let name = try objectName()
    try expect("USING")
    let module = try declaredName()
    guard take(punctuation: "(") else {
      try expectEnd()
      return VirtualTableStatement(name: name, module: module, arguments: [])
    }
    var arguments: [String] = []
    var words: [Token] = []
    var depth = 0
    while let token = current {
      if depth == 0, token.isPunctuation(")") || token.isPunctuation(",") {
        if !(token.isPunctuation(")") && words.isEmpty && arguments.isEmpty) {
          arguments.append(Self.moduleArgument(words))
        }
        words = []
        if token.isPunctuation(")") { break }
      } else {
        if token.isPunctuation("(") { depth += 1 }
        if token.isPunctuation(")") { depth -= 1 }
        words.append(token)
      }
      advance()
    }
    try expect(punctuation: ")")
    try expectEnd()
    return VirtualTableStatement(name: name, module: module, arguments: arguments)
  }

  /// An argument's tokens with one space where there was any white space, and none around `=`.
  private static func moduleArgument(_ tokens: [Token]) -> String {
    var text = ""
    var end: Int?
    for token in tokens {
      let isEqualSign = token.isPunctuation("=")
      if let end, end < token.range.lowerBound, !isEqualSign, text.last != "=" { text += " " }
      text += written(token)
      end = token.range.upperBound
    }
    return text
  }

  /// The token as SQL. Quotes are kept in kind: to a module `"x"` and `'x'` need not be the same.
  private static func written(_ token: Token) -> String {
    switch token.kind {
    case .string: "'" + token.text.doubling("'") + "'"
    case .doubleQuoted: Keyword.quoteAlways(token.text)
    case .quotedName: "[" + token.text + "]"
    default: token.text
    }
  }
}

extension TableStatement {
  /// The statement with every deferral where it counts: "DEFERRABLE" behind anything else is that of the table's last
  /// foreign key (`sqlite3DeferForeignKey`).
  fileprivate var withDeferrals: TableStatement {
    var columns = columns
    var last: (column: Int, constraint: Int)?
    for column in columns.indices {
      for index in columns[column].constraints.indices {
        switch columns[column].constraints[index].rule {
        case .foreignKey: last = (column, index)
        case .deferral(let isDeferred):
          guard let last else { continue }
          let constraint = columns[last.column].constraints[last.constraint]
          guard case .foreignKey(let names, var clause) = constraint.rule else { continue }
          clause.isDeferred = isDeferred
          columns[last.column].constraints[last.constraint] = Constraint(
            name: constraint.name, rule: .foreignKey(columns: names, clause))
        default: continue
        }
      }
    }
    return TableStatement(
      name: name, columns: columns, constraints: constraints, isStrict: isStrict, isWithoutRowid: isWithoutRowid)
  }
}

extension Parser {
  /// The trigger that `sql` creates.
  static func trigger(_ sql: String) throws(SyntaxError) -> TriggerStatement {
    var parser = Parser(sql)
    return try parser.createTrigger()
  }
}
