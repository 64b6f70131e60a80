internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > the journal mode may not be changed … while a transaction is active
  ///
  /// https://www.sqlite.org/pragma.html#pragma_journal_mode
  static let journalModeInTransaction = LintRule.each(
    "SL473", "PRAGMA journal_mode within a transaction", "journal-mode-in-transaction", .warning
  ) { step, trace in
    guard case .pragma("journal_mode", .some(let mode)) = step.action,
      step.isInTransaction || trace.isOpenByTool(at: step)
    else { return nil }
    return LintFinding(step, JournalModeInTransaction(mode: mode))
  }
}

struct JournalModeInTransaction: LintViolation {
  let mode: String

  static var rule: LintRule { .journalModeInTransaction }
  var message: String {
    mode == "wal"
      ? "inside a transaction, this fails (cannot change into wal mode from within a transaction) or does not change the mode"
      : "inside a transaction, this does not change the mode"
  }
  var help: Help { "set it when the application opens the database; WAL mode is stored in the file" }
}
