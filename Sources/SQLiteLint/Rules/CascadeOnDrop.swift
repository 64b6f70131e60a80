internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > If foreign key constraints are enabled when it is prepared, then the DROP TABLE command performs an implicit DELETE
  /// > to remove all rows from the table prior to dropping it. … any … actions … are carried out
  ///
  /// https://www.sqlite.org/foreignkeys.html#fk_schemacommands
  static let cascadeOnDrop = LintRule(
    "SL402", "DROP TABLE deletes rows of other tables", "cascade-on-drop", .error, needsForeignKeys: true
  ) { trace in
    trace.dropsOfParents.filter { !$0.step.isDeferred(in: trace) }.map { drop in
      LintFinding(
        drop.step,
        CascadeOnDrop(parent: drop.parent.text, children: drop.children.map(\.text), onDelete: drop.actions),
        object: drop.children.first, severity: drop.severity)
    }
  }
}

/// A DROP TABLE of a table to which `children` refer.
struct CascadeOnDrop: LintViolation {
  let parent: String
  let children: [String]
  /// The actions that delete or change rows, such as `CASCADE`, sorted; empty if the statement fails instead.
  let onDelete: [String]

  static var rule: LintRule { .cascadeOnDrop }
  var message: String {
    let list = children.joined(separator: ", ")
    return switch onDelete {
    case []:
      "with foreign keys on, the migration fails on every database in which a row of \(list) refers to \(parent)"
    case ["CASCADE"]: "with foreign keys on, this also deletes every row of \(list) that refers to \(parent)"
    default: "with foreign keys on, this also changes or deletes every row of \(list) that refers to \(parent)"
    }
  }
  var help: Help {
    "run PRAGMA foreign_keys = OFF; before the transaction begins, and PRAGMA foreign_keys = ON; after it ends"
  }
}
