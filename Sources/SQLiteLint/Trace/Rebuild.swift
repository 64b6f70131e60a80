internal import SQLiteSyntax

/// A table that a script has replaced by another of the same name: created, filled from the old one, and renamed.
/// https://www.sqlite.org/lang_altertable.html#otheralter
struct Rebuild {
  /// The table before the script.
  let old: SchemaState.Table
  /// The table after the script.
  let new: SchemaState.Table
  /// The statement that created the new table.
  let creation: ScriptTrace.Step
  /// The statements that fill the new table directly from the old one.
  let copies: [Copy]
  /// The statement that dropped the old table; `nil` if the table still exists.
  let drop: ScriptTrace.Step?

  /// An INSERT of rows of the old table into the new one.
  struct Copy {
    let step: ScriptTrace.Step
    let insertion: Insertion

    /// Whether the statement copies every row, and fails if one violates a constraint.
    var isWhole: Bool { insertion.conflict == nil && insertion.source?.isWholeTable == true }

    /// The same for every row without NULL in columns that the statement tests: rows that have equal values are copied.
    var keepsDuplicates: Bool { insertion.conflict == nil && insertion.source?.isWholeTableApartFromNull == true }

    /// The column of the old table that is copied to `column` unchanged; `nil` if it receives another expression.
    func source(of column: Identifier, in table: SchemaState.Table) -> Identifier? {
      let targets = insertion.targets(in: step.before.table(insertion.table) ?? table, at: step)
      return targets?.first { $0.column == column }?.source
    }

    /// The folded names of the columns that are copied to `columns` unchanged; `nil` if one of them receives another
    /// expression.
    func sources(of columns: Set<Identifier>, in table: SchemaState.Table) -> Set<Identifier>? {
      let sources = columns.compactMap { source(of: $0, in: table) }
      return sources.count == columns.count ? Set(sources) : nil
    }
  }
}

extension ScriptTrace {
  /// The rebuilt tables, sorted by name. A script that failed has not rebuilt any.
  var rebuilds: [Rebuild] {
    guard failure == nil else { return [] }
    return end.sortedTables.compactMap { new in
      let key = new.name
      guard let old = start.tables[key], !old.isTemporary, old.statement != nil, new.statement != nil,
        case .new(let index) = identities[key], let creation = steps.first(where: { $0.index == index })
      else { return nil }
      let copies = steps.compactMap { step -> Rebuild.Copy? in
        guard case .insert(let insertion) = step.action, let source = insertion.source,
          step.identity(insertion.table) == .new(index),
          source.tables.contains(where: { step.identity($0) == .old(key) })
        else { return nil }
        return Rebuild.Copy(step: step, insertion: insertion)
      }
      let drop = steps.first { step in
        if case .drop(let drop) = step.action, drop.kind == .table {
          step.identity(drop.name) == .old(key)
        } else {
          false
        }
      }
      return Rebuild(old: old, new: new, creation: creation, copies: copies, drop: drop)
    }
  }
}

extension Insertion {
  /// The target column of each result; `nil` if they cannot be determined, because of a `*` or a different number of
  /// columns.
  func targets(in table: SchemaState.Table) -> [(column: Identifier, result: CopyQuery.Result)]? {
    guard let source, !source.isValues, !source.results.contains(where: \.isStar) else { return nil }
    let columns = columns ?? table.storedColumns.map(\.name)
    guard columns.count == source.results.count else { return nil }
    return zip(columns, source.results).map { ($0, $1) }
  }

  /// The target column of each result, with the column that it copies. A single `*` is expanded to the columns of its
  /// table.
  func targets(in table: SchemaState.Table, at step: ScriptTrace.Step) -> [(column: Identifier, source: Identifier?)]? {
    if let targets = targets(in: table) { return targets.map { ($0.column, $0.result.column?.identifier) } }
    guard let source, source.results.count == 1, source.results[0].isStar, source.tables.count == 1,
      let from = step.before.table(source.tables[0]), from.statement != nil
    else { return nil }
    let columns = columns ?? table.storedColumns.map(\.name)
    guard columns.count == from.columns.count else { return nil }
    return zip(columns, from.columns).map { ($0, $1.name) }
  }
}
