internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > if the declared type is exactly "INTEGER" … the column is an alias for the rowid
  ///
  /// https://www.sqlite.org/lang_createtable.html#rowid
  static let rowidLookalike = LintRule.each("SL441", "Primary key that is not the rowid", "rowid-lookalike", .warning) {
    step, trace in
    guard let table = step.newTable, table.isRowidLookalike, let key = table.primaryKey?.first,
      let column = table.column(key),
      trace.isNew(by: step)
    else { return nil }
    return LintFinding(
      step, RowidLookalike(column: column.name.text, type: column.type), object: table.name,
      column: column.name, severity: table.isNumbered(by: column) ? nil : .note)
  }
}

struct RowidLookalike: LintViolation {
  let column: String
  let type: String

  static var rule: LintRule { .rowidLookalike }
  var message: String {
    let key = type == "INTEGER" ? "INTEGER PRIMARY KEY DESC" : "\(type) PRIMARY KEY"
    return "\(key) is not an alias for the rowid: a row inserted without \(column) gets NULL"
  }
  var help: Help { "declare \(Keyword.quote(column)) INTEGER PRIMARY KEY" }
}

extension SchemaState.Table {
  /// Whether the column's name says that its values only number the rows. A block height or the key of another table comes
  /// from the application.
  fileprivate func isNumbered(by column: TableStatement.Column) -> Bool {
    let name = column.name
    let isReference = foreignKeys.contains { $0.columns == [name] }
    return !isReference && ["id", "pk", "key"].contains(where: name.folded.hasSuffix)
  }
}
