internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > This pragma is a no-op within a transaction; foreign key constraint enforcement may only be enabled or disabled
  /// > when there is no pending BEGIN or SAVEPOINT.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_foreign_keys
  static let foreignKeysInTransaction = LintRule(
    "SL401", "PRAGMA foreign_keys within a transaction", "foreign-keys-in-transaction", .error
  ) {
    trace in
    let switches = trace.steps.filter { step in
      if case .pragma("foreign_keys", .some) = step.action { step.isInTransaction } else { false }
    }
    // A pragma that switches foreign keys on again needs no finding of its own.
    guard let first = switches.first else { return [] }
    let isOff =
      if case .pragma(_, let value?) = first.action { value.isOff } else { false }
    // The setting is already the one that the pragma asks for.
    if first.foreignKeys == (isOff ? .off : .on) { return [] }
    let isTool =
      trace.isWrapped
      && !trace.steps(before: first.index).contains { if case .begin = $0.action { true } else { false } }
    let isNeeded = trace.dropsOfParents.contains { $0.step.index > first.index }
    let severity: Severity =
      if isTool, trace.isWrapperAssumed {
        .note
      } else if !isOff {
        .warning
      } else if isNeeded {
        first.severity(ifEnforced: .error)
      } else {
        trace.checksForeignKeys(after: first) ? first.severity(ifEnforced: .warning) : .note
      }
    return [
      LintFinding(
        first, PragmaInTransaction(isToolTransaction: isTool, turnsOff: isOff), severity: severity)
    ]
  }
}

struct PragmaInTransaction: LintViolation {
  /// Whether the migration tool opens the transaction.
  let isToolTransaction: Bool
  /// Whether the pragma switches foreign keys off.
  let turnsOff: Bool

  static var rule: LintRule { .foreignKeysInTransaction }
  var message: String {
    isToolTransaction
      ? "this has no effect inside the transaction that the tool opens: foreign keys stay as the application set them"
      : "this has no effect inside a transaction: foreign keys stay as the application set them"
  }
  var help: Help {
    switch (isToolTransaction, turnsOff) {
    case (true, _):
      "configure the tool to run this migration without a transaction, and write PRAGMA foreign_keys = OFF; BEGIN; … COMMIT; PRAGMA foreign_keys = ON;"
    case (false, true): "run PRAGMA foreign_keys = OFF; before BEGIN"
    case (false, false): "run PRAGMA foreign_keys = ON; outside the transaction"
    }
  }
}

extension ScriptTrace {
  /// Whether a later statement changes rows of tables with foreign keys, or rows to which foreign keys refer. Tables that
  /// no user has yet have no rows to change.
  fileprivate func checksForeignKeys(after step: Step) -> Bool {
    steps(after: step.index).contains { later in
      func isChild(_ table: Identifier) -> Bool { later.before.table(table)?.foreignKeys.isEmpty == false }
      func isParent(_ table: Identifier) -> Bool { !later.before.references(to: table).isEmpty }
      return switch later.action {
      case .insert(let insertion): isChild(insertion.table) && !insertsCheckedRows(insertion, at: later)
      case .update(let update):
        mayHaveUserRows(update.table, at: later) && (isChild(update.table) || isParent(update.table))
      case .delete(let deletion): mayHaveUserRows(deletion.table, at: later) && isParent(deletion.table)
      default: false
      }
    }
  }

  /// Whether the INSERT copies only rows that foreign keys have checked before: rows of a table with the same foreign keys,
  /// or rows of the table itself that were copied elsewhere. The same is true if neither these rows nor the parents are
  /// rows of users.
  private func insertsCheckedRows(_ insertion: Insertion, at step: Step) -> Bool {
    guard let target = step.before.table(insertion.table) else { return false }
    let sources = insertion.source?.tables ?? []
    if !(sources + target.foreignKeys.map(\.clause.table)).contains(where: { mayHaveUserRows($0, at: step) }) {
      return true
    }
    guard sources.count == 1, let from = step.before.table(sources[0]) else { return false }
    if queries(filling: step.identity(from.name), before: step).contains(where: { former, query in
      query.tables.contains { former.identity($0) == step.identity(target.name) }
    }) {
      return true
    }
    guard let columns = insertion.targets(in: target, at: step) else { return false }
    return target.foreignKeys.allSatisfy { key in
      let sources = key.columns.map { column in
        columns.first { $0.column == column }?.source
      }
      return from.foreignKeys.contains {
        $0.columns == sources && $0.clause.hasSameParent(as: key.clause)
      }
    }
  }
}

extension ForeignKeyClause {
  fileprivate func hasSameParent(as other: ForeignKeyClause) -> Bool {
    table == other.table && columns == other.columns
  }
}
