internal import SQLiteSyntax

/// An `.sq` or `.sqm` file of SQLDelight: SQL with Kotlin types, labelled queries and imports, which SQLite does not
/// accept. White space replaces them, so that line numbers do not change.
///
/// [The grammar](https://github.com/sqldelight/sqldelight/blob/master/sqldelight-compiler/src/main/kotlin/app/cash/sqldelight/core/sqldelight.bnf)
struct SQLDelightScript {
  /// The phases in which SQLDelight creates a database, each over all files.
  enum Phase: CaseIterable { case tables, views, creators, others }

  private let bytes: [UInt8]
  private var statements: [(tokens: [Token], phase: Phase)] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    var tokens = Tokenizer.tokens(of: text)[...]
    while let first = tokens.first {
      if first.isKeyword("IMPORT") || Self.isLabel(tokens) {
        _ = Self.takeStatement(&tokens)
      } else if tokens.dropFirst().first.map({ $0.kind == .illegal && $0.text == "{" }) == true {
        tokens = tokens.drop { !($0.kind == .illegal && $0.text == "}") }.dropFirst()
      } else {
        let statement = Self.takeStatement(&tokens)
        if !statement.isEmpty { statements.append((statement, Self.phase(of: statement))) }
      }
    }
  }

  /// Whether the file creates anything in a new database.
  var createsSchema: Bool { statements.contains { $0.phase != .others } }

  /// The statements without a label, either all of them or those of one phase; `nil` if there are none.
  func sql(_ phase: Phase? = nil) -> String? {
    let chosen = statements.filter { phase == nil || $0.phase == phase }
    guard !chosen.isEmpty else { return nil }
    var result = bytes.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? $0 : UInt8(ascii: " ") }
    for (tokens, _) in chosen {
      guard let first = tokens.first, let last = tokens.last else { continue }
      let whole = first.range.lowerBound..<last.range.upperBound
      result[whole] = bytes[whole]
      for range in Self.foreign(tokens) {
        for index in range where bytes[index] != UInt8(ascii: "\n") { result[index] = UInt8(ascii: " ") }
      }
    }
    for comment in exceptions { result[comment] = bytes[comment] }
    return String(decoding: result, as: UTF8.self)
  }

  /// The comments beside statements that accept findings, such as `-- schemaledger:allow SL318 as intended`.
  private var exceptions: [Range<Int>] {
    let known = statements.compactMap { tokens, _ in
      tokens.first.map { $0.range.lowerBound..<(tokens.last ?? $0).range.upperBound }
    }
    var ranges: [Range<Int>] = []
    var start = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let text = String(decoding: line, as: UTF8.self)
      if let comment = text.firstRange(of: "--"), text[comment.upperBound...].contains("schemaledger:") {
        let begin = start + text[..<comment.lowerBound].utf8.count
        if !known.contains(where: { $0.contains(begin) }) { ranges.append(begin..<(start + line.count)) }
      }
      start += line.count + 1
    }
    return ranges
  }

  /// Whether the tokens begin with a label: `name:` before a statement, or `name:SELECT` in one word.
  private static func isLabel(_ tokens: ArraySlice<Token>) -> Bool {
    guard tokens.count > 1, let second = tokens.dropFirst().first else { return false }
    return second.text.hasPrefix(":") && (second.kind == .illegal || second.kind == .parameter)
  }

  /// Takes the tokens up to and including the semicolon that ends a statement.
  private static func takeStatement(_ tokens: inout ArraySlice<Token>) -> [Token] {
    var statement: [Token] = []
    while let token = tokens.popFirst() {
      if token.isPunctuation(";"), !Script.isTriggerOpen(statement) {
        return statement.isEmpty ? [] : statement + [token]
      }
      statement.append(token)
    }
    return statement
  }

  private static func phase(of tokens: [Token]) -> Phase {
    guard tokens.first?.isKeyword("CREATE") == true else { return .others }
    let skipped: Set<String> = ["TEMP", "TEMPORARY", "UNIQUE"]
    let word = tokens.dropFirst().first { !skipped.contains($0.text.uppercased()) }?.text.uppercased()
    switch word {
    case "TABLE": return .tables
    case "VIEW": return .views
    case "TRIGGER", "INDEX": return .creators
    default: return .others
    }
  }

  // MARK: Text that is not SQL

  /// The byte ranges to hide from SQLite.
  private static func foreign(_ tokens: [Token]) -> [Range<Int>] {
    let words = tokens.prefix(3).map { $0.text.uppercased() }
    switch (words.first, words.dropFirst().first) {
    case ("ALTER", "TABLE"): return types(tokens, depth: 0)
    case ("CREATE", "VIRTUAL"): return moduleTypes(tokens)
    case ("CREATE", _) where phase(of: tokens) == .tables: return types(tokens, depth: 1)
    default: return []
    }
  }

  /// The Kotlin types after a column's type: `AS kotlin.Int`, `AS @Ann(x) List<String>`, `AS VALUE`; not the `AS (…)`
  /// of a generated column.
  private static func types(_ tokens: [Token], depth: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var level = 0
    var rest = tokens[...]
    while let token = rest.popFirst() {
      if token.isPunctuation("(") { level += 1 }
      if token.isPunctuation(")") { level -= 1 }
      guard level == depth, token.isKeyword("AS"), let next = rest.first, !next.isPunctuation("("),
        !next.isKeyword("SELECT")
      else { continue }
      let end = takeType(&rest) ?? token
      ranges.append(token.range.lowerBound..<end.range.upperBound)
    }
    return ranges
  }

  /// Takes a Kotlin type with its annotations, and returns its last token.
  private static func takeType(_ tokens: inout ArraySlice<Token>) -> Token? {
    var last: Token?
    func take() { last = tokens.popFirst() ?? last }
    func takeName() {
      take()
      while tokens.first?.text == "." {
        take()
        take()
      }
    }
    func takeBalanced(_ open: String, _ close: Character) {
      guard tokens.first?.text == open else { return }
      var level = 0
      repeat {
        let text = tokens.first?.text ?? ""
        level += text == open ? 1 : text.allSatisfy { $0 == close } ? -text.count : 0
        take()
      } while level > 0 && !tokens.isEmpty
    }
    while tokens.first?.text.hasPrefix("@") == true {
      takeName()
      takeBalanced("(", ")")
    }
    takeName()
    takeBalanced("<", ">")
    return last
  }

  /// The types of FTS5 columns, which SQLDelight uses for Kotlin and FTS5 does not have.
  private static func moduleTypes(_ tokens: [Token]) -> [Range<Int>] {
    guard let module = tokens.firstIndex(where: { $0.isKeyword("FTS5") }) else { return [] }
    let arguments = tokens[(module + 1)...].split {
      $0.isPunctuation(",") || $0.isPunctuation("(") || $0.isPunctuation(")")
    }
    return arguments.filter { !$0.contains { $0.isPunctuation("=") } }.flatMap { argument in
      argument.dropFirst().filter { !$0.isKeyword("UNINDEXED") && !$0.isPunctuation(";") }.map(\.range)
    }
  }
}
