internal import SQLiteSyntax

extension LintRule {
  /// Finds a column that the old and the new table have, and that the copy omits.
  static let columnNotCopied = LintRule("SL416", "column-not-copied", .error) { trace in
    trace.rebuilds.flatMap { rebuild -> [LintFinding] in
      guard let copy = rebuild.copies.first, let columns = copy.insertion.columns else { return [] }
      return rebuild.old.storedColumns.compactMap { column in
        guard let new = rebuild.new.column(column.name), !new.isGenerated,
          !rebuild.copies.contains(where: {
            $0.insertion.columns?.contains { $0.foldedASCII == column.name.foldedASCII } ?? true
          }),
          !copy.step.tokens.mention(column.name), !trace.sets(column.name, after: copy.step),
          !(rebuild.old.rowidAlias?.foldedASCII == column.name.foldedASCII
            && columns.contains { ["rowid", "_rowid_", "oid"].contains($0.foldedASCII) })
        else { return nil }
        return LintFinding(
          copy.step,
          .rebuiltTable(.columnNotCopied(column: column.name, hasDefault: new.defaultValue != nil)),
          object: rebuild.new.name, column: column.name)
      }
    }
  }

  /// Finds two columns that receive each other's values.
  static let crossedColumns = LintRule("SL417", "crossed-columns", .error) { trace in
    trace.steps.compactMap { step in
      guard step.hasRun, case .insert(let insertion) = step.action, let table = step.before.table(insertion.table),
        let targets = insertion.targets(in: table, at: step)
      else { return nil }
      let names = Set(targets.map(\.column.foldedASCII))
      // Both names are columns on both sides, and the value is written to the other column.
      let crossed = targets.compactMap { target -> LintFacts.Crossing? in
        guard let source = target.source, source.foldedASCII != target.column.foldedASCII,
          names.contains(source.foldedASCII),
          targets.contains(where: { $0.source?.foldedASCII == target.column.foldedASCII })
        else { return nil }
        return LintFacts.Crossing(column: target.column, source: source)
      }
      guard let first = crossed.first, crossed.count > 1 else { return nil }
      return LintFinding(
        step,
        .rebuiltTable(
          .columnsCrossed(
            table: insertion.table, columns: targets.map(\.column), first, others: Array(crossed.dropFirst()),
            isByPosition: insertion.columns == nil)),
        object: table.name, column: first.column)
    }
  }

  /// Finds a copy with `*`, which returns all columns in the order that they have in each database.
  static let copyByStar = LintRule.each("SL418", "copy-by-star", .warning) { step, trace in
    guard step.hasRun, case .insert(let insertion) = step.action, let source = insertion.source,
      source.results.contains(where: \.isStar), let from = source.tables.first, source.tables.count == 1,
      step.isOld(from), let old = step.before.table(from), old.statement != nil,
      let new = step.before.table(insertion.table), !new.isTemporary
    else { return nil }
    return LintFinding(
      step, .rebuiltTable(.copyByStar(table: old.name, copy: new.name, columns: old.columns.map(\.name))),
      object: new.name)
  }

  /// > IGNORE: … the … resolution algorithm skips the one row that contains the constraint violation
  ///
  /// https://www.sqlite.org/lang_conflict.html
  static let ignoredRows = LintRule.each("SL419", "ignored-rows", .warning) { step, trace in
    guard step.hasRun, case .insert(let insertion) = step.action, let conflict = insertion.conflict,
      ["IGNORE", "REPLACE"].contains(conflict), let source = insertion.source, !source.isValues,
      let rebuild = trace.rebuilds.first(where: { $0.copies.contains { $0.step.index == step.index } })
    else { return nil }
    let (table, copy) = (rebuild.old.name, insertion.table)
    return LintFinding(
      step,
      .rebuiltTable(
        conflict == "IGNORE" ? .rowsIgnored(table: table, copy: copy) : .rowsReplaced(table: table, copy: copy)),
      object: table)
  }
}

extension ScriptTrace {
  /// Whether a later statement writes values to the column.
  fileprivate func sets(_ column: String, after step: Step) -> Bool {
    steps(after: step.index).contains { later in
      switch later.action {
      case .update(let update): update.sets(column)
      case .insert(let insertion): insertion.columns?.contains { $0.foldedASCII == column.foldedASCII } ?? false
      default: false
      }
    }
  }
}
