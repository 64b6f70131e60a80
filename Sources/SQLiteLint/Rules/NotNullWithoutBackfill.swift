internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// Finds a NOT NULL column that allowed NULL before.
  static let notNullWithoutBackfill = LintRule(
    "SL435", "NOT NULL without a backfill", "not-null-without-backfill", .warning, isUpToPrograms: true
  ) { trace in
    trace.strictCopies.flatMap { rebuild, copy -> [LintFinding] in
      rebuild.new.columns.compactMap { column in
        guard column.isNotNull, !column.isGenerated, let old = rebuild.old.column(column.name), !old.isNotNull,
          !rebuild.old.isKeyColumn(column.name), !trace.hasDefaultEverywhere(old, of: rebuild.old, before: copy.step),
          // If the table that users have requires a value, an earlier script since then has made the column nullable.
          trace.users.table(rebuild.old.name)?.column(column.name)?.isNotNull != true,
          copy.source(of: column.name, in: rebuild.new) == column.name,
          !trace.isPrepared([column.name], of: rebuild, before: copy.step)
        else { return nil }
        return LintFinding(
          copy.step, NotNullWithoutBackfill(table: rebuild.old.name.text, column: column.name.text),
          object: rebuild.new.name, column: column.name)
      }
    }
  }
}

struct NotNullWithoutBackfill: LintViolation {
  let table: String
  let column: String

  static var rule: LintRule { .notNullWithoutBackfill }
  var message: String { "this fails if a row of \(table) has NULL in \(column), which the old table allows" }
  var help: Help { "select COALESCE(\(Keyword.quote(column)), …), or UPDATE such rows before the copy" }
}

extension ScriptTrace {
  /// Whether each row of users has the default in the column, which is not NULL: no user has the column yet, and no
  /// statement sets it.
  fileprivate func hasDefaultEverywhere(
    _ column: TableStatement.Column, of table: SchemaState.Table, before step: Step
  ) -> Bool {
    guard let value = column.defaultValue, value != .literal("NULL"), let users = users.table(table.name),
      users.column(column.name) == nil
    else { return false }
    return !(before + steps(before: step.index)).contains { $0.sets(column.name) }
  }
}
