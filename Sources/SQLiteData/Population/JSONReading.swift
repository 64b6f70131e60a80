internal import SQLiteSyntax

/// The columns that SQL reads as JSON, and the parts of them that it reads: `json_extract(data, '$.tags[0]')`,
/// `data ->> 'name'`, `json_each(list)`.
///
/// SQLite's functions fail on text that is not JSON, so an application that uses them on a column writes JSON into it.
/// https://www.sqlite.org/json1.html
struct JSONReading: Sendable {
  private struct Use {
    /// The names in the statement.
    let names: [Identifier]
    let column: Identifier
    let path: [JSONShape.Step]
    let isArray: Bool
    let words: [RowValue]
  }

  private var uses: [Use] = []

  private static let listReaders: Set<Identifier> = ["json_array_length", "json_each"]
  /// The functions that make JSON of values that are no JSON.
  private static let makers: Set<Identifier> = ["json_array", "json_group_array", "json_object", "json_quote"]
  /// The functions that return their argument, or another value in place of NULL.
  private static let wrappers: Set<Identifier> = ["coalesce", "ifnull", "json", "jsonb", "nullif", "trim"]

  /// The parts of a column that SQL reads, or `nil` if it does not read the column as JSON. As with ``Vocabulary``,
  /// statements count that contain the name of the table, or a name that begins or ends with it.
  func shape(of column: Identifier, in table: Identifier) -> JSONShape? {
    let uses = uses.filter { use in
      use.column == column
        && use.names.contains { $0.folded.hasPrefix(table.folded) || $0.folded.hasSuffix(table.folded) }
    }
    guard !uses.isEmpty else { return nil }
    var shape = JSONShape()
    // An array of an object's member says more than that the whole is read by `json_each`.
    for use in uses.sorted(by: { $0.path.count > $1.path.count }) {
      shape.add(use.path, isArray: use.isArray, words: use.words)
    }
    return shape
  }

  /// Reads statements that the database has run.
  mutating func read(_ sql: String) {
    guard sql.firstRange(of: "json") != nil || sql.firstRange(of: "->") != nil || sql.firstRange(of: "JSON") != nil
    else { return }
    for statement in Vocabulary.statements(sql) { read(statement) { _ in true } }
  }

  /// Reads statements that the database has not run yet. A column that one of them turns into JSON is not JSON before.
  mutating func read(pending statements: [[Token]]) {
    var made: Set<Identifier> = []
    for statement in statements {
      for index in statement.indices where Self.isCall(statement, index, of: Self.makers) {
        let arguments = statement[(index + 2)...].prefix { !$0.isPunctuation(")") }
        made.formUnion(arguments.compactMap(Vocabulary.name))
      }
      read(statement) { !made.contains($0) }
      made.formUnion(PendingWrites.assignments(statement).compactMap { Vocabulary.name(statement[$0]) })
    }
  }

  private mutating func read(_ tokens: [Token], where isIncluded: (Identifier) -> Bool) {
    /// The column and path of the array whose elements the columns `value` of `json_each` are.
    var array: (column: Identifier, path: [JSONShape.Step])?
    for index in tokens.indices where Self.isCall(tokens, index, of: ["json_each", "json_tree"]) {
      guard let argument = Self.column(tokens, index + 2) else { continue }
      array = array ?? (argument.name, (Self.paths(tokens, argument).first ?? []) + [.index])
    }
    lazy var names = Vocabulary.names(tokens)
    func note(_ column: Identifier, _ path: [JSONShape.Step], isArray: Bool = false, after end: Int) {
      let operands = end + 1 < tokens.count ? Vocabulary.operands(tokens, after: end + 1) : []
      let words = isArray ? [] : operands.compactMap { Vocabulary.value(tokens[$0]) }
      if column == "value", let array {
        guard isIncluded(array.column) else { return }
        uses.append(Use(names: names, column: array.column, path: array.path + path, isArray: isArray, words: words))
      } else if isIncluded(column) {
        uses.append(Use(names: names, column: column, path: path, isArray: isArray, words: words))
      }
    }
    for index in tokens.indices {
      if Self.isCall(tokens, index, of: JSONFunctions.readers), let argument = Self.column(tokens, index + 2) {
        let paths = Self.paths(tokens, argument)
        let isArray = Self.isCall(tokens, index, of: Self.listReaders)
        let isExtract = tokens[index].text.lowercasedASCII.hasSuffix("_extract")
        let end = isExtract && paths.count == 1 ? Self.end(tokens, argument) : tokens.count
        for path in paths.isEmpty ? [[]] : paths { note(argument.name, path, isArray: isArray, after: end) }
      } else if index + 1 < tokens.count, Self.isArrow(tokens[index + 1]), let name = Vocabulary.name(tokens[index]) {
        var next = index + 1
        var path: [JSONShape.Step] = []
        while next + 1 < tokens.count, Self.isArrow(tokens[next]) {
          switch tokens[next + 1].kind {
          case .string: path += JSONShape.steps(tokens[next + 1].text) ?? []
          case .number: path.append(.index)
          default: break
          }
          next += 2
        }
        note(name, path, after: next - 1)
      }
    }
  }

  private static func isArrow(_ token: Token) -> Bool {
    token.kind == .punctuation && (token.text == "->" || token.text == "->>")
  }

  private static func isCall(_ tokens: [Token], _ index: Int, of functions: Set<Identifier>) -> Bool {
    index + 1 < tokens.count && tokens[index].kind == .word && tokens[index + 1].isPunctuation("(")
      && functions.contains(tokens[index].identifier)
  }

  /// The column at the beginning of a call's arguments.
  private struct Argument {
    let name: Identifier
    /// The position after the name.
    let next: Int
    /// The number of calls around the name, within the call.
    let depth: Int
  }

  /// The column at the beginning of the arguments at `start`, also in `coalesce(t.data, '{}')`.
  private static func column(_ tokens: [Token], _ start: Int) -> Argument? {
    var index = start
    var depth = 0
    while isCall(tokens, index, of: wrappers) {
      index += 2
      depth += 1
    }
    while index + 2 < tokens.count, tokens[index + 1].isPunctuation(".") { index += 2 }
    guard index + 1 < tokens.count, tokens[index + 1].isPunctuation(",") || tokens[index + 1].isPunctuation(")"),
      let name = Vocabulary.name(tokens[index])
    else { return nil }
    return Argument(name: name, next: index + 1, depth: depth)
  }

  /// The paths among the other arguments.
  private static func paths(_ tokens: [Token], _ argument: Argument) -> [[JSONShape.Step]] {
    tokens[argument.next..<end(tokens, argument)].compactMap {
      $0.kind == .string && $0.text.hasPrefix("$") ? JSONShape.steps($0.text) : nil
    }
  }

  /// The position of the parenthesis that closes the call.
  private static func end(_ tokens: [Token], _ argument: Argument) -> Int {
    var depth = argument.depth
    for index in argument.next..<tokens.count {
      if tokens[index].isPunctuation("(") { depth += 1 }
      if tokens[index].isPunctuation(")") {
        if depth == 0 { return index }
        depth -= 1
      }
    }
    return tokens.count
  }
}
