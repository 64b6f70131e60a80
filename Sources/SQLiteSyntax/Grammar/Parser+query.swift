/// Parses queries. https://www.sqlite.org/lang_select.html
///
/// Spellings that SQLite treats as equal become one spelling: `AS` is always written, `INNER`, `OUTER`, `ALL` and `ASC`
/// are left out, and `LIMIT a, b` becomes `LIMIT b OFFSET a`.
extension Parser {
  var atQuery: Bool {
    at("SELECT") || at("VALUES") || (at("WITH") && (atName(ahead: 1)))
  }

  mutating func query() throws(SyntaxError) -> Phrase {
    try nested { parser throws(SyntaxError) in
      var phrase = try parser.commonTables()
      var reach = Phrase.Reach()
      phrase.append(try parser.selectCore(adding: &reach))
      while let compound = parser.compoundOperator() {
        phrase.append(compound)
        phrase.append(try parser.selectCore(adding: &reach))
      }
      phrase.append(try parser.orderBy().reaching(reach))
      phrase.append(try parser.limit())
      return phrase
    }
  }

  /// Reads `WITH …`; an empty phrase if there is none.
  mutating func commonTables() throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    guard take("WITH") else { return phrase }
    phrase.append(words: "WITH")
    if take("RECURSIVE") { phrase.append(words: "RECURSIVE") }
    var isFirst = true
    repeat {
      if !isFirst { phrase.append(words: ",") }
      isFirst = false
      let table = try name()
      commonTableNames.insert(table.identifier)
      phrase.append(table)
      if at(punctuation: "(") { phrase.append(parenthesised: try nameList()) }
      try expect("AS")
      phrase.append(words: "AS")
      if take("NOT", "MATERIALIZED") {
        phrase.append(words: "NOT", "MATERIALIZED")
      } else if take("MATERIALIZED") {
        phrase.append(words: "MATERIALIZED")
      }
      phrase.append(parenthesised: try parenthesised { parser throws(SyntaxError) in try parser.query() })
    } while take(punctuation: ",")
    return phrase
  }

  /// Reads `(a, b)`; returns the phrase between the parentheses.
  mutating func nameList() throws(SyntaxError) -> Phrase {
    try parenthesised { parser throws(SyntaxError) -> Phrase in
      var phrase = Phrase()
      for (index, name) in try parser.list({ parser throws(SyntaxError) in try parser.name() }).enumerated() {
        if index > 0 { phrase.append(words: ",") }
        phrase.append(name)
      }
      return phrase
    }
  }

  private mutating func compoundOperator() -> Phrase? {
    if take("UNION", "ALL") { return Phrase(pieces: [.word("UNION"), .word("ALL")]) }
    for word in ["UNION", "INTERSECT", "EXCEPT"] where take(word) { return Phrase(pieces: [.word(word)]) }
    return nil
  }

  /// Reads one SELECT or VALUES of a query and adds to `reach` the names that its expressions can use.
  private mutating func selectCore(adding reach: inout Phrase.Reach) throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    if take("VALUES") {
      phrase.append(words: "VALUES")
      phrase.append(try rows())
      return phrase
    }
    try expect("SELECT")
    phrase.append(words: "SELECT")
    if take("DISTINCT") { phrase.append(words: "DISTINCT") } else { _ = take("ALL") }
    var own = Phrase.Reach()
    var aliases: Set<Identifier> = []
    let results = try resultColumns(aliases: &aliases)
    var rest = Phrase()
    if take("FROM") {
      rest.append(words: "FROM")
      rest.append(try joinedTables(adding: &own))
    }
    rest.append(try filter("WHERE"))
    if take("GROUP", "BY") {
      rest.append(words: "GROUP", "BY")
      rest.append(try expressionList())
    }
    rest.append(try filter("HAVING"))
    if at("WINDOW"), atName(ahead: 1) { rest.append(try namedWindows()) }
    // Result columns do not see each other's aliases. The clauses after them do.
    phrase.append(results.reaching(own))
    own.aliases = aliases
    phrase.append(rest.reaching(own))
    reach.add(own)
    return phrase
  }

  /// Reads `WHERE expr` or `HAVING expr`; an empty phrase if there is none.
  mutating func filter(_ keyword: String) throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    if take(keyword) {
      phrase.append(words: keyword)
      phrase.append(try expression())
    }
    return phrase
  }

  /// Reads the rows of `VALUES (…), (…)`.
  mutating func rows() throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    repeat {
      if !phrase.isEmpty { phrase.append(words: ",") }
      phrase.append(parenthesised: try parenthesised { parser throws(SyntaxError) in try parser.expressionList() })
    } while take(punctuation: ",")
    return phrase
  }

  private mutating func resultColumns(aliases: inout Set<Identifier>) throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    repeat {
      if !phrase.isEmpty { phrase.append(words: ",") }
      if take(punctuation: "*") {
        phrase.append(words: "*")
      } else if atName(), at(punctuation: ".", ahead: 1), at(punctuation: "*", ahead: 2) {
        phrase.append(try name())
        phrase.append(words: ".", "*")
        advance()
        advance()
      } else {
        phrase.append(try expression())
        let alias = try alias()
        if case .name(let name)? = alias.pieces.last { aliases.insert(name.identifier) }
        phrase.append(alias)
      }
    } while take(punctuation: ",")
    return phrase
  }

  /// Reads `[AS] name`; the phrase always contains AS. An empty phrase if there is no alias.
  mutating func alias() throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    if take("AS") {
      phrase.append(words: "AS")
      phrase.append(try name())
    } else if atName(), !atClause {
      phrase.append(words: "AS")
      phrase.append(try name())
    }
    return phrase
  }

  /// Whether a word that can be a name elsewhere (it has a fallback) begins the next clause here.
  private var atClause: Bool {
    switch currentWord {
    case "CROSS", "FULL", "INNER", "LEFT", "NATURAL", "OUTER", "RIGHT", "INDEXED", "EXCEPT", "INTERSECT": true
    case "FILTER", "OVER": at(punctuation: "(", ahead: 1)
    case "WINDOW": atName(ahead: 1) && at("AS", ahead: 2)
    default: false
    }
  }

  /// Reads `ORDER BY …`; an empty phrase if there is none.
  mutating func orderBy() throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    guard take("ORDER", "BY") else { return phrase }
    phrase.append(words: "ORDER", "BY")
    var isFirst = true
    repeat {
      if !isFirst { phrase.append(words: ",") }
      isFirst = false
      phrase.append(try expression())
      phrase.append(sortOrder())
    } while take(punctuation: ",")
    return phrase
  }

  /// Reads `DESC` and `NULLS …`. `ASC` is left out of the phrase.
  mutating func sortOrder() -> Phrase {
    var phrase = Phrase()
    if take("DESC") { phrase.append(words: "DESC") } else { _ = take("ASC") }
    if take("NULLS", "FIRST") {
      phrase.append(words: "NULLS", "FIRST")
    } else if take("NULLS", "LAST") {
      phrase.append(words: "NULLS", "LAST")
    }
    return phrase
  }

  /// Reads `LIMIT …`; an empty phrase if there is none.
  mutating func limit() throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    guard take("LIMIT") else { return phrase }
    var count = try expression()
    var offset: Expression?
    if take("OFFSET") {
      offset = try expression()
    } else if take(punctuation: ",") {
      // > the LIMIT clause may specify two scalar expressions separated by a comma. In this case, the first expression
      // > is used as the OFFSET expression and the second as the LIMIT expression.
      offset = count
      count = try expression()
    }
    phrase.append(words: "LIMIT")
    phrase.append(count)
    if let offset {
      phrase.append(words: "OFFSET")
      phrase.append(offset)
    }
    return phrase
  }
}

extension Phrase {
  /// Wraps the phrase in a piece with this reach; an empty phrase stays empty.
  func reaching(_ reach: Reach) -> Phrase {
    isEmpty ? self : Phrase(pieces: [.reaching(reach, self)])
  }
}
