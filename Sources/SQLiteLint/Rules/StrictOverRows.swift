internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > if the value cannot be losslessly converted in the specified datatype, then an SQLITE_CONSTRAINT_DATATYPE error is
  /// > raised
  ///
  /// https://www.sqlite.org/stricttables.html
  static let strictOverRows = LintRule(
    "SL438", "STRICT over existing rows", "strict-over-rows", .warning, isUpToPrograms: true
  ) { trace in
    trace.strictCopies.compactMap { rebuild, copy -> LintFinding? in
      guard rebuild.new.statement?.isStrict == true, rebuild.old.statement?.isStrict == false,
        let column = rebuild.new.columns.first(where: { column in
          column.type != "ANY" && !column.isGenerated && rebuild.old.rowidAlias != column.name
            && copy.source(of: column.name, in: rebuild.new) != nil
        }), !trace.isPrepared([], of: rebuild, before: copy.step)
      else { return nil }
      return LintFinding(
        copy.step,
        StrictOverRows(table: rebuild.old.name.text, column: column.name.text, type: column.type),
        object: rebuild.new.name)
    }
  }
}

struct StrictOverRows: LintViolation {
  let table: String
  /// The first that may contain a value that is not of its type.
  let column: String
  let type: String

  static var rule: LintRule { .strictOverRows }
  var message: String {
    "this fails if \(table) contains a value of the wrong type, such as text in \(column): the new table is STRICT, the old one is not"
  }
  var help: Help { "select CAST(\(Keyword.quote(column)) AS \(type)), or UPDATE such rows before the copy" }
}
