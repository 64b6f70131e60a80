/// The source text of a default: one expression, as a model document has it, without comments.
struct DefaultText {
  /// A token; spaces are left out.
  enum Token: Equatable {
    case word(String)
    case literal
    case mark(Character)
  }

  private(set) var tokens: [Token] = []

  /// `nil` if the text is not one expression: a bracket or a quote has no counterpart, or something follows.
  init?(_ text: String) {
    var rest = text[...]
    var open: [Character] = []
    while let first = rest.first {
      if rest.hasPrefix("//") || rest.hasPrefix("/*") { return nil }
      if open.isEmpty, first == ";" || first.isNewline { return nil }
      if first == "\"" || first == "#", Self.isString(rest) {
        // A multi-line string with interpolations is on one line in a model document, and then is no string.
        guard tokens.last != .literal, Self.skipString(&rest) else { return nil }
        tokens.append(.literal)
      } else if first.isNumber {
        rest = rest.drop { $0.isLetter || $0.isNumber || $0 == "_" }
        // Not the dot of a range or a member.
        if rest.first == ".", rest.dropFirst().first?.isNumber == true {
          rest = rest.dropFirst().drop { $0.isLetter || $0.isNumber || $0 == "_" }
        }
        tokens.append(.literal)
      } else if first.isLetter || first == "_" || first == "`" || first == "$" {
        let word = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        tokens.append(.word(first == "`" ? String(word) : String(first) + word))
        rest = rest[word.endIndex...]
        if first == "`", rest.popFirst() != "`" { return nil }
      } else {
        rest.removeFirst()
        guard !first.isWhitespace else { continue }
        if let end = Self.pairs[first] { open.append(end) }
        if Self.pairs.values.contains(first), open.popLast() != first { return nil }
        tokens.append(.mark(first))
      }
    }
    guard open.isEmpty, !tokens.isEmpty else { return nil }
  }

  private static let pairs: [Character: Character] = ["(": ")", "[": "]", "{": "}"]

  private static func isString(_ text: Substring) -> Bool { text.drop { $0 == "#" }.first == "\"" }

  /// Skips a string; false if it does not end. An interpolation is part of it.
  private static func skipString(_ rest: inout Substring) -> Bool {
    let pounds = rest.prefix { $0 == "#" }
    rest = rest[pounds.endIndex...]
    let isMultiline = rest.hasPrefix("\"\"\"") && rest.dropFirst(3).first?.isNewline == true
    let quotes = isMultiline ? "\"\"\"" : "\""
    rest.removeFirst(quotes.count)
    let (end, escape) = (quotes + pounds, "\\" + pounds)
    while !rest.isEmpty {
      if rest.hasPrefix(end) {
        rest.removeFirst(end.count)
        return true
      }
      guard rest.hasPrefix(escape) else {
        if quotes.count == 1, rest.first?.isNewline == true { return false }
        rest.removeFirst()
        continue
      }
      rest.removeFirst(escape.count)
      guard rest.first == "(" else {
        rest = rest.dropFirst()
        continue
      }
      guard skipInterpolation(&rest) else { return false }
    }
    return false
  }

  private static func skipInterpolation(_ rest: inout Substring) -> Bool {
    var depth = 0
    repeat {
      guard let first = rest.first else { return false }
      if first == "\"" || first == "#", isString(rest) {
        guard skipString(&rest) else { return false }
        continue
      }
      rest.removeFirst()
      if first == "(" { depth += 1 }
      if first == ")" { depth -= 1 }
    } while depth > 0
    return true
  }
}

extension DefaultText {
  /// A name that stands by itself, with what follows it, or a member of something else.
  struct Name {
    /// What stands before the member.
    enum Base {
      case name(String)
      /// The type of the property, as in `.red`.
      case propertyType
      /// An expression, as in `Date().noon`.
      case expression
    }

    let base: Base
    /// The member, as in `Colour.red`; `nil` if none follows.
    let member: String?
    /// The labels of the arguments if it is called; an argument without a label has an empty one.
    let labels: [String]?
  }

  private static func endsExpression(_ token: Token) -> Bool {
    switch token {
    case .literal, .mark(")"), .mark("]"), .mark("}"), .mark("?"), .mark("!"): true
    case .mark, .word: false
    }
  }

  /// The names that stand by themselves. The members in arguments, as in `Size(unit: .metre)`, are not among them:
  /// their types are those of the parameters.
  var names: [Name] {
    var names: [Name] = []
    var open: [Character] = []
    for (index, token) in tokens.enumerated() {
      switch token {
      case .mark(let mark):
        if Self.pairs[mark] != nil { open.append(mark) }
        if Self.pairs.values.contains(mark) { open.removeLast() }
        if mark == ".", case .word(let member)? = self[index + 1] {
          let labels = labels(at: index + 2)
          if index == 0 { names.append(Name(base: .propertyType, member: member, labels: labels)) }
          if let last = self[index - 1], Self.endsExpression(last) {
            names.append(Name(base: .expression, member: member, labels: labels))
          }
        }
      case .word(let word):
        let isMember = self[index - 1] == .mark(".")
        let isLabel =
          open.last == "(" && self[index + 1] == .mark(":")
          && [.mark("("), .mark(",")].contains(self[index - 1])
        guard !isMember, !isLabel, !word.hasPrefix("$"), !SwiftText.keywords.contains(word) || word == "Self" else {
          continue
        }
        if self[index + 1] == .mark("."), case .word(let member)? = self[index + 2] {
          names.append(Name(base: .name(word), member: member, labels: labels(at: index + 3)))
        } else {
          names.append(Name(base: .name(word), member: nil, labels: labels(at: index + 1)))
        }
      case .literal: break
      }
    }
    return names
  }

  private subscript(index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// The labels of the arguments that start at an index; `nil` if there are none.
  private func labels(at start: Int) -> [String]? {
    guard self[start] == .mark("(") else { return nil }
    var (labels, depth, isStart) = ([String](), 0, true)
    for index in start..<tokens.count {
      if case .mark(let mark) = tokens[index], Self.pairs[mark] != nil {
        depth += 1
        if depth == 1 { continue }
      }
      if case .mark(let mark) = tokens[index], Self.pairs.values.contains(mark) { depth -= 1 }
      if depth == 0 { break }
      if isStart {
        if case .word(let word) = tokens[index], self[index + 1] == .mark(":") {
          labels.append(word)
        } else {
          labels.append("")
        }
      }
      isStart = depth == 1 && tokens[index] == .mark(",")
    }
    return labels
  }
}
