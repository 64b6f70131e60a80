package import Findings
internal import SQLiteLint
internal import SQLiteSchema
internal import SQLiteSyntax

// SL411 to SL422.

extension LintFacts.RebuiltTable {
  /// The consequence, in one sentence without a full stop.
  var message: String {
    switch self {
    case .triggerLost(let trigger, let table):
      "the trigger \(trigger) of \(table) is dropped with the old table, and the migration does not create it again"
    case .indexLost(let index, false, _):
      "the index \(index) is dropped with the old table, and the migration does not create it again"
    case .indexLost(let index, true, _):
      "the unique index \(index) is dropped with the old table, and the migration does not create it again, so duplicates become possible"
    case .autoincrementLost(let table, let key):
      "without AUTOINCREMENT, new rows of \(table) can get the \(key) of deleted rows"
    case .sequenceRestarts(let table, _):
      "the sequence of \(table) restarts after the highest copied id, so ids of deleted rows can be used again"
    case .rowidsRenumbered(let table, _, let fullTextTable):
      "\(table) has no INTEGER PRIMARY KEY, so the copied rows get new rowids, and searches of \(fullTextTable) return wrong rows"
    case .columnNotCopied(let column, let hasDefault):
      "the copy leaves out \(column): every row gets \(hasDefault ? "its default" : "NULL") instead"
    case .keyNotCopied(let column, let referrer):
      "the copy leaves out \(column): rows get new keys, and rows of \(referrer) refer to the old ones"
    case .columnsCrossed(_, _, let first, let others, let isByPosition):
      "\(isByPosition ? "columns are matched by position: " : "")\(first.column) gets the values of \(first.source), and "
        + (others.count == 1
          ? "\(first.source) those of \(others[0].source)" : "\(others.count) more columns are mixed up")
    case .copyByStar(let table, _, _):
      "* returns the columns of \(table) in the order that they have in each database, which can differ from the order here"
    case .rowsIgnored(let table, _):
      "this silently skips rows of \(table) that violate a constraint of the new table; they are lost with the old table"
    case .rowsReplaced(let table, _):
      "if rows of \(table) have the same key in the new table, this silently keeps only the last of them"
    case .createdAsCopy(let table, let isReplacement):
      "\(table) gets no primary key, NOT NULL, DEFAULT or other constraint\(isReplacement ? "; those of the old table are lost" : "")"
    case .tableLeftOver(let table, let origin):
      "\(table), with the rows of \(origin), remains in every database"
    case .fullTextContentGone(let table, let content):
      "the full-text table \(table) reads its content from \(content), which no longer exists: searches that read a column fail"
    }
  }

  /// The recommended replacement.
  var help: Help {
    switch self {
    case .triggerLost(let trigger, _):
      "run CREATE TRIGGER \(Keyword.quote(trigger)) … after the rename; if it is no longer needed, run DROP TRIGGER \(Keyword.quote(trigger)); before"
    case .indexLost(_, _, let definition): "\(definition); after the rename"
    case .autoincrementLost(_, let key): "declare \(Keyword.quote(key)) INTEGER PRIMARY KEY AUTOINCREMENT"
    case .sequenceRestarts(let table, let copy):
      "run UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = \(CanonicalPrinter.string(table))) WHERE name = \(CanonicalPrinter.string(copy)); before the DROP TABLE"
    case .rowidsRenumbered(_, let copy, let fullTextTable):
      "copy the rowid: INSERT INTO \(Keyword.quote(copy)) (rowid, …) SELECT rowid, …; or run INSERT INTO \(Keyword.quote(fullTextTable)) (\(Keyword.quote(fullTextTable))) VALUES ('rebuild'); at the end"
    case .columnNotCopied(let column, _), .keyNotCopied(let column, _):
      "add \(Keyword.quote(column)) to the columns of the INSERT and of the SELECT"
    case .columnsCrossed(let table, let columns, _, _, _):
      "select the columns in the order in which the INSERT names them: INSERT INTO \(Keyword.quote(table)) (\(columns.quoted)) SELECT …"
    case .copyByStar(let table, let copy, let columns):
      "INSERT INTO \(Keyword.quote(copy)) (\(columns.quoted)) SELECT \(columns.quoted) FROM \(Keyword.quote(table));"
    case .rowsIgnored(_, let copy), .rowsReplaced(_, let copy):
      "use a plain INSERT INTO \(Keyword.quote(copy)) …, and UPDATE such rows before it so that they fit"
    case .createdAsCopy: "write CREATE TABLE with all columns and constraints, then INSERT INTO … SELECT"
    case .tableLeftOver(let table, _): "once its rows are copied, run DROP TABLE \(Keyword.quote(table));"
    case .fullTextContentGone(let table, _):
      "create \(Keyword.quote(table)) again with the new content table, and run its 'rebuild' command"
    }
  }
}

extension [String] {
  /// Names as SQL text, separated by commas.
  fileprivate var quoted: String { map(Keyword.quote).joined(separator: ", ") }
}
