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
        // SQLite assigns an INTEGER PRIMARY KEY. New keys matter only to rows that refer to the old ones.
        if rebuild.new.rowidAlias?.foldedASCII == column.name.foldedASCII {
          return trace.referrer(to: column.name, of: rebuild.old).map { referrer in
            LintFinding(
              copy.step, .rebuiltTable(.keyNotCopied(column: column.name, referrer: referrer)),
              object: rebuild.new.name, column: column.name)
          }
        }
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
      object: new.name, severity: insertion.matchesByName(old, new) ? .note : .warning)
  }

  /// > IGNORE: … the … resolution algorithm skips the one row that contains the constraint violation
  ///
  /// https://www.sqlite.org/lang_conflict.html
  static let ignoredRows = LintRule.each("SL419", "ignored-rows", .warning) { step, trace in
    guard step.hasRun, case .insert(let insertion) = step.action, let conflict = insertion.conflict,
      ["IGNORE", "REPLACE"].contains(conflict), let source = insertion.source, !source.isValues,
      let rebuild = trace.rebuilds.first(where: { $0.copies.contains { $0.step.index == step.index } }),
      !rebuild.fits(Rebuild.Copy(step: step, insertion: insertion), in: trace.start)
    else { return nil }
    let (table, copy) = (rebuild.old.name, insertion.table)
    return LintFinding(
      step,
      .rebuiltTable(
        conflict == "IGNORE" ? .rowsIgnored(table: table, copy: copy) : .rowsReplaced(table: table, copy: copy)),
      object: table)
  }
}

extension Rebuild {
  /// Whether no copied row can violate a constraint of the new table, apart from a NOT NULL for which a row is replaced.
  fileprivate func fits(_ copy: Copy, in schema: SchemaState) -> Bool {
    guard let target = copy.step.before.table(copy.insertion.table) else { return false }
    func source(_ column: String) -> String? { copy.source(of: column, in: target)?.foldedASCII }
    let keys = copy.step.before.uniqueKeys(of: target)
    let areKeysUnique = keys.allSatisfy { schema.isKey(Set($0.compactMap(source)), of: old) }
    if !areKeysUnique || copy.insertion.conflict == "REPLACE" { return areKeysUnique }
    return target.checks.isEmpty && target.statement?.isStrict == false
      && target.columns.filter(\.isNotNull).allSatisfy { column in
        source(column.name).map { old.column($0)?.isNotNull == true || old.isRowid($0) } ?? false
      }
  }
}

extension Insertion {
  /// Whether each column that `*` returns has the same name as the column that it fills.
  fileprivate func matchesByName(_ old: SchemaState.Table, _ new: SchemaState.Table) -> Bool {
    let sources = (source?.results ?? []).flatMap { result -> [String?] in
      result.isStar ? old.columns.map { $0.name.foldedASCII } : [nil]
    }
    let targets = columns ?? new.storedColumns.map(\.name)
    return sources.count == targets.count && zip(sources, targets).allSatisfy { $0 == nil || $0 == $1.foldedASCII }
  }
}

extension ScriptTrace {
  /// The table whose rows refer to the key of `table`, by a foreign key, by the rowid of a full-text index, or by a
  /// column that is named after the table or the key; `nil` if there is none.
  fileprivate func referrer(to key: String, of table: SchemaState.Table) -> String? {
    let name = table.name.foldedASCII
    var forms = [name]
    if name.hasSuffix("s") { forms.append(String(name.dropLast())) }
    if name.hasSuffix("es") { forms.append(String(name.dropLast(2))) }
    if name.hasSuffix("ies") { forms.append(name.dropLast(3) + "y") }
    var columns = Set(forms.flatMap { [$0 + "_id", $0 + "id"] })
    if !["id", "rowid", "key", "pk", "uid", "no", "nr"].contains(key.foldedASCII) { columns.insert(key.foldedASCII) }
    for other in start.sortedTables where !other.isTemporary && keepsRows(other) {
      let refers = other.foreignKeys.contains { reference in
        reference.clause.table.foldedASCII == name
          && (reference.clause.columns.isEmpty ? table.primaryKey ?? [] : reference.clause.columns)
            .contains { $0.foldedASCII == key.foldedASCII }
      }
      let isImplied = other.columns.contains { column in
        other.name.foldedASCII == name
          ? ["parent_id", "parentid"].contains(column.name.foldedASCII) : columns.contains(column.name.foldedASCII)
      }
      if refers || isImplied || other.virtual?.content?.foldedASCII == name { return other.name }
    }
    return nil
  }

  /// Whether rows of a table from before the script are there after it, in the same table or in a rebuilt one.
  private func keepsRows(_ table: SchemaState.Table) -> Bool {
    let key = table.name.foldedASCII
    return identities.values.contains(.old(key))
      || rebuilds.contains { $0.old.name.foldedASCII == key && !$0.copies.isEmpty }
  }

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
