internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > An attempt to invoke the BEGIN command within a transaction will fail with an error
  ///
  /// https://www.sqlite.org/lang_transaction.html
  static let transactionControl = LintRule(
    "SL471", "Transaction control in a migration", "transaction-control", .warning
  ) { trace in
    // A script with BEGIN is evidence that an unknown tool opens no transaction.
    guard trace.isWrapped, !trace.isWrapperAssumed else { return [] }
    guard let first = trace.interferingControl else { return [] }
    return if case .begin = first.action { [LintFinding(first, NestedBegin())] } else {
      [LintFinding(first, EndsTransaction())]
    }
  }
}

/// BEGIN in the transaction of the migration tool.
struct NestedBegin: LintViolation {
  static var rule: LintRule { .transactionControl }
  var message: String { "the tool has already opened a transaction, so BEGIN fails" }
  var help: Help { "leave the transaction to the tool, or configure the tool to run this migration without one" }
}

/// COMMIT or ROLLBACK of the transaction of the migration tool.
struct EndsTransaction: LintViolation {
  static var rule: LintRule { .transactionControl }
  var message: String {
    "this ends the tool's transaction: if a later statement fails, the earlier ones are not rolled back, and the tool has no transaction to commit"
  }
  var help: Help { NestedBegin().help }
}

extension ScriptTrace {
  /// The first statement that interferes with the transaction of the tool. A COMMIT and a BEGIN with only pragmas
  /// between them do not interfere, because a pragma that must run outside the transaction needs them.
  fileprivate var interferingControl: Step? {
    var commit: Step?
    for step in steps {
      switch step.action {
      case .begin:
        if commit == nil { return step }
        commit = nil
      case .commit:
        if let commit { return commit }
        commit = step
      case .rollback: return commit ?? step
      case .pragma: break
      default: if let commit { return commit }
      }
    }
    return commit
  }
}
