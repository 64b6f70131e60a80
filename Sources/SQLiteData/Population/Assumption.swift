public import SQLiteSyntax

/// A condition on the rows of a table that the application maintains and the schema does not declare.
///
/// Generated rows satisfy it as they satisfy a constraint of the table. It has one of three forms:
///
/// - an expression on the columns of one row, such as `created_at IS NOT NULL` or `json_valid(data)`, which must not be
///   false for any row. As in a CHECK, a NULL result is allowed. https://www.sqlite.org/lang_createtable.html#check_constraints
/// - `UNIQUE (a, b)`: no two rows have the same values.
/// - `FOREIGN KEY (a) REFERENCES parents (id)`: each value that is not NULL is a key of the other table.
public struct Assumption: Sendable, Hashable, Comparable, Codable {
  /// The table's name.
  public let table: Identifier
  /// SQL, in one of the three forms.
  public let condition: String

  /// Creates an assumption without checking its SQL.
  public init(table: Identifier, condition: String) {
    self.table = table
    self.condition = condition
  }

  /// The assumption that a table has no rows.
  public static func noRows(of table: Identifier) -> Assumption { Assumption(table: table, condition: "FALSE") }

  /// Whether it is ``noRows(of:)`` of its table.
  public var excludesAll: Bool { condition == "FALSE" }

  /// Whether the conditions are the same, byte by byte, and about the same table.
  public static func == (left: Assumption, right: Assumption) -> Bool {
    left.table == right.table && left.condition.hasSameBytes(as: right.condition)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(table)
    hasher.combine(Array(condition.utf8))
  }

  /// Orders assumptions by table, then by condition.
  public static func < (left: Assumption, right: Assumption) -> Bool {
    left.table == right.table
      ? left.condition.utf8.lexicographicallyPrecedes(right.condition.utf8) : left.table < right.table
  }
}
