/// The parts of a migration's statement that show where rows and values are moved.
package enum DataStatement: Hashable, Sendable {
  /// A column that a CREATE TABLE or ADD COLUMN declares.
  package struct Column: Hashable, Sendable {
    package let name: Identifier
    /// Whether the column is generated. `SELECT *` includes a generated column; an INSERT does not.
    package var isGenerated = false
  }

  /// One assignment of a SET clause. It has several columns if a query supplies a value for each of them.
  package struct Assignment: Hashable, Sendable {
    package let columns: [Identifier]
    package let value: Expression
  }

  case createTable(Identifier, [Column])
  case createTableAs(Identifier, Selection)
  case dropTable(Identifier)
  case renameTable(Identifier, to: Identifier)
  case addColumn(Identifier, Column)
  case renameColumn(Identifier, Identifier, to: Identifier)
  case dropColumn(Identifier, Identifier)
  /// An INSERT or REPLACE. `selection` is `nil` for VALUES and DEFAULT VALUES. `conflict` is the word after `OR`, or
  /// `REPLACE`.
  case insert(Identifier, columns: [Identifier]?, Selection?, conflict: String?)
  case update(Identifier, [Assignment], hasCondition: Bool)
  case delete(Identifier, hasCondition: Bool)
}

/// The SELECT of an `INSERT … SELECT` or `CREATE TABLE … AS SELECT`.
package struct Selection: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    /// `*`
    case all
    /// `t.*`
    case allOf(Identifier)
    case expression(Expression, alias: Identifier?)
  }

  /// A table in FROM, with its name in the schema and its alias in the query.
  package struct Table: Hashable, Sendable {
    package let name: Identifier
    package var alias: Identifier?
  }

  package var results: [Result] = []
  /// The tables in the order of FROM. If ``isOpaque``, this includes the tables of subqueries.
  package var tables: [Table] = []
  /// The clauses that can leave rows out, in order.
  package var narrowing: [Narrowing] = []
  /// Whether only ``tables`` is known, because the query has a common table, a compound operator or a subquery in FROM.
  package var isOpaque = false

  /// A clause that can leave rows out.
  package struct Narrowing: Hashable, Sendable {
    package enum Clause: String, Hashable, Sendable {
      case join = "JOIN"
      case condition = "WHERE"
      case distinct = "DISTINCT"
      case group = "GROUP BY"
      case limit = "LIMIT"
      /// A numbering of the rows of each partition, from which a subquery takes some.
      case rowNumber = "ROW_NUMBER"
    }

    package let clause: Clause
    /// The conditions of ON or WHERE, the columns of USING, or the terms of GROUP BY.
    package var expressions: [Expression] = []
    /// Whether a WHERE compares a column with literal values.
    package var picksValues = false
    /// Whether a WHERE follows a LEFT JOIN, so that columns of the second table are NULL in rows without a partner.
    package var followsLeftJoin = false
  }
}

extension Expression {
  /// The names in a condition that is not true if their values are NULL. A name within `IS NULL`, a function such as
  /// `coalesce` or a query is left out. Operands of OR are treated like those of AND.
  package var namesThatExcludeNull: [[Name]] {
    switch self {
    case .name(let parts): [parts]
    case .literal, .string, .parameter, .raise, .choice, .exists, .subquery: []
    case .prefix("NOT", .isNull(let operand, let negated)):
      negated ? [] : operand.namesThatExcludeNull
    case .prefix(_, let operand), .collate(let operand, _), .cast(let operand, _): operand.namesThatExcludeNull
    case .infix(let first, let rest):
      rest.contains { $0.symbol == "IS" || $0.symbol == "IS NOT" }
        ? [] : ([first] + rest.map(\.operand)).flatMap(\.namesThatExcludeNull)
    case .isNull(let operand, let negated): negated ? operand.namesThatExcludeNull : []
    case .like(let operand, _, let pattern, _, _): operand.namesThatExcludeNull + pattern.namesThatExcludeNull
    case .between(let operand, let low, let high, _):
      [operand, low, high].flatMap(\.namesThatExcludeNull)
    case .among(let operand, _, _): operand.namesThatExcludeNull
    case .call(let call):
      ["coalesce", "ifnull", "iif", "if"].contains(call.name)
        ? [] : call.arguments.pieces.flatMap { $0.expression?.namesThatExcludeNull ?? [] }
    case .row(let elements): elements.flatMap(\.namesThatExcludeNull)
    }
  }

  /// The names in operands of AND that are tests for NULL: the condition itself says that it excludes NULL.
  package var namesTestedForNull: [[Name]] {
    switch self {
    case .infix(let first, let rest) where rest.allSatisfy { $0.symbol == "AND" }:
      ([first] + rest.map(\.operand)).flatMap(\.namesTestedForNull)
    case .prefix("NOT", .isNull(_, negated: false)), .isNull(_, negated: true): namesThatExcludeNull
    default: []
    }
  }

  /// Whether an operand of the condition is `NOT IN`. If the list contains NULL, no row fulfils it.
  package var hasNotIn: Bool {
    switch self {
    case .among(_, _, negated: true): true
    case .prefix("NOT", .among): true
    case .infix(let first, let rest): ([first] + rest.map(\.operand)).contains(where: \.hasNotIn)
    default: false
    }
  }

  /// Whether the expression is a call of an aggregate function.
  package var isAggregate: Bool {
    guard case .call(let call) = self, call.suffix.isEmpty else { return false }
    switch call.name {
    case "min", "max": return !call.arguments.pieces.contains(.word(","))
    case "sum", "total", "count", "avg", "group_concat", "string_agg", "json_group_array", "json_group_object":
      return true
    default: return false
    }
  }
}

extension Phrase.Piece {
  fileprivate var expression: Expression? {
    if case .expression(let expression) = self { expression } else { nil }
  }
}
