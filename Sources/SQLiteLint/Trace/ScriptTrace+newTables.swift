internal import SQLiteSyntax

extension ScriptTrace.Step {
  /// The ordinary table with a rowid that this statement creates, if it did not exist before; otherwise `nil`.
  var newTable: SchemaState.Table? {
    guard hasRun, case .create(let creation) = action, creation.kind == .table, !creation.isTemporary,
      before.table(creation.name) == nil, let table = after.table(creation.name), let statement = table.statement,
      !statement.isStrict, !statement.isWithoutRowid
    else { return nil }
    return table
  }
}

extension ScriptTrace {
  /// Whether the table that the statement created exists in the end, and no table had its name before.
  func isNew(by step: Step) -> Bool {
    names[step.index].map { users.table($0) == nil && start.table($0) == nil } ?? false
  }
}

extension SchemaState.Table {
  /// Whether the key is one integer column that can be NULL and is not the rowid.
  var isRowidLookalike: Bool {
    guard rowidAlias == nil, let key = primaryKey, key.count == 1, let column = column(key[0]), !column.isNotNull,
      column.defaultValue == nil
    else { return false }
    return column.affinity == "INTEGER"
  }
}
