internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > INSERT … If no column-list is specified then the number of values inserted into each row must be the same as the
  /// > number of columns in the table.
  ///
  /// For a trigger, SQLite checks this only later. https://www.sqlite.org/lang_insert.html
  static let triggerByPosition = LintRule.each(
    "SL460", "Trigger depends on column positions", "trigger-by-position", .warning
  ) { step, _ in
    guard step.hasRun, case .create(let creation) = step.action, creation.kind == .trigger,
      let insertion = step.body.lazy.compactMap({ $0.positionalTable(in: step.before) }).first
    else { return nil }
    return LintFinding(step, TriggerByPosition(table: insertion.text), object: creation.name)
  }
}

struct TriggerByPosition: LintViolation {
  let table: String

  static var rule: LintRule { .triggerByPosition }
  var message: String {
    "the trigger fills \(table) by position: once \(table) gets another column, every write that fires the trigger fails"
  }
  var help: Help { "name the columns: INSERT INTO \(Keyword.quote(table)) (…) …" }
}

extension ScriptTrace.Step {
  /// The statements between BEGIN and END.
  fileprivate var body: [[Token]] {
    guard let begin = tokens.firstIndex(where: { $0.isKeyword("BEGIN") }) else { return [] }
    return tokens[(begin + 1)...].split { $0.isPunctuation(";") }.map(Array.init)
  }
}

extension [Token] {
  /// The table of an INSERT without a list of columns; `nil` for any other statement, and for a virtual table, whose
  /// columns do not change.
  fileprivate func positionalTable(in schema: SchemaState) -> Identifier? {
    guard let first, first.isKeyword("INSERT") || first.isKeyword("REPLACE"),
      let into = firstIndex(where: { $0.isKeyword("INTO") }), into + 2 < count
    else { return nil }
    let (name, next) = (self[into + 1].identifier, self[into + 2])
    guard ["VALUES", "SELECT"].contains(where: next.isKeyword), schema.table(name)?.virtual == nil else { return nil }
    return name
  }
}
