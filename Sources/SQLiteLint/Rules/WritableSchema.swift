internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > Misuse of this pragma can easily result in a corrupt database file.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_writable_schema
  static let writableSchema = LintRule.each("SL477", "PRAGMA writable_schema", "writable-schema", .error) { step, _ in
    guard case .pragma("writable_schema", .some(let value)) = step.action, !value.isOff, value != "reset" else {
      return nil
    }
    return LintFinding(step, WritableSchema())
  }
}

struct WritableSchema: LintViolation {
  static var rule: LintRule { .writableSchema }
  var message: String {
    "one mistake in sqlite_schema makes the database unreadable, and SQLite in defensive mode rejects the change"
  }
  var help: Help { "rebuild the table and copy the rows" }
}
