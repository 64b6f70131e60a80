/// Texts of Kotlin or Java whose values are in the code: literals, constants, and sums of them.
struct CodeTexts {
  private let isKotlin: Bool
  /// The values of names in scope.
  var known: [Substring: String] = [:]
  /// The value of `Type.NAME`, which another file may declare.
  var qualified: (_ type: Substring, _ name: Substring) -> String? = { _, _ in nil }

  init(isKotlin: Bool) { self.isKotlin = isKotlin }

  /// The value of an expression that begins at an index, and the index after it; `nil` if the value is not known.
  func value(in code: CodeTokens, at start: Int) -> (text: String, end: Int)? { value(in: code, at: start, depth: 0) }

  private func value(in code: CodeTokens, at start: Int, depth: Int) -> (text: String, end: Int)? {
    guard depth < CodeTokens.largestDepth, var (text, index) = term(in: code, at: start, depth) else { return nil }
    while code[index] == "+" {
      guard let next = term(in: code, at: index + 1, depth) else { return nil }
      text += next.text
      index = next.end
    }
    return (text, index)
  }

  private func term(in code: CodeTokens, at start: Int, _ depth: Int) -> (text: String, end: Int)? {
    guard let first = code[start] else { return nil }
    var found: (text: String, end: Int)?
    if first == "(" {
      guard let inner = value(in: code, at: start + 1, depth: depth + 1), code[inner.end] == ")" else { return nil }
      found = (inner.text, inner.end + 1)
    } else if first.first == "\"" {
      found = literal(first, depth).map { ($0, start + 1) }
    } else if let number = first.integer {
      found = (String(number), start + 1)
    } else if first.isIdentifier {
      var names = [first]
      var index = start + 1
      while code[index] == ".", let next = code[index + 1], next.isIdentifier, code[index + 2] != "(" {
        names.append(next)
        index += 2
      }
      found = value(of: names).map { ($0, index) }
    }
    guard var (text, index) = found else { return nil }
    while code[index] == ".", let name = code[index + 1], code[index + 2] == "(" {
      switch name {
      case "trimIndent" where code[index + 3] == ")":
        text = Self.withoutIndent(text)
        index += 4
      case "trimMargin" where code[index + 3] == ")":
        text = Self.withoutMargin(text, "|")
        index += 4
      case "trim" where code[index + 3] == ")":
        text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        index += 4
      default: return nil
      }
    }
    return (text, index)
  }

  private func value(of names: [Substring]) -> String? {
    let names = names.filter { $0 != "Companion" && $0 != "this" }
    guard let last = names.last else { return nil }
    return names.count == 1 ? known[last] : qualified(names[names.count - 2], last)
  }

  // MARK: Literals

  private func literal(_ token: Substring, _ depth: Int) -> String? {
    if token.hasPrefix("\"\"\""), token.count >= 6, token.hasSuffix("\"\"\"") {
      let content = token.dropFirst(3).dropLast(3)
      if isKotlin { return unescaped(content, isRaw: true, depth) }
      // Java's text block begins after the line of its quotes, and its least indented line has none.
      guard let newline = content.firstIndex(of: "\n") else { return nil }
      let lines = content[content.index(after: newline)...].split(separator: "\n", omittingEmptySubsequences: false)
      let indent =
        lines.filter { $0.contains { !$0.isWhitespace } || $0 == lines.last }
        .map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
      return unescaped(lines.map { $0.dropFirst(indent) }.joined(separator: "\n")[...], isRaw: false, depth)
    }
    guard token.count >= 2, token.last == "\"" else { return nil }
    return unescaped(token.dropFirst().dropLast(), isRaw: false, depth)
  }

  /// The text that a literal stands for; `nil` for a template whose value is not known.
  private func unescaped(_ content: Substring, isRaw: Bool, _ depth: Int) -> String? {
    var result = ""
    var rest = content
    while let first = rest.popFirst() {
      if first == "\\", !isRaw {
        guard let escape = rest.popFirst() else { return nil }
        switch escape {
        case "n": result.append("\n")
        case "t": result.append("\t")
        case "r": result.append("\r")
        case "b": result.append("\u{8}")
        // Java's text blocks join lines in this way.
        case "\n": break
        case "u":
          guard let code = UInt32(rest.prefix(4), radix: 16), let scalar = Unicode.Scalar(code) else { return nil }
          result.unicodeScalars.append(scalar)
          rest = rest.dropFirst(4)
        case "'", "\"", "\\", "$": result.append(escape)
        default: return nil
        }
      } else if first == "$", isKotlin, let next = rest.first, next == "{" || rest.isIdentifier {
        guard let value = template(&rest, depth) else { return nil }
        result += value
      } else {
        result.append(first)
      }
    }
    return result
  }

