internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension LintRule {
  /// Finds a NOT NULL column that allowed NULL before.
  static let notNullWithoutBackfill = LintRule("SL435", "not-null-without-backfill", .warning) { trace in
    trace.strictCopies.flatMap { rebuild, copy -> [LintFinding] in
      rebuild.new.columns.compactMap { column in
        guard column.isNotNull, !column.isGenerated, let old = rebuild.old.column(column.name), !old.isNotNull,
          !rebuild.old.isKeyColumn(column.name),
          // If the table that users have requires a value, an earlier script since then has made the column nullable.
          trace.users.table(rebuild.old.name)?.column(column.name)?.isNotNull != true,
          copy.source(of: column.name, in: rebuild.new)?.foldedASCII == column.name.foldedASCII,
          !trace.isPrepared([column.name.foldedASCII], of: rebuild, before: copy.step)
        else { return nil }
        return LintFinding(
          copy.step, .existingRows(.notNullWithoutBackfill(table: rebuild.old.name, column: column.name)),
          object: rebuild.new.name, column: column.name)
      }
    }
  }

  /// > Any attempt to create a UNIQUE index … on a table that already contains duplicate … is an error
  ///
  /// https://www.sqlite.org/lang_createindex.html#unique_indexes
  static let uniqueOverRows = LintRule("SL436", "unique-over-rows", .warning) { trace in
    trace.newUniqueIndexes + trace.newUniqueConstraints
  }

  static let checkOverRows = LintRule("SL437", "check-over-rows", .warning) { trace in
    trace.strictCopies.flatMap { rebuild, copy -> [LintFinding] in
      rebuild.new.checks.compactMap { check in
        let text = CanonicalPrinter.both(.unknown) { $0.write(check) }
        guard !rebuild.old.foldedChecks.contains(text.folded),
          !copy.isCertain(check, from: rebuild.old, to: rebuild.new),
          // A value that the copy computes may satisfy the CHECK.
          rebuild.new.columns.contains(where: {
            Tokenizer.tokens(of: text.text).mention($0.name) && copy.source(of: $0.name, in: rebuild.new) != nil
          }), !trace.isPrepared([], of: rebuild, before: copy.step)
        else { return nil }
        return LintFinding(
          copy.step, .existingRows(.checkOverRows(table: rebuild.old.name, check: text.text)),
          object: rebuild.new.name)
      }
    }
  }

  /// > if the value cannot be losslessly converted in the specified datatype, then an SQLITE_CONSTRAINT_DATATYPE error is
  /// > raised
  ///
  /// https://www.sqlite.org/stricttables.html
  static let strictOverRows = LintRule("SL438", "strict-over-rows", .warning) { trace in
    trace.strictCopies.compactMap { rebuild, copy -> LintFinding? in
      guard rebuild.new.statement?.isStrict == true, rebuild.old.statement?.isStrict == false,
        let column = rebuild.new.columns.first(where: { column in
          column.type != "ANY" && !column.isGenerated && rebuild.old.rowidAlias != column.name
            && copy.source(of: column.name, in: rebuild.new) != nil
        }), !trace.isPrepared([], of: rebuild, before: copy.step)
      else { return nil }
      return LintFinding(
        copy.step,
        .existingRows(.strictOverRows(table: rebuild.old.name, column: column.name, type: column.type)),
        object: rebuild.new.name)
    }
  }

  /// > A column with … affinity … converts … when … inserted
  ///
  /// https://www.sqlite.org/datatype3.html#type_affinity
  static let affinityChanged = LintRule("SL439", "affinity-changed", .warning) { trace in
    trace.strictCopies.flatMap { rebuild, copy -> [LintFinding] in
      rebuild.new.columns.compactMap { column in
        guard let old = rebuild.old.column(column.name),
          rebuild.new.statement?.isStrict == rebuild.old.statement?.isStrict,
          copy.source(of: column.name, in: rebuild.new)?.foldedASCII == column.name.foldedASCII,
          let conversion = Self.conversion(from: old.affinity, to: column.affinity)
        else { return nil }
        return LintFinding(
          copy.step,
          .existingRows(
            .typeChanged(
              column: column.name, from: old.type, to: column.type, affinity: column.affinity, conversion)),
          object: rebuild.new.name, column: column.name)
      }
    }
  }

  /// What a change between these affinities does to values; `nil` if they stay the same.
  private static func conversion(from old: String, to new: String) -> LintFacts.Conversion? {
    switch (old, new) {
    case ("TEXT", "INTEGER"), ("TEXT", "NUMERIC"): .textToNumber
    case ("TEXT", "REAL"), ("BLOB", "REAL"): .textToReal
    case ("INTEGER", "REAL"), ("NUMERIC", "REAL"): .integerToReal
    default: nil
    }
  }
}

