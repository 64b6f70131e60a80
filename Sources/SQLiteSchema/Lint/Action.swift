/// What one statement of a script does, as far as the rules of ``LintRule`` ask.
enum Action: Sendable {
  case create(Creation)
  case drop(Drop)
  case renameTable(String, to: String)
  case renameColumn(table: String, String, to: String)
  case addColumn(ColumnAddition)
  case dropColumn(table: String, String)
  case insert(Insertion)
  case update(Updating)
  case delete(Deletion)
  case pragma(name: String, value: String?)
  case begin
  case commit
  case rollback
  case vacuum
  case attach
  case other
}

enum ObjectKind: String, Sendable {
  case table, index, view, trigger
}

struct Creation: Sendable {
  let kind: ObjectKind
  let name: String
  /// The table of an index or a trigger.
  var table: String?
  var isTemporary = false
  var isVirtual = false
  /// `IF NOT EXISTS`.
  var isConditional = false
  /// `CREATE TABLE … AS SELECT`.
  var query: CopyQuery?
  /// What it says, where it was understood.
  var definition: TableStatement?
}

struct Drop: Sendable {
  let kind: ObjectKind
  let name: String
  /// `IF EXISTS`.
  let isConditional: Bool
}

struct ColumnAddition: Sendable {
  let table: String
  /// Nil where it was not understood.
  let column: TableStatement.Column?
  /// The definition, from the column's name on.
  let tokens: [Token]
}

/// INSERT and REPLACE.
struct Insertion: Sendable {
  let table: String
  /// `REPLACE`, `IGNORE`, …; nil where nothing is said.
  let conflict: String?
  /// Nil where values go to columns by position.
  let columns: [String]?
  /// Nil for `DEFAULT VALUES`.
  let source: CopyQuery?
}

/// The query that gives an INSERT or a CREATE TABLE its rows: its first SELECT.
struct CopyQuery: Sendable {
  struct Result: Sendable {
    let tokens: [Token]
    /// The column, where the result is a column and nothing else.
    let column: Name?
    /// `*` or `t.*`.
    let isStar: Bool
  }

  let results: [Result]
  /// Folded names of what stands in FROM.
  let tables: [String]
  /// From WHERE on, without what follows it.
  let filter: [Token]
  let isValues: Bool
  /// DISTINCT, GROUP BY or LIMIT: not every row comes through.
  let isReduced: Bool
  let isCompound: Bool

  /// Whether every row of one table comes through.
  var isWholeTable: Bool { !isValues && !isReduced && !isCompound && filter.isEmpty && tables.count == 1 }
}

struct Updating: Sendable {
  struct Assignment: Sendable {
    let columns: [String]
    let value: [Token]
  }

  let table: String
  let assignments: [Assignment]
  let filter: [Token]
  let hasFrom: Bool

  func sets(_ column: String) -> Bool {
    assignments.contains { $0.columns.contains { $0.foldedASCII == column.foldedASCII } }
  }
}

struct Deletion: Sendable {
  let table: String
  let filter: [Token]
}

extension [Token] {
  /// Whether a name stands there, whatever its quotes.
  func mention(_ name: String) -> Bool {
    let folded = name.foldedASCII
    return contains { [.word, .doubleQuoted, .quotedName].contains($0.kind) && $0.text.foldedASCII == folded }
  }
}
