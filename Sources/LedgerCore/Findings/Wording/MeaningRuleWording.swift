package import Findings
internal import SQLiteLint
internal import SQLiteSchema
internal import SQLiteSyntax

// SL451 to SL460.

extension LintFacts.Meaning {
  /// The consequence, in one sentence without a full stop.
  var message: String {
    switch self {
    case .textForColumn(let text, let column):
      "\"\(text)\" is not a column, so SQLite reads it as a string: every row gets the text '\(text)' in \(column)"
    case .textInIndex(let text):
      "\"\(text)\" is not a column, so SQLite reads it as a string: the index contains the same text for every row"
    case .quotedStrings(let texts):
      "\(texts.prefix(3).map { "\"\($0)\"" }.joined(separator: ", "))\(texts.count > 3 ? ", …" : "") \(texts.count == 1 ? "is not a column" : "are not columns"), and not every SQLite accepts double quotes around a string"
    case .comparedWithNull(let operand, let comparison, let statement):
      "\(operand) \(comparison) NULL is never true, so it selects no row to \(statement.rawValue)"
    case .deletesEveryRow(let table):
      "this deletes every row of \(table) in every database, and no statement copies them before"
    case .overwritesEveryRow(let table, let column, let value):
      "this sets \(column) to \(value.isEmpty ? "''" : value) in every row of \(table) and overwrites the users' values"
    case .tableExists(let name):
      "the table \(name) already exists with a different definition, so this does nothing"
    case .objectExists(let name, let kind, .some(let table)):
      "\(table) already has \(kind == "index" ? "an" : "a") \(kind) of the name \(name), so this does nothing"
    case .objectExists(let name, let kind, nil):
      "the \(kind) \(name) already exists with a different definition, so this does nothing"
    case .dropsNothing(let name, let kind): "no \(kind) \(name) exists at this point, so this drops nothing"
    case .defaultIsText(let text, _):
      "the default is the literal text '\(text)', not a value that SQLite computes"
    case .timeOfUpgrade(let column):
      "this sets \(column) to the time of the upgrade, in rows that may be years old"
    case .tableDropped(let name):
      "this discards every row of \(name) in every database, and no statement copies them before"
    case .columnDropped(let name, let table):
      "this discards the values of \(name) in every row of \(table), and no statement copies them before"
    case .viewBroken(let name, let reason):
      "the view \(name) no longer compiles (\(reason)): every query of it fails"
    case .triggerBroken(let name, let reason):
      "the trigger \(name) no longer compiles (\(reason)): every write that fires it fails"
    case .triggerByPosition(let table):
      "the trigger fills \(table) by position: once \(table) gets another column, every write that fires the trigger fails"
    }
  }

  /// The recommended replacement.
  var help: Help {
    switch self {
    case .textForColumn(let text, _), .textInIndex(let text):
      "write the name of an existing column, or \(CanonicalPrinter.string(text)) if the text is intended"
    case .quotedStrings(let texts): "write \(CanonicalPrinter.string(texts.first ?? "")) for the string"
    case .comparedWithNull(let operand, "=", _), .comparedWithNull(let operand, "==", _):
      "write \(operand) IS NULL"
    case .comparedWithNull(let operand, _, _): "write \(operand) IS NOT NULL"
    case .deletesEveryRow(let table):
      "copy the rows with INSERT INTO … SELECT … FROM \(Keyword.quote(table)); first, or add a WHERE clause"
    case .overwritesEveryRow(let table, let column, _):
      "restrict it with UPDATE \(Keyword.quote(table)) SET … WHERE \(Keyword.quote(column)) …"
    case .tableExists(let name):
      "use ALTER TABLE \(Keyword.quote(name)) …, or rebuild the table and copy the rows"
    case .objectExists(_, let kind, .some): "choose another name: all of a database's \(kind) names are different"
    case .objectExists(let name, let kind, nil): "run DROP \(kind.uppercasedASCII) \(Keyword.quote(name)); first"
    case .dropsNothing: "check the name: schemaledger show prints the frozen schema"
    case .defaultIsText(let text, .word):
      "write DEFAULT (\(text)()) to call a function, or DEFAULT '\(text)' for the text"
    case .defaultIsText(let text, .quotedKeyword): "write DEFAULT \(text.uppercasedASCII), without quotes"
    case .defaultIsText(let text, .quotedCall): "write DEFAULT (\(text)), without quotes"
    case .timeOfUpgrade: "use a time that the row already contains, or NULL if it is unknown"
    case .tableDropped(let name):
      "copy what is needed with INSERT INTO … SELECT … FROM \(Keyword.quote(name)); first, or keep the table for one more release"
    case .columnDropped(let name, _):
      "copy what is needed with UPDATE … SET … = \(Keyword.quote(name)); first, or keep the column for one more release"
    case .viewBroken(let name, _):
      "run DROP VIEW \(Keyword.quote(name)); before, and create it again for the new schema if it is still needed"
    case .triggerBroken(let name, _):
      "run DROP TRIGGER \(Keyword.quote(name)); before, and create it again for the new schema if it is still needed"
    case .triggerByPosition(let table): "name the columns: INSERT INTO \(Keyword.quote(table)) (…) …"
    }
  }
}
