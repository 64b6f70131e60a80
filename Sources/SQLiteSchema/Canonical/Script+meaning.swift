public import SQLiteSyntax

extension Script {
  /// The script without its layout. Two scripts with equal results here have the same effect.
  ///
  /// A CREATE TABLE is compared in canonical form, other statements token by token: comments, white space, letter case
  /// of bare words and the quotes around names do not count; strings, numbers, and everything else do. `"x"` counts as
  /// the name x only if it cannot be anything else; otherwise SQLite may read it as a string.
  public static func meaning(of script: String) -> String {
    let bytes = Array(script.utf8)
    return statements(of: script).map { statement in
      (table(statement, in: bytes) ?? words(of: statement.tokens)) + ";"
    }.joined(separator: "\n")
  }

  /// The canonical text of a CREATE TABLE; `nil` for other statements and if the parser does not understand it.
  private static func table(_ statement: Statement, in script: [UInt8]) -> String? {
    guard statement.tokens.first?.isKeyword("CREATE") == true,
      statement.tokens.prefix(3).contains(where: { $0.isKeyword("TABLE") })
    else { return nil }
    let text = String(decoding: script[statement.range], as: UTF8.self)
    var parser = Parser(text)
    guard let read = try? parser.createTable() else { return nil }
    // The words before the name, including IF NOT EXISTS and TEMP.
    let head = statement.tokens.prefix { !$0.isPunctuation("(") }.dropLast().filter { $0.kind == .word }
    let table = CanonicalTable(read.name, read, sql: text)
    return words(of: Array(head)) + " " + table.foldedSQL
  }

  private static func words(of tokens: [Token]) -> String {
    var words: [String] = []
    // Until the rows begin, all names are those of a table and its columns: INSERT INTO t (a, b) …
    let isInsert = tokens.first.map { $0.isKeyword("INSERT") || $0.isKeyword("REPLACE") } ?? false
    var isInsertTarget = isInsert
    for (index, token) in tokens.enumerated() {
      if isInsertTarget, ["VALUES", "SELECT", "DEFAULT", "WITH"].contains(where: token.isKeyword) {
        isInsertTarget = false
      }
      let previous = index > 0 ? tokens[index - 1] : nil
      switch token.kind {
      case .word where previous?.isKeyword("DEFAULT") == true: words.append(defaultValue(token.text))
      case .word: words.append(token.text.lowercasedASCII)
      case .quotedName: words.append(Keyword.quote(token.text.lowercasedASCII))
      case .doubleQuoted where previous?.isKeyword("DEFAULT") == true:
        words.append(CanonicalPrinter.string(token.text))
      case .doubleQuoted:
        let next = index + 1 < tokens.count ? tokens[index + 1] : nil
        let isName = isInsertTarget || isName(between: previous, next)
        words.append(isName ? Keyword.quote(token.text.lowercasedASCII) : Keyword.quoteAlways(token.text))
      case .string: words.append(CanonicalPrinter.string(token.text))
      case .number, .blob: words.append(token.text.lowercasedASCII)
      default: words.append(token.text)
      }
    }
    return words.joined(separator: " ")
  }

  /// Writes the bare word after DEFAULT: a string, unless the word is a value such as NULL.
  private static func defaultValue(_ word: String) -> String {
    let values: Set<String> = ["NULL", "TRUE", "FALSE", "VALUES", "CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP"]
    return values.contains(word.uppercasedASCII) ? word.lowercasedASCII : CanonicalPrinter.string(word)
  }

  /// Whether only a name is possible between these two tokens.
  private static func isName(between previous: Token?, _ next: Token?) -> Bool {
    if previous?.isPunctuation(".") == true || next?.isPunctuation(".") == true { return true }
    let precedingKeywords: Set<String> = [
      "TABLE", "INTO", "FROM", "JOIN", "UPDATE", "REFERENCES", "INDEX", "VIEW", "TRIGGER", "COLUMN", "RENAME", "TO",
      "ADD",
      "DROP", "EXISTS", "COLLATE",
    ]
    return previous.map { $0.kind == .word && precedingKeywords.contains($0.text.uppercasedASCII) } ?? false
  }
}
