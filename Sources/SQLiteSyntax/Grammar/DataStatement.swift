/// A statement of a migration, as far as it says where rows and values go.
package enum DataStatement: Hashable, Sendable {
  /// A column as a CREATE TABLE or ADD COLUMN declares it.
  package struct Column: Hashable, Sendable {
    package let name: String
    /// Such a column is in `*` of a SELECT and not in an INSERT.
    package var isGenerated = false
  }

  /// `SET a = …`; several columns have one value where that is a query for all of them.
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
  /// `selection` is nil for VALUES. `conflict` is what stands behind OR.
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

  /// A table in FROM, with the name it has in the query.
  package struct Table: Hashable, Sendable {
    package let name: String
    package var alias: String?
  }

  package var results: [Result] = []
  /// In the order of FROM; with what is in subqueries where the query is not a plain one.
  package var tables: [Table] = []
  /// What can leave rows out: `WHERE`, `JOIN`, `DISTINCT`, `GROUP BY`, `LIMIT`; or ``picking``.
  package var narrowing: [String] = []
  /// Whether it is a common table, a compound or a subquery, of which the tables alone are known.
  package var isOpaque = false

  /// A WHERE that takes the rows with a value that is written out.
  package static let picking = "WHERE ="
}
