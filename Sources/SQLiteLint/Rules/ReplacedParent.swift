internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > When the REPLACE conflict resolution strategy deletes rows in order to satisfy a constraint …
  ///
  /// The actions of foreign keys run for the deleted rows. https://www.sqlite.org/lang_conflict.html
  static let replacedParent = LintRule.each(
    "SL408", "REPLACE deletes rows of other tables", "replaced-parent", .warning, needsForeignKeys: true
  ) {
    step, trace in
    guard step.hasRun, case .insert(let insertion) = step.action, insertion.conflict == "REPLACE",
      step.isOld(insertion.table), step.foreignKeys != .off,
      let reference = step.before.references(to: insertion.table).first(where: {
        $0.key.clause.changesRowsOnDelete && step.isOld($0.child.name)
      }), let action = reference.key.clause.onDelete
    else { return nil }
    let child = reference.child.name
    return LintFinding(
      step, ParentReplaced(parent: insertion.table.text, child: child.text, onDelete: action),
      object: child,
      severity: step.severity(ifEnforced: .warning))
  }
}

/// A REPLACE of rows to which `child` refers with this ON DELETE action.
struct ParentReplaced: LintViolation {
  let parent: String
  let child: String
  let onDelete: String

  static var rule: LintRule { .replacedParent }
  var message: String {
    let effect = onDelete == "CASCADE" ? "are deleted" : "lose the reference"
    return
      "this deletes and reinserts a row that already exists: with foreign keys on, the rows of \(child) that refer to it \(effect)"
  }
  var help: Help { "use INSERT INTO \(Keyword.quote(parent)) … ON CONFLICT (…) DO UPDATE SET …" }
}
