/// Parses expressions by precedence climbing. https://www.sqlite.org/lang_expr.html
extension Parser {
  package mutating func expression(_ minimum: Precedence = .or) throws(SyntaxError) -> Expression {
    try nested { parser throws(SyntaxError) in
      var left = try parser.prefixed()
      var height = 0
      while try parser.extend(&left, minimum: minimum) {
        // Each postfix operator of `x IS NULL IS NULL…` nests the expression one level deeper.
        if case .infix = left {} else { height += 1 }
        guard height <= Parser.maximumDepth else { throw parser.failure("less nesting") }
      }
      return left
    }
  }

  private mutating func prefixed() throws(SyntaxError) -> Expression {
    if take("NOT") {
      return .prefix("NOT", try expression(.not))
    }
    if let current, current.kind == .punctuation, ["-", "+", "~"].contains(current.text) {
      advance()
      return .prefix(current.text, try expression(.sign))
    }
    return try primary()
  }

  /// Extends `left` by the operator under the cursor and its right operand.
  ///
  /// - Returns: `false` if no operator of at least the precedence `minimum` follows.
  private mutating func extend(_ left: inout Expression, minimum: Precedence) throws(SyntaxError) -> Bool {
    guard let token = current else { return false }
    if token.kind == .punctuation {
      let symbol = token.text == "==" ? "=" : token.text == "!=" ? "<>" : token.text
      guard let precedence = Precedence.of(infix: symbol), precedence >= minimum else { return false }
      advance()
      left.append(Infix(symbol: symbol, operand: try expression(precedence.tighter)))
      return true
    }
    guard token.kind == .word else { return false }
    switch token.text.uppercasedASCII {
    case "AND" where minimum <= .and:
      advance()
      left.append(Infix(symbol: "AND", operand: try expression(.not)))
    case "OR" where minimum <= .or:
      advance()
      left.append(Infix(symbol: "OR", operand: try expression(.and)))
    case "COLLATE" where minimum <= .collate:
      advance()
      left = .collate(left, try declaredName())
    default:
      guard minimum <= .equality else { return false }
      if take("IS") {
        try identity(of: &left)
      } else if let test = try test(of: left) {
        left = test
      } else {
        return false
      }
    }
    return true
  }

  /// Parses the operators of equality precedence that are words, except IS; `nil` if none follows.
  private mutating func test(of left: Expression) throws(SyntaxError) -> Expression? {
    if take("ISNULL") { return .isNull(left, negated: false) }
    if take("NOTNULL") || take("NOT", "NULL") { return .isNull(left, negated: true) }
    let negated = at("NOT")
    switch token(ahead: negated ? 1 : 0)?.text.uppercasedASCII {
    case "BETWEEN":
      skip(negated ? 2 : 1)
      // The bounds have a higher precedence than AND and equality: `expr BETWEEN expr AND expr [BETWEEN]`.
      let low = try expression(.not)
      try expect("AND")
      return .between(left, low, try expression(.comparison), negated: negated)
    case "IN":
      skip(negated ? 2 : 1)
      return .among(left, try inTarget(), negated: negated)
    case "LIKE"?, "GLOB"?, "REGEXP"?, "MATCH"?:
      guard let word = token(ahead: negated ? 1 : 0), word.kind == .word else { return nil }
      skip(negated ? 2 : 1)
      let pattern = try expression(.comparison)
      let escape = take("ESCAPE") ? try expression(.comparison) : nil
      return .like(left, word.text.uppercasedASCII, pattern, escape: escape, negated: negated)
    default:
      return nil
    }
  }

  private mutating func skip(_ count: Int) { for _ in 0..<count { advance() } }

  /// Reads what follows `IS`. `IS NOT DISTINCT FROM` is another spelling of `IS`.
  private mutating func identity(of left: inout Expression) throws(SyntaxError) {
    var negated = take("NOT")
    if take("DISTINCT", "FROM") { negated.toggle() }
    let right = try expression(.comparison)
    if right == .literal("NULL") {
      left = .isNull(left, negated: negated)
    } else {
      left.append(Infix(symbol: negated ? "IS NOT" : "IS", operand: right))
    }
  }

  /// Reads what follows `IN`: a list or a query in parentheses, a table, or a table-valued function.
  private mutating func inTarget() throws(SyntaxError) -> Phrase {
    var target = Phrase()
    if at(punctuation: "(") {
      target.append(parenthesised: try parenthesised { parser throws(SyntaxError) in try parser.queryOrList() })
    } else {
      let table = try qualifiedTable()
      target.append(at(punctuation: "(") ? table : table.asWholeRow)
      if at(punctuation: "(") {
        target.append(parenthesised: try parenthesised { parser throws(SyntaxError) in try parser.queryOrList() })
      }
    }
    return target
  }

  private mutating func queryOrList() throws(SyntaxError) -> Phrase {
    if atQuery { return try query() }
    if at(punctuation: ")") { return Phrase() }
    return try expressionList()
  }

