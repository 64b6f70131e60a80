/// The effect of one statement of a script, with the detail that the rules of ``LintRule`` need.
package enum Action: Sendable {
  case create(Creation)
  case drop(Drop)
  case renameTable(Identifier, to: Identifier)
  case renameColumn(table: Identifier, Identifier, to: Identifier)
  case addColumn(ColumnAddition)
  case dropColumn(table: Identifier, Identifier)
  case insert(Insertion)
  case update(Updating)
  case delete(Deletion)
  case pragma(name: Identifier, value: String?)
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
  package let name: Identifier
  /// The table that an index or a trigger belongs to; `nil` for a table and a view.
  package var table: Identifier?
  package var isTemporary = false
  package var isVirtual = false
  /// Whether the statement has `IF NOT EXISTS`.
  package var isConditional = false
  /// The query of `CREATE TABLE … AS SELECT`; otherwise `nil`.
  package var query: CopyQuery?
  /// The parsed `CREATE TABLE` statement; `nil` for other objects and if the parser does not understand it.
  package var definition: TableStatement?
}

package struct Drop: Sendable {
  package let kind: ObjectKind
  package let name: Identifier
  /// Whether the statement has `IF EXISTS`.
  package let isConditional: Bool
}

package struct ColumnAddition: Sendable {
  package let table: Identifier
  /// The parsed column; `nil` if the parser does not understand it.
  package let column: TableStatement.Column?
  /// The tokens of the definition, from the column's name on, without the semicolon.
  package let tokens: [Token]
}

/// An INSERT or REPLACE statement.
package struct Insertion: Sendable {
  package let table: Identifier
  /// The word after `OR`, such as `IGNORE`, in upper case; `REPLACE` for a REPLACE statement; `nil` if there is none.
  package let conflict: String?
  /// The columns that the statement lists; `nil` if it assigns values to columns by position.
  package let columns: [Identifier]?
  /// The query or the VALUES; `nil` for `DEFAULT VALUES`.
  package let source: CopyQuery?
}

/// The query that supplies the rows of an INSERT or a CREATE TABLE. For a compound query, this describes its first
/// SELECT.
package struct CopyQuery: Sendable {
  package struct Result: Sendable {
    package let tokens: [Token]
    /// The name of the column, if the result is a plain column; otherwise `nil`.
    package let column: Name?
    /// Whether the result is `*` or `t.*`.
    package let isStar: Bool
  }

  package let results: [Result]
  /// The tables in FROM. An empty name represents a subquery or a common table.
  package let tables: [Identifier]
  /// The tokens of the WHERE clause with that word, without the clauses after it.
  package let filter: [Token]
  package let isValues: Bool
  /// Whether the query has DISTINCT, GROUP BY or LIMIT, which can leave rows out.
  let isReduced: Bool
  package let isCompound: Bool
  /// The tokens after GROUP BY, without the clauses after it.
  package var grouping: [Token] = []
  /// The tokens after LIMIT; empty without it.
  package var limit: [Token] = []

  /// Whether the query returns every row of exactly one table.
  package var isWholeTable: Bool { returnsRowsOfOneTable && filter.isEmpty }

  /// Whether the query returns every row of exactly one table, except for those with NULL in columns that it tests.
  package var isWholeTableApartFromNull: Bool {
    returnsRowsOfOneTable
      && filter.dropFirst().split(whereSeparator: { $0.isKeyword("AND") }).allSatisfy { condition in
        let tokens = condition.filter { !$0.isPunctuation("(") && !$0.isPunctuation(")") }
        let column = tokens.dropFirst(tokens.dropFirst().first?.isPunctuation(".") == true ? 2 : 0)
        return column.first?.isName == true
          && [["IS", "NOT", "NULL"], ["NOTNULL"], ["NOT", "NULL"]].contains { $0.areKeywords(of: column.dropFirst()) }
      }
  }

  private var returnsRowsOfOneTable: Bool { !isValues && !isReduced && !isCompound && tables.count == 1 }
}

package struct Updating: Sendable {
  package struct Assignment: Sendable {
    package let columns: [Identifier]
    package let value: [Token]
  }

  package let table: Identifier
  package let assignments: [Assignment]
  package let filter: [Token]
  package let hasFrom: Bool

  package func sets(_ column: Identifier) -> Bool {
    assignments.contains { $0.columns.contains(column) }
  }
}

package struct Deletion: Sendable {
  package let table: Identifier
  package let filter: [Token]
}

extension [Token] {
  /// Whether the name occurs in a value, not only in a condition: after WHEN, WHERE, ON, GROUP BY or ORDER BY.
  package func mentionAsValue(_ name: Identifier) -> Bool {
    /// For each open CASE and parenthesis, whether its tokens are part of a condition.
    var outer: [Bool] = []
    var isCondition = false
    var isValue = false
    for token in self {
      if token.isPunctuation("(") || token.isKeyword("CASE") {
        outer.append(isCondition)
        // `CASE column WHEN …` only compares the column.
        if token.isKeyword("CASE") { isCondition = true }
      } else if token.isPunctuation(")") || token.isKeyword("END") {
        isCondition = outer.popLast() ?? false
      } else if ["WHEN", "WHERE", "ON", "GROUP", "ORDER", "HAVING"].contains(where: token.isKeyword) {
        isCondition = true
      } else if ["THEN", "ELSE"].contains(where: token.isKeyword) {
        isCondition = outer.last ?? false
      } else if token.isKeyword("SELECT") {
        isCondition = outer.last ?? false
      } else if !isCondition, [token].mention(name) {
        isValue = true
      }
    }
    return isValue
  }

  /// Whether the name occurs among the tokens, in any quotes.
  package func mention(_ name: Identifier) -> Bool {
    contains { $0.isName && $0.identifier == name }
  }
}

extension [String] {
  fileprivate func areKeywords(of tokens: ArraySlice<Token>) -> Bool {
    count == tokens.count && zip(tokens, self).allSatisfy { $0.isKeyword($1) }
  }
}
