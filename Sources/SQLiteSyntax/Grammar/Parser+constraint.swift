/// Parses constraints of columns and tables. https://www.sqlite.org/syntax/column-constraint.html,
/// https://www.sqlite.org/syntax/table-constraint.html
extension Parser {
  mutating func constraintName() throws(SyntaxError) -> Identifier? {
    // If CONSTRAINT occurs several times, SQLite uses the last name.
    var constraint: Identifier?
    while take("CONSTRAINT") { constraint = try declaredName() }
    return constraint
  }

  /// - Parameter lastName: the name of the latest named constraint of this column. SQLite keeps this name until the
  ///   next comma and reports an unnamed CHECK under it.
  mutating func columnConstraint(
    after lastName: inout Identifier?
  ) throws(SyntaxError) -> TableStatement.Constraint? {
    var name = try constraintName()
    lastName = name ?? lastName
    if at("CHECK") { name = lastName }
    guard let rule = try columnRule() else {
      // SQLite accepts a trailing CONSTRAINT name without a constraint and ignores it.
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

  /// A literal, a signed number, an expression in parentheses, or a bare name. A bare name is a string here: SQLite
  /// makes a TK_STRING of the id in `ccons ::= DEFAULT id`.
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

  /// The action of `ON CONFLICT …`; `nil` without the clause and for ABORT, which is the default.
  private mutating func conflictClause() throws(SyntaxError) -> String? {
    guard take("ON", "CONFLICT") else { return nil }
    guard let action = currentWord else { throw failure("a conflict resolution") }
    advance()
    return action == "ABORT" ? nil : action
  }

  mutating func tableConstraint(
    after lastName: inout Identifier?
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
    var columns: [Identifier] = []
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
        // SQLite accepts and ignores this: `refarg ::= ON INSERT refact`.
        _ = try action()
      } else if take("MATCH") {
        // > Any match clause … all foreign key constraints in SQLite are handled as if MATCH SIMPLE were specified.
        let match = try declaredName().text.uppercasedASCII
        clause.match = match == "SIMPLE" ? nil : match
      } else if at("DEFERRABLE") || (at("NOT") && at("DEFERRABLE", ahead: 1)) {
        clause.isDeferred = try deferral()
      } else {
        return clause
      }
    }
  }

  /// An action of a foreign key; `nil` for NO ACTION, which is the default.
  private mutating func action() throws(SyntaxError) -> String? {
    if take("NO", "ACTION") { return nil }
    if take("SET", "NULL") { return "SET NULL" }
    if take("SET", "DEFAULT") { return "SET DEFAULT" }
    if take("CASCADE") { return "CASCADE" }
    try expect("RESTRICT")
    return "RESTRICT"
  }

  /// Whether the foreign key is checked at COMMIT instead of at the end of the statement.
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
}
