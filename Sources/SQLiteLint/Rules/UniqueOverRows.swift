internal import CanonicalJSON
internal import Findings
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension LintRule {
  /// > Any attempt to create a UNIQUE index … on a table that already contains duplicate … is an error
  ///
  /// https://www.sqlite.org/lang_createindex.html#unique_indexes
  static let uniqueOverRows = LintRule(
    "SL436", "UNIQUE over existing rows", "unique-over-rows", .warning, isUpToPrograms: true
  ) { trace in
    trace.newUniqueIndexes + trace.newUniqueConstraints + trace.keysOfNewTables
  }
}

struct UniqueOverRows: LintViolation {
  let table: String
  /// Sorted; empty if the index has an expression.
  let columns: [String]
  /// Whether the index has a WHERE clause.
  let isPartial: Bool
  /// The new collation of a column of a key that compared its values in another way; `nil` if there is none.
  @NullIfNil var collation: String?

  static var rule: LintRule { .uniqueOverRows }
  var message: String {
    let rows = isPartial ? " that the index covers" : ""
    let values =
      (columns.isEmpty ? "indexed value" : columns.joined(separator: ", "))
      + (collation.map { " by COLLATE \($0)" } ?? "")
    return "this fails if two rows of \(table)\(rows) have the same \(values)"
  }
  var help: Help {
    "before this statement, run UPDATE \(Keyword.quote(table)) SET … so that such rows differ, or merge them into one"
  }
}

extension ScriptTrace {
  fileprivate var newUniqueIndexes: [LintFinding] {
    steps.compactMap { step -> LintFinding? in
      guard step.hasRun, case .create(let creation) = step.action, creation.kind == .index,
        let index = step.after.indexes[creation.name],
        step.before.indexes[creation.name] == nil,
        let statement = index.statement, statement.isUnique, let table = step.before.table(index.table),
        !table.isTemporary, let old = oldTable(behind: index.table, at: step),
        !isKey(statement.columnNames, of: table, in: step.before)
      else { return nil }
      let collation = newCollation(of: statement.columnNames ?? [], in: table, old)
      let former = formerNames(of: statement, at: step)
      let isOld =
        isKey(former, of: old, in: users)
        || former == statement.columnNames
          && users.indexes(on: old.name).contains { $0.statement?.reaches(asFarAs: statement) == true }
      guard !isOld || collation != nil,
        !isPrepared(statement.columnNames ?? [], table: step.identity(index.table), before: step),
        !isPrepared([], table: .old(old.name), before: step),
        !isNewlyNull(statement, in: table, old), !isComputed(statement, from: old, at: step),
        !coversNoRow(statement, in: table, old, at: step)
      else { return nil }
      // If a table was filled by a copy that leaves rows out, its rows have been prepared.
      if rebuilds.contains(where: {
        $0.new.name == index.table && !$0.copies.allSatisfy(\.keepsDuplicates)
      }) {
        return nil
      }
      // A program that ran before may have created the index that DROP INDEX IF EXISTS drops.
      let isReplaced =
        programs.earlier.mention(creation.name)
        && dropsUnknownIndex(creation.name, before: step)
      return .unique(
        step, statement.columnNames ?? [], table.name, isPartial: statement.condition != nil,
        collation: isOld ? collation : nil, severity: isReplaced ? .note : nil)
    }
  }

  private func dropsUnknownIndex(_ name: Identifier, before step: Step) -> Bool {
    steps(before: step.index).contains { former in
      if case .drop(let drop) = former.action {
        drop.kind == .index && drop.isConditional && drop.name == name
      } else {
        false
      }
    }
  }

