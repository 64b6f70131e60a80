internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > 'now' … is the current date and time
  ///
  /// https://www.sqlite.org/lang_datefunc.html
  static let timeOfUpgrade = LintRule.each(
    "SL457", "Value depends on the time of the upgrade", "time-of-upgrade", .note
  ) { step, trace in
    guard step.hasRun, case .update(let update) = step.action, step.isOld(update.table),
      let assignment = update.assignments.first(where: { $0.value.isPresent }), let column = assignment.columns.first
    else { return nil }
    return LintFinding(step, TimeOfUpgrade(column: column.text), object: update.table, column: column)
  }
}

struct TimeOfUpgrade: LintViolation {
  let column: String

  static var rule: LintRule { .timeOfUpgrade }
  var message: String { "this sets \(column) to the time of the upgrade, in rows that may be years old" }
  var help: Help { "use a time that the row already contains, or NULL if it is unknown" }
}

extension [Token] {
  /// Whether the value is just the current time, and not a fallback for a missing value.
  fileprivate var isPresent: Bool {
    guard let first else { return false }
    if count == 1 { return ["CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME"].contains(where: first.isKeyword) }
    let functions = ["DATETIME", "DATE", "TIME", "STRFTIME", "UNIXEPOCH", "JULIANDAY"]
    guard functions.contains(where: first.isKeyword), self[1].isPunctuation("("), last?.isPunctuation(")") == true
    else {
      return false
    }
    let arguments = dropFirst(2).dropLast().filter { !$0.isPunctuation(",") }
    return arguments.allSatisfy { $0.kind == .string } && arguments.contains { $0.identifier == "now" }
      || (arguments.isEmpty && count == 3)
  }
}
