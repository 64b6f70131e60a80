internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// Finds a copy of rows that remains in every database.
  static let tableLeftOver = LintRule("SL421", "Table left over", "table-left-over", .warning) { trace in
    trace.leftOver.map { left in
      LintFinding(
        left.step, TableLeftOver(table: left.table.name.text, origin: left.origin.text),
        object: left.table.name)
    }
  }
}

struct TableLeftOver: LintViolation {
  let table: String
  /// The table whose rows it contains.
  let origin: String

  static var rule: LintRule { .tableLeftOver }
  var message: String { "\(table), with the rows of \(origin), remains in every database" }
  var help: Help { "once its rows are copied, run DROP TABLE \(Keyword.quote(table));" }
}
