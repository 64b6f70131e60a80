internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > defer_foreign_keys … When … on, enforcement of all foreign key constraints is delayed until the outermost
  /// > transaction is committed.
  ///
  /// Only the enforcement is delayed; actions run at once. https://www.sqlite.org/pragma.html#pragma_defer_foreign_keys
  static let deferredIsNotOff = LintRule(
    "SL403", "Deferred foreign keys are not off", "deferred-is-not-off", .error, needsForeignKeys: true
  ) {
    trace in
    trace.dropsOfParents.filter { $0.step.isDeferred(in: trace) }.map { drop in
      LintFinding(
        drop.step,
        CascadeDespiteDeferral(parent: drop.parent.text, children: drop.children.map(\.text), onDelete: drop.actions),
        object: drop.children.first, severity: drop.severity)
    }
  }
}

/// A DROP TABLE of a table to which `children` refer, despite `PRAGMA defer_foreign_keys`.
struct CascadeDespiteDeferral: LintViolation {
  let parent: String
  let children: [String]
  /// The actions that delete or change rows, such as `CASCADE`, sorted; empty if the statement fails instead.
  let onDelete: [String]

  static var rule: LintRule { .deferredIsNotOff }
  var message: String { "defer_foreign_keys does not prevent this: \(drop.message)" }
  var help: Help { drop.help }

  private var drop: CascadeOnDrop { CascadeOnDrop(parent: parent, children: children, onDelete: onDelete) }
}
