package import Findings
internal import SQLiteLint
internal import SQLiteSyntax

// SL431 to SL441.

extension LintFacts.ExistingRows {
  /// The consequence, in one sentence without a full stop.
  var message: String {
    switch self {
    case .notNullWithoutDefault:
      "this fails on every database in which the table has a row: the new column is NOT NULL and has no default"
    case .nonConstantDefault:
      "this fails on every database in which the table has a row: the default is not a constant"
    case .defaultFailsConstraint:
      "this fails on every database in which the table has a row: the value that existing rows get violates the column's constraint"
    case .referencesWithDefault:
      "with foreign keys on, this fails on every database in which the table has a row: a new column with REFERENCES must default to NULL"
    case .notNullWithoutBackfill(let table, let column):
      "this fails if a row of \(table) has NULL in \(column), which the old table allows"
    case .uniqueOverRows(let table, let columns, let isPartial):
      "this fails if two rows of \(table)\(isPartial ? " that the index covers" : "") have the same \(columns.isEmpty ? "indexed value" : columns.joined(separator: ", "))"
    case .checkOverRows(let table, let check):
      "this fails if a row of \(table) violates CHECK (\(check)), which the old table does not have"
    case .strictOverRows(let table, let column, _):
      "this fails if \(table) contains a value of the wrong type, such as text in \(column): the new table is STRICT, the old one is not"
    case .typeChanged(let column, let old, let new, _, let conversion):
      "the type of \(column) changes from \(old.isEmpty ? "none" : old) to \(new.isEmpty ? "none" : new): \(conversion.effect)"
    case .nullablePrimaryKey(let column, _, 0):
      "\(column) can be NULL in any number of rows: in SQLite, PRIMARY KEY does not imply NOT NULL"
    case .nullablePrimaryKey(let column, _, let count):
      "\(column) can be NULL in any number of rows: in SQLite, PRIMARY KEY does not imply NOT NULL (also in \(count) more table\(count == 1 ? "" : "s") of this migration)"
    case .rowidLookalike(let column, "INTEGER"):
      "INTEGER PRIMARY KEY DESC is not an alias for the rowid: a row inserted without \(column) gets NULL"
    case .rowidLookalike(let column, let type):
      "\(type) PRIMARY KEY is not an alias for the rowid: a row inserted without \(column) gets NULL"
    }
  }

  /// The recommended replacement.
  var help: Help {
    switch self {
    case .notNullWithoutDefault: "add a DEFAULT that is right for existing rows, such as NOT NULL DEFAULT ''"
    case .nonConstantDefault:
      "add the column without the default and UPDATE the rows; if new rows need the default, rebuild the table"
    case .defaultFailsConstraint: "choose a DEFAULT that satisfies the constraint"
    case .referencesWithDefault: "add the column without DEFAULT and NOT NULL, then UPDATE the rows"
    case .notNullWithoutBackfill(_, let column):
      "select COALESCE(\(Keyword.quote(column)), …), or UPDATE such rows before the copy"
    case .uniqueOverRows(let table, _, _):
      "before this statement, run UPDATE \(Keyword.quote(table)) SET … so that such rows differ, or merge them into one"
    case .checkOverRows:
      "UPDATE such rows before the copy so that they fit, or convert the values with CASE in the SELECT"
    case .strictOverRows(_, let column, let type):
      "select CAST(\(Keyword.quote(column)) AS \(type)), or UPDATE such rows before the copy"
    case .typeChanged(let column, _, _, let affinity, _):
      "keep the type, or make the conversion explicit: CAST(\(Keyword.quote(column)) AS \(affinity))"
    case .nullablePrimaryKey(let column, "", _): "declare \(Keyword.quote(column)) NOT NULL"
    case .nullablePrimaryKey(let column, let type, _): "declare \(Keyword.quote(column)) \(type) NOT NULL"
    case .rowidLookalike(let column, _): "declare \(Keyword.quote(column)) INTEGER PRIMARY KEY"
    }
  }
}

extension LintFacts.Conversion {
  fileprivate var effect: String {
    switch self {
    case .textToNumber: "text that looks like a number becomes a number, so '007' becomes 7"
    case .textToReal: "text that looks like a number becomes a number, so '007' becomes 7.0"
    case .integerToReal: "integers of more than 15 digits, such as ids and nanosecond timestamps, are rounded"
    }
  }
}
