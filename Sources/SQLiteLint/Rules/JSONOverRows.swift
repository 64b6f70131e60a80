internal import Findings
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension LintRule {
  /// Finds JSON functions over a column whose rows may contain other text. SQLite's functions raise the error "malformed
  /// JSON" for such text, which ends the migration. An empty text is such a text.
  ///
  /// https://www.sqlite.org/json1.html
  static let jsonOverRows = LintRule.each(
    "SL442", "JSON functions over existing rows", "json-over-rows", .warning, isUpToPrograms: true, isAboutRows: true
  ) { step, trace in
    guard step.hasRun, let (name, filter) = step.rowsRead, step.isOld(name), let table = step.before.table(name),
      !step.tokens.mention("json_valid")
    else { return nil }
    let read = step.tokens.readAsJSON
    let column = table.storedColumns.first { column in
      read.contains(column.name) && trace.users.tables[name]?.column(column.name) != nil
        && !filter.restricts(column.name) && !trace.users.isJSON(column, of: table)
        && !trace.isPrepared([column.name], table: step.identity(name), before: step)
    }
    guard let column else { return nil }
    return LintFinding(
      step, JSONOverRows(table: name.text, column: column.name.text), object: name, column: column.name)
  }
}

struct JSONOverRows: LintViolation {
  let table: String
  let column: String

  static var rule: LintRule { .jsonOverRows }
  var message: String {
    "this fails if a row of \(table) has a text in \(column) that is not JSON, such as an empty text"
  }
  var help: Help {
    "leave such rows out with WHERE json_valid(\(Keyword.quote(column))), or test each value with CASE WHEN json_valid(\(Keyword.quote(column)))"
  }
}

extension ScriptTrace.Step {
  /// The one table whose rows an UPDATE or an INSERT … SELECT reads, and the condition on them.
  fileprivate var rowsRead: (table: Identifier, filter: [Token])? {
    switch action {
    case .update(let update) where !update.hasFrom: (update.table, update.filter)
    case .insert(let insertion):
      insertion.source.flatMap { $0.tables.count == 1 && !$0.isCompound ? ($0.tables[0], $0.filter) : nil }
    default: nil
    }
  }
}

extension SchemaState {
  /// Whether something says that the column contains only JSON: its type, its default, a CHECK, a generated column, an index, a view or
  /// a trigger that reads it as JSON.
  fileprivate func isJSON(_ column: TableStatement.Column, of table: Table) -> Bool {
    if Identifier(column.type).folded.contains("json") { return true }
    if case .string(let text)? = column.defaultValue, text.hasPrefix("{") || text.hasPrefix("[") { return true }
    let constraints = table.columns.flatMap(\.constraints) + (table.statement?.constraints ?? [])
    let expressions = constraints.compactMap { constraint -> Expression? in
      switch constraint.rule {
      case .check(let expression, _), .generated(let expression, _): expression
      default: nil
      }
    }
    let definitions =
      expressions.map { expression in CanonicalPrinter.both(.unknown) { $0.write(expression) }.text }
      + indexes(on: table.name).map(\.sql) + triggers(on: table.name).map(\.sql)
      + views.values.map(\.sql).filter { Tokenizer.tokens(of: $0).mention(table.name) }
    return definitions.contains { Tokenizer.tokens(of: $0).readAsJSON.contains(column.name) }
  }
}

extension [Token] {
  /// The columns that a JSON function or `->` reads, also as `t.column`.
  fileprivate var readAsJSON: Set<Identifier> {
    var columns: Set<Identifier> = []
    for index in indices {
      if self[index].isPunctuation("->") || self[index].isPunctuation("->>") {
        if index > 0, self[index - 1].isName { columns.insert(self[index - 1].identifier) }
      } else if self[index].isPunctuation("("), index > 0, self[index - 1].kind == .word,
        JSONFunctions.readers.contains(self[index - 1].identifier)
      {
        var name = index + 1
        while name + 2 < count, self[name].isName, self[name + 1].isPunctuation(".") { name += 2 }
        if name < count, self[name].isName { columns.insert(self[name].identifier) }
      }
    }
    return columns
  }

  /// Whether a condition says more of the column than that it is not NULL.
  fileprivate func restricts(_ column: Identifier) -> Bool {
    indices.contains { index in
      guard self[index].isName, self[index].identifier == column else { return false }
      let next = self[(index + 1)...].prefix(3).map { $0.text.uppercasedASCII }
      return next != ["IS", "NOT", "NULL"] && next.first != "NOTNULL"
    }
  }
}
