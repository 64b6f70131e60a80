internal import SQLiteSyntax

/// The values that statements write, so that rows from before these statements do not have them.
struct PendingWrites {
  /// The folded columns that an UPDATE sets.
  private(set) var columns: Set<Identifier> = []
  private var values: [Identifier: Set<RowValue>] = [:]
  /// Texts that a statement contains without comparing a column with them. The column to which they go is unknown.
  private var texts: Set<String> = []

  func contain(_ value: RowValue, column: Identifier) -> Bool {
    if case .text(let text) = value, texts.contains(text) { return true }
    return values[column]?.contains(value) ?? false
  }

  /// Adds what a statement writes.
  ///
  /// - Parameter compared: the positions of the values that the statement compares a column with.
  mutating func add(_ tokens: [Token], compared: Set<Int>) {
    guard !Self.declaresTable(tokens) else { return }
    for index in Self.assignments(tokens) {
      guard let column = Vocabulary.name(tokens[index]) else { continue }
      columns.insert(column)
      if index + 2 < tokens.count, let value = Vocabulary.value(tokens[index + 2]) {
        values[column, default: []].insert(value)
      }
    }
    addInserted(tokens)
    for (index, token) in tokens.enumerated() where token.kind == .string && !compared.contains(index) {
      texts.insert(token.text)
    }
  }

  /// Whether a statement is a CREATE TABLE without a query. Its values are those of CHECKs and defaults.
  static func declaresTable(_ tokens: [Token]) -> Bool {
    tokens.first?.isKeyword("CREATE") ?? false && tokens.prefix(4).contains { $0.isKeyword("TABLE") }
      && !tokens.contains { $0.isKeyword("SELECT") }
  }

  /// The positions of the columns that `SET a = …, b = …` sets.
  static func assignments(_ tokens: [Token]) -> [Int] {
    var found: [Int] = []
    /// The depth of parentheses at which the assignments are; `nil` outside of SET.
    var level: Int?
    var depth = 0
    for (index, token) in tokens.enumerated() {
      if token.isPunctuation("(") { depth += 1 }
      if token.isPunctuation(")") { depth -= 1 }
      if let current = level,
        depth < current || (depth == current && ["WHERE", "FROM", "RETURNING"].contains { token.isKeyword($0) })
      {
        level = nil
      }
      let isStart = token.isKeyword("SET")
      if isStart { level = depth }
      if isStart || (depth == level && token.isPunctuation(",")), index + 2 < tokens.count,
        tokens[index + 2].isPunctuation("=")
      {
        found.append(index + 1)
      }
    }
    return found
  }

  /// Adds the numbers in `INSERT INTO t (a, b) VALUES (1, 2)`.
  private mutating func addInserted(_ tokens: [Token]) {
    guard let start = tokens.firstIndex(where: { $0.isKeyword("VALUES") }), tokens[start - 1].isPunctuation(")"),
      let open = tokens[..<start].lastIndex(where: { $0.isPunctuation("(") })
    else { return }
    let names = tokens[(open + 1)..<(start - 1)].split { $0.isPunctuation(",") }.map {
      $0.first.flatMap(Vocabulary.name)
    }
    var place = 0
    var depth = 0
    for (index, token) in tokens[start...].enumerated() {
      if token.isPunctuation("(") {
        depth += 1
        if depth == 1 { place = 0 }
      }
      if token.isPunctuation(")") { depth -= 1 }
      if depth == 1, token.isPunctuation(",") { place += 1 }
      let isFirst = index > 0 && ["(", ","].contains { tokens[start + index - 1].isPunctuation($0) }
      if depth == 1, isFirst, place < names.count, let column = names[place], let value = Vocabulary.value(token) {
        values[column, default: []].insert(value)
      }
    }
  }
}
