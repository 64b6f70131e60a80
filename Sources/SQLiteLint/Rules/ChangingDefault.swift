internal import Findings

extension LintRule {
  /// > The column may not have a default value of CURRENT_TIME, CURRENT_DATE, CURRENT_TIMESTAMP, or an expression in
  /// > parentheses.
  /// > when adding a CHECK constraint, or a NOT NULL constraint on a generated column, the added constraints are tested
  /// > against all preexisting rows in the table and the ADD COLUMN fails if any constraint check fails
  /// > If foreign key constraints are enabled and a column with a REFERENCES clause is added, the column must have a
  /// > default value of NULL.
  /// Creates a rule for ADD COLUMN statements that fail in a table with a row.
  ///
  /// - Parameter refusal: a part of SQLite's message when the column is added to a table with one row.
  static let changingDefault = LintRule.each(
    "SL432", "Column added with a non-constant default", "changing-default", .error
  ) { step, trace in
    trace.column(addedBy: step, refusal: "non-constant default").map { column in
      LintFinding(step, NonConstantDefault(), object: column.table, column: column.name)
    }
  }
}

struct NonConstantDefault: LintViolation {
  static var rule: LintRule { .changingDefault }
  var message: String { "this fails on every database in which the table has a row: the default is not a constant" }
  var help: Help {
    "add the column without the default and UPDATE the rows; if new rows need the default, rebuild the table"
  }
}