  /// Whether the copy into a rebuilt table computes one of the index's columns from a row, or at random, so that its values
  /// may be different in each row.
  private func isComputed(_ index: IndexStatement, from old: SchemaState.Table, at step: Step) -> Bool {
    guard let columns = index.columnNames, case .new(let creation) = step.identity(index.table),
      let rebuild = rebuilds.first(where: { $0.creation.index == creation }), let copy = rebuild.copies.first,
      let targets = copy.insertion.targets(in: copy.step.before.table(copy.insertion.table) ?? rebuild.new)
    else { return false }
    return targets.contains { target in
      columns.contains(target.column) && target.result.column == nil
        && (old.columns.map(\.name) + ["random", "randomblob"]).contains(where: target.result.tokens.mention)
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
    copies(where: \.keepsDuplicates).flatMap { rebuild, copy -> [LintFinding] in
      rebuild.new.uniqueConstraints.compactMap { key -> LintFinding? in
        // A value that the copy computes may be different in each row.
        guard let former = copy.sources(of: key, in: rebuild.new), !isPrepared([], of: rebuild, before: copy.step)
        else { return nil }
        let isOld = isKey(former, of: rebuild.old, in: start)
        let collation = newCollation(of: key, in: rebuild.new, rebuild.old)
        guard !isOld || collation != nil else { return nil }
        return .unique(
          copy.step, key, rebuild.old.name, isPartial: false, collation: isOld ? collation : nil)
      }
    }
  }

  /// The collation of a column that takes values for equal which were different in the old table; `nil` if there is none.
  ///
  /// https://www.sqlite.org/datatype3.html#collation
  private func newCollation(
    of columns: Set<Identifier>, in table: SchemaState.Table, _ old: SchemaState.Table
  ) -> String? {
    columns.sorted().lazy.compactMap { name -> String? in
      guard let collation = table.column(name)?.collation, collation != "BINARY", let former = old.column(name),
        former.collation != collation
      else { return nil }
      return collation.text
    }.first
  }

  /// The keys of other new tables that get rows of old ones.
  fileprivate var keysOfNewTables: [LintFinding] {
    steps.flatMap { step -> [LintFinding] in
      guard step.hasRun, case .insert(let insertion) = step.action, insertion.conflict == nil,
        case .new(let creation)? = step.identity(insertion.table),
        !rebuilds.contains(where: { $0.creation.index == creation }), let source = insertion.source,
        source.tables.count == 1, !source.isCompound, source.isWholeTableApartFromNull || !source.grouping.isEmpty,
        case .old(let name)? = step.identity(source.tables[0]), !unreleased.contains(name),
        let old = users.tables[name], let table = step.before.table(insertion.table), !table.isTemporary,
        let targets = insertion.targets(in: table), !isPrepared([], table: .old(name), before: step)
      else { return [] }
      // One row of each group is copied.
      let groups = source.grouping.split { $0.text == "," }.map { $0.count == 1 ? $0.first?.identifier : nil }
      if groups.contains(where: { $0 == nil }) { return [] }
      return table.uniqueConstraints.compactMap { key -> LintFinding? in
        let sources = key.compactMap { column in
          targets.first { $0.column == column }.flatMap { $0.result.column?.identifier }
        }
        guard sources.count == key.count, sources.allSatisfy({ old.column($0) != nil }),
          !isKey(Set(sources), of: old, in: users),
          groups.isEmpty || !Set(groups.compactMap { $0 }).isSubset(of: sources)
        else { return nil }
        return .unique(step, Set(sources), old.name, isPartial: false)
      }
    }
  }

  /// The table from before the script whose rows are in `name`; `nil` if it has no such rows.
  private func oldTable(behind name: Identifier, at step: Step) -> SchemaState.Table? {
    switch step.identity(name) {
    case .old(let former): unreleased.contains(former) ? nil : users.tables[former] ?? start.tables[former]
    case .new(let index):
      rebuilds.first {
        $0.creation.index == index && !$0.copies.isEmpty && !unreleased.contains($0.old.name)
      }?.old
    case nil: nil
    }
  }

  /// The earlier names of an index's columns, in the table from which its table was copied, or before they were renamed.
  private func formerNames(of index: IndexStatement, at step: Step) -> Set<Identifier>? {
    guard let columns = index.columnNames, case .new(let creation) = step.identity(index.table),
      let rebuild = rebuilds.first(where: { $0.creation.index == creation }), let copy = rebuild.copies.first
    else { return index.columnNames.map { namesBeforeRenames(of: $0, in: index.table, at: step) } }
    return copy.sources(of: columns, in: rebuild.new)
  }

  private func namesBeforeRenames(of columns: Set<Identifier>, in table: Identifier, at step: Step) -> Set<Identifier> {
    let identity = step.identity(table)
    return steps(before: step.index).reversed().reduce(columns) { names, former in
      guard case .renameColumn(let owner, let old, let new) = former.action, former.hasRun,
        former.identity(owner) == identity, names.contains(new)
      else { return names }
      return names.subtracting([new]).union([old])
    }
  }

  private func isKey(_ columns: Set<Identifier>?, of table: SchemaState.Table, in schema: SchemaState) -> Bool {
    columns.map { schema.isKey($0, of: table) } ?? false
  }

  /// Whether a column or an expression of the index is NULL in each row, because it uses only new columns without a
  /// default.
  ///
  /// > For the purposes of UNIQUE constraints, NULL values are considered distinct from all other values
  private func isNewlyNull(_ index: IndexStatement, in table: SchemaState.Table, _ old: SchemaState.Table) -> Bool {
    let new = table.columns.filter { column in
      old.column(column.name) == nil && !column.isNotNull && !column.isGenerated
        && column.defaultValue.map { $0 == .literal("NULL") } ?? true
    }
    guard !new.isEmpty else { return false }
    let row = new.map { "NULL AS \(Keyword.quoteAlways($0.name))" }.joined(separator: ", ")
    return index.columns.contains { column in
      let text = CanonicalPrinter.both(.unknown) { $0.write(column.expression) }.text
      guard new.contains(where: { Tokenizer.tokens(of: text).mention($0.name) }) else { return false }
      let rows = try? ScratchDatabase(tracking: .none).rows("SELECT 1 FROM (SELECT \(row)) WHERE (\(text)) IS NULL")
      return rows?.isEmpty == false
    }
  }
}

extension IndexStatement {
  /// Whether this index requires all rows to be different of which the other one requires it.
  fileprivate func reaches(asFarAs other: IndexStatement) -> Bool {
    isUnique && columns.map(\.expression) == other.columns.map(\.expression)
      && (condition == nil || condition == other.condition)
  }
}

extension LintFinding {
  fileprivate static func unique(
    _ step: ScriptTrace.Step, _ columns: Set<Identifier>, _ table: Identifier, isPartial: Bool,
    collation: String? = nil, severity: Severity? = nil
  ) -> LintFinding {
    LintFinding(
      step,
      UniqueOverRows(
        table: table.text, columns: columns.sorted().map(\.text), isPartial: isPartial, collation: collation),
      object: table, severity: severity)
  }
}
