internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > An explicit DEFAULT clause may specify that the default value is NULL, a string constant, a blob constant, a
  /// > signed-number, or any constant expression enclosed in parentheses.
  ///
  /// SQLite reads a bare word as a string. https://www.sqlite.org/lang_createtable.html#the_default_clause
  static let defaultIsText = LintRule("SL456", "Default is text", "default-is-text", .warning) { trace in
    trace.steps.flatMap { step -> [LintFinding] in
      guard step.hasRun, step.definesColumns else { return [] }
      let numbers = step.definedColumns.compactMap { column -> LintFinding? in
        guard column.affinity == "TEXT", case .literal(let text)? = column.defaultValue, Double(text) != nil,
          !step.isDefaultAlready(column)
        else { return nil }
        return LintFinding(step, DefaultIsText(text: text, form: .number), column: column.name)
      }
      return numbers
        + zip(step.tokens, step.tokens.dropFirst()).compactMap { keyword, value in
          guard keyword.isKeyword("DEFAULT"), let form = value.unintendedText, !step.isText(value),
            !step.isDefaultAlready(value)
          else { return nil }
          return LintFinding(step, DefaultIsText(text: value.text, form: form))
        }
    }
  }
}

struct DefaultIsText: LintViolation {
  /// How the text is written, which was meant as something else.
  enum Form: String, Codable {
    /// A word without quotes, such as `uuid`.
    case word
    /// A keyword in quotes, such as `'CURRENT_TIMESTAMP'`.
    case quotedKeyword
    /// The call of a function in quotes, such as `"datetime('now')"`.
    case quotedCall
    /// A number, in a column of a text type.
    case number
  }

  let text: String
  let form: Form

  static var rule: LintRule { .defaultIsText }
  var message: String {
    form == .number
      ? "the default is the text '\(text)': a column of a text type converts numbers to text"
      : "the default is the literal text '\(text)', not a value that SQLite computes"
  }
  var help: Help {
    switch form {
    case .word: "write DEFAULT (\(text)()) to call a function, or DEFAULT '\(text)' for the text"
    case .quotedKeyword: "write DEFAULT \(text.uppercasedASCII), without quotes"
    case .quotedCall: "write DEFAULT (\(text)), without quotes"
    case .number: "declare the column as INTEGER or REAL, or write DEFAULT '\(text)' for the text"
    }
  }
}

extension ScriptTrace.Step {
  fileprivate var definesColumns: Bool {
    switch action {
    case .create(let creation): creation.kind == .table
    case .addColumn: true
    default: false
    }
  }
}

extension ScriptTrace.Step {
  /// Whether the word TRUE or FALSE is the default of a text column, where it may be meant as text.
  fileprivate func isText(_ value: Token) -> Bool {
    guard ["TRUE", "FALSE"].contains(value.text.uppercasedASCII) else { return false }
    return definedColumns.contains { $0.defaultValue == .string(value.text) && ["TEXT", "BLOB"].contains($0.affinity) }
  }
}

extension ScriptTrace.Step {
  fileprivate var definedColumns: [TableStatement.Column] {
    switch action {
    case .create(let creation): creation.definition?.columns ?? []
    case .addColumn(let addition): addition.column.map { [$0] } ?? []
    default: []
    }
  }

  /// Whether the columns with this default have it in an existing table, which this statement creates again, under its
  /// name or a longer or shorter one. The finding belongs to the migration that introduced the default.
  fileprivate func isDefaultAlready(_ value: Token) -> Bool {
    guard case .create = action else { return false }
    let columns = definedColumns.filter { $0.defaultValue?.isText(value.text) == true }
    return !columns.isEmpty && columns.allSatisfy(isDefaultAlready)
  }

  /// Whether an existing table, which this statement creates again, has the column with the same default.
  fileprivate func isDefaultAlready(_ column: TableStatement.Column) -> Bool {
    guard case .create(let creation) = action else { return false }
    let name = creation.name.folded
    return before.tables.contains { other, table in
      (other.folded.contains(name) || name.contains(other.folded))
        && table.column(column.name)?.defaultValue == column.defaultValue
    }
  }
}

extension Expression {
  fileprivate func isText(_ text: String) -> Bool {
    switch self {
    case .string(let string): string == text
    case .name(let parts): parts.count == 1 && parts[0].text == text
    default: false
    }
  }
}

extension Token {
  /// How this token is written, if it is a text after DEFAULT that was meant as something else; `nil` if it is correct.
  fileprivate var unintendedText: DefaultIsText.Form? {
    switch kind {
    case .word:
      let values = ["NULL", "TRUE", "FALSE", "CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP", "VALUES"]
      return values.contains(where: isKeyword) ? nil : .word
    case .string, .doubleQuoted:
      let values = ["CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP", "NULL", "TRUE", "FALSE"]
      if values.contains(text.uppercasedASCII) { return .quotedKeyword }
      let functions = [
        "datetime(", "date(", "time(", "strftime(", "unixepoch(", "julianday(", "now(", "random(", "randomblob(",
        "uuid(",
      ]
      return functions.contains { text.hasPrefix($0) } && text.hasSuffix(")") ? .quotedCall : nil
    default: return nil
    }
  }
}
