internal import SQLiteSyntax

/// Finds the frozen schemas and migration plans that Swift sources declare. The text is only parsed, not compiled, so
/// names are taken as they are written.
struct SwiftDeclarations {
  /// A schema that declares the version as which it is frozen.
  struct FrozenSchema: Equatable {
    let version: String
    /// The name, qualified with the enclosing types: `App.SchemaV1`.
    let name: String
    let path: String
  }

  /// A migration plan.
  struct Plan: Equatable {
    let name: String
    let path: String
  }

  private(set) var schemas: [FrozenSchema] = []
  private(set) var plans: [Plan] = []

  private static let kinds: Set = ["enum", "struct", "class", "actor", "extension"]
  private static let annotations: Set = ["FreezeSchema", "Freeze"]

  /// Adds the declarations in the source at `path`.
  mutating func read(_ text: String, at path: String) {
    let tokens = SwiftTokens(text).tokens
    var scopes: [String?] = []
    var versions: [String] = []
    var index = 0
    while index < tokens.count {
      switch tokens[index] {
      case .mark("@"): if let version = Self.version(tokens, after: &index) { versions.append(version) }
      case .mark("{"):
        scopes.append(nil)
        versions = []
      case .mark("}"):
        if !scopes.isEmpty { scopes.removeLast() }
        versions = []
      case .word(let kind) where Self.kinds.contains(kind):
        guard let type = Self.type(tokens, after: &index) else { break }
        let name = (scopes.compactMap(\.self) + [type.name]).joined(separator: ".")
        schemas += versions.map { FrozenSchema(version: $0, name: name, path: path) }
        if type.parents.contains("SchemaMigrationPlan") { plans.append(Plan(name: name, path: path)) }
        versions = []
        scopes.append(type.name)
      default: break
      }
      index += 1
    }
  }

  /// The version of an attribute such as `@FreezeRay.FreezeSchema(version: "1.0.0")`, or `nil` for any other attribute.
  private static func version(_ tokens: [SwiftTokens.Token], after index: inout Int) -> String? {
    let name = qualifiedName(tokens, from: index + 1)
    guard let last = name.words.last, annotations.contains(last) else { return nil }
    var next = name.end
    guard tokens[safe: next] == .mark("(") else { return nil }
    next += 1
    if tokens[safe: next] == .word("version"), tokens[safe: next + 1] == .mark(":") { next += 2 }
    guard case .string(let version)? = tokens[safe: next] else { return nil }
    index = next
    return version
  }

  /// The name after `enum` and similar keywords, and the types after the colon. Afterwards `index` is at the `{`. `nil`
  /// if this is not a declaration, as in `class func`.
  private static func type(
    _ tokens: [SwiftTokens.Token], after index: inout Int
  ) -> (name: String, parents: Set<String>)? {
    let name = qualifiedName(tokens, from: index + 1)
    guard !name.words.isEmpty, !["func", "var", "let", "subscript"].contains(name.words[0]) else { return nil }
    var parents: Set<String> = []
    var next = name.end
    // The names in `<…>` and after `where` are constraints on other types.
    var (depth, isParent) = (0, false)
    while let token = tokens[safe: next], token != .mark("{") {
      switch token {
      case .mark("<"): depth += 1
      case .mark(">"): depth -= 1
      case .mark(":") where depth == 0: isParent = true
      case .word("where"): isParent = false
      case .word(let word) where isParent && depth == 0: parents.insert(word)
      case .mark("}"), .mark(";"): return nil
      default: break
      }
      next += 1
    }
    guard next < tokens.count else { return nil }
    index = next
    return (name.words.joined(separator: "."), parents)
  }

  private static func qualifiedName(_ tokens: [SwiftTokens.Token], from start: Int) -> (words: [String], end: Int) {
    var (words, index) = ([String](), start)
    while case .word(let word)? = tokens[safe: index] {
      words.append(word)
      index += 1
      guard tokens[safe: index] == .mark(".") else { break }
      index += 1
    }
    return (words, index)
  }
}

extension Array {
  /// `nil` if the index is outside of the array.
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
