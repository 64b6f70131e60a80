internal import SQLiteSyntax

/// Finds the migrations of Room in the files of a module.
struct RoomCodeReader {
  private struct File {
    let path: String
    let code: CodeTokens
    let isKotlin: Bool

    init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      isKotlin = path.hasSuffix(".kt")
      let text = String(decoding: bytes, as: UTF8.self)
      code = CodeTokens(
        bytes.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n") : text, isKotlin: isKotlin)
    }
  }

  /// All files of the module.
  private var sources: [(path: String, bytes: [UInt8])] = []
  /// Files that declare migrations.
  private var files: [File] = []
  /// The paths of the files that declare migrations.
  var paths: Set<String> { Set(files.map(\.path)) }
  /// The names of the classes with the annotation `@Database`.
  private(set) var databases: Set<Substring> = []
  /// Declarations whose versions are not constants.
  private(set) var unclear: [RoomMigrations.Code] = []

  mutating func add(_ path: String, _ bytes: [UInt8]) {
    sources.append((path, bytes))
    let mayDeclare = bytes.holds("Migration") && bytes.holds("room.migration")
    guard mayDeclare || bytes.holds("@Database") else { return }
    let file = File(path, bytes)
    databases.formUnion(RoomAnnotation.databases(in: file.code))
    if mayDeclare { files.append(file) }
  }

  /// The migrations that the files declare.
  mutating func steps() -> [RoomMigrations.Step] {
    let found = files.map { file in (file, declarations(in: file)) }
    let uses = self.uses(of: Set(found.flatMap { $1.compactMap(\.name) }))
    var steps: [RoomMigrations.Step] = []
    for (file, declarations) in found {
      let texts = texts(of: file)
      for declaration in declarations {
        let line = file.code.lines[declaration.start]
        guard let versions = declaration.versions(in: file.code) else {
          unclear.append(.init(words: declaration.words(in: file.code), path: file.path, line: line))
          continue
        }
        var step = RoomMigrations.Step(
          start: versions.start, end: versions.end, path: file.path, line: line,
          content: content(declaration, versions, file, texts))
        // The declaration is one use.
        if let name = declaration.name, uses[name] == 1, case .sql(let migration) = step.content {
          step.content = .unused(name: String(name), migration)
        }
        steps.append(step)
      }
    }
    return steps
  }

  private func content(
    _ declaration: Declaration, _ versions: (start: Int, end: Int), _ file: File, _ texts: CodeTexts
  ) -> RoomMigrations.Content {
    var walk = RoomCodeWalk(file.code, isKotlin: file.isKotlin, texts)
    walk.read(declaration)
    if let obstacle = walk.obstacle {
      return .code(.init(words: obstacle.words, path: file.path, line: obstacle.line))
    }
    let id = "Migration(\(versions.start), \(versions.end))"
    let line = file.code.lines[declaration.start]
    var script = PlacedScript(firstLine: line)
    for statement in walk.statements { script.add(statement.sql, at: statement.line) }
    var migration = Migration(
      id: id, path: file.path, title: id, up: script.text, down: nil, transaction: .perMigration)
    migration.nameInFile = id
    migration.firstLine = line
    return .sql(migration)
  }

  /// How often the module has each of these words. Those in comments and texts count, and then nothing is said.
  private func uses(of names: Set<Substring>) -> [Substring: Int] {
    let lengths = Set(names.map(\.utf8.count))
    var uses: [Substring: Int] = [:]
    for source in names.isEmpty ? [] : sources {
      for word in source.bytes.split(whereSeparator: { !CodeTokens.isWord($0) }) where lengths.contains(word.count) {
        let name = Substring(decoding: word, as: UTF8.self)
        if names.contains(name) { uses[name, default: 0] += 1 }
      }
    }
    return uses
  }

  /// The constant `Type.NAME`, from the file that is named by the type.
  private func constant(_ type: Substring, _ name: Substring) -> String? {
    let found = sources.filter { source in ["kt", "java"].contains { source.path.hasSuffix("/\(type).\($0)") } }
    guard found.count == 1 else { return nil }
    let file = File(found[0].path, found[0].bytes)
    let code = file.code
    let isDeclared = code.tokens.indices.contains {
      ["class", "object", "interface"].contains(code.tokens[$0]) && code[$0 + 1] == type
    }
    guard isDeclared else { return nil }
    var constants = CodeTexts(isKotlin: file.isKotlin)
    constants.addConstants(of: code)
    return constants.known[name]
  }

