internal import SQLiteSyntax

extension LintRule {
  /// > When the REPLACE conflict resolution strategy deletes rows in order to satisfy a constraint …
  ///
  /// The actions of foreign keys run for the deleted rows. https://www.sqlite.org/lang_conflict.html
  static let replacedParent = LintRule.each("SL408", "replaced-parent", .warning, needsForeignKeys: true) {
    step, trace in
    guard step.hasRun, case .insert(let insertion) = step.action, insertion.conflict == "REPLACE",
      step.isOld(insertion.table), step.foreignKeys != .off,
      let reference = step.before.references(to: insertion.table).first(where: {
        $0.key.clause.changesRowsOnDelete && step.isOld($0.child.name)
      }), let action = reference.key.clause.onDelete
    else { return nil }
    let child = reference.child.name
    return LintFinding(
      step, .foreignKeys(.parentReplaced(parent: insertion.table, child: child, action: action)), object: child,
      severity: step.severity(ifEnforced: .warning))
  }
}
