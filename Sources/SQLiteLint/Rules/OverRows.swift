internal import SQLiteSchema
internal import SQLiteSyntax

extension LintRule {
  /// Finds a NOT NULL column that allowed NULL before.
  static let notNullWithoutBackfill = LintRule("SL435", "not-null-without-backfill", .warning) { trace in
    trace.strictCopies.flatMap { rebuild, copy -> [LintFinding] in
      rebuild.new.columns.compactMap { column in
        guard column.isNotNull, !column.isGenerated, let old = rebuild.old.column(column.name), !old.isNotNull,
          !rebuild.old.isKeyColumn(column.name), !trace.hasDefaultEverywhere(old, of: rebuild.old, before: copy.step),
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
  var strictCopies: [(rebuild: Rebuild, copy: Rebuild.Copy)] {
    rebuilds.filter { !unreleased.contains($0.old.name.foldedASCII) }.flatMap { rebuild in
      rebuild.copies.filter(\.isWhole).prefix(1).map { (rebuild, $0) }
    }
  }

  /// Whether an earlier statement prepares the rows: an UPDATE of these columns (of any column if `columns` is empty),
  /// or a DELETE.
  func isPrepared(_ columns: Set<String>, of rebuild: Rebuild, before step: Step) -> Bool {
    isPrepared(columns, table: .old(rebuild.old.name.foldedASCII), before: step)
  }

  func isPrepared(_ columns: Set<String>, table: Identity?, before step: Step) -> Bool {
    let isHere = steps(before: step.index).contains {
      $0.prepares(columns) { former, name in former.identity(name) == table }
    }
    guard case .old(let key) = table, !isHere else { return isHere }
    return before.contains { $0.prepares(columns) { _, name in name.foldedASCII == key } }
  }

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
  func sets(_ column: String) -> Bool {
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