  // MARK: Automatic migrations

  /// What a class declares for an automatic migration.
  func spec(named name: Substring) -> RoomMigrations.Content {
    let places = files.flatMap { file in
      file.code.tokens.indices.filter {
        file.code.tokens[$0] == name && ["class", "object", "interface"].contains(file.code[$0 - 1] ?? "")
      }.map { (file, $0) }
    }
    guard let (file, index) = places.first, places.count == 1 else {
      return .notWritten(reason: "its class \(name) was \(places.isEmpty ? "not found" : "found more than once")")
    }
    guard extendsSpecAlone(index, in: file.code) else {
      return .notWritten(reason: "\(name) may inherit code, which is not read")
    }
    var spec = RoomAutoMigration.Spec()
    guard addAnnotations(before: index, in: file, to: &spec) else {
      return .notWritten(reason: "the annotations of \(name) are not understood")
    }
    if let body = body(ofClassAt: index, in: file.code) {
      var walk = RoomCodeWalk(file.code, isKotlin: file.isKotlin, texts(of: file))
      walk.readLater(in: body)
      if let obstacle = walk.obstacle {
        return .code(.init(words: obstacle.words, path: file.path, line: obstacle.line))
      }
      spec.later = walk.statements.map(\.sql)
    }
    return .automatic(spec)
  }

  /// `@RenameColumn(tableName = "a", fromColumnName = "b", toColumnName = "c")`, alone or in a list, between the class before and
  /// this one.
  private func addAnnotations(before index: Int, in file: File, to spec: inout RoomAutoMigration.Spec) -> Bool {
    let code = file.code
    let texts = texts(of: file)
    let start = (0..<index - 1).last { ["class", "object", "interface"].contains(code.tokens[$0]) } ?? -1
    let labels: [Substring: [Substring]] = [
      "RenameTable": ["fromTableName", "toTableName"], "DeleteTable": ["tableName"],
      "RenameColumn": ["tableName", "fromColumnName", "toColumnName"], "DeleteColumn": ["tableName", "columnName"],
    ]
    for place in start + 1..<index {
      guard let names = labels[code.tokens[place]], code[place + 1] == "(", let end = code.closing(place + 1) else {
        continue
      }
      var values: [String] = []
      var next = place + 2
      for (position, name) in names.enumerated() {
        let value = code[next + 1] == "=" ? code[next] == name ? next + 2 : -1 : next
        guard value > 0, let found = texts.value(in: code, at: value),
          position == names.count - 1 ? found.end == end || code.has(",", ")", at: found.end) : code[found.end] == ","
        else { return false }
        values.append(found.text)
        next = found.end + 1
      }
      switch code.tokens[place] {
      case "RenameTable": spec.renamedTables[values[0]] = values[1]
      case "DeleteTable": spec.deletedTables.insert(values[0])
      case "RenameColumn": spec.renamedColumns[.init(table: values[0], name: values[1])] = values[2]
      default: spec.deletedColumns.insert(.init(table: values[0], name: values[1]))
      }
    }
    return true
  }

  /// Whether the only supertype of a class is `AutoMigrationSpec`, which does nothing.
  private func extendsSpecAlone(_ name: Int, in code: CodeTokens) -> Bool {
    var index = name + 1
    // `class S @Inject constructor(x: X) :`
    while let token = code[index], ["@", "Inject", "internal", "private", "constructor", "("].contains(token) {
      index = token == "(" ? (code.closing(index) ?? code.tokens.count) + 1 : index + 1
    }
    guard code[index] == ":" || code[index] == "implements" else { return false }
    return code[index + 1] == "AutoMigrationSpec" && code[index + 2] != "," && code[index + 2] != "."
  }

  /// What is between the braces of a class; `nil` if it has none.
  private func body(ofClassAt name: Int, in code: CodeTokens) -> Range<Int>? {
    var index = name + 1
    while let token = code[index], token != "{" {
      if ["class", "object", "interface", "fun", "val", "var", "}", ";"].contains(token) { return nil }
      if token == "@", code[index + 2] != "constructor", code[index + 2] != "(" { return nil }
      index = token == "(" ? (code.closing(index) ?? code.tokens.count) + 1 : index + 1
    }
    return code.closing(index).flatMap { index < $0 ? index + 1..<$0 : nil }
  }

  private func texts(of file: File) -> CodeTexts {
    var texts = CodeTexts(isKotlin: file.isKotlin)
    texts.qualified = { constant($0, $1) }
    texts.addConstants(of: file.code)
    return texts
  }

