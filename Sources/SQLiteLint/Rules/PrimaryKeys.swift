internal import SQLiteSyntax

extension LintRule {
  /// > According to the SQL standard, PRIMARY KEY should always imply NOT NULL. Unfortunately, due to a bug in some early
  /// > versions, this is not the case in SQLite.
  ///
  /// https://www.sqlite.org/lang_createtable.html#the_primary_key
  static let nullablePrimaryKey = LintRule("SL440", "nullable-primary-key", .note) { trace in
    let found = trace.steps.compactMap {
      step -> (step: ScriptTrace.Step, table: String, column: TableStatement.Column)? in
      guard let table = step.newTable, table.rowidAlias == nil, !table.isRowidLookalike,
        let column = table.primaryKey?.compactMap({ table.column($0) }).first(where: { !$0.isNotNull }),
        // A replacement for an existing table is not new.
        trace.isNew(by: step)
      else { return nil }
      return (step, table.name, column)
    }
    guard let (step, table, column) = found.first else { return [] }
    // All tables of a migration are reported in one finding.
    return [
      LintFinding(
        step,
        .existingRows(
          .nullablePrimaryKey(column: column.name, type: column.type, otherTables: found.count - 1)),
        object: table, column: column.name)
    ]
  }

  /// > if the declared type is exactly "INTEGER" … the column is an alias for the rowid
  ///
  /// https://www.sqlite.org/lang_createtable.html#rowid
  static let rowidLookalike = LintRule.each("SL441", "rowid-lookalike", .warning) { step, trace in
    guard let table = step.newTable, table.isRowidLookalike, let key = table.primaryKey?.first,
      let column = table.column(key),
      trace.isNew(by: step)
    else { return nil }
    return LintFinding(
      step, .existingRows(.rowidLookalike(column: column.name, type: column.type)), object: table.name,
      column: column.name, severity: table.isNumbered(by: column) ? nil : .note)
  }
}

extension ScriptTrace.Step {
  /// The ordinary table with a rowid that this statement creates, if it did not exist before; otherwise `nil`.
  fileprivate var newTable: SchemaState.Table? {
    guard hasRun, case .create(let creation) = action, creation.kind == .table, !creation.isTemporary,
      before.table(creation.name) == nil, let table = after.table(creation.name), let statement = table.statement,
      !statement.isStrict, !statement.isWithoutRowid
    else { return nil }
    return table
  }
}

extension ScriptTrace {
  /// Whether the table that the statement created exists in the end, and no table had its name before.
  fileprivate func isNew(by step: Step) -> Bool {
    identities.contains { $0.value == .new(step.index) && users.table($0.key) == nil && start.table($0.key) == nil }
  }
}

extension SchemaState.Table {
  /// Whether the key is one integer column that can be NULL and is not the rowid.
  fileprivate var isRowidLookalike: Bool {
    guard rowidAlias == nil, let key = primaryKey, key.count == 1, let column = column(key[0]), !column.isNotNull,
      column.defaultValue == nil
    else { return false }
    return column.affinity == "INTEGER"
  }

  /// Whether the column's name says that its values only number the rows. A block height or the key of another table comes
  /// from the application.
  fileprivate func isNumbered(by column: TableStatement.Column) -> Bool {
    let name = column.name.foldedASCII
    let isReference = foreignKeys.contains { $0.columns.map(\.foldedASCII) == [name] }
    return !isReference && ["id", "pk", "key"].contains(where: name.hasSuffix)
  }
}
