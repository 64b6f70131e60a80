internal import SQLiteSyntax

/// Reads the statements that the function `migrate` of a migration runs, in their order, and stops at what is not SQL.
struct RoomCodeWalk {
  private let code: CodeTokens
  private let isKotlin: Bool
  private var texts: CodeTexts
  /// The statements, each with the line of the code at which its text begins.
  private(set) var statements: [(sql: String, line: Int)] = []
  /// The first code that is not understood.
  private(set) var obstacle: (words: String, line: Int)?
  /// The functions that are being read, so that none is read in itself.
  private var functions: [Substring] = []
  /// How many blocks contain the one that is being read.
  private var depth = 0

  init(_ code: CodeTokens, isKotlin: Bool, _ texts: CodeTexts) {
    self.code = code
    self.isKotlin = isKotlin
    self.texts = texts
  }

  /// The names by which the code refers to the database.
  private struct Scope {
    var names: Set<Substring>
    /// Whether calls without a receiver are the database's, as in `with(db) { … }`.
    var isReceiver = false
  }

  mutating func read(_ declaration: RoomCodeReader.Declaration) {
    guard let body = declaration.body else { return stop(at: declaration.start) }
    if declaration.isClass { return readFunction(named: "migrate", in: body, of: declaration.start, isRequired: true) }
    let isNamed = code[body.lowerBound]?.isIdentifier == true && code.has("-", ">", at: body.lowerBound + 1)
    let name = isNamed ? code.tokens[body.lowerBound] : "it"
    read(body.lowerBound + (isNamed ? 3 : 0)..<body.upperBound, Scope(names: [name]))
  }

  /// Reads what runs after an automatic migration, if the class has it.
  mutating func readLater(in body: Range<Int>) {
    readFunction(named: "onPostMigrate", in: body, of: body.lowerBound, isRequired: false)
  }

  private mutating func readFunction(named name: Substring, in body: Range<Int>, of start: Int, isRequired: Bool) {
    let found = functionNames(in: body).filter { code.tokens[$0] == name }
    if found.isEmpty, !isRequired { return }
    guard let function = found.first, found.count == 1 else {
      return stop(at: start, words: "it has \(found.isEmpty ? "no function" : "several functions") '\(name)'")
    }
    readFunction(at: function)
  }

  /// The indices of the names of functions that are declared directly between two braces.
  private func functionNames(in body: Range<Int>) -> [Int] {
    var found: [Int] = []
    var index = body.lowerBound
    while index < body.upperBound {
      let isDeclared = isKotlin ? code[index - 1] == "fun" : code[index - 1] == "void"
      if isDeclared, code[index + 1] == "(" { found.append(index) }
      if ["(", "{", "["].contains(code.tokens[index]), let close = code.closing(index) {
        index = close + 1
      } else {
        index += 1
      }
    }
    return found
  }

  /// Reads a function whose only parameter is the database.
  private mutating func readFunction(at name: Int) {
    guard let close = code.closing(name + 1), let parameter = parameter(name + 2..<close) else {
      return stop(at: name)
    }
    var start = close + 1
    if code.has(":", "Unit", at: start) { start += 2 }
    if code[start] == "throws" { start += 2 }
    let scope = Scope(names: [parameter])
    if code[start] == "{", let end = code.closing(start) {
      read(start + 1..<end, scope)
    } else if code[start] == "=" {
      _ = readStatement(at: start + 1, scope)
    } else {
      stop(at: name)
    }
  }

  /// `db: SupportSQLiteDatabase`, `@NonNull SupportSQLiteDatabase db`
  private func parameter(_ range: Range<Int>) -> Substring? {
    guard !range.isEmpty, !code.tokens[range].dropLast().contains(",") else { return nil }
    if !isKotlin { return code[range.upperBound - 1].flatMap { $0.isIdentifier ? $0 : nil } }
    guard let colon = code.tokens[range].firstIndex(of: ":"), colon > range.lowerBound else { return nil }
    return code[colon - 1]
  }

  private mutating func stop(at index: Int, words: String? = nil) {
    guard obstacle == nil else { return }
    let index = min(index, code.lines.count - 1)
    let line = code.lines[index]
    obstacle = (words ?? String(code.text(from: index).prefix(60)), line)
  }

  private mutating func read(_ range: Range<Int>, _ scope: Scope) {
    guard depth < CodeTokens.largestDepth else { return stop(at: range.lowerBound) }
    depth += 1
    let outer = texts.known
    defer {
      texts.known = outer
      depth -= 1
    }
    var index = range.lowerBound
    while index < range.upperBound, obstacle == nil {
      guard let next = readStatement(at: index, scope) else { return }
      index = next
    }
  }

  /// Reads one statement, and returns the index after it; `nil` if it is not understood.
  private mutating func readStatement(at index: Int, _ scope: Scope) -> Int? {
    guard let first = code[index] else { return nil }
    if first == ";" { return index + 1 }
    if let end = readConstant(at: index) { return end }
    if first == "try", let end = readTry(at: index, scope) { return end }
    // What is logged changes nothing unless it asks the database, and the functions of Room's own classes do nothing.
    if ["super", "Log", "Timber", "logger"].contains(first), code[index + 1] == ".", code[index + 3] == "(",
      let end = code.closing(index + 3)
    {
      let words = Set(code.tokens[index..<end])
      if first == "super" || words.isDisjoint(with: scope.names.union(["execSQL"])) { return end + 1 }
    }
    // `@Suppress("…")`
    if first == "@" { return code[index + 2] == "(" ? code.closing(index + 2).map { $0 + 1 } : index + 2 }
    if first == "with", code[index + 1] == "(", let name = code[index + 2], scope.names.contains(name),
      code.has(")", "{", at: index + 3), let end = code.closing(index + 4)
    {
      read(index + 5..<end, Scope(names: scope.names, isReceiver: true))
      return end + 1
    }
    if let end = readEach(at: index, scope) { return end }
    if let end = readCall(of: first, at: index, scope) { return end }
    if obstacle == nil { stop(at: index) }
    return nil
  }

