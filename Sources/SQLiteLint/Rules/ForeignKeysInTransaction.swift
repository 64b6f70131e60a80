internal import SQLiteSyntax

extension LintRule {
  /// > This pragma is a no-op within a transaction; foreign key constraint enforcement may only be enabled or disabled
  /// > when there is no pending BEGIN or SAVEPOINT.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_foreign_keys
  static let foreignKeysInTransaction = LintRule("SL401", "foreign-keys-in-transaction", .error) { trace in
    let switches = trace.steps.filter { step in
      if case .pragma("foreign_keys", .some) = step.action { step.isInTransaction } else { false }
    }
    // A pragma that switches foreign keys on again needs no finding of its own.
    guard let first = switches.first else { return [] }
    let isOff =
      if case .pragma(_, let value?) = first.action { ["0", "off", "no", "false"].contains(value) } else { false }
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
        first, .foreignKeys(.pragmaInTransaction(isToolTransaction: isTool, turnsOff: isOff)), severity: severity)
    ]
  }
}

extension ScriptTrace {
  /// Whether a later statement changes rows of tables with foreign keys, or rows to which foreign keys refer.
  fileprivate func checksForeignKeys(after step: Step) -> Bool {
    steps(after: step.index).contains { later in
      func isChild(_ table: String) -> Bool { later.before.table(table)?.foreignKeys.isEmpty == false }
      func isParent(_ table: String) -> Bool { !later.before.references(to: table).isEmpty }
      return switch later.action {
      case .insert(let insertion): isChild(insertion.table)
      case .update(let update): isChild(update.table) || isParent(update.table)
      case .delete(let deletion): isParent(deletion.table)
      default: false
      }
    }
  }
}
