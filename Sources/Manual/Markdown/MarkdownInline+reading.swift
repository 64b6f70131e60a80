extension MarkdownInline {
  /// The parts of a text. A line feed becomes a space.
  static func parts(of text: Substring) -> [MarkdownInline] {
    var reader = InlineReader(rest: text)
    return reader.parts()
  }
}

/// Reads the parts of a line. A mark without its counterpart is text.
private struct InlineReader {
  var rest: Substring
  private var text = ""
  private var result: [MarkdownInline] = []

  init(rest: Substring) { self.rest = rest }

  mutating func parts() -> [MarkdownInline] {
    while let character = rest.first {
      if let part = part(character) {
        flush()
        result.append(part)
      } else if character == "\\", let next = rest.dropFirst().first, next.isASCII, next.isPunctuation || next.isSymbol
      {
        text.append(next)
        rest = rest.dropFirst(2)
      } else {
        text.append(character == "\n" ? " " : character)
        rest = rest.dropFirst()
      }
    }
    flush()
    return result
  }

  private mutating func flush() {
    if !text.isEmpty { result.append(.text(text)) }
    text = ""
  }

  private mutating func part(_ character: Character) -> MarkdownInline? {
    switch character {
    case "`": code()
    case "*" where rest.hasPrefix("**"): enclosed("**").map { .strong(MarkdownInline.parts(of: $0)) }
    case "*": enclosed("*").map { .emphasis(MarkdownInline.parts(of: $0)) }
    case "[": link()
    default: nil
    }
  }

  /// A code span: as many backquotes end it as began it. Spaces beside them are dropped if there are some on both sides.
  private mutating func code() -> MarkdownInline? {
    let fence = rest.prefix { $0 == "`" }
    var end = rest.dropFirst(fence.count)
    let start = end.startIndex
    while let quote = end.firstIndex(of: "`") {
      let quotes = end[quote...].prefix { $0 == "`" }
      if quotes.count == fence.count {
        var code = rest[start..<quote]
        if code.hasPrefix(" "), code.hasSuffix(" "), code.contains(where: { $0 != " " }) {
          code = code.dropFirst().dropLast()
        }
        rest = rest[quotes.endIndex...]
        return .code(String(code.map { $0 == "\n" ? " " : $0 }))
      }
      end = end[quotes.endIndex...]
    }
    return nil
  }

  /// The text between two equal marks, the first before and the second behind a character other than a space.
  private mutating func enclosed(_ mark: String) -> Substring? {
    let inner = rest.dropFirst(mark.count)
    guard let first = inner.first, !first.isWhitespace else { return nil }
    var position = inner.startIndex
    while position < inner.endIndex {
      let tail = inner[position...]
      if tail.hasPrefix("`"), let end = tail.dropFirst().firstIndex(of: "`") {
        position = inner.index(after: end)
      } else if tail.hasPrefix(mark), position > inner.startIndex, !inner[inner.index(before: position)].isWhitespace {
        rest = tail.dropFirst(mark.count)
        return inner[..<position]
      } else {
        position = inner.index(after: position)
      }
    }
    return nil
  }

  private mutating func link() -> MarkdownInline? {
    var depth = 0
    for position in rest.indices {
      if rest[position] == "[" { depth += 1 }
      if rest[position] == "]" { depth -= 1 }
      guard depth == 0 else { continue }
      let behind = rest[rest.index(after: position)...]
      guard behind.first == "(", let end = behind.firstIndex(of: ")") else { return nil }
      let label = rest[rest.index(after: rest.startIndex)..<position]
      let target = behind.dropFirst()[..<end]
      rest = behind[behind.index(after: end)...]
      return .link(MarkdownInline.parts(of: label), target: String(target))
    }
    return nil
  }
}
