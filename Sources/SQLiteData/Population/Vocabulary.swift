internal import SQLiteSyntax

/// The words that SQL sets beside the names of columns: `status = 'new'`, `kind IN ('a', 'b')`, `CASE role WHEN 'x'`.
///
/// A column called `status` that nothing restricts holds what the queries of its application ask for, and a migration
/// that gives each of those words a new one is right to know no others.
struct Vocabulary: Sendable {
  /// A statement that says something of values.
  private struct Mention {
    /// Folded.
    let names: [String]
    let words: [(column: String, value: RowValue)]
  }

  private var mentions: [Mention] = []

  /// The words of a column, in the order in which they were found: those of statements that name the table, or one
  /// whose name begins or ends so, as `new_users` does while `users` is made again.
  func words(of column: String, in table: String) -> [RowValue] {
    let (column, table) = (column.foldedASCII, table.foldedASCII)
    return mentions.filter { mention in
      mention.words.contains { $0.column == column }
        && mention.names.contains { $0.hasPrefix(table) || $0.hasSuffix(table) }
    }.flatMap(\.words).filter { $0.column == column }.map(\.value).uniqued
  }

  /// Reads statements of any kind, by their tokens: what stands between matters little here.
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
      // `lower(status) = 'new'`
      if tokens[next].isPunctuation(")"), next + 1 < tokens.count { next += 1 }
      words += Self.values(tokens, after: next).map { (name, $0) }
    }
    guard !words.isEmpty else { return }
    // What a table refers to is not where its words are.
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

  /// The values that an operator at `position` sets beside what stands before it.
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
    // `CASE status WHEN 'a' THEN … WHEN 'b' …`
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