  mutating func expressionList() throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    for (index, element) in try list({ parser throws(SyntaxError) in try parser.expression() }).enumerated() {
      if index > 0 { phrase.append(words: ",") }
      phrase.append(element)
    }
    return phrase
  }

  private mutating func primary() throws(SyntaxError) -> Expression {
    guard let token = current else { throw failure("an expression") }
    switch token.kind {
    case .number:
      advance()
      return .literal(Self.canonicalNumber(token.text))
    case .string:
      // In `'t'.a`, the string before the dot is a name.
      if at(punctuation: ".", ahead: 1) { return try qualifiedName() }
      advance()
      return .string(token.text)
    case .blob:
      advance()
      return .literal(token.text.uppercasedASCII)
    case .parameter:
      advance()
      return .parameter(token.text)
    case .punctuation where token.text == "(":
      return try parenthesisedExpression()
    case .word:
      return try wordExpression(token.text.uppercasedASCII)
    case .doubleQuoted, .quotedName:
      return try qualifiedName()
    default:
      throw failure("an expression")
    }
  }

  private mutating func parenthesisedExpression() throws(SyntaxError) -> Expression {
    try parenthesised { parser throws(SyntaxError) -> Expression in
      if parser.atQuery { return .subquery(try parser.query()) }
      let elements = try parser.list { parser throws(SyntaxError) in try parser.expression() }
      return elements.count == 1 ? elements[0] : .row(elements)
    }
  }

  private mutating func wordExpression(_ word: String) throws(SyntaxError) -> Expression {
    switch word {
    case "NULL", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP":
      advance()
      return .literal(word)
    case "CASE":
      return try choice()
    case "EXISTS":
      advance()
      return .exists(try parenthesised { parser throws(SyntaxError) in try parser.query() })
    case "CAST" where at(punctuation: "(", ahead: 1):
      advance()
      return try parenthesised { parser throws(SyntaxError) -> Expression in
        let operand = try parser.expression()
        try parser.expect("AS")
        return .cast(operand, try parser.typeName() ?? "")
      }
    case "RAISE" where at(punctuation: "(", ahead: 1):
      advance()
      return try raise()
    default:
      if at(punctuation: "(", ahead: 1), !Keyword.isReserved(word) { return try functionCall() }
      return try qualifiedName()
    }
  }

  private mutating func qualifiedName() throws(SyntaxError) -> Expression {
    var parts = [try name()]
    while parts.count < 3, take(punctuation: ".") { parts.append(try name()) }
    if parts.count == 1, at(punctuation: "("), !parts[0].isBare {
      // In `"count"(*)`, the quoted name is that of a function.
      return try functionCall(named: parts[0].identifier)
    }
    return .name(parts)
  }

  private mutating func choice() throws(SyntaxError) -> Expression {
    try expect("CASE")
    let base = at("WHEN") ? nil : try expression()
    var branches: [WhenThen] = []
    while take("WHEN") {
      let when = try expression()
      try expect("THEN")
      branches.append(WhenThen(when: when, then: try expression()))
    }
    let otherwise = take("ELSE") ? try expression() : nil
    try expect("END")
    return .choice(base, branches, otherwise: otherwise)
  }

  private mutating func raise() throws(SyntaxError) -> Expression {
    try parenthesised { parser throws(SyntaxError) -> Expression in
      guard let action = parser.currentWord else { throw parser.failure("IGNORE, ROLLBACK, ABORT or FAIL") }
      parser.advance()
      return .raise(action, parser.take(punctuation: ",") ? try parser.expression() : nil)
    }
  }

  private mutating func functionCall() throws(SyntaxError) -> Expression {
    try functionCall(named: try name().identifier)
  }

  private mutating func functionCall(named name: Identifier) throws(SyntaxError) -> Expression {
    let arguments = try parenthesised { parser throws(SyntaxError) -> Phrase in
      var phrase = Phrase()
      if parser.take(punctuation: "*") {
        phrase.append(words: "*")
        return phrase
      }
      if parser.take("DISTINCT") { phrase.append(words: "DISTINCT") } else { _ = parser.take("ALL") }
      if !parser.at(punctuation: ")"), !parser.at("ORDER") { phrase.append(try parser.expressionList()) }
      phrase.append(try parser.orderBy())
      return phrase
    }
    var suffix = Phrase()
    if at("FILTER"), at(punctuation: "(", ahead: 1) {
      advance()
      suffix.append(words: "FILTER")
      suffix.append(
        parenthesised: try parenthesised { parser throws(SyntaxError) -> Phrase in
          try parser.expect("WHERE")
          var filter = Phrase(pieces: [.word("WHERE")])
          filter.append(try parser.expression())
          return filter
        })
    }
    if at("OVER"), at(punctuation: "(", ahead: 1) || atName(ahead: 1) {
      advance()
      suffix.append(words: "OVER")
      if at(punctuation: "(") {
        suffix.append(parenthesised: try windowDefinition())
      } else {
        suffix.append(try self.name())
      }
    }
    return .call(FunctionCall(name: name, arguments: arguments, suffix: suffix))
  }

  /// The number with its letters in lower case and without digit separators, which SQLite accepts since 3.46.
  private static func canonicalNumber(_ text: String) -> String {
    text.lowercasedASCII.filter { $0 != "_" }
  }
}

extension Expression {
  /// Appends an operator that applies to the whole expression.
  fileprivate mutating func append(_ next: Infix) {
    guard case .infix(let first, var rest) = self,
      Precedence.of(infix: rest[0].symbol) == Precedence.of(infix: next.symbol)
    else {
      self = .infix(self, [next])
      return
    }
    // Releases the other reference to `rest`, so that appending does not copy it for each operator of a long chain.
    self = first
    rest.append(next)
    self = .infix(first, rest)
  }
}
