/// The position at which the parser does not understand a statement, and what it expected there.
package struct SyntaxError: Error, Hashable {
  /// A UTF-8 offset in the SQL.
  let offset: Int
  let expected: String
}

/// Parses SQL statements by SQLite's grammar.
///
/// The parser reads statements that SQLite has already accepted, so it does not reject everything that SQLite rejects.
/// It throws a ``SyntaxError`` for a statement that it does not understand, and never guesses. The parts of the grammar
/// are in the files `Parser+….swift`.
/// https://www.sqlite.org/lang.html
package struct Parser {
  let tokens: [Token]
  private(set) var position = 0
  private var depth = 0
  /// The common tables read so far. Such a name in FROM does not mean a table of the schema.
  var commonTableNames: Set<Identifier> = []

  package init(_ sql: String) {
    tokens = Tokenizer.tokens(of: sql)
  }

  /// Parses tokens of one statement.
  package init(tokens: [Token]) {
    self.tokens = tokens
  }

  // MARK: Looking

  package var current: Token? { position < tokens.count ? tokens[position] : nil }

  func token(ahead distance: Int) -> Token? {
    position + distance < tokens.count ? tokens[position + distance] : nil
  }

  package func at(_ keyword: String, ahead distance: Int = 0) -> Bool {
    token(ahead: distance)?.isKeyword(keyword) ?? false
  }

  func at(punctuation text: String, ahead distance: Int = 0) -> Bool {
    token(ahead: distance)?.isPunctuation(text) ?? false
  }

  /// The current token in upper case, if it is a bare word; otherwise `nil`.
  var currentWord: String? {
    guard let current, current.kind == .word else { return nil }
    return current.text.uppercasedASCII
  }

  // MARK: Taking

  mutating func advance() { position += 1 }

  mutating func take(_ keyword: String) -> Bool {
    guard at(keyword) else { return false }
    position += 1
    return true
  }

  mutating func take(_ keywords: String...) -> Bool {
    for (distance, keyword) in keywords.enumerated() where !at(keyword, ahead: distance) { return false }
    position += keywords.count
    return true
  }

  mutating func take(punctuation text: String) -> Bool {
    guard at(punctuation: text) else { return false }
    position += 1
    return true
  }

  mutating func expect(_ keywords: String...) throws(SyntaxError) {
    for keyword in keywords {
      guard at(keyword) else { throw failure(keyword) }
      position += 1
    }
  }

  mutating func expect(punctuation text: String) throws(SyntaxError) {
    guard take(punctuation: text) else { throw failure("'\(text)'") }
  }

  func failure(_ expected: String) -> SyntaxError {
    SyntaxError(offset: current?.range.lowerBound ?? tokens.last?.range.upperBound ?? 0, expected: expected)
  }

  /// Reads an optional `;` and throws unless the statement ends there.
  mutating func expectEnd() throws(SyntaxError) {
    _ = take(punctuation: ";")
    guard current == nil else { throw failure("the end of the statement") }
  }

  /// Whether the token can be a name. In many contexts, a string is a name too:
  ///
  /// > If a keyword in single quotes (ex: 'key' or 'glob') is used in a context where an identifier is allowed but
  /// > where a string literal is not allowed, then the token is understood to be an identifier
  /// https://www.sqlite.org/lang_keywords.html
  func atName(ahead distance: Int = 0, allowingString: Bool = true) -> Bool {
    guard let token = token(ahead: distance) else { return false }
    switch token.kind {
    case .doubleQuoted, .quotedName: return true
    case .string: return allowingString
    case .word: return !Keyword.isReserved(token.text)
    default: return false
    }
  }

  mutating func name() throws(SyntaxError) -> Name {
    guard atName(), let token = current else { throw failure("a name") }
    position += 1
    return Name(token.identifier, isDoubleQuoted: token.kind == .doubleQuoted, isBare: token.kind == .word)
  }

  /// Reads a name that cannot be a string (a table, an index, a column being declared), in any quotes.
  mutating func declaredName() throws(SyntaxError) -> Identifier { try name().identifier }

  /// Reads `name` or `schema.name`. The schema is left out, as in the text that SQLite stores.
  mutating func objectName() throws(SyntaxError) -> Identifier {
    let first = try declaredName()
    return take(punctuation: ".") ? try declaredName() : first
  }

  /// Reads `content` in parentheses.
  mutating func parenthesised<Result>(
    _ content: (inout Parser) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    try expect(punctuation: "(")
    let result = try nested(content)
    try expect(punctuation: ")")
    return result
  }

  /// Reads one or more elements separated by commas.
  mutating func list<Element>(
    _ element: (inout Parser) throws(SyntaxError) -> Element
  ) throws(SyntaxError) -> [Element] {
    var elements = [try element(&self)]
    while take(punctuation: ",") { elements.append(try element(&self)) }
    return elements
  }

  static let maximumDepth = 200

  /// Limits the depth of recursion to ``maximumDepth``. SQLite's own parser stops at a depth of 100 (`YYSTACKDEPTH`)
  /// or, if that limit is removed, at `SQLITE_MAX_EXPR_DEPTH`.
  mutating func nested<Result>(
    _ content: (inout Parser) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    guard depth < Self.maximumDepth else { throw failure("less nesting") }
    depth += 1
    defer { depth -= 1 }
    return try content(&self)
  }

  /// Reads `content`. If that fails, returns `nil` and restores the position.
  mutating func attempt<Result>(_ content: (inout Parser) throws(SyntaxError) -> Result) -> Result? {
    let start = self
    do {
      return try content(&self)
    } catch {
      self = start
      return nil
    }
  }
}