extension ScriptTrace {
  /// The copies of all rows of a table into its replacement.
  fileprivate var strictCopies: [(rebuild: Rebuild, copy: Rebuild.Copy)] {
    rebuilds.filter { !unreleased.contains($0.old.name.foldedASCII) }.flatMap { rebuild in
      rebuild.copies.filter(\.isWhole).prefix(1).map { (rebuild, $0) }
    }
  }

  /// Whether an earlier statement prepares the rows: an UPDATE of these columns (of any column if `columns` is empty),
  /// or a DELETE.
  fileprivate func isPrepared(_ columns: Set<String>, of rebuild: Rebuild, before step: Step) -> Bool {
    isPrepared(columns, table: .old(rebuild.old.name.foldedASCII), before: step)
  }

  private func isPrepared(_ columns: Set<String>, table: Identity?, before step: Step) -> Bool {
    let isHere = steps(before: step.index).contains {
      $0.prepares(columns) { former, name in former.identity(name) == table }
    }
    guard case .old(let key) = table, !isHere else { return isHere }
    return before.contains { $0.prepares(columns) { _, name in name.foldedASCII == key } }
  }

  fileprivate var newUniqueIndexes: [LintFinding] {
    steps.compactMap { step -> LintFinding? in
      guard step.hasRun, case .create(let creation) = step.action, creation.kind == .index,
        let index = step.after.indexes[creation.name.foldedASCII],
        step.before.indexes[creation.name.foldedASCII] == nil,
        let statement = index.statement, statement.isUnique, let table = step.before.table(index.table),
        !table.isTemporary, let old = oldTable(behind: index.table, at: step),
        !isKey(formerNames(of: statement, at: step), of: old, in: users),
        !isKey(statement.columnNames, of: table, in: step.before),
        !users.indexes(on: old.name).contains(where: { $0.statement?.hasSameReach(as: statement) == true }),
        !isPrepared(statement.columnNames ?? [], table: step.identity(index.table), before: step),
        !isPrepared([], table: .old(old.name.foldedASCII), before: step),
        !isNewlyNull((statement.columnNames ?? []).subtracting(old.columns.map(\.name.foldedASCII)), in: table),
        !isComputed(statement, from: old, at: step), !coversNoRow(statement, in: table, old, at: step)
      else { return nil }
      // If a table was filled by a copy that leaves rows out, its rows have been prepared.
      if rebuilds.contains(where: {
        $0.new.name.foldedASCII == index.table.foldedASCII && !$0.copies.allSatisfy(\.isWhole)
      }) {
        return nil
      }
      // A program that ran before may have created the index that DROP INDEX IF EXISTS drops.
      let isReplaced =
        programs.earlier.mention(creation.name)
        && dropsUnknownIndex(creation.name, before: step)
      return .unique(
        step, statement.columnNames ?? [], table.name, isPartial: statement.condition != nil,
        severity: isReplaced ? .note : nil)
    }
  }

  private func dropsUnknownIndex(_ name: String, before step: Step) -> Bool {
    steps(before: step.index).contains { former in
      if case .drop(let drop) = former.action {
        drop.kind == .index && drop.isConditional && drop.name.foldedASCII == name.foldedASCII
      } else {
        false
      }
    }
  }

