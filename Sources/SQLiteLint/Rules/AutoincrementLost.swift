internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > If the AUTOINCREMENT keyword appears after INTEGER PRIMARY KEY, that changes the automatic ROWID assignment
  /// > algorithm to prevent the reuse of ROWIDs over the lifetime of the database.
  ///
  /// https://www.sqlite.org/autoinc.html
  static let autoincrementLost = LintRule(
    "SL413", "AUTOINCREMENT lost in a table rebuild", "autoincrement-lost", .warning
  ) { trace in
    trace.rebuilds.compactMap { rebuild in
      // Another column as the key has values of its own.
      guard rebuild.old.isAutoincrement, !rebuild.new.isAutoincrement, let key = rebuild.new.rowidAlias,
        key == rebuild.old.rowidAlias || rebuild.old.column(key) == nil
      else { return nil }
      return LintFinding(
        rebuild.creation, AutoincrementLost(table: rebuild.old.name.text, key: key.text),
        object: rebuild.old.name, column: key)
    }
  }
}

struct AutoincrementLost: LintViolation {
  let table: String
  let key: String

  static var rule: LintRule { .autoincrementLost }
  var message: String { "without AUTOINCREMENT, new rows of \(table) can get the \(key) of deleted rows" }
  var help: Help { "declare \(Keyword.quote(key)) INTEGER PRIMARY KEY AUTOINCREMENT" }
}
