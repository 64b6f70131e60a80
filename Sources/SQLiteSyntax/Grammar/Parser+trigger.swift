/// Parses CREATE VIEW and CREATE TRIGGER, and the statements of a trigger's body.
extension Parser {
  /// https://www.sqlite.org/lang_createview.html
  package mutating func createView() throws(SyntaxError) -> ViewStatement {
    try expect("CREATE")
    _ = take("TEMP") || take("TEMPORARY")
    try expect("VIEW")
    _ = take("IF", "NOT", "EXISTS")
    let name = try objectName()
    let columns = at(punctuation: "(") ? try nameList() : Phrase()
    try expect("AS")
    let query = try query()
    try expectEnd()
    return ViewStatement(name: name, columns: columns, query: query)
  }

  /// https://www.sqlite.org/lang_createtrigger.html
  package mutating func createTrigger() throws(SyntaxError) -> TriggerStatement {
    try expect("CREATE")
    _ = take("TEMP") || take("TEMPORARY")
    try expect("TRIGGER")
    _ = take("IF", "NOT", "EXISTS")
    let name = try objectName()
    var timing = "BEFORE"
    if take("AFTER") {
      timing = "AFTER"
    } else if take("INSTEAD", "OF") {
      timing = "INSTEAD OF"
    } else {
      // > If neither of BEFORE or AFTER is specified, BEFORE is used.
      _ = take("BEFORE")
    }
    var event = Phrase()
    guard let word = currentWord, ["INSERT", "UPDATE", "DELETE"].contains(word) else {
      throw failure("INSERT, UPDATE or DELETE")
    }
    advance()
    event.append(words: word)
    if word == "UPDATE", take("OF") {
      event.append(words: "OF")
      for (index, column) in try list({ parser throws(SyntaxError) in try parser.name() }).enumerated() {
        if index > 0 { event.append(words: ",") }
        event.append(column)
      }
    }
    try expect("ON")
    let table = try objectName()
    // > At this time SQLite supports only FOR EACH ROW triggers … specifying FOR EACH ROW is optional.
    _ = take("FOR", "EACH", "ROW")
    let condition = take("WHEN") ? try expression() : nil
    try expect("BEGIN")
    var body: [Phrase] = []
    while !at("END") {
      body.append(try bodyStatement())
      try expect(punctuation: ";")
    }
    try expect("END")
    try expectEnd()
    return TriggerStatement(
      name: name, timing: timing, event: event, table: table, condition: condition, body: body)
  }

  /// Reads one statement between BEGIN and END.
  private mutating func bodyStatement() throws(SyntaxError) -> Phrase {
    var phrase = try at("WITH") ? commonTables() : Phrase()
    switch currentWord {
    case "SELECT", "VALUES":
      phrase.append(try query())
    case "INSERT", "REPLACE":
      phrase.append(try insert())
    case "UPDATE":
      phrase.append(try update())
    case "DELETE":
      phrase.append(try delete())
    default:
      throw failure("SELECT, INSERT, UPDATE or DELETE")
    }
    return phrase
  }

  private mutating func insert() throws(SyntaxError) -> Phrase {
    var phrase = Phrase(pieces: [.word("INSERT")])
    if take("REPLACE") {
      // > The initial "INSERT" keyword can be replaced by "REPLACE" … as an alias for "INSERT OR REPLACE".
      phrase.append(words: "OR", "REPLACE")
    } else {
      try expect("INSERT")
      phrase.append(conflictAction())
    }
    try expect("INTO")
    phrase.append(words: "INTO")
    var table = try qualifiedTable()
    let reach = reachable(table)
    if take("AS") {
      table.append(words: "AS")
      table.append(try name())
    }
    if at(punctuation: "(") {
      phrase.append(table)
      phrase.append(parenthesised: try nameList())
    } else {
      phrase.append(at("DEFAULT") ? table : table.asWholeRow)
    }
    if take("DEFAULT", "VALUES") {
      phrase.append(words: "DEFAULT", "VALUES")
    } else {
      phrase.append(try query())
    }
    // The inserted values do not see columns. DO UPDATE sees those of the table.
    while at("ON") { phrase.append(try upsert().reaching(reach)) }
    return phrase
  }

