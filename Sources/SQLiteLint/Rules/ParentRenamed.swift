internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > From SQLite 3.26.0, FOREIGN KEY constraints are always converted unless the PRAGMA legacy_alter_table=ON
  ///
  /// https://www.sqlite.org/lang_altertable.html#alter_table_rename
  static let parentRenamed = LintRule("SL404", "Renamed table is renamed in foreign keys", "parent-renamed", .error) {
    trace in
    trace.dangling.compactMap { dangling in
      let renaming = trace.steps.first { step in
        if case .renameTable(_, let name) = step.action { name == dangling.parent } else { false }
      }
      guard let renaming, case .renameTable(let parent, let name) = renaming.action else { return nil }
      return LintFinding(
        renaming,
        ParentRenamed(parent: parent.text, newName: name.text, child: dangling.child.name.text),
        object: dangling.child.name)
    }
  }
}

/// The foreign key of `child` follows the table to its new name.
struct ParentRenamed: LintViolation {
  let parent: String
  let newName: String
  let child: String

  static var rule: LintRule { .parentRenamed }
  var message: String {
    "this changes the foreign key of \(child) to REFERENCES \(newName), a table that the migration then removes"
  }
  var help: Help {
    "create new_\(parent), copy the rows into it, drop \(parent), and then run ALTER TABLE new_\(parent) RENAME TO \(parent);"
  }
}
