/// Why a statement could not be read: where, and what was expected there.
package struct SyntaxError: Error, Hashable {
  /// UTF-8 offset in the SQL.
  let offset: Int
  let expected: String
}

/// Reads SQL statements by SQLite's grammar.
///
/// The parser takes what SQLite has already accepted, so it need not refuse everything that SQLite refuses; what it
/// does not understand it reports, and never guesses. The grammar's parts are in the files `Parser+….swift`.
/// https://www.sqlite.org/lang.html
package struct Parser {
  let tokens: [Token]
  private(set) var position = 0
  private var depth = 0
  /// Folded names of the common tables seen so far: a table of that name in FROM is not the one in the schema.
  var commonTableNames: Set<String> = []

  package init(_ sql: String) {
    tokens = Tokenizer.tokens(of: sql)
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

  /// The current bare word in upper case.
  var currentWord: String? {
    guard let current, current.kind == .word else { return nil }
    return current.text.uppercasedASCII
  }

  // MARK: Taking

  mutating func advance() { position += 1 }

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

  /// Reads to the end of the statement: a `;` at most may follow.
  mutating func expectEnd() throws(SyntaxError) {
    _ = take(punctuation: ";")
    guard current == nil else { throw failure("the end of the statement") }
  }

  /// Whether the current token can be a name. A string is a name in many places too:
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
    return Name(text: token.text, isDoubleQuoted: token.kind == .doubleQuoted, isBare: token.kind == .word)
  }

  /// A name that always is one (a table, an index, a column being declared), whatever its quotes.
  mutating func declaredName() throws(SyntaxError) -> String { try name().text }

  /// `name` or `schema.name`; the schema is left out, as SQLite does in the text it stores.
  mutating func objectName() throws(SyntaxError) -> String {
    let first = try declaredName()
    return take(punctuation: ".") ? try declaredName() : first
  }

  /// `( … )` around what `content` reads.
  mutating func parenthesised<Result>(
    _ content: (inout Parser) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    try expect(punctuation: "(")
    let result = try nested(content)
    try expect(punctuation: ")")
    return result
  }

  /// One or more of what `element` reads, with commas between.
  mutating func list<Element>(
    _ element: (inout Parser) throws(SyntaxError) -> Element
  ) throws(SyntaxError) -> [Element] {
    var elements = [try element(&self)]
    while take(punctuation: ",") { elements.append(try element(&self)) }
    return elements
  }

  static let maximumDepth = 200

  /// Guards the stack: SQLite's own parser gives up at a depth of 100 (`YYSTACKDEPTH`) or, when that is lifted, at
  /// `SQLITE_MAX_EXPR_DEPTH`.
  mutating func nested<Result>(
    _ content: (inout Parser) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    guard depth < Self.maximumDepth else { throw failure("less nesting") }
    depth += 1
    defer { depth -= 1 }
    return try content(&self)
  }

  /// Reads `attempt`; on failure goes back to where it began.
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
