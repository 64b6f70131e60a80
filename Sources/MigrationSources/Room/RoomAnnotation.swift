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
  package static func version(of className: String, in source: String) -> Int? {
    let tokens = CodeTokens(source).tokens
    let name = className.split(separator: ".").last ?? ""
    // The class may be nested, so the package is a beginning of its name.
    guard let package = packageName(tokens), className.hasPrefix(package + ".") else { return nil }
    for start in tokens.indices where tokens[start] == "@" && tokens[safe: start + 1] == "Database" {
      guard tokens[safe: start + 2] == "(", let end = closing(tokens, from: start + 2) else { continue }
      guard declaredClass(tokens[(end + 1)...]) == name else { continue }
      return value(of: "version", in: tokens[(start + 3)..<end]).flatMap { number($0, tokens) }
    }
    return nil
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

  /// The index of the parenthesis that closes the one at `start`.
  private static func closing(_ tokens: [Substring], from start: Int) -> Int? {
    var depth = 0
    for index in start..<tokens.count {
      if ["(", "[", "{"].contains(tokens[index]) { depth += 1 }
      if [")", "]", "}"].contains(tokens[index]) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
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
  private static func number(_ value: ArraySlice<Substring>, _ tokens: [Substring]) -> Int? {
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

/// The words, numbers and signs of Kotlin or Java, without comments. A text in quotes is one token.
private struct CodeTokens {
  private(set) var tokens: [Substring] = []

  init(_ source: String) {
    var rest = Substring(source)
    while let first = rest.unicodeScalars.first {
      if first.properties.isWhitespace {
        rest.unicodeScalars.removeFirst()
      } else if rest.hasPrefix("//") {
        rest = rest.unicodeScalars.firstIndex(of: "\n").map { rest[$0...] } ?? ""
      } else if rest.hasPrefix("/*") {
        rest = Self.afterComment(rest)
      } else if first == "\"" || first == "'" {
        let end = Self.endOfText(rest, first)
        tokens.append(rest[..<end])
        rest = rest[end...]
      } else if Self.isWord(first) {
        let end = rest.unicodeScalars.firstIndex { !Self.isWord($0) } ?? rest.endIndex
        tokens.append(rest[..<end])
        rest = rest[end...]
      } else {
        let end = rest.unicodeScalars.index(after: rest.startIndex)
        tokens.append(rest[..<end])
        rest = rest[end...]
      }
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Kotlin's comments can contain others. Java's cannot, and a `/*` in one of them is rare.
  private static func afterComment(_ text: Substring) -> Substring {
    var (rest, depth) = (text, 0)
    while !rest.isEmpty {
      if rest.hasPrefix("/*") {
        depth += 1
        rest = rest.unicodeScalars.dropFirst(2).asText
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest = rest.unicodeScalars.dropFirst(2).asText
        if depth == 0 { return rest }
      } else {
        rest.unicodeScalars.removeFirst()
      }
    }
    return rest
  }

  private static func endOfText(_ text: Substring, _ quote: Unicode.Scalar) -> Substring.Index {
    let scalars = text.unicodeScalars
    if text.hasPrefix("\"\"\"") {
      return text.dropFirst(3).firstRange(of: "\"\"\"")?.upperBound ?? text.endIndex
    }
    var index = scalars.index(after: scalars.startIndex)
    while index < scalars.endIndex {
      if scalars[index] == quote { return scalars.index(after: index) }
      if scalars[index] == "\n" { return index }
      if scalars[index] == "\\" { index = scalars.index(after: index) }
      if index < scalars.endIndex { index = scalars.index(after: index) }
    }
    return scalars.endIndex
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var asText: Substring { Substring(self) }
}

extension Substring {
  fileprivate var isIdentifier: Bool {
    guard let first = unicodeScalars.first else { return false }
    return first == "_" || first == "$" || first.properties.isAlphabetic
  }

  /// The value of a decimal literal, which may have underscores.
  fileprivate var integer: Int? {
    guard utf8.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
    return Int(replacing("_", with: ""))
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension ArraySlice {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
