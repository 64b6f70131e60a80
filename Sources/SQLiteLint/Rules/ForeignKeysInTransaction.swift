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
    return [
      LintFinding(
        first, .foreignKeys(.pragmaInTransaction(isToolTransaction: isTool, turnsOff: isOff)),
        severity: isOff && isNeeded ? .error : .warning)
    ]
  }
}
