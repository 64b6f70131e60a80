internal import SQLiteSyntax

/// The tokens of Swift source that are needed to find declarations. Comments are skipped, and a string is one token.
struct SwiftTokens {
  enum Token: Equatable {
    case word(String)
    /// The text between the quotes, as written.
    case string(String)
    case mark(Character)
  }

  private(set) var tokens: [Token] = []
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
    while let first = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        skipComment()
      } else if first == "\"" || rest.hasPrefix("#\"") || rest.hasPrefix("##\"") {
        readString()
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        tokens.append(.word(String(word)))
        rest = rest[word.endIndex...]
      } else {
        if !first.isWhitespace, first != "`" { tokens.append(.mark(first)) }
        rest.removeFirst()
      }
    }
  }

  /// Swift comments can be nested.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if rest.hasPrefix("/*") {
        depth += 1
        rest.removeFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest.removeFirst(2)
      } else {
        rest = rest.dropFirst()
      }
    } while depth > 0 && !rest.isEmpty
  }

  private mutating func readString() {
    let pounds = rest.prefix { $0 == "#" }
    rest = rest[pounds.endIndex...]
    let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    rest.removeFirst(quotes.count)
    let end = quotes + pounds
    var text = ""
    while !rest.isEmpty, !rest.hasPrefix(end) {
      if pounds.isEmpty, rest.first == "\\" { text.append(rest.removeFirst()) }
      if let next = rest.popFirst() { text.append(next) }
      // A single-line string ends at the end of the line, even if its closing quote is missing.
      if quotes.count == 1, text.last?.isNewline == true { break }
    }
    rest = rest.dropFirst(end.count)
    tokens.append(.string(text))
  }
}
