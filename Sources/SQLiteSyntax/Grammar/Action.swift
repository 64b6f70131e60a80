/// What one statement of a script does, as far as the rules of ``LintRule`` ask.
package enum Action: Sendable {
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

package enum ObjectKind: String, Sendable {
  case table, index, view, trigger
}

package struct Creation: Sendable {
  package let kind: ObjectKind
  package let name: String
  /// The table of an index or a trigger.
  package var table: String?
  package var isTemporary = false
  package var isVirtual = false
  /// `IF NOT EXISTS`.
  package var isConditional = false
  /// `CREATE TABLE … AS SELECT`.
  package var query: CopyQuery?
  /// What it says, where it was understood.
  package var definition: TableStatement?
}

package struct Drop: Sendable {
  package let kind: ObjectKind
  package let name: String
  /// `IF EXISTS`.
  package let isConditional: Bool
}

package struct ColumnAddition: Sendable {
  package let table: String
  /// Nil where it was not understood.
  package let column: TableStatement.Column?
  /// The definition, from the column's name on.
  package let tokens: [Token]
}

/// INSERT and REPLACE.
package struct Insertion: Sendable {
  package let table: String
  /// `REPLACE`, `IGNORE`, …; nil where nothing is said.
  package let conflict: String?
  /// Nil where values go to columns by position.
  package let columns: [String]?
  /// Nil for `DEFAULT VALUES`.
  package let source: CopyQuery?
}

/// The query that gives an INSERT or a CREATE TABLE its rows: its first SELECT.
package struct CopyQuery: Sendable {
  package struct Result: Sendable {
    package let tokens: [Token]
    /// The column, where the result is a column and nothing else.
    package let column: Name?
    /// `*` or `t.*`.
    package let isStar: Bool
  }

  package let results: [Result]
  /// Folded names of what stands in FROM.
  package let tables: [String]
  /// From WHERE on, without what follows it.
  package let filter: [Token]
  package let isValues: Bool
  /// DISTINCT, GROUP BY or LIMIT: not every row comes through.
  let isReduced: Bool
  let isCompound: Bool

  /// Whether every row of one table comes through.
  package var isWholeTable: Bool { !isValues && !isReduced && !isCompound && filter.isEmpty && tables.count == 1 }
}

package struct Updating: Sendable {
  package struct Assignment: Sendable {
    package let columns: [String]
    package let value: [Token]
  }

  package let table: String
  package let assignments: [Assignment]
  package let filter: [Token]
  package let hasFrom: Bool

  package func sets(_ column: String) -> Bool {
    assignments.contains { $0.columns.contains { $0.foldedASCII == column.foldedASCII } }
  }
}

package struct Deletion: Sendable {
  package let table: String
  package let filter: [Token]
}

extension [Token] {
  /// Whether a name stands there, whatever its quotes.
  package func mention(_ name: String) -> Bool {
    let folded = name.foldedASCII
    return contains { [.word, .doubleQuoted, .quotedName].contains($0.kind) && $0.text.foldedASCII == folded }
  }
}