  /// A call of the database, or of a function that gets it.
  private mutating func readCall(of first: Substring, at index: Int, _ scope: Scope) -> Int? {
    var start = index
    if scope.names.contains(first) || scope.isReceiver && first == "this" {
      start += code[index + 1] == "?" ? 2 : 1
      guard code[start] == "." else { return nil }
      start += 1
    } else if !scope.isReceiver {
      return readHelper(at: index, scope)
    }
    guard let name = code[start] else { return nil }
    switch name {
    case "execSQL" where code[start + 1] == "(": return readSQL(start + 1)
    case "beginTransaction", "beginTransactionNonExclusive", "setTransactionSuccessful", "endTransaction":
      // Room has a transaction around all migrations.
      return code.has("(", ")", at: start + 1) ? start + 3 : nil
    case "run", "apply":
      guard code[start + 1] == "{", let end = code.closing(start + 1) else { return nil }
      read(start + 2..<end, Scope(names: scope.names, isReceiver: true))
      return end + 1
    case "let", "also":
      guard code[start + 1] == "{", let end = code.closing(start + 1) else { return nil }
      let isNamed = code.has("-", ">", at: start + 3)
      let inner = isNamed ? code.tokens[start + 2] : "it"
      read(start + (isNamed ? 5 : 2)..<end, Scope(names: scope.names.union([inner]), isReceiver: scope.isReceiver))
      return end + 1
    default: return scope.isReceiver && start == index ? readHelper(at: index, scope) : nil
    }
  }

  /// The statement of `execSQL("…")`. Android runs the first statement of a text, and nothing after it.
  ///
  /// > Multiple statements separated by semicolons are not supported.
  ///
  /// https://developer.android.com/reference/android/database/sqlite/SQLiteDatabase#execSQL(java.lang.String)
  private mutating func readSQL(_ open: Int) -> Int? {
    guard let close = code.closing(open) else { return nil }
    guard let found = texts.value(in: code, at: open + 1),
      found.end == close || code[found.end] == "," && found.end + 1 == close
    else {
      stop(at: open - 1)
      return nil
    }
    let all = Script.statements(of: found.text)
    let sql = all.first.map { String(decoding: Array(found.text.utf8)[$0.range], as: UTF8.self) } ?? found.text
    statements.append((sql, code.lines[open + 1]))
    return close + 1
  }

  /// `val sql = "…"`, `final String sql = "…";`
  private mutating func readConstant(at index: Int) -> Int? {
    let start = code[index] == "final" ? index + 1 : index
    guard ["val", "var", "String"].contains(code[start] ?? ""), let name = code[start + 1], name.isIdentifier else {
      return nil
    }
    let equals = code[start + 2] == ":" ? start + 4 : start + 2
    guard code[equals] == "=", let found = texts.value(in: code, at: equals + 1) else { return nil }
    // A variable may get another value later, and that statement is then not understood.
    texts.known[name] = found.text
    return found.end
  }

  /// `try { … } finally { … }`; what is caught may leave a part out.
  private mutating func readTry(at index: Int, _ scope: Scope) -> Int? {
    guard code[index + 1] == "{", let end = code.closing(index + 1), code.has("finally", "{", at: end + 1),
      let last = code.closing(end + 2)
    else { return nil }
    read(index + 2..<end, scope)
    if obstacle == nil { read(end + 3..<last, scope) }
    return last + 1
  }

  /// `listOf("…", "…").forEach { db.execSQL(it) }`
  private mutating func readEach(at index: Int, _ scope: Scope) -> Int? {
    guard ["listOf", "arrayOf", "sequenceOf", "setOf"].contains(code[index] ?? ""), code[index + 1] == "(",
      let close = code.closing(index + 1), code.has(".", "forEach", "{", at: close + 1),
      let end = code.closing(close + 3)
    else { return nil }
    var values: [String] = []
    var next = index + 2
    while next < close {
      guard let found = texts.value(in: code, at: next), found.end == close || code[found.end] == "," else {
        return nil
      }
      values.append(found.text)
      next = found.end == close ? close : found.end + 1
    }
    let isNamed = code.has("-", ">", at: close + 5)
    let name = isNamed ? code.tokens[close + 4] : "it"
    let outer = texts.known[name]
    defer { texts.known[name] = outer }
    for value in values where obstacle == nil {
      texts.known[name] = value
      read(close + (isNamed ? 7 : 4)..<end, scope)
    }
    return end + 1
  }

  /// `fill(db)`, a function of the same file whose only parameter is the database.
  private mutating func readHelper(at index: Int, _ scope: Scope) -> Int? {
    guard let name = code[index], name.isIdentifier, code[index + 1] == "(", let argument = code[index + 2],
      scope.names.contains(argument), code[index + 3] == ")", !functions.contains(name)
    else { return nil }
    let declared = code.tokens.indices.filter {
      code.tokens[$0] == name && code[$0 - 1] == (isKotlin ? "fun" : "void") && code[$0 + 1] == "("
    }
    guard let function = declared.first, declared.count == 1 else { return nil }
    functions.append(name)
    readFunction(at: function)
    functions.removeLast()
    return obstacle == nil ? index + 4 : nil
  }
}
