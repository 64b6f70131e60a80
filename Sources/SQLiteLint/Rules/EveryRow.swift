internal import SQLiteSyntax

extension LintRule {
  /// Finds a DELETE without WHERE, and an UPDATE that replaces all values by one.
  static let everyRow = LintRule.each("SL453", "every-row", .warning) { step, trace in
    switch step.action {
    case .delete(let deletion):
      guard deletion.filter.isEmpty, trace.hasUserRows(deletion.table, at: step),
        !trace.isCopied(deletion.table, at: step)
      else { return nil }
      return LintFinding(
        step, .meaning(.deletesEveryRow(table: deletion.table)), object: deletion.table,
        severity: trace.isDropped(deletion.table, after: step) ? .note : nil)
    case .update(let update):
      guard update.filter.isEmpty, !update.hasFrom, trace.hasUserRows(update.table, at: step) else { return nil }
      let old = trace.oldColumns(of: update.table, at: step)
      let overwritten = update.assignments.first { assignment in
        assignment.columns.count == 1 && old.contains(assignment.columns[0].foldedASCII) && assignment.isConstant
          && !trace.isKept(assignment.columns[0], of: update.table, at: step)
      }
      guard let column = overwritten?.columns.first, let value = overwritten?.value.map(\.text).joined(separator: " ")
      else { return nil }
      return LintFinding(
        step, .meaning(.overwritesEveryRow(table: update.table, column: column, value: value)),
        object: update.table, column: column)
    default: return nil
    }
  }
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
  fileprivate func hasUserRows(_ table: String, at step: Step) -> Bool {
    step.hasRun && step.isOld(table) && !isEmpty(table, before: step)
      && step.before.table(table)?.virtual == nil && !table.foldedASCII.hasPrefix("sqlite_")
  }

  /// Whether an earlier statement has copied rows of the table elsewhere.
  func isCopied(_ table: String, at step: Step) -> Bool {
    let here = steps(before: step.index).contains {
      $0.copies { former, name in former.identity(name) == step.identity(table) }
    }
    guard case .old(let key) = step.identity(table), !here else { return here }
    return before.contains { $0.copies { _, name in name.foldedASCII == key } }
  }

  /// Whether a later statement drops the table, which says that its rows are not needed. A DROP TABLE alone is a note too.
  fileprivate func isDropped(_ table: String, after step: Step) -> Bool {
    steps(after: step.index).contains { later in
      if case .drop(let drop) = later.action {
        drop.kind == .table && later.identity(drop.name) == step.identity(table)
      } else {
        false
      }
    }
  }

  /// The folded names of the columns that the table had before the script.
  fileprivate func oldColumns(of table: String, at step: Step) -> Set<String> {
    guard case .old(let former)? = step.identity(table) else { return [] }
    return Set(users.tables[former]?.columns.map(\.name.foldedASCII) ?? [])
  }

  /// Whether an earlier statement has copied the column's values elsewhere.
  fileprivate func isKept(_ column: String, of table: String, at step: Step) -> Bool {
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

extension ScriptTrace.Step {
  /// Whether the statement copies rows of a table elsewhere.
  fileprivate func copies(of isTable: (Self, String) -> Bool) -> Bool {
    let source: CopyQuery? =
      switch action {
      case .insert(let insertion): insertion.source
      case .create(let creation): creation.query
      default: nil
      }
    return source?.tables.contains { isTable(self, $0) } ?? false
  }
}
