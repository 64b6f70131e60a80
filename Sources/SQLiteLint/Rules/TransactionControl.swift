internal import SQLiteSyntax

extension LintRule {
  /// > An attempt to invoke the BEGIN command within a transaction will fail with an error
  ///
  /// https://www.sqlite.org/lang_transaction.html
  static let transactionControl = LintRule("SL471", "transaction-control", .warning) { trace in
    // A script with BEGIN is evidence that an unknown tool opens no transaction.
    guard trace.isWrapped, !trace.isWrapperAssumed else { return [] }
    let first = trace.interferingControl
    guard let first else { return [] }
    let isBegin = if case .begin = first.action { true } else { false }
    return [LintFinding(first, .settings(isBegin ? .nestedBegin : .endsTransaction))]
  }

  /// > If there is an open transaction … VACUUM will fail
  ///
  /// https://www.sqlite.org/lang_vacuum.html
  static let vacuumInTransaction = LintRule.each("SL472", "vacuum-in-transaction", .error) { step, trace in
    guard case .vacuum = step.action, step.isInTransaction || trace.isOpenByTool(at: step) else { return nil }
    return LintFinding(step, .settings(.vacuumInTransaction(isToolTransaction: trace.isWrapped)))
  }

  /// > the journal mode may not be changed … while a transaction is active
  ///
  /// https://www.sqlite.org/pragma.html#pragma_journal_mode
  static let journalModeInTransaction = LintRule.each("SL473", "journal-mode-in-transaction", .warning) { step, trace in
    guard case .pragma("journal_mode", .some(let mode)) = step.action,
      step.isInTransaction || trace.isOpenByTool(at: step)
    else { return nil }
    return LintFinding(step, .settings(.journalModeInTransaction(mode: mode)))
  }
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

  /// Whether the tool has a transaction open although this run has none. A script with BEGIN or VACUUM runs without one
  /// here.
  fileprivate func isOpenByTool(at step: Step) -> Bool {
    isWrapped && !isWrapperAssumed
      && !steps(before: step.index).contains { former in
        switch former.action {
        case .commit, .rollback: true
        default: false
        }
      }
  }
}
