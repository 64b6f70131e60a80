internal import SQLiteSchema
internal import SQLiteSyntax

extension LintRule {
  /// > If … "IF NOT EXISTS" … and a table or view … of the same name already exists, the CREATE TABLE command simply has
  /// > no effect
  ///
  /// https://www.sqlite.org/lang_createtable.html
  static let conditionalCreation = LintRule.each("SL454", "conditional-creation", .error) { step, _ in
    guard step.hasRun, case .create(let creation) = step.action, creation.isConditional, !creation.isTemporary else {
      return nil
    }
    let key = creation.name.foldedASCII
    let existing: (sql: String, kind: String)? =
      switch creation.kind {
      case .table: step.before.tables[key].map { (Self.meaning($0), "table") }
      case .index: step.before.indexes[key].map { (Self.meaning($0.sql), "index") }
      case .view: step.before.views[key].map { (Self.meaning($0.sql), "view") }
      case .trigger: step.before.triggers[key].map { (Self.meaning($0.sql), "trigger") }
      }
    guard let existing else { return nil }
    let wanted = creation.definition.map(Self.meaning) ?? Self.meaning(step.text)
    guard existing.sql != wanted, creation.query == nil, !creation.isVirtual else { return nil }
    return LintFinding(
      step,
      "the \(existing.kind) \(creation.name) already exists with a different definition, so this does nothing",
      hint: creation.kind == .table
        ? "use ALTER TABLE \(Keyword.quote(creation.name)) …, or rebuild the table and copy the rows"
        : "run DROP \(creation.kind.rawValue.uppercasedASCII) \(Keyword.quote(creation.name)); first",
      object: creation.name)
  }

  private static func meaning(_ table: SchemaState.Table) -> String { table.statement.map(meaning) ?? "" }

  /// The definition without the name, which is the same in both.
  private static func meaning(_ table: TableStatement) -> String {
    CanonicalTable("t", table, sql: "").sortedFoldedSQL
  }

  /// The tokens of the definition, without the words that only restrict when or where it is created.
  private static func meaning(_ sql: String) -> String {
    let text = Script.meaning(of: sql).replacing(" if not exists ", with: " ")
    return text.replacing(/^create (temp |temporary )?(unique )?(index|view|trigger) ("?main"? \. )?/) { match in
      "create \(match.2 ?? "")\(match.3) "
    }
  }
}

extension CanonicalTable {
  fileprivate var sortedFoldedSQL: String { sqlWithSortedColumns.folded }
}
