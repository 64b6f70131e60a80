/// Parses windows. https://www.sqlite.org/windowfunctions.html
extension Parser {
  mutating func namedWindows() throws(SyntaxError) -> Phrase {
    try expect("WINDOW")
    var phrase = Phrase(pieces: [.word("WINDOW")])
    var isFirst = true
    repeat {
      if !isFirst { phrase.append(words: ",") }
      isFirst = false
      phrase.append(try name())
      try expect("AS")
      phrase.append(words: "AS")
      phrase.append(parenthesised: try windowDefinition())
    } while take(punctuation: ",")
    return phrase
  }

  /// Reads the content of the parentheses of `OVER (…)`. https://www.sqlite.org/syntax/window-defn.html
  mutating func windowDefinition() throws(SyntaxError) -> Phrase {
    try parenthesised { parser throws(SyntaxError) -> Phrase in
      var phrase = Phrase()
      let frameWords: Set<String> = ["PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS"]
      if parser.atName(), parser.currentWord.map({ !frameWords.contains($0) }) ?? true {
        phrase.append(try parser.name())
      }
      if parser.take("PARTITION", "BY") {
        phrase.append(words: "PARTITION", "BY")
        phrase.append(try parser.expressionList())
      }
      phrase.append(try parser.orderBy())
      if let unit = parser.currentWord, ["ROWS", "RANGE", "GROUPS"].contains(unit) {
        phrase.append(words: unit)
        parser.advance()
        phrase.append(try parser.frame())
      }
      return phrase
    }
  }

  private mutating func frame() throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    if take("BETWEEN") {
      phrase.append(words: "BETWEEN")
      phrase.append(try frameBound())
      try expect("AND")
      phrase.append(words: "AND")
    }
    phrase.append(try frameBound())
    if take("EXCLUDE") {
      phrase.append(words: "EXCLUDE")
      while let word = currentWord, ["NO", "OTHERS", "CURRENT", "ROW", "GROUP", "TIES"].contains(word) {
        phrase.append(words: word)
        advance()
      }
    }
    return phrase
  }

  private mutating func frameBound() throws(SyntaxError) -> Phrase {
    var phrase = Phrase()
    if take("CURRENT", "ROW") {
      phrase.append(words: "CURRENT", "ROW")
      return phrase
    }
    if take("UNBOUNDED") {
      phrase.append(words: "UNBOUNDED")
    } else {
      phrase.append(try expression(.not))
    }
    guard let direction = currentWord, direction == "PRECEDING" || direction == "FOLLOWING" else {
      throw failure("PRECEDING or FOLLOWING")
    }
    advance()
    phrase.append(words: direction)
    return phrase
  }
}
