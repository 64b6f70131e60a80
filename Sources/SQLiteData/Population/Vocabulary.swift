internal import SQLiteSyntax

/// The values that SQL compares columns with: `status = 'new'`, `kind IN ('a', 'b')`, `CASE role WHEN 'x'`.
///
/// A column called `status` without restrictions contains the values that the application's queries compare it with. A
/// migration that replaces each of these values need not know any others.
struct Vocabulary: Sendable {
  /// A statement that compares columns with values.
  private struct Mention {
    /// The folded names in the statement.
    let names: [String]
    let words: [(column: String, value: RowValue)]
  }

  private var mentions: [Mention] = []

  /// The values for a column, in the order of their occurrence. They come from statements that contain the name of the
  /// table, or a name that begins or ends with it, such as `new_users` during a rebuild of `users`.
  func words(of column: String, in table: String) -> [RowValue] {
    let (column, table) = (column.foldedASCII, table.foldedASCII)
    return mentions.filter { mention in
      mention.words.contains { $0.column == column }
        && mention.names.contains { $0.hasPrefix(table) || $0.hasSuffix(table) }
    }.flatMap(\.words).filter { $0.column == column }.map(\.value).uniqued
  }

  /// Reads statements of any kind. Tokens are sufficient here, without a parser.
  mutating func read(_ sql: String) {
    for statement in Tokenizer.tokens(of: sql).split(whereSeparator: { $0.isPunctuation(";") }) {
      read(Array(statement))
    }
  }

  private mutating func read(_ tokens: [Token]) {
    var words: [(column: String, value: RowValue)] = []
    for index in tokens.indices {
      guard let name = Self.name(tokens[index]), index + 1 < tokens.count else { continue }
      var next = index + 1
      // Skips the parenthesis in `lower(status) = 'new'`.
      if tokens[next].isPunctuation(")"), next + 1 < tokens.count { next += 1 }
      words += Self.values(tokens, after: next).map { (name, $0) }
    }
    guard !words.isEmpty else { return }
    // In a CREATE TABLE, only the name of the table itself counts, and not those that it refers to.
    let isTable = tokens[0].isKeyword("CREATE") && tokens.prefix(4).contains { $0.isKeyword("TABLE") }
    let names = (isTable ? tokens.prefix { !$0.isPunctuation("(") } : tokens[...]).compactMap(Self.name)
    mentions.append(Mention(names: names.uniqued, words: words))
  }

  private static func name(_ token: Token) -> String? {
    switch token.kind {
    case .word where !Keyword.isReserved(token.text), .doubleQuoted, .quotedName: token.text.foldedASCII
    default: nil
    }
  }

  /// The values that the operator at `position` compares its left operand with.
  private static func values(_ tokens: [Token], after position: Int) -> [RowValue] {
    var position = position
    let operators = ["=", "==", "<>", "!="]
    if operators.contains(where: tokens[position].isPunctuation) {
      return position + 1 < tokens.count ? value(tokens[position + 1]).map { [$0] } ?? [] : []
    }
    if tokens[position].isKeyword("IS") || tokens[position].isKeyword("NOT") {
      position += 1
      if position < tokens.count, tokens[position].isKeyword("NOT") { position += 1 }
      guard position < tokens.count else { return [] }
      if tokens[position - 1].isKeyword("IS"), let value = value(tokens[position]) { return [value] }
    }
    if tokens[position].isKeyword("IN"), position + 1 < tokens.count, tokens[position + 1].isPunctuation("(") {
      let list = tokens[(position + 2)...].prefix { !$0.isPunctuation(")") }
      return list.contains { $0.isKeyword("SELECT") } ? [] : list.compactMap(value)
    }
    guard tokens[position].isKeyword("WHEN") else { return [] }
    // Reads `CASE status WHEN 'a' THEN … WHEN 'b' …`.
    let rest = tokens[position...].prefix { !$0.isKeyword("END") }
    return rest.indices.compactMap { index in
      rest[index].isKeyword("WHEN") && index + 1 < rest.endIndex ? value(rest[index + 1]) : nil
    }
  }

  private static func value(_ token: Token) -> RowValue? {
    switch token.kind {
    case .string: .text(token.text)
    case .number: RowValue(number: token.text.uppercasedASCII)
    default: nil
    }
  }
}
