internal import Findings
package import SQLiteSandbox
package import SQLiteSchema

extension Finding {
  /// The finding SL302 or SL303 about some of its ``changes``. It is SL303 if they are only about the order of columns.
  package func about(_ changes: [SchemaChange]) -> Finding {
    guard case .migration(.differs(let subject, _)) = facts else { return self }
    let isReordered = changes.allSatisfy { $0.verdict <= .reordered }
    var finding = self
    finding.facts = .migration(.differs(subject, isReordered: isReordered))
    if isReordered { finding.severity = min(severity, .warning) }
    (finding.object, finding.column) = (nil, nil)
    return finding.with(changes: changes)
  }

  /// SQLite's error in a failure SL301; `nil` for other findings.
  package var failedSQL: SchemaError? {
    guard case .migration(.failed(.sqlFailed(_, _, let error), _)) = facts else { return nil }
    return error
  }

  /// The reason for a failure SL301 as SQLite or a command states it, without the place; `nil` for other findings.
  package var failureReason: String? {
    guard case .migration(.failed(let error, _)) = facts else { return nil }
    if case .sqlFailed(_, _, let reason) = error { return reason.message }
    return error.message
  }
}