  /// Whether the copy into a rebuilt table computes one of the index's columns from a row, so that its values may be
  /// different in each row.
  private func isComputed(_ index: IndexStatement, from old: SchemaState.Table, at step: Step) -> Bool {
    guard let columns = index.columnNames, case .new(let creation) = step.identity(index.table),
      let rebuild = rebuilds.first(where: { $0.creation.index == creation }), let copy = rebuild.copies.first,
      let targets = copy.insertion.targets(in: copy.step.before.table(copy.insertion.table) ?? rebuild.new)
    else { return false }
    return targets.contains { target in
      columns.contains(target.column.foldedASCII) && target.result.column == nil
        && old.columns.contains { target.result.tokens.mention($0.name) }
    }
  }

  /// Whether the condition of a partial index is false for the defaults of new columns that nothing has set yet.
  private func coversNoRow(
    _ index: IndexStatement, in table: SchemaState.Table, _ old: SchemaState.Table, at step: Step
  ) -> Bool {
    guard let condition = index.condition else { return false }
    let text = CanonicalPrinter.both(.unknown) { $0.write(condition) }.text
    let columns = table.columns.filter { Tokenizer.tokens(of: text).mention($0.name) }
    let isUnset = columns.allSatisfy { column in
      old.column(column.name) == nil && !column.isGenerated
        && !(before + steps(before: step.index)).contains { $0.sets(column.name) }
    }
    guard !columns.isEmpty, isUnset else { return false }
    let defaults = columns.map { column in
      let value =
        column.defaultValue.map { value in CanonicalPrinter.both(.unknown) { $0.write(value) }.text } ?? "NULL"
      return "(\(value)) AS \(Keyword.quoteAlways(column.name))"
    }
    let rows = try? ScratchDatabase(tracking: .none).rows(
      "SELECT 1 FROM (SELECT \(defaults.joined(separator: ", "))) WHERE \(text)")
    return rows?.isEmpty == true
  }

  fileprivate var newUniqueConstraints: [LintFinding] {
    strictCopies.flatMap { rebuild, copy -> [LintFinding] in
      rebuild.new.uniqueConstraints.compactMap { key -> LintFinding? in
        // A value that the copy computes may be different in each row.
        guard let former = copy.sources(of: key, in: rebuild.new), !isKey(former, of: rebuild.old, in: start),
          !isPrepared([], of: rebuild, before: copy.step)
        else { return nil }
        return .unique(copy.step, key, rebuild.old.name, isPartial: false)
      }
    }
  }

  /// The table from before the script whose rows are in `name`; `nil` if it has no such rows.
  private func oldTable(behind name: String, at step: Step) -> SchemaState.Table? {
    switch step.identity(name) {
    case .old(let former): unreleased.contains(former) ? nil : users.tables[former] ?? start.tables[former]
    case .new(let index):
      rebuilds.first {
        $0.creation.index == index && !$0.copies.isEmpty && !unreleased.contains($0.old.name.foldedASCII)
      }?.old
    case nil: nil
    }
  }

  /// The earlier names of an index's columns, in the table from which its table was copied.
  private func formerNames(of index: IndexStatement, at step: Step) -> Set<String>? {
    guard let columns = index.columnNames, case .new(let creation) = step.identity(index.table),
      let rebuild = rebuilds.first(where: { $0.creation.index == creation }), let copy = rebuild.copies.first
    else { return index.columnNames }
    return copy.sources(of: columns, in: rebuild.new)
  }

  private func isKey(_ columns: Set<String>?, of table: SchemaState.Table, in schema: SchemaState) -> Bool {
    guard let columns else { return false }
    return schema.uniqueKeys(of: table).contains { $0.isSubset(of: columns) }
  }

  /// > For the purposes of UNIQUE constraints, NULL values are considered distinct from all other values
  private func isNewlyNull(_ columns: Set<String>, in table: SchemaState.Table) -> Bool {
    columns.contains { name in
      guard let column = table.column(name), !column.isNotNull else { return false }
      return column.defaultValue.map { $0 == .literal("NULL") } ?? true
    }
  }
}

