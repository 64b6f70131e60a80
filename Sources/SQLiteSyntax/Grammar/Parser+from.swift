/// Parses FROM: tables, joins, subqueries, table-valued functions. https://www.sqlite.org/syntax/join-clause.html
extension Parser {
  mutating func joinedTables(adding reach: inout Phrase.Reach) throws(SyntaxError) -> Phrase {
    var phrase = try tableOrSubquery(adding: &reach)
    while let join = try joinOperator() {
      phrase.append(join)
      phrase.append(try tableOrSubquery(adding: &reach))
      if take("ON") {
        phrase.append(words: "ON")
        phrase.append(try expression())
      } else if take("USING") {
        phrase.append(words: "USING")
        phrase.append(parenthesised: try nameList())
      }
    }
    return phrase
  }

  private mutating func joinOperator() throws(SyntaxError) -> Phrase? {
    if take(punctuation: ",") { return Phrase(pieces: [.word(",")]) }
    var words: [String] = []
    while let word = currentWord, ["CROSS", "FULL", "INNER", "LEFT", "NATURAL", "OUTER", "RIGHT"].contains(word) {
      if word != "INNER", word != "OUTER" { words.append(word) }
      advance()
    }
    if words.isEmpty, !at("JOIN") { return nil }
    try expect("JOIN")
    // `LEFT NATURAL` means `NATURAL LEFT`.
    words = words.filter { $0 == "NATURAL" } + words.filter { $0 != "NATURAL" }
    return Phrase(pieces: (words + ["JOIN"]).map { .word($0) })
  }

  private mutating func tableOrSubquery(adding reach: inout Phrase.Reach) throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    if at(punctuation: "(") {
      var inner = Phrase.Reach()
      let content = try parenthesised { parser throws(SyntaxError) -> Phrase in
        guard parser.atQuery else { return try parser.joinedTables(adding: &inner) }
        inner.isUnknown = true
        return Phrase(pieces: [.inFrom(try parser.query())])
      }
      phrase.append(parenthesised: content)
      reach.add(inner)
    } else if atName(), at(punctuation: "(", ahead: 1) {
      let function = try tableFunction()
      phrase.append(function)
      if case .tableFunction(let call)? = function.pieces.first { reach.tables.append(call.name) }
    } else {
      let table = try qualifiedTable()
      phrase.append(table)
      reach.add(reachable(table))
    }
    phrase.append(try alias())
    phrase.append(try indexHint())
    return phrase
  }

  /// The tables and columns that expressions can name because `table` is in FROM.
  func reachable(_ table: Phrase) -> Phrase.Reach {
    guard case .name(let name)? = table.pieces.last else { return Phrase.Reach(isUnknown: true) }
    return commonTableNames.contains(name.identifier)
      ? Phrase.Reach(isUnknown: true) : Phrase.Reach(tables: [name.identifier])
  }

  /// https://www.sqlite.org/vtab.html#tabfunc2
  private mutating func tableFunction() throws(SyntaxError) -> Phrase {
    let name = try declaredName()
    let arguments = try parenthesised { parser throws(SyntaxError) in
      parser.at(punctuation: ")") ? Phrase() : try parser.expressionList()
    }
    return Phrase(pieces: [.tableFunction(FunctionCall(name: name, arguments: arguments, suffix: Phrase()))])
  }

  /// Reads `table` or `schema.table` and keeps the schema, which is significant inside a query.
  mutating func qualifiedTable() throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    phrase.append(try name())
    if take(punctuation: ".") {
      phrase.append(words: ".")
      phrase.append(try name())
    }
    return phrase
  }

  mutating func indexHint() throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    if take("NOT", "INDEXED") {
      phrase.append(words: "NOT", "INDEXED")
    } else if take("INDEXED", "BY") {
      phrase.append(words: "INDEXED", "BY")
      phrase.append(try name())
    }
    return phrase
  }
}
