internal import Findings
internal import SQLiteSchema
internal import SQLiteSyntax

extension LintRule {
  /// > If a keyword in double quotes … is used in a context where it cannot be resolved to an identifier but where a
  /// > string literal is allowed, then the token is understood to be a string literal instead of an identifier.
  ///
  /// https://www.sqlite.org/quirks.html#dblquote
  static let quotedText = LintRule("SL451", "Text in double quotes", "quoted-text", .error, isAboutRows: true) {
    trace in
    trace.steps.flatMap { step -> [LintFinding] in
      let mistakes = step.mistakenNames
      let others = step.texts.subtracting(mistakes.map(\.text)).sorted()
      return mistakes.map { $0.finding(step) } + (others.isEmpty ? [] : [.texts(others, step)])
    }
  }
}

/// A text in double quotes that resembles the name of a column, and is written to `column` instead.
struct TextForColumn: LintViolation {
  let text: String
  let column: String

  static var rule: LintRule { .quotedText }
  var message: String {
    "\"\(text)\" is not a column, so SQLite reads it as a string: every row gets the text '\(text)' in \(column)"
  }
  var help: Help { "write the name of an existing column, or \(CanonicalPrinter.string(text)) if the text is intended" }
}

/// A text in double quotes among the columns of an index.
struct TextInIndex: LintViolation {
  let text: String

  static var rule: LintRule { .quotedText }
  var message: String {
    "\"\(text)\" is not a column, so SQLite reads it as a string: the index contains the same text for every row"
  }
  var help: Help { "write the name of an existing column, or \(CanonicalPrinter.string(text)) if the text is intended" }
}

/// Texts in double quotes that are probably meant as strings; at least one.
struct QuotedStrings: LintViolation {
  let texts: [String]

  static var rule: LintRule { .quotedText }
  var message: String {
    let list = texts.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ") + (texts.count > 3 ? ", …" : "")
    let verb = texts.count == 1 ? "is not a column" : "are not columns"
    return "\(list) \(verb), and not every SQLite accepts double quotes around a string"
  }
  var help: Help { "write \(CanonicalPrinter.string(texts.first ?? "")) for the string" }
}

extension LintFinding {
  /// A finding about texts in double quotes that are probably meant as strings. Such a text works as long as no column
  /// has that name.
  fileprivate static func texts(_ texts: [String], _ step: ScriptTrace.Step) -> LintFinding {
    let isSchema = if case .create = step.action { true } else { false }
    return LintFinding(step, QuotedStrings(texts: texts), severity: isSchema ? .warning : .note)
  }
}

/// A `"…"` that was meant as a column.
private struct MistakenName {
  let text: String
  let table: Identifier
  /// The column that gets the text; `nil` in an index.
  let column: Identifier?

  func finding(_ step: ScriptTrace.Step) -> LintFinding {
    let violation: any LintViolation =
      column.map { TextForColumn(text: text, column: $0.text) } ?? TextInIndex(text: text)
    return LintFinding(step, violation, object: table, column: column)
  }
}

extension ScriptTrace.Step {
  /// The texts of a copy or an UPDATE that resemble the name of their target column or of an existing one, and the
  /// texts among the columns of an index.
  fileprivate var mistakenNames: [MistakenName] {
    guard !texts.isEmpty else { return [] }
    switch action {
    case .insert(let insertion):
      guard let source = insertion.source, !source.tables.isEmpty, let table = before.table(insertion.table) else {
        return []
      }
      let names = source.tables.flatMap { before.table($0)?.columns.map(\.name) ?? [] }
      return (insertion.targets(in: table) ?? []).compactMap {
        mistake($0.result.tokens, $0.column, insertion.table, names)
      }
    case .update(let update):
      let names = before.table(update.table)?.columns.map(\.name) ?? []
      return update.assignments.compactMap { mistake($0.value, $0.columns.first ?? "", update.table, names) }
    case .create(let creation) where creation.kind == .index:
      return texts.sorted().map { MistakenName(text: $0, table: creation.table ?? "", column: nil) }
    default: return []
    }
  }

  private func mistake(
    _ value: [Token], _ column: Identifier, _ table: Identifier, _ names: [Identifier]
  ) -> MistakenName? {
    guard value.count == 1, value[0].kind == .doubleQuoted, texts.contains(value[0].text) else { return nil }
    let text = value[0].text
    guard ([column] + names).contains(where: { $0.folded.isNearly(text.lowercasedASCII) }) else { return nil }
    return MistakenName(text: text, table: table, column: column)
  }
}

extension String {
  /// Whether the two texts differ at most by one typing error: an additional, a missing or a different
  /// letter, or two swapped letters.
  fileprivate func isNearly(_ other: String) -> Bool {
    let (one, two) = (Array(utf8), Array(other.utf8))
    if one == two { return true }
    guard min(one.count, two.count) > 2, abs(one.count - two.count) <= 1 else { return false }
    let head = zip(one, two).prefix { $0 == $1 }.count
    let tail = zip(one.dropFirst(head).reversed(), two.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let (left, right) = (one.dropFirst(head).dropLast(tail), two.dropFirst(head).dropLast(tail))
    if left.count <= 1, right.count <= 1 { return true }
    return left.count == 2 && Array(left) == Array(right.reversed())
  }
}
