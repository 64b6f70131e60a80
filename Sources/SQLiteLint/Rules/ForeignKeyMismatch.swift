internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > If the database schema contains foreign key errors that require looking at more than one table definition to
  /// > identify, then those errors are not detected when the tables are created. Instead, such errors prevent the
  /// > application from preparing SQL statements that modify the content of the child or parent tables
  ///
  /// https://www.sqlite.org/foreignkeys.html#fk_indexes
  static let foreignKeyMismatch = LintRule(
    "SL406", "Foreign key does not match a unique key", "foreign-key-mismatch", .error
  ) { trace in
    trace.steps.flatMap { step -> [LintFinding] in
      guard let name = step.foreignKeyTable, step.hasRun, let child = trace.final.table(name),
        let written = step.after.table(name)
      else { return [] }
      let before = step.before.table(name)?.foreignKeys.count ?? 0
      return child.foreignKeys.dropFirst(before).compactMap { key in
        guard written.foreignKeys.contains(where: { $0.clause == key.clause && $0.columns == key.columns }) else {
          return nil
        }
        let parent = trace.final.table(key.clause.table)
        return key.mismatch(of: name, with: parent, in: trace.final).map { mismatch in
          LintFinding(step, mismatch, object: name, column: key.columns.first)
        }
      }
    }
  }
}

/// A foreign key that cannot refer to any row of its parent.
struct ForeignKeyMismatch: LintViolation {
  /// What the parent lacks.
  enum Mismatch: String, Codable { case noTable, noPrimaryKey, columnCount, noColumn, notUnique }

  let child: String
  let parent: String
  let mismatch: Mismatch
  /// The number of columns of the foreign key, and of the key that it refers to, if they differ.
  var columnCount: Int?
  var parentColumnCount: Int?
  /// The column that the parent lacks, or the columns that are not a key.
  var parentColumns: [String]?

  static var rule: LintRule { .foreignKeyMismatch }
  var message: String { "\(reason): with foreign keys on, every INSERT and DELETE on \(child) fails" }
  var help: Help { "refer to the primary key, or create a unique index on the referenced columns" }

  private var reason: String {
    let columns = (parentColumns ?? []).joined(separator: ", ")
    return switch mismatch {
    case .noTable: "no migration creates \(parent), which the foreign key refers to"
    case .noPrimaryKey: "\(parent) has no primary key to refer to"
    case .columnCount:
      "the foreign key's column count (\(columnCount ?? 0)) differs from that of \(parent)'s key (\(parentColumnCount ?? 0))"
    case .noColumn: "\(parent) has no column \(columns)"
    case .notUnique: "\(parent) (\(columns)) is neither the primary key nor unique"
    }
  }
}

extension SchemaState.Table.ForeignKey {
  /// The reason why the foreign key cannot refer to any row of `parent`; `nil` if it can.
  fileprivate func mismatch(
    of child: Identifier, with parent: SchemaState.Table?, in schema: SchemaState
  ) -> ForeignKeyMismatch? {
    let name = (parent?.name ?? clause.table).text
    func found(_ mismatch: ForeignKeyMismatch.Mismatch, _ columns: [Identifier]? = nil) -> ForeignKeyMismatch {
      ForeignKeyMismatch(
        child: child.text, parent: name, mismatch: mismatch, parentColumns: columns?.map(\.text))
    }
    guard let parent else { return found(.noTable) }
    guard parent.statement != nil else { return nil }
    let wanted = clause.columns.isEmpty ? parent.primaryKey : clause.columns
    guard let wanted else { return found(.noPrimaryKey) }
    guard wanted.count == columns.count else {
      return ForeignKeyMismatch(
        child: child.text, parent: name, mismatch: .columnCount, columnCount: columns.count,
        parentColumnCount: wanted.count)
    }
    if let missing = wanted.first(where: { parent.column($0) == nil }) { return found(.noColumn, [missing]) }
    return schema.uniqueKeys(of: parent).contains(Set(wanted)) || parent.rowidAlias == wanted[0]
      ? nil : found(.notUnique, wanted)
  }
}
