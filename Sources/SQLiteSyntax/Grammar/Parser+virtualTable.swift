/// Parses CREATE VIRTUAL TABLE, whose arguments only the module understands.
extension Parser {
  /// https://www.sqlite.org/lang_createvtab.html
  package mutating func createVirtualTable() throws(SyntaxError) -> VirtualTableStatement {
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

  /// The text of an argument. White space between tokens becomes one space, and is removed around `=`.
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

  /// The token as SQL text. The kind of quotes is kept, because `"x"` and `'x'` can mean different things to a module.
  private static func written(_ token: Token) -> String {
    switch token.kind {
    case .string: "'" + token.text.doubling("'") + "'"
    case .doubleQuoted: Keyword.quoteAlways(token.text)
    case .quotedName: "[" + token.text + "]"
    default: token.text
    }
  }
}
