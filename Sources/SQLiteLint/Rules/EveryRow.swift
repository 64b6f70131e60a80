internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// Finds a DELETE without WHERE, and an UPDATE that replaces all values by one.
  static let everyRow = LintRule.each("SL453", "Statement without WHERE", "every-row", .warning) { step, trace in
    switch step.action {
    case .delete(let deletion):
      guard deletion.filter.isEmpty, trace.hasUserRows(deletion.table, at: step),
        !trace.isCopied(deletion.table, at: step)
      else { return nil }
      return LintFinding(
        step, DeletesEveryRow(table: deletion.table.text), object: deletion.table,
        severity: trace.isDropped(deletion.table, after: step) ? .note : nil)
    case .update(let update):
      guard update.filter.isEmpty, !update.hasFrom, trace.hasUserRows(update.table, at: step) else { return nil }
      let old = trace.oldColumns(of: update.table, at: step)
      let overwritten = update.assignments.first { assignment in
        assignment.columns.count == 1 && old.contains(assignment.columns[0]) && assignment.isConstant
          && !trace.isKept(assignment.columns[0], of: update.table, at: step)
          // Two rows cannot have the same key.
          && step.before.table(update.table)?.hasKey(assignment.columns[0]) != true
          && !(trace.versionColumns.contain(assignment.columns[0], of: update.table)
            && VersionColumns.mayBeAlone(in: step.before.table(update.table)?.columns.count))
      }
      guard let column = overwritten?.columns.first, let value = overwritten?.value.map(\.text).joined(separator: " ")
      else { return nil }
      return LintFinding(
        step, OverwritesEveryRow(table: update.table.text, column: column.text, value: value),
        object: update.table, column: column)
    default: return nil
    }
  }
}

struct DeletesEveryRow: LintViolation {
  let table: String

  static var rule: LintRule { .everyRow }
  var message: String { "this deletes every row of \(table) in every database, and no statement copies them before" }
  var help: Help {
    "copy the rows with INSERT INTO … SELECT … FROM \(Keyword.quote(table)); first, or add a WHERE clause"
  }
}

struct OverwritesEveryRow: LintViolation {
  let table: String
  let column: String
  /// Empty for an empty text.
  let value: String

  static var rule: LintRule { .everyRow }
  var message: String {
    "this sets \(column) to \(value.isEmpty ? "''" : value) in every row of \(table) and overwrites the users' values"
  }
  var help: Help { "restrict it with UPDATE \(Keyword.quote(table)) SET … WHERE \(Keyword.quote(column)) …" }
}

extension Updating.Assignment {
  /// Whether the value consists of literals, and uses nothing from the row.
  fileprivate var isConstant: Bool {
    value.allSatisfy { token in
      switch token.kind {
      case .string, .number, .blob: true
      case .word:
        ["NULL", "TRUE", "FALSE", "CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME"].contains(where: token.isKeyword)
      case .punctuation: ["-", "+", "(", ")"].contains(token.text)
      default: false
      }
    }
  }
}

extension ScriptTrace {
  /// Whether the table may contain rows from before the script, because the script did not create it.
  fileprivate func hasUserRows(_ table: Identifier, at step: Step) -> Bool {
    step.hasRun && step.isOld(table) && !isEmpty(table, before: step)
      && step.before.table(table)?.virtual == nil && !table.hasPrefix("sqlite_")
  }

  /// Whether a later statement drops the table, which says that its rows are not needed. A DROP TABLE alone is a note too.
  fileprivate func isDropped(_ table: Identifier, after step: Step) -> Bool {
    steps(after: step.index).contains { later in
      if case .drop(let drop) = later.action {
        drop.kind == .table && later.identity(drop.name) == step.identity(table)
      } else {
        false
      }
    }
  }

  /// The folded names of the columns that the table had before the script.
  fileprivate func oldColumns(of table: Identifier, at step: Step) -> Set<Identifier> {
    guard case .old(let former)? = step.identity(table) else { return [] }
    return Set(users.tables[former]?.columns.map(\.name) ?? [])
  }

  /// Whether an earlier statement has copied the column's values elsewhere.
  fileprivate func isKept(_ column: Identifier, of table: Identifier, at step: Step) -> Bool {
    isCopied(table, at: step)
      || steps(before: step.index).contains { former in
        if case .update(let update) = former.action {
          former.identity(update.table) == step.identity(table)
            && update.assignments.contains { $0.value.mention(column) }
        } else {
          false
        }
      }
  }
}

extension SchemaState.Table {
  /// Whether the column alone is the primary key.
  fileprivate func hasKey(_ column: Identifier) -> Bool { isRowid(column) || primaryKey.map(Set.init) == [column] }
}