  /// The value of `name` or `{expression}`, which follows a `$`.
  private func template(_ rest: inout Substring, _ depth: Int) -> String? {
    if rest.first != "{" {
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest.dropFirst(name.count)
      return known[name]
    }
    var braces = 0
    guard
      let end = rest.firstIndex(where: { character in
        braces += character == "{" ? 1 : character == "}" ? -1 : 0
        return braces == 0
      })
    else { return nil }
    let code = CodeTokens(String(rest[rest.index(after: rest.startIndex)..<end]), isKotlin: true)
    rest = rest[rest.index(after: end)...]
    guard let found = value(in: code, at: 0, depth: depth + 1), found.end == code.tokens.count else { return nil }
    return found.text
  }

  // MARK: Margins

  /// > Detects a common minimal indent of all the input lines, removes it from every line and also removes the first and the last
  /// > lines if they are blank
  ///
  /// https://kotlinlang.org/api/core/kotlin-stdlib/kotlin.text/trim-indent.html
  private static func withoutIndent(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indent = lines.filter { $0.contains { !$0.isWhitespace } }.map { $0.prefix(while: \.isWhitespace).count }.min()
    return withoutBlankEnds(lines.map { $0.dropFirst(indent ?? 0) })
  }

  /// https://kotlinlang.org/api/core/kotlin-stdlib/kotlin.text/trim-margin.html
  private static func withoutMargin(_ text: String, _ margin: Character) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return withoutBlankEnds(
      lines.map { line in
        let content = line.drop(while: \.isWhitespace)
        return content.first == margin ? content.dropFirst() : line
      })
  }

  private static func withoutBlankEnds(_ lines: [Substring]) -> String {
    var lines = lines[...]
    if let first = lines.first, first.allSatisfy(\.isWhitespace) { lines.removeFirst() }
    if let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension CodeTexts {
  /// The constants that a file declares outside functions: `const val NAME = "…"`, `val NAME = "…"`,
  /// `static final String NAME = "…";`. A name that has several values is not among them.
  mutating func addConstants(of code: CodeTokens) {
    var several: Set<Substring> = []
    // Constants may refer to others below them.
    for _ in 0..<2 {
      var index = 0
      while let keyword = code[index] {
        if keyword == "{", !code.isBodyOfType(index), let end = code.closing(index) {
          index = end
        } else if ["val", "String", "int"].contains(keyword), let (name, value) = constant(in: code, at: index) {
          if let other = known[name], other != value { several.insert(name) }
          known[name] = value
        }
        index += 1
      }
    }
    for name in several { known[name] = nil }
  }

  private func constant(in code: CodeTokens, at keyword: Int) -> (name: Substring, value: String)? {
    guard let name = code[keyword + 1], name.isIdentifier else { return nil }
    // Kotlin may name the type: `const val NAME: String = "…"`.
    let equals = code[keyword + 2] == ":" ? keyword + 4 : keyword + 2
    guard code[equals] == "=", let found = value(in: code, at: equals + 1) else { return nil }
    return (name, found.text)
  }
}

extension CodeTokens {
  /// Whether a brace begins the body of a class, an object or an interface, and not one of a function, a loop or a lambda: the
  /// nearest keyword before it says so.
  fileprivate func isBodyOfType(_ brace: Int) -> Bool {
    let types: Set<Substring> = ["class", "object", "interface", "new"]
    let others: Set<Substring> = [
      "fun", "val", "var", "void", "static", "if", "else", "for", "while", "when", "try", "catch", "finally", "do",
      "init", "get",
      "set", "return", "switch", "constructor", ";", "{", "}",
    ]
    let nearest = tokens[..<brace].last { types.contains($0) || others.contains($0) }
    return nearest.map(types.contains) ?? false
  }
}
