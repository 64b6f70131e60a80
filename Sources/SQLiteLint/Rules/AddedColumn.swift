internal import SQLiteSandbox
internal import SQLiteSyntax

extension LintRule {
  /// > If a NOT NULL constraint is specified, then the column must have a default value other than NULL.
  ///
  /// SQLite checks this only if the table has a row. https://www.sqlite.org/lang_altertable.html#alter_table_add_column
  static let notNullColumn = LintRule.addedColumn(
    "SL431", "not-null-column", refusal: "NOT NULL", .notNullWithoutDefault)

  /// > The column may not have a default value of CURRENT_TIME, CURRENT_DATE, CURRENT_TIMESTAMP, or an expression in
  /// > parentheses.
  static let changingDefault = LintRule.addedColumn(
    "SL432", "changing-default", refusal: "non-constant default", .nonConstantDefault)

  /// > when adding a CHECK constraint, or a NOT NULL constraint on a generated column, the added constraints are tested
  /// > against all preexisting rows in the table and the ADD COLUMN fails if any constraint check fails
  static let failingCheck = LintRule.addedColumn(
    "SL433", "failing-check", refusal: "constraint failed", .defaultFailsConstraint)

  /// > If foreign key constraints are enabled and a column with a REFERENCES clause is added, the column must have a
  /// > default value of NULL.
  static let referencingDefault = LintRule.addedColumn(
    "SL434", "referencing-default", refusal: "REFERENCES column with non-NULL default", .referencesWithDefault,
    foreignKeys: true)

  /// Creates a rule for ADD COLUMN statements that fail in a table with a row.
  ///
  /// - Parameter refusal: a part of SQLite's message when the column is added to a table with one row.
  private static func addedColumn(
    _ code: String, _ name: String, refusal: String, _ facts: LintFacts.ExistingRows, foreignKeys: Bool = false
  ) -> LintRule {
    .each(code, name, .error, needsForeignKeys: foreignKeys) { step, trace in
      guard case .addColumn(let addition) = step.action, !trace.isEmpty(addition.table, before: step),
        !foreignKeys || step.foreignKeys != .off,
        addition.refusal(foreignKeys: foreignKeys, in: step.text)?.contains(refusal) == true
      else { return nil }
      return LintFinding(
        step, .existingRows(facts), object: addition.table, column: addition.column?.name,
        severity: foreignKeys ? step.severity(ifEnforced: .error) : .error)
    }
  }
}

extension ScriptTrace {
  /// Whether the table has no rows in any database, because it was created or emptied before.
  func isEmpty(_ table: String, before step: Step) -> Bool {
    let identity = step.identity(table)
    var isEmpty = !step.isOld(table)
    for former in steps(before: step.index) {
      switch former.action {
      case .delete(let deletion) where deletion.filter.isEmpty && former.identity(deletion.table) == identity:
        isEmpty = true
      case .insert(let insertion) where former.identity(insertion.table) == identity: isEmpty = false
      case .create(let creation) where creation.query != nil && identity == .new(former.index): isEmpty = false
      default: break
      }
    }
    return isEmpty
  }
}

extension ColumnAddition {
  /// SQLite's message when the column is added to a table that has only one row and one other column; `nil` if that
  /// succeeds.
  fileprivate func refusal(foreignKeys: Bool, in statement: String) -> String? {
    guard let first = tokens.first, let last = tokens.last,
      let definition = String(
        Substring(statement).utf8.dropFirst(first.range.lowerBound).prefix(
          last.range.upperBound - first.range.lowerBound))
    else { return nil }
    do {
      let database = try ScratchDatabase(tracking: .none, foreignKeys: foreignKeys)
      try database.execute("CREATE TABLE \"a table\" (\"a row\"); INSERT INTO \"a table\" VALUES (1)")
      try database.execute("ALTER TABLE \"a table\" ADD COLUMN " + definition)
      return nil
    } catch {
      return (error as? SchemaError)?.message
    }
  }
}