  /// Reads `OR action`; an empty phrase if there is none. `OR ABORT` is kept, because it overrides the ON CONFLICT of a
  /// constraint.
  private mutating func conflictAction() -> Phrase {
    var phrase = Phrase()
    if take("OR"), let action = currentWord {
      advance()
      phrase.append(words: "OR", action)
    }
    return phrase
  }

  /// https://www.sqlite.org/lang_upsert.html
  private mutating func upsert() throws(SyntaxError) -> Phrase {
    try expect("ON", "CONFLICT")
    var phrase = Phrase(pieces: [.word("ON"), .word("CONFLICT")])
    if at(punctuation: "(") {
      phrase.append(
        parenthesised: try parenthesised { parser throws(SyntaxError) -> Phrase in
          var columns = Phrase()
          repeat {
            if !columns.isEmpty { columns.append(words: ",") }
            columns.append(try parser.expression())
            columns.append(parser.sortOrder())
          } while parser.take(punctuation: ",")
          return columns
        })
      phrase.append(try filter("WHERE"))
    }
    try expect("DO")
    phrase.append(words: "DO")
    if take("NOTHING") {
      phrase.append(words: "NOTHING")
    } else {
      try expect("UPDATE")
      phrase.append(words: "UPDATE")
      phrase.append(try assignments())
      phrase.append(try filter("WHERE"))
    }
    return phrase
  }

  private mutating func assignments() throws(SyntaxError) -> Phrase {
    try expect("SET")
    var phrase = Phrase(pieces: [.word("SET")])
    var isFirst = true
    repeat {
      if !isFirst { phrase.append(words: ",") }
      isFirst = false
      if at(punctuation: "(") {
        phrase.append(parenthesised: try nameList())
      } else {
        phrase.append(try name())
      }
      try expect(punctuation: "=")
      phrase.append(words: "=")
      phrase.append(try expression())
    } while take(punctuation: ",")
    return phrase
  }

  private mutating func update() throws(SyntaxError) -> Phrase {
    try expect("UPDATE")
    var phrase = Phrase(pieces: [.word("UPDATE")])
    phrase.append(conflictAction())
    var reach = Phrase.Reach()
    phrase.append(try target(adding: &reach))
    var rest = try assignments()
    if take("FROM") {
      rest.append(words: "FROM")
      rest.append(try joinedTables(adding: &reach))
    }
    rest.append(try filter("WHERE"))
    rest.append(try orderBy())
    rest.append(try limit())
    phrase.append(rest.reaching(reach))
    return phrase
  }

  private mutating func delete() throws(SyntaxError) -> Phrase {
    try expect("DELETE", "FROM")
    var phrase = Phrase(pieces: [.word("DELETE"), .word("FROM")])
    var reach = Phrase.Reach()
    phrase.append(try target(adding: &reach))
    var rest = try filter("WHERE")
    rest.append(try orderBy())
    rest.append(try limit())
    phrase.append(rest.reaching(reach))
    return phrase
  }

  /// Reads the table that an UPDATE or a DELETE changes.
  private mutating func target(adding reach: inout Phrase.Reach) throws(SyntaxError) -> Phrase {
    var phrase = try qualifiedTable()
    reach.add(reachable(phrase))
    if take("AS") {
      phrase.append(words: "AS")
      phrase.append(try name())
    }
    phrase.append(try indexHint())
    return phrase
  }
}

extension Phrase {
  /// The name of a table, marked as one whose columns are filled by position.
  var asWholeRow: Phrase {
    Phrase(
      pieces: pieces.map { piece in
        if case .name(let name) = piece { .wholeRow(name) } else { piece }
      })
  }
}

extension Parser {
  /// The trigger that `sql` creates.
  package static func trigger(_ sql: String) throws(SyntaxError) -> TriggerStatement {
    var parser = Parser(sql)
    return try parser.createTrigger()
  }
}