  // MARK: Declarations

  /// The declaration of a migration: `Migration(1, 2) { … }`, with `object :`, `class X :` or `new` before it or not, or a Java
  /// class that extends `Migration`.
  struct Declaration {
    /// The index of the word `Migration`.
    let start: Int
    /// The arguments between the parentheses.
    let arguments: Range<Int>
    /// What is between the braces; `nil` if it was not found.
    let body: Range<Int>?
    /// Whether the body is that of a class, and not of a function.
    let isClass: Bool
    /// The name of the class or of the constant.
    let name: Substring?

    func words(in code: CodeTokens) -> String { "Migration(\(code.tokens[arguments].joined(separator: " ")))" }

    /// The versions, if they are numbers or constants of the same file.
    func versions(in code: CodeTokens) -> (start: Int, end: Int)? {
      let parts = code.tokens[arguments].split(separator: ",", omittingEmptySubsequences: true)
      guard parts.count == 2 else { return nil }
      let values = zip(parts, ["startVersion", "endVersion"]).map { part, label in
        let isLabelled = part.count > 2 && part[part.startIndex] == label[...] && part[part.startIndex + 1] == "="
        return RoomAnnotation.number(isLabelled ? part.dropFirst(2) : part, code.tokens)
      }
      guard let start = values[0], let end = values[1], start > 0 else { return nil }
      return (start, end)
    }
  }

  private func declarations(in file: File) -> [Declaration] {
    let code = file.code
    return code.tokens.indices.compactMap { index in
      guard code.tokens[index] == "Migration" else { return nil }
      // `androidx.room.migration.Migration`
      var before = index - 1
      while code[before] == ".", code[before - 1]?.isIdentifier == true { before -= 2 }
      if code[before] == "extends" {
        return code[index + 1] == "{" ? javaClass(code, index, before) : nil
      }
      guard code[index + 1] == "(", let end = code.closing(index + 1),
        !["class", "fun", "interface", "@"].contains(code[before] ?? "")
      else { return nil }
      let isClass = code[before] == ":" || code[before] == "new"
      // `class M(val di: DI) : Migration(1, 2), DIAware {`
      var open = end + 1
      while isClass, code[open] == ",", code[open + 1]?.isIdentifier == true {
        open += 2
        if code[open] == "(" { open = (code.closing(open) ?? open) + 1 }
      }
      let close = code[open] == "{" ? code.closing(open) : nil
      return Declaration(
        start: index, arguments: index + 2..<end, body: close.map { open + 1..<$0 }, isClass: isClass,
        name: name(in: code, before: before))
    }
  }

  /// `class M extends Migration { M() { super(1, 2); } … }`
  private func javaClass(_ code: CodeTokens, _ index: Int, _ extends: Int) -> Declaration? {
    guard let close = code.closing(index + 1),
      let call = (index + 2..<close).first(where: { code.has("super", "(", at: $0) }),
      let end = code.closing(call + 1)
    else { return nil }
    return Declaration(
      start: index, arguments: call + 2..<end, body: index + 2..<close, isClass: true, name: code[extends - 1])
  }

  /// The name of a constant or class whose value or supertype ends before an index: `val M = object :`, `class M :`.
  private func name(in code: CodeTokens, before index: Int) -> Substring? {
    var index = index
    if code[index] == ":" {
      index -= 1
      // `class M(context: Context) :`
      if code[index] == ")", let open = code.opening(index) { index = open - 1 }
      if let name = code[index], name.isIdentifier, ["class", "object"].contains(code[index - 1] ?? "") { return name }
      guard code[index] == "object" else { return nil }
      index -= 1
    } else if code[index] == "new" {
      index -= 1
    }
    guard code[index] == "=" else { return nil }
    // `val M: Migration =`
    if code[index - 2] == ":" { index -= 2 }
    return code[index - 1].flatMap { $0.isIdentifier ? $0 : nil }
  }
}

extension [UInt8] {
  /// Whether a word is in the text, also as a part of another.
  func holds(_ word: String) -> Bool {
    let word = Array(word.utf8)
    return withUnsafeBufferPointer { text in
      guard text.count >= word.count else { return false }
      for start in 0...text.count - word.count where text[start] == word[0] {
        if word.indices.allSatisfy({ text[start + $0] == word[$0] }) { return true }
      }
      return false
    }
  }
}
