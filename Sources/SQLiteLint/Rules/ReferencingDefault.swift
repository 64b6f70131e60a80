internal import Findings

extension LintRule {
  /// > If foreign key constraints are enabled and a column with a REFERENCES clause is added, the column must have a
  /// > default value of NULL.
  /// Creates a rule for ADD COLUMN statements that fail in a table with a row.
  ///
  /// - Parameter refusal: a part of SQLite's message when the column is added to a table with one row.
  static let referencingDefault = LintRule.each(
    "SL434", "REFERENCES column added with a default", "referencing-default", .error, needsForeignKeys: true
  ) { step, trace in
    guard step.foreignKeys != .off else { return nil }
    return trace.column(addedBy: step, refusal: "REFERENCES column with non-NULL default", foreignKeys: true).map {
      column in
      LintFinding(
        step, ReferencesWithDefault(), object: column.table, column: column.name,
        severity: step.severity(ifEnforced: .error))
    }
  }
}

struct ReferencesWithDefault: LintViolation {
  static var rule: LintRule { .referencingDefault }
  var message: String {
    "with foreign keys on, this fails on every database in which the table has a row: a new column with REFERENCES must default to NULL"
  }
  var help: Help { "add the column without DEFAULT and NOT NULL, then UPDATE the rows" }
}
