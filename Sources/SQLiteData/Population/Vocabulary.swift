internal import SQLiteSyntax

/// The values that SQL compares columns with: `status = 'new'`, `kind IN ('a', 'b')`, `CASE role WHEN 'x'`.
///
/// A column called `status` without restrictions contains the values that the application's queries compare it with. A
/// migration that replaces each of these values need not know any others.
struct Vocabulary: Sendable {
  /// A statement that compares columns with values.
  private struct Mention {
    /// The names in the statement.
    let names: [Identifier]
    let words: [(column: Identifier, value: RowValue)]
  }

  private var mentions: [Mention] = []

  /// The values for a column, in the order of their occurrence. They come from statements that contain the name of the
  /// table, or a name that begins or ends with it, such as `new_users` during a rebuild of `users`.
  func words(of column: Identifier, in table: Identifier) -> [RowValue] {
    mentions.filter { mention in
      mention.words.contains { $0.column == column }
        && mention.names.contains { $0.folded.hasPrefix(table.folded) || $0.folded.hasSuffix(table.folded) }
    }.flatMap(\.words).filter { $0.column == column }.map(\.value).uniqued
  }

  /// Reads statements that the database has run. Tokens are sufficient here, without a parser.
  mutating func read(_ sql: String) {
    for statement in Self.statements(sql) { note(statement, Self.compared(statement)) }
  }

  /// Reads statements that the database has not run yet.
  ///
  /// A value counts only if a column is compared with it before a statement writes it: after
  /// `UPDATE t SET kind = 'B' WHERE kind = 'A'`, a comparison with `B` says nothing about the rows of today. A value in a
  /// CHECK of a new table counts only if no statement writes it.
  mutating func read(pending statements: [[Token]]) {
    let statements = statements.map { statement in
      (tokens: statement, compared: Self.compared(statement, assignments: Set(PendingWrites.assignments(statement))))
    }
    var all = PendingWrites()
    for (tokens, compared) in statements { all.add(tokens, compared: Set(compared.map(\.position))) }
    var writes = PendingWrites()
    for (tokens, compared) in statements {
      let written = PendingWrites.declaresTable(tokens) ? all : writes
      note(tokens, compared.filter { !written.contain($0.value, column: $0.column) })
      writes.add(tokens, compared: Set(compared.map(\.position)))
    }
  }

  static func statements(_ sql: String) -> [[Token]] {
    Tokenizer.tokens(of: sql).split { $0.isPunctuation(";") }.map(Array.init)
  }

  /// A value that a statement compares a column with, and the position of its token.
  private struct Comparison {
    let column: Identifier
    let value: RowValue
    let position: Int
  }

  /// - Parameter assignments: the positions of columns that are set to a value and not compared with it.
  private static func compared(_ tokens: [Token], assignments: Set<Int> = []) -> [Comparison] {
    tokens.indices.flatMap { index -> [Comparison] in
      guard !assignments.contains(index), let name = name(tokens[index]), index + 1 < tokens.count else { return [] }
      var next = index + 1
      // Skips the parenthesis in `lower(status) = 'new'`.
      if tokens[next].isPunctuation(")"), next + 1 < tokens.count { next += 1 }
      return operands(tokens, after: next).compactMap { position in
        value(tokens[position]).map { Comparison(column: name, value: $0, position: position) }
      }
    }
  }

  private mutating func note(_ tokens: [Token], _ words: [Comparison]) {
    guard !words.isEmpty else { return }
    mentions.append(Mention(names: Self.names(tokens), words: words.map { ($0.column, $0.value) }))
  }

  /// The names in a statement. In a CREATE TABLE, only the name of the table itself counts, and not those that it
  /// refers to.
  static func names(_ tokens: [Token]) -> [Identifier] {
    let isTable = tokens[0].isKeyword("CREATE") && tokens.prefix(4).contains { $0.isKeyword("TABLE") }
    return (isTable ? tokens.prefix { !$0.isPunctuation("(") } : tokens[...]).compactMap(name).uniqued
  }

  static func name(_ token: Token) -> Identifier? {
    switch token.kind {
    case .word where !Keyword.isReserved(token.text), .doubleQuoted, .quotedName: token.identifier
    default: nil
    }
  }

  /// The positions of the tokens that the operator at `position` compares its left operand with.
  static func operands(_ tokens: [Token], after position: Int) -> [Int] {
    var position = position
    let operators = ["=", "==", "<>", "!="]
    if operators.contains(where: tokens[position].isPunctuation) {
      return position + 1 < tokens.count ? [position + 1] : []
    }
    if tokens[position].isKeyword("IS") || tokens[position].isKeyword("NOT") {
      position += 1
      if position < tokens.count, tokens[position].isKeyword("NOT") { position += 1 }
      guard position < tokens.count else { return [] }
      if tokens[position - 1].isKeyword("IS"), value(tokens[position]) != nil { return [position] }
    }
    if tokens[position].isKeyword("IN"), position + 1 < tokens.count, tokens[position + 1].isPunctuation("(") {
      let list = tokens[(position + 2)...].prefix { !$0.isPunctuation(")") }
      return list.contains { $0.isKeyword("SELECT") } ? [] : Array(list.indices)
    }
    guard tokens[position].isKeyword("WHEN") else { return [] }
    // Reads `CASE status WHEN 'a' THEN … WHEN 'b' …`.
    let rest = tokens[position...].prefix { !$0.isKeyword("END") }
    return rest.indices.filter { $0 > rest.startIndex && rest[$0 - 1].isKeyword("WHEN") }
  }

  static func value(_ token: Token) -> RowValue? {
    switch token.kind {
    case .string: .text(token.text)
    case .number: RowValue(number: token.text.uppercasedASCII)
    default: nil
    }
  }
}
