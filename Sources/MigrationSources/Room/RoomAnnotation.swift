internal import GitStore

/// Reads `@Database(version = …)` of Room from Kotlin and Java sources, as far as one file says it.
///
/// https://developer.android.com/reference/androidx/room/Database
package enum RoomAnnotation {
  /// The version of a database; `nil` if the file does not declare it, or not as a number or as a constant that is in the
  /// same file.
  ///
  /// - Parameters:
  ///   - className: the class with its package, such as `com.example.AppDatabase`.
  ///   - source: the text of the file.
  package static func version(of className: String, in source: String, isKotlin: Bool = true) -> Int? {
    let code = CodeTokens(source, isKotlin: isKotlin)
    return annotation(of: className, in: code).flatMap { value(of: "version", in: code.tokens[$0]) }
      .flatMap { number($0, code.tokens) }
  }

  /// A class with the annotation.
  struct Declaration {
    let path: String
    /// `autoMigrations = [AutoMigration(from = 1, to = 2)]`
    let automatic: [Automatic]
  }

  /// `AutoMigration(from = 1, to = 2, spec = Renames::class)`
  struct Automatic {
    let from: Int
    let to: Int
    /// The name of the class.
    let spec: Substring?
    let line: Int
  }

  /// The declarations of a class in the files that are named by it.
  ///
  /// - Throws: `GitError`.
  static func declarations(
    of className: String, in paths: [String], of snapshot: FileSnapshot
  ) throws(GitError) -> [Declaration] {
    let name = className.split(separator: ".").last ?? ""
    var found: [Declaration] = []
    for path in paths where ["kt", "java"].contains(where: { ("/" + path).hasSuffix("/\(name).\($0)") }) {
      guard let bytes = try snapshot.read(path) else { continue }
      let code = CodeTokens(String(decoding: bytes, as: UTF8.self), isKotlin: path.hasSuffix(".kt"))
      guard let arguments = annotation(of: className, in: code) else { continue }
      found.append(Declaration(path: path, automatic: automatic(code, arguments)))
    }
    return found
  }

  private static func automatic(_ code: CodeTokens, _ arguments: Range<Int>) -> [Automatic] {
    arguments.compactMap { index in
      guard code.has("AutoMigration", "(", at: index), let end = code.closing(index + 1) else { return nil }
      let inner = code.tokens[index + 2..<end]
      guard let from = value(of: "from", in: inner).flatMap({ number($0, code.tokens) }),
        let to = value(of: "to", in: inner).flatMap({ number($0, code.tokens) })
      else { return nil }
      let spec = value(of: "spec", in: inner)?.filter { $0.isIdentifier && $0 != "class" }.last
      return Automatic(from: from, to: to, spec: spec, line: code.lines[index])
    }
  }

  /// The names of all classes with the annotation.
  static func databases(in code: CodeTokens) -> [Substring] {
    arguments(in: code).compactMap { declaredClass(code.tokens[($0.upperBound + 1)...]) }
  }

  /// The arguments of the annotation of a class.
  private static func annotation(of className: String, in code: CodeTokens) -> Range<Int>? {
    let name = className.split(separator: ".").last ?? ""
    // The class may be nested, so the package is a beginning of its name.
    guard let package = packageName(code.tokens), className.hasPrefix(package + ".") else { return nil }
    return arguments(in: code).first { declaredClass(code.tokens[($0.upperBound + 1)...]) == name }
  }

  private static func arguments(in code: CodeTokens) -> [Range<Int>] {
    code.tokens.indices.compactMap { start in
      guard code.has("@", "Database", "(", at: start), let end = code.closing(start + 2) else { return nil }
      return start + 3..<end
    }
  }

  private static func packageName(_ tokens: [Substring]) -> String? {
    guard let start = tokens.firstIndex(of: "package") else { return nil }
    var parts: [Substring] = []
    var index = start + 1
    while let part = tokens[safe: index], part.isIdentifier {
      parts.append(part)
      guard tokens[safe: index + 1] == "." else { break }
      index += 2
    }
    return parts.isEmpty ? nil : parts.joined(separator: ".")
  }

  /// The class that follows the annotation. `X::class` and `X.class` are no declarations.
  private static func declaredClass(_ tokens: ArraySlice<Substring>) -> Substring? {
    for index in tokens.indices where tokens[index] == "class" || tokens[index] == "interface" {
      let isReference = index > tokens.startIndex && [":", "."].contains(tokens[index - 1])
      if !isReference, index + 1 < tokens.endIndex { return tokens[index + 1] }
    }
    return nil
  }

  /// The tokens of an argument that are not inside other parentheses.
  private static func value(of name: Substring, in tokens: ArraySlice<Substring>) -> ArraySlice<Substring>? {
    var depth = 0
    for index in tokens.indices {
      if ["(", "[", "{"].contains(tokens[index]) { depth += 1 }
      if [")", "]", "}"].contains(tokens[index]) { depth -= 1 }
      let beginsArgument = index == tokens.startIndex || tokens[index - 1] == ","
      guard depth == 0, beginsArgument, tokens[index] == name, tokens[safe: index + 1] == "=" else { continue }
      let rest = tokens[(index + 2)...]
      return rest[..<(rest.firstIndex(of: ",") ?? rest.endIndex)]
    }
    return nil
  }

  /// A number, or the number of a constant in the same file: `const val VERSION = 6`, `static final int VERSION = 6;`.
  static func number(_ value: ArraySlice<Substring>, _ tokens: [Substring]) -> Int? {
    if value.count == 1, let first = value.first, let number = first.integer { return number }
    guard let name = value.last, name.isIdentifier, value.dropLast().allSatisfy({ $0.isIdentifier || $0 == "." })
    else { return nil }
    var found: Set<Int> = []
    for index in tokens.indices where tokens[index] == name {
      let isDeclared = index > 0 && ["val", "int"].contains(tokens[index - 1])
      guard isDeclared else { continue }
      // Kotlin may name the type: `const val VERSION: Int = 6`.
      let equals = tokens[safe: index + 1] == ":" ? index + 3 : index + 1
      guard tokens[safe: equals] == "=", let number = tokens[safe: equals + 1]?.integer else { return nil }
      // `6 + OFFSET` is an expression, which is not computed.
      if let next = tokens[safe: equals + 2], ["+", "-", "*", "/", "."].contains(next) { return nil }
      found.insert(number)
    }
    return found.count == 1 ? found.first : nil
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension ArraySlice {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
