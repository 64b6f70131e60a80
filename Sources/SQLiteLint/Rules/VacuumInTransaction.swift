internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > If there is an open transaction … VACUUM will fail
  ///
  /// https://www.sqlite.org/lang_vacuum.html
  static let vacuumInTransaction = LintRule.each(
    "SL472", "VACUUM within a transaction", "vacuum-in-transaction", .error
  ) { step, trace in
    guard case .vacuum = step.action, step.isInTransaction || trace.isOpenByTool(at: step) else { return nil }
    return LintFinding(step, VacuumInTransaction(isToolTransaction: trace.isWrapped))
  }
}

struct VacuumInTransaction: LintViolation {
  /// Whether the migration tool opens the transaction.
  let isToolTransaction: Bool

  static var rule: LintRule { .vacuumInTransaction }
  var message: String { "VACUUM fails inside \(isToolTransaction ? "the tool's" : "a") transaction" }
  var help: Help {
    isToolTransaction
      ? "configure the tool to run this migration without a transaction, or leave VACUUM to the application"
      : "run it outside the transaction, or leave VACUUM to the application"
  }
}
