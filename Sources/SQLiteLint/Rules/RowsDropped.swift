internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// Finds a table or a column that is dropped with all its values.
  /// https://www.sqlite.org/lang_droptable.html
  static let rowsDropped = LintRule.each("SL458", "Rows dropped with a table or column", "rows-dropped", .warning) {
    step, trace in
    guard step.hasRun else { return nil }
    switch step.action {
    case .drop(let drop) where drop.kind == .table:
      guard step.isOld(drop.name), let table = step.before.table(drop.name), !table.isTemporary, table.virtual == nil,
        !trace.isCopied(drop.name, at: step), !trace.isEmpty(drop.name, before: step)
      else { return nil }
      // A table that has the name afterwards is meant to have the rows, too.
      return LintFinding(
        step, TableDropped(table: drop.name.text), object: drop.name,
        severity: trace.final.table(drop.name) == nil ? .note : .warning)
    case .dropColumn(let table, let column):
      guard step.isOld(table), !trace.isEmpty(table, before: step), trace.had(column, in: table, at: step),
        !trace.isRead(column, of: table, before: step)
      else { return nil }
      return LintFinding(
        step, ColumnDropped(column: column.text, table: table.text), object: table, column: column,
        severity: trace.final.table(table)?.column(column) == nil ? .note : .warning)
    default: return nil
    }
  }
}

struct TableDropped: LintViolation {
  let table: String

  static var rule: LintRule { .rowsDropped }
  var message: String { "this discards every row of \(table) in every database, and no statement copies them before" }
  var help: Help {
    "copy what is needed with INSERT INTO … SELECT … FROM \(Keyword.quote(table)); first, or keep the table for one more release"
  }
}

struct ColumnDropped: LintViolation {
  let column: String
  let table: String

  static var rule: LintRule { .rowsDropped }
  var message: String {
    "this discards the values of \(column) in every row of \(table), and no statement copies them before"
  }
  var help: Help {
    "copy what is needed with UPDATE … SET … = \(Keyword.quote(column)); first, or keep the column for one more release"
  }
}

extension ScriptTrace {
  fileprivate func had(_ column: Identifier, in table: Identifier, at step: Step) -> Bool {
    guard case .old(let former)? = step.identity(table) else { return false }
    return users.tables[former]?.column(column).map { !$0.isGenerated } ?? false
  }

  /// Whether an earlier statement, in this script or in one before it, copies the column's values elsewhere.
  fileprivate func isRead(_ column: Identifier, of table: Identifier, before step: Step) -> Bool {
    (before + steps(before: step.index)).contains { former in
      switch former.action {
      case .update(let update):
        update.assignments.contains { $0.value.mention(column) } && former.tokens.mention(table)
      case .insert(let insertion):
        insertion.source.map { $0.tables.contains(table) || former.tokens.mention(column) } ?? false
      default: false
      }
    }
  }
}
