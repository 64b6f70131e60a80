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
        let value = new.defaultValue == nil ? "NULL" : "its default"
        return LintFinding(
          copy.step, "the copy leaves out \(column.name): every row gets \(value) instead",
          hint: "add \(Keyword.quote(column.name)) to the columns of the INSERT and of the SELECT",
          object: rebuild.new.name,
          column: column.name)
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
      let crossed = targets.filter { target in
        guard let source = target.source?.foldedASCII, source != target.column.foldedASCII else { return false }
        return names.contains(source) && targets.contains { $0.source?.foldedASCII == target.column.foldedASCII }
      }
      guard let first = crossed.first, let source = first.source, crossed.count > 1 else { return nil }
      let cause = insertion.columns == nil ? "columns are matched by position: " : ""
      return LintFinding(
        step,
        "\(cause)\(first.column) gets the values of \(source)\(crossed.count > 2 ? ", and \(crossed.count - 1) more columns are mixed up" : ", and \(source) those of \(crossed[1].source ?? "")")",
        hint:
          "select the columns in the order in which the INSERT names them: INSERT INTO \(Keyword.quote(insertion.table)) (\(targets.map { Keyword.quote($0.column) }.joined(separator: ", "))) SELECT …",
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
    let names = old.columns.map { Keyword.quote($0.name) }.joined(separator: ", ")
    return LintFinding(
      step,
      "* returns the columns of \(old.name) in the order that they have in each database, which can differ from the order here",
      hint: "INSERT INTO \(Keyword.quote(new.name)) (\(names)) SELECT \(names) FROM \(Keyword.quote(old.name));",
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
    return LintFinding(
      step,
      conflict == "IGNORE"
        ? "this silently skips rows of \(rebuild.old.name) that violate a constraint of the new table; they are lost with the old table"
        : "if rows of \(rebuild.old.name) have the same key in the new table, this silently keeps only the last of them",
      hint:
        "use a plain INSERT INTO \(Keyword.quote(insertion.table)) …, and UPDATE such rows before it so that they fit",
      object: rebuild.old.name)
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
