internal import SQLiteSyntax

extension LintRule {
  /// > Indices are not required for child key columns but they are almost always beneficial. … Each time an application
  /// > deletes a row from the … parent table, it performs the equivalent of the following SELECT statement … a linear scan
  ///
  /// https://www.sqlite.org/foreignkeys.html#fk_indexes
  static let unindexedForeignKey = LintRule("SL407", "unindexed-foreign-key", .note) { trace in
    trace.steps.compactMap { step in
      guard step.hasRun, let name = step.foreignKeyTable, let table = trace.final.table(name),
        trace.end.table(name) != nil
      else { return nil }
      let before = step.before.table(name)?.foreignKeys.count ?? 0
      let written = step.after.table(name)?.foreignKeys.dropFirst(before).map(\.columns) ?? []
      let open = written.filter { columns in
        table.foreignKeys.contains { $0.columns == columns } && !trace.final.hasIndex(beginning: columns, table)
      }
      guard let first = open.first else { return nil }
      return LintFinding(
        step, .foreignKeys(.unindexed(table: name, keys: open)), object: name, column: first.first)
    }
  }
}

extension ScriptTrace.Step {
  fileprivate var foreignKeyTable: String? {
    switch action {
    case .create(let creation) where creation.kind == .table && !creation.isTemporary: creation.name
    case .addColumn(let addition): addition.table
    default: nil
    }
  }
}

extension SchemaState {
  /// Whether an index finds the rows with given values of these columns.
  fileprivate func hasIndex(beginning columns: [String], _ table: Table) -> Bool {
    let wanted = Set(columns.map(\.foldedASCII))
    func begins(_ names: [String]) -> Bool { Set(names.prefix(wanted.count).map(\.foldedASCII)) == wanted }
    if table.rowidAlias.map({ begins([$0]) }) == true || table.orderedKeys.contains(where: begins) { return true }
    return indexes(on: table.name).contains { index in
      index.statement.map { $0.condition == nil && begins($0.columns.leadingNames) } == true
    }
  }
}
