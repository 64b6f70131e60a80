/// The words, numbers, texts and signs of Kotlin or Java, without comments. A text in quotes is one token.
struct CodeTokens {
  private(set) var tokens: [Substring] = []
  /// The line of the file in which each token begins, from 1.
  private(set) var lines: [Int] = []
  private let isKotlin: Bool

  /// - Parameter isKotlin: whether texts may contain `${…}`, and comments other comments.
  init(_ source: String, isKotlin: Bool) {
    self.isKotlin = isKotlin
    var rest = source.utf8[...]
    var line = 1
    while let first = rest.first {
      var end = rest.index(after: rest.startIndex)
      var isToken = true
      if Self.spaces.contains(first) {
        isToken = false
      } else if rest.starts(with: "//".utf8) {
        end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        isToken = false
      } else if rest.starts(with: "/*".utf8) {
        end = endOfComment(rest)
        isToken = false
      } else if first == Self.quote || first == UInt8(ascii: "'") {
        end = endOfText(rest)
      } else if Self.isWord(first) {
        end = rest.firstIndex { !Self.isWord($0) } ?? rest.endIndex
      }
      if isToken {
        tokens.append(Substring(rest[..<end]))
        lines.append(line)
      }
      line += rest[..<end].count { $0 == UInt8(ascii: "\n") }
      rest = rest[end...]
    }
  }

  private typealias Rest = Substring.UTF8View

  private static let quote = UInt8(ascii: "\"")
  private static let spaces = Set(" \t\r\n\u{c}".utf8)

  /// Letters beyond ASCII are taken for parts of words.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private func endOfComment(_ text: Rest) -> Rest.Index {
    var (rest, depth) = (text, 0)
    while !rest.isEmpty {
      if rest.starts(with: "/*".utf8), depth == 0 || isKotlin {
        depth += 1
        rest = rest.dropFirst(2)
      } else if rest.starts(with: "*/".utf8) {
        depth -= 1
        rest = rest.dropFirst(2)
        if depth == 0 { return rest.startIndex }
      } else {
        rest = rest.dropFirst()
      }
    }
    return text.endIndex
  }

  /// How deep texts, templates and blocks may contain each other. Code that is deeper is not written by people, and each level
  /// needs a part of the stack.
  static let largestDepth = 40

  private func endOfText(_ text: Rest, depth: Int = 0) -> Rest.Index {
    let isRaw = text.starts(with: "\"\"\"".utf8)
    let quote = text[text.startIndex]
    var rest = text.dropFirst(isRaw ? 3 : 1)
    while let first = rest.first {
      if isRaw, rest.starts(with: "\"\"\"".utf8) {
        // A text may end with quotes of its own.
        let end = rest.firstIndex { $0 != Self.quote } ?? rest.endIndex
        return end
      }
      if !isRaw, first == quote { return rest.index(after: rest.startIndex) }
      if !isRaw, first == UInt8(ascii: "\n") { return rest.startIndex }
      if isKotlin, quote == Self.quote, depth < Self.largestDepth, rest.starts(with: "${".utf8) {
        rest = rest[endOfTemplate(rest, depth: depth + 1)...]
      } else if first == UInt8(ascii: "\\"), !isRaw || !isKotlin {
        rest = rest.dropFirst(2)
      } else {
        rest = rest.dropFirst()
      }
    }
    return text.endIndex
  }

  /// The end of `${…}`, whose code may contain texts.
  private func endOfTemplate(_ text: Rest, depth: Int) -> Rest.Index {
    var (rest, braces) = (text.dropFirst(), 0)
    while let first = rest.first {
      if first == Self.quote {
        rest = rest[endOfText(rest, depth: depth)...]
        continue
      }
      if first == UInt8(ascii: "{") { braces += 1 }
      rest = rest.dropFirst()
      if first == UInt8(ascii: "}") {
        braces -= 1
        if braces == 0 { return rest.startIndex }
      }
    }
    return text.endIndex
  }
}

extension CodeTokens {
  /// The index of the parenthesis, bracket or brace that closes the one at `start`; `nil` if none does.
  func closing(_ start: Int) -> Int? {
    var depth = 0
    for index in start..<tokens.count {
      if ["(", "[", "{"].contains(tokens[index]) { depth += 1 }
      if [")", "]", "}"].contains(tokens[index]) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The index of the parenthesis, bracket or brace that the one at `end` closes; `nil` if there is none.
  func opening(_ end: Int) -> Int? {
    var depth = 0
    for index in (0...end).reversed() {
      if [")", "]", "}"].contains(tokens[index]) { depth += 1 }
      if ["(", "[", "{"].contains(tokens[index]) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The tokens from an index to the end of their line, with a space only between two words.
  func text(from index: Int) -> String {
    var text = ""
    for (token, line) in zip(tokens[index...], lines[index...]) where line == lines[index] {
      if let last = text.utf8.last, let first = token.utf8.first, Self.isWord(last), Self.isWord(first) { text += " " }
      text += token
    }
    return text
  }

  subscript(index: Int) -> Substring? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// Whether these tokens are at an index.
  func has(_ words: Substring..., at index: Int) -> Bool {
    words.indices.allSatisfy { self[index + $0] == words[$0] }
  }
}

extension Substring {
  /// Whether a token is a name or a keyword.
  var isIdentifier: Bool {
    guard let first = utf8.first else { return false }
    return first == UInt8(ascii: "_") || first == UInt8(ascii: "$") || first >= 0x80
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20
  }

  /// The value of a decimal literal, which may have underscores.
  var integer: Int? {
    guard utf8.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
    return Int(replacing("_", with: ""))
  }
}
