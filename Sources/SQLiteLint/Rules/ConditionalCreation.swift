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
    let existing: String? =
      switch creation.kind {
      case .table: step.before.tables[key].map { Self.meaning($0) }
      case .index: step.before.indexes[key].map { Self.meaning($0.sql) }
      case .view: step.before.views[key].map { Self.meaning($0.sql) }
      case .trigger: step.before.triggers[key].map { Self.meaning($0.sql) }
      }
    guard let existing else { return nil }
    let wanted = creation.definition.map(Self.meaning) ?? Self.meaning(step.text)
    guard existing != wanted, creation.query == nil, !creation.isVirtual else { return nil }
    let facts: LintFacts.Meaning =
      creation.kind == .table
      ? .tableExists(creation.name)
      : .objectExists(creation.name, kind: creation.kind.rawValue, table: Self.otherTable(creation, at: step))
    return LintFinding(step, .meaning(facts), object: creation.name)
  }

  /// The table of the existing index or trigger, if the new one is for another table.
  private static func otherTable(_ creation: Creation, at step: ScriptTrace.Step) -> String? {
    let key = creation.name.foldedASCII
    let existing: String? =
      switch creation.kind {
      case .index: step.before.indexes[key]?.table
      case .trigger: step.before.triggers[key]?.table
      case .table, .view: nil
      }
    return existing.flatMap { $0.foldedASCII == creation.table?.foldedASCII ? nil : $0 }
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
