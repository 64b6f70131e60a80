internal import Findings

extension LintRule {
  /// > when adding a CHECK constraint, or a NOT NULL constraint on a generated column, the added constraints are tested
  /// > against all preexisting rows in the table and the ADD COLUMN fails if any constraint check fails
  /// > If foreign key constraints are enabled and a column with a REFERENCES clause is added, the column must have a
  /// > default value of NULL.
  /// Creates a rule for ADD COLUMN statements that fail in a table with a row.
  ///
  /// - Parameter refusal: a part of SQLite's message when the column is added to a table with one row.
  static let failingCheck = LintRule.each("SL433", "Column added with a failing CHECK", "failing-check", .error) {
    step, trace in
    trace.column(addedBy: step, refusal: "constraint failed").map { column in
      LintFinding(step, DefaultFailsConstraint(), object: column.table, column: column.name)
    }
  }
}

struct DefaultFailsConstraint: LintViolation {
  static var rule: LintRule { .failingCheck }
  var message: String {
    "this fails on every database in which the table has a row: the value that existing rows get violates the column's constraint"
  }
  var help: Help { "choose a DEFAULT that satisfies the constraint" }
}