extension ScriptTrace.Step {
  fileprivate func prepares(_ columns: Set<String>, _ isTable: (Self, String) -> Bool) -> Bool {
    switch action {
    case .update(let update): isTable(self, update.table) && (columns.isEmpty || columns.contains(where: update.sets))
    case .delete(let deletion): isTable(self, deletion.table)
    default: false
    }
  }
}

extension ScriptTrace.Step {
  /// Whether the statement writes to a column of that name.
  fileprivate func sets(_ column: String) -> Bool {
    switch action {
    case .update(let update): update.sets(column)
    case .insert(let insertion): insertion.columns?.contains { $0.foldedASCII == column.foldedASCII } ?? true
    default: false
    }
  }
}

extension Rebuild.Copy {
  /// Whether each copied row satisfies the check, because a column was never NULL or had fewer allowed values.
  fileprivate func isCertain(
    _ check: Expression, from old: SchemaState.Table, to new: SchemaState.Table
  ) -> Bool {
    switch check {
    case .isNull(.name(let parts), negated: true):
      guard parts.count == 1, let source = source(of: parts[0].text, in: new), let column = old.column(source) else {
        return false
      }
      return column.isNotNull || old.rowidAlias?.foldedASCII == source.foldedASCII
    case .among(.name(let parts), let values, negated: false):
      guard parts.count == 1, let source = source(of: parts[0].text, in: new)?.foldedASCII, let wanted = values.values
      else { return false }
      return old.checks.contains { former in
        guard case .among(.name(let name), let list, negated: false) = former, let allowed = list.values else {
          return false
        }
        return name.count == 1 && name[0].text.foldedASCII == source && allowed.isSubset(of: wanted)
      }
    case .row(let parts): return parts.count == 1 && isCertain(parts[0], from: old, to: new)
    case .infix(let first, let others):
      let operands = [first] + others.map(\.operand)
      if others.allSatisfy({ $0.symbol.uppercasedASCII == "OR" }) {
        return operands.contains { isCertain($0, from: old, to: new) }
      }
      return others.allSatisfy { $0.symbol.uppercasedASCII == "AND" }
        && operands.allSatisfy { isCertain($0, from: old, to: new) }
    default: return false
    }
  }
}

extension Phrase {
  /// The literals of a list; `nil` if it contains anything else.
  fileprivate var values: Set<Expression>? {
    var values: Set<Expression> = []
    for piece in pieces {
      switch piece {
      case .word: break
      case .parenthesised(let inner):
        guard let others = inner.values else { return nil }
        values.formUnion(others)
      case .expression(.row(let parts)):
        values.formUnion(parts)
      case .expression(let value): values.insert(value)
      default: return nil
      }
    }
    let areLiterals = values.allSatisfy { value in
      switch value {
      case .string, .literal: true
      default: false
      }
    }
    return areLiterals ? values : nil
  }
}

extension SchemaState.Table {
  /// The CHECK constraints as text that does not depend on quotes and letter case.
  fileprivate var foldedChecks: Set<String> {
    Set(checks.map { check in CanonicalPrinter.both(.unknown) { $0.write(check) }.folded })
  }
}

extension IndexStatement {
  /// Whether both indexes require the same rows to be different.
  fileprivate func hasSameReach(as other: IndexStatement) -> Bool {
    isUnique && columns.map(\.expression) == other.columns.map(\.expression) && condition == other.condition
  }
}

extension LintFinding {
  fileprivate static func unique(
    _ step: ScriptTrace.Step, _ columns: Set<String>, _ table: String, isPartial: Bool,
    severity: LintRule.Severity? = nil
  ) -> LintFinding {
    LintFinding(
      step, .existingRows(.uniqueOverRows(table: table, columns: columns.sorted(), isPartial: isPartial)),
      object: table, severity: severity)
  }
}
