internal import SQLiteSyntax

/// Placeholders in SQL that a program replaces before it runs the SQL: `{{.Prefix}}`, `{{ prefix }}`, `${prefix}`,
/// `<%= prefix %>` and `{prefix}`.
///
/// SQLite rejects most of them. In a quoted name it does not, and would make a table with that name. Text in a string is a
/// placeholder only if the file has placeholders elsewhere, because it may be a template that the application stores.
/// `{prefix}` is none in a string, which may be JSON. Comments have none.
package struct TemplatePlaceholders {
  /// By the name between the marks, without the dot of [Go's templates](https://pkg.go.dev/text/template).
  private let values: [String: String]

  package init(_ values: [String: String]) { self.values = values }

  /// A text with values in place of placeholders. Those without a value remain.
  package struct Result {
    package var text: String
    package var inserted: [String: String] = [:]
    package var missing: [MissingValue] = []
  }

  /// - Throws: `MigrationFolderError.refusedText` for template code, such as a condition.
  package func replaced(in text: String, path: String) throws(MigrationFolderError) -> Result {
    var result = Result(text: text)
    let found = Self.placeholders(in: text)
    guard !found.isEmpty else { return result }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var end = 0
    for placeholder in found {
      let written = String(decoding: bytes[placeholder.range], as: UTF8.self)
      let line = bytes[..<placeholder.range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
      guard let name = placeholder.name else {
        throw .refusedText(
          path, line: line, reason: "'\(written)' is code of a template",
          hint: "use a source of kind: command, which runs the program that knows the template")
      }
      output += bytes[end..<placeholder.range.lowerBound]
      end = placeholder.range.upperBound
      if let value = values[name] {
        output += value.utf8
        result.inserted[name] = value
      } else {
        output += bytes[placeholder.range]
        result.missing.append(MissingValue(placeholder: name, written: written, path: path, line: line))
      }
    }
    result.text = String(decoding: output + bytes[end...], as: UTF8.self)
    return result
  }

  // MARK: Reading

  private struct Placeholder {
    /// UTF-8 offsets.
    let range: Range<Int>
    /// `nil` for template code.
    let name: String?
    /// Whether it is written with one brace.
    var isSingle = false
  }

  private static let marks: [(open: [UInt8], close: [UInt8])] = [
    (Array("{{".utf8), Array("}}".utf8)), (Array("${".utf8), Array("}".utf8)), (Array("<%".utf8), Array("%>".utf8)),
  ]

  private static func placeholders(in text: String) -> [Placeholder] {
    // Rare characters in SQL.
    guard text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "%")) else { return [] }
    let candidates = candidates(in: Array(text.utf8))
    guard !candidates.isEmpty else { return [] }
    let tokens = Tokenizer.tokens(of: text)
    var outside: [Placeholder] = []
    var all: [Placeholder] = []
    var next = 0
    for candidate in candidates {
      while next < tokens.count, tokens[next].range.upperBound <= candidate.range.lowerBound { next += 1 }
      guard next < tokens.count, tokens[next].range.lowerBound < candidate.range.upperBound else { continue }
      let isData = tokens[next].isString && !isName(next, in: tokens)
      if isData, candidate.isSingle { continue }
      all.append(candidate)
      if !isData { outside.append(candidate) }
    }
    return outside.isEmpty ? [] : all
  }

  private static func candidates(in bytes: [UInt8]) -> [Placeholder] {
    var found: [Placeholder] = []
    var index = 0
    while index + 1 < bytes.count {
      if let single = single(in: bytes, at: index) {
        found.append(single)
        index = single.range.upperBound
        continue
      }
      guard let mark = marks.first(where: { bytes[index] == $0.open[0] && bytes[index + 1] == $0.open[1] }),
        let close = (index + 2..<bytes.count).first(where: { bytes[$0...].starts(with: mark.close) })
      else {
        index += 1
        continue
      }
      let range = index..<close + mark.close.count
      // `-- {{{ Users` is a mark for an editor that folds the lines up to `-- }}}`.
      if bytes[range].contains(0x0A), isAfterComment(index, in: bytes) {
        index += mark.open.count
        continue
      }
      found.append(Placeholder(range: range, name: name(in: bytes[index + 2..<close])))
      index = range.upperBound
    }
    return found
  }

  /// Whether the line of an offset begins with a comment.
  private static func isAfterComment(_ index: Int, in bytes: [UInt8]) -> Bool {
    let start = bytes[..<index].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return bytes[start..<index].drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "--".utf8)
  }

  /// `{prefix}` at an offset: one word in braces.
  private static func single(in bytes: [UInt8], at index: Int) -> Placeholder? {
    guard bytes[index] == UInt8(ascii: "{") else { return nil }
    let word = bytes[(index + 1)...].prefix { $0.isNameCharacter }
    guard let first = word.first, !first.isDigit, word.endIndex < bytes.count, bytes[word.endIndex] == UInt8(ascii: "}")
    else { return nil }
    return Placeholder(range: index..<word.endIndex + 1, name: String(decoding: word, as: UTF8.self), isSingle: true)
  }

  /// The name in `.Prefix` or `= prefix`.
  private static func name(in inner: ArraySlice<UInt8>) -> String? {
    var text = String(decoding: inner, as: UTF8.self).trimmed
    if text.hasPrefix("=") { text = text.dropFirst().trimmed }
    if text.hasPrefix(".") { text = text.dropFirst() }
    let isName = text.utf8.allSatisfy { $0.isNameCharacter || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    return text.isEmpty || !isName || keywords.contains(String(text)) ? nil : String(text)
  }

  /// Words of template languages that stand alone.
  private static let keywords: Set<String> = ["end", "else", "endif", "endfor"]

  /// Whether SQLite reads a string as a name, as it does in `CREATE TABLE 'a'`.
  private static func isName(_ index: Int, in tokens: [Token]) -> Bool {
    index > 0 && nameWords.contains { tokens[index - 1].isKeyword($0) }
  }

  private static let nameWords = [
    "TABLE", "EXISTS", "INTO", "INDEX", "VIEW", "TRIGGER", "ON", "UPDATE", "FROM", "JOIN", "REFERENCES", "TO", "COLUMN",
  ]
}

extension Token {
  /// Whether it is a string. SQLite also reads text in double quotes as a string if no column has that name, and a sentence
  /// with a placeholder is the name of none.
  ///
  /// https://sqlite.org/quirks.html#dblquote
  fileprivate var isString: Bool {
    if kind == .string { return true }
    guard kind == .doubleQuoted else { return false }
    let words = text.replacing(/\{\{.*?\}\}|\$\{.*?\}|<%.*?%>/, with: "x").split(separator: " ")
    return words.count > 2
  }
}

extension UInt8 {
  fileprivate var isNameCharacter: Bool {
    self >= 0x80 || isDigit || self == UInt8(ascii: "_")
      || (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z")
  }
}
