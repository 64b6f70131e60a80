internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > According to the SQL standard, PRIMARY KEY should always imply NOT NULL. Unfortunately, due to a bug in some early
  /// > versions, this is not the case in SQLite.
  ///
  /// https://www.sqlite.org/lang_createtable.html#the_primary_key
  static let nullablePrimaryKey = LintRule("SL440", "Primary key that allows NULL", "nullable-primary-key", .note) {
    trace in
    let found = trace.steps.compactMap {
      step -> (step: ScriptTrace.Step, table: Identifier, column: TableStatement.Column)? in
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
        NullablePrimaryKey(column: column.name.text, type: column.type, otherTableCount: found.count - 1),
        object: table, column: column.name)
    ]
  }
}

struct NullablePrimaryKey: LintViolation {
  let column: String
  let type: String
  /// The number of further tables of the migration with such a key.
  let otherTableCount: Int

  static var rule: LintRule { .nullablePrimaryKey }
  var message: String {
    let others = otherTableCount == 1 ? "1 more table" : "\(otherTableCount) more tables"
    return "\(column) can be NULL in any number of rows: in SQLite, PRIMARY KEY does not imply NOT NULL"
      + (otherTableCount == 0 ? "" : " (also in \(others) of this migration)")
  }
  var help: Help {
    type.isEmpty ? "declare \(Keyword.quote(column)) NOT NULL" : "declare \(Keyword.quote(column)) \(type) NOT NULL"
  }
}
