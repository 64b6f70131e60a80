internal import Findings

extension LintRule {
  /// > If a NOT NULL constraint is specified, then the column must have a default value other than NULL.
  ///
  /// SQLite checks this only if the table has a row. https://www.sqlite.org/lang_altertable.html#alter_table_add_column
  /// > The column may not have a default value of CURRENT_TIME, CURRENT_DATE, CURRENT_TIMESTAMP, or an expression in
  /// > parentheses.
  /// > when adding a CHECK constraint, or a NOT NULL constraint on a generated column, the added constraints are tested
  /// > against all preexisting rows in the table and the ADD COLUMN fails if any constraint check fails
  /// > If foreign key constraints are enabled and a column with a REFERENCES clause is added, the column must have a
  /// > default value of NULL.
  /// Creates a rule for ADD COLUMN statements that fail in a table with a row.
  ///
  /// - Parameter refusal: a part of SQLite's message when the column is added to a table with one row.
  static let notNullColumn = LintRule.each(
    "SL431", "NOT NULL column added without a default", "not-null-column", .error
  ) { step, trace in
    trace.column(addedBy: step, refusal: "NOT NULL").map { column in
      LintFinding(step, NotNullWithoutDefault(), object: column.table, column: column.name)
    }
  }
}

struct NotNullWithoutDefault: LintViolation {
  static var rule: LintRule { .notNullColumn }
  var message: String {
    "this fails on every database in which the table has a row: the new column is NOT NULL and has no default"
  }
  var help: Help { "add a DEFAULT that is right for existing rows, such as NOT NULL DEFAULT ''" }
}
