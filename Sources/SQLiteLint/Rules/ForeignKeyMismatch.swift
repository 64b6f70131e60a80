internal import SQLiteSyntax

extension LintRule {
  /// > If the database schema contains foreign key errors that require looking at more than one table definition to
  /// > identify, then those errors are not detected when the tables are created. Instead, such errors prevent the
  /// > application from preparing SQL statements that modify the content of the child or parent tables
  ///
  /// https://www.sqlite.org/foreignkeys.html#fk_indexes
  static let foreignKeyMismatch = LintRule("SL406", "foreign-key-mismatch", .error) { trace in
    trace.steps.flatMap { step -> [LintFinding] in
      guard let name = step.definesForeignKeys, step.hasRun, let child = trace.final.table(name),
        let written = step.after.table(name)
      else { return [] }
      let before = step.before.table(name)?.foreignKeys.count ?? 0
      return child.foreignKeys.dropFirst(before).compactMap { key in
        guard written.foreignKeys.contains(where: { $0.clause == key.clause && $0.columns == key.columns }) else {
          return nil
        }
        let parent = trace.final.table(key.clause.table)
        return key.mismatch(with: parent, in: trace.final).map { mismatch in
          LintFinding(
            step, .foreignKeys(.mismatch(mismatch, child: name, parent: parent?.name ?? key.clause.table)),
            object: name, column: key.columns.first)
        }
      }
    }
  }
}

extension ScriptTrace.Step {
  /// The table to which the statement may add foreign keys.
  fileprivate var definesForeignKeys: String? {
    switch action {
    case .create(let creation) where creation.kind == .table && !creation.isTemporary: creation.name
    case .addColumn(let addition): addition.table
    default: nil
    }
  }
}

extension SchemaState.Table.ForeignKey {
  /// The reason why the foreign key cannot refer to any row of `parent`; `nil` if it can.
  fileprivate func mismatch(with parent: SchemaState.Table?, in schema: SchemaState) -> LintFacts.Mismatch? {
    guard let parent else { return .noTable }
    guard parent.statement != nil else { return nil }
    let wanted = clause.columns.isEmpty ? parent.primaryKey : clause.columns
    guard let wanted else { return .noPrimaryKey }
    guard wanted.count == columns.count else { return .columnCount(columns.count, inParent: wanted.count) }
    if let missing = wanted.first(where: { parent.column($0) == nil }) { return .noColumn(missing) }
    let folded = Set(wanted.map(\.foldedASCII))
    return schema.uniqueKeys(of: parent).contains(folded) || parent.rowidAlias?.foldedASCII == wanted[0].foldedASCII
      ? nil : .notUnique(wanted)
  }
}
