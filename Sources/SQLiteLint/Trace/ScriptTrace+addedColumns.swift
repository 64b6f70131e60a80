internal import SQLiteSandbox
internal import SQLiteSyntax

extension ScriptTrace {
  /// The column that an ADD COLUMN statement adds, if that fails in a table with a row; otherwise `nil`.
  ///
  /// - Parameter refusal: a part of SQLite's message when the column is added to a table with one row.
  func column(
    addedBy step: Step, refusal: String, foreignKeys: Bool = false
  ) -> (table: Identifier, name: Identifier?)? {
    guard case .addColumn(let addition) = step.action, !isEmpty(addition.table, before: step),
      addition.refusal(foreignKeys: foreignKeys, in: step.text)?.contains(refusal) == true
    else { return nil }
    return (addition.table, addition.column?.name)
  }
}

extension ColumnAddition {
  /// SQLite's message when the column is added to a table that has only one row and one other column; `nil` if that
  /// succeeds.
  fileprivate func refusal(foreignKeys: Bool, in statement: String) -> String? {
    guard let first = tokens.first, let last = tokens.last,
      let definition = String(
        Substring(statement).utf8.dropFirst(first.range.lowerBound).prefix(
          last.range.upperBound - first.range.lowerBound))
    else { return nil }
    do {
      let database = try ScratchDatabase(tracking: .none, foreignKeys: foreignKeys)
      try database.execute("CREATE TABLE \"a table\" (\"a row\"); INSERT INTO \"a table\" VALUES (1)")
      try database.execute("ALTER TABLE \"a table\" ADD COLUMN " + definition)
      return nil
    } catch {
      return (error as? SchemaError)?.message
    }
  }
}
