internal import CanonicalJSON
internal import Findings
internal import SQLiteSchema
internal import SQLiteSyntax

extension LintRule {
  /// > If … "IF NOT EXISTS" … and a table or view … of the same name already exists, the CREATE TABLE command simply has
  /// > no effect
  ///
  /// https://www.sqlite.org/lang_createtable.html
  static let conditionalCreation = LintRule.each("SL454", "Conditional creation", "conditional-creation", .error) {
    step, _ in
    guard step.hasRun, case .create(let creation) = step.action, creation.isConditional, !creation.isTemporary else {
      return nil
    }
    let key = creation.name
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
    let violation: any LintViolation =
      creation.kind == .table
      ? TableExists(table: creation.name.text)
      : ObjectExists(
        object: creation.name.text, objectKind: creation.kind.rawValue,
        table: Self.otherTable(creation, at: step)?.text)
    return LintFinding(step, violation, object: creation.name)
  }

  /// The table of the existing index or trigger, if the new one is for another table.
  private static func otherTable(_ creation: Creation, at step: ScriptTrace.Step) -> Identifier? {
    let key = creation.name
    let existing: Identifier? =
      switch creation.kind {
      case .index: step.before.indexes[key]?.table
      case .trigger: step.before.triggers[key]?.table
      case .table, .view: nil
      }
    return existing.flatMap { $0 == creation.table ? nil : $0 }
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

struct TableExists: LintViolation {
  enum CodingKeys: String, CodingKey { case table = "name" }

  let table: String

  static var rule: LintRule { .conditionalCreation }
  var message: String { "the table \(table) already exists with a different definition, so this does nothing" }
  var help: Help { "use ALTER TABLE \(Keyword.quote(table)) …, or rebuild the table and copy the rows" }
}

/// An index, a view or a trigger.
struct ObjectExists: LintViolation {
  enum CodingKeys: String, CodingKey {
    case object = "name"
    case objectKind, table
  }

  let object: String
  /// `index`, `view` or `trigger`.
  let objectKind: String
  /// The table that the existing index or trigger belongs to, if it is not the one of the statement.
  @NullIfNil var table: String?

  static var rule: LintRule { .conditionalCreation }
  var message: String {
    guard let table else {
      return "the \(objectKind) \(object) already exists with a different definition, so this does nothing"
    }
    let kind = objectKind == "index" ? "an index" : "a \(objectKind)"
    return "\(table) already has \(kind) of the name \(object), so this does nothing"
  }
  var help: Help {
    table == nil
      ? "run DROP \(objectKind.uppercasedASCII) \(Keyword.quote(object)); first"
      : "choose another name: all of a database's \(objectKind) names are different"
  }
}

extension CanonicalTable {
  fileprivate var sortedFoldedSQL: String { sqlWithSortedColumns.folded }
}
