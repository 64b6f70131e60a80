/// The parts of a migration's statement that show where rows and values are moved.
package enum DataStatement: Hashable, Sendable {
  /// A column that a CREATE TABLE or ADD COLUMN declares.
  package struct Column: Hashable, Sendable {
    package let name: String
    /// Whether the column is generated. `SELECT *` includes a generated column; an INSERT does not.
    package var isGenerated = false
  }

  /// One assignment of a SET clause. It has several columns if a query supplies a value for each of them.
  package struct Assignment: Hashable, Sendable {
    package let columns: [String]
    package let value: Expression
  }

  case createTable(String, [Column])
  case createTableAs(String, Selection)
  case dropTable(String)
  case renameTable(String, to: String)
  case addColumn(String, Column)
  case renameColumn(String, String, to: String)
  case dropColumn(String, String)
  /// An INSERT or REPLACE. `selection` is `nil` for VALUES and DEFAULT VALUES. `conflict` is the word after `OR`, or
  /// `REPLACE`.
  case insert(String, columns: [String]?, Selection?, conflict: String?)
  case update(String, [Assignment], hasCondition: Bool)
  case delete(String, hasCondition: Bool)
}

/// The SELECT of an `INSERT … SELECT` or `CREATE TABLE … AS SELECT`.
package struct Selection: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    /// `*`
    case all
    /// `t.*`
    case allOf(String)
    case expression(Expression, alias: String?)
  }

  /// A table in FROM, with its name in the schema and its alias in the query.
  package struct Table: Hashable, Sendable {
    package let name: String
    package var alias: String?
  }

  package var results: [Result] = []
  /// The tables in the order of FROM. If ``isOpaque``, this includes the tables of subqueries.
  package var tables: [Table] = []
  /// The clauses that can leave rows out: `WHERE`, `JOIN`, `DISTINCT`, `GROUP BY`, `LIMIT`, or ``picking``.
  package var narrowing: [String] = []
  /// Whether only ``tables`` is known, because the query has a common table, a compound operator or a subquery in FROM.
  package var isOpaque = false

  /// Marks a WHERE that compares a column with literal values.
  package static let picking = "WHERE ="
}
