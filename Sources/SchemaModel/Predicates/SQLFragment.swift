import GRDB

/// A piece of SQL and its arguments, in the order of the question marks.
struct SQLFragment: Sendable, Hashable {
  var sql: String
  var values: [StoredValue] = []

  init(_ sql: String, _ values: [StoredValue] = []) {
    self.sql = sql
    self.values = values
  }

  var arguments: StatementArguments { StatementArguments(values.map(\.databaseValue)) }

  static func + (one: SQLFragment, other: SQLFragment) -> SQLFragment {
    SQLFragment(one.sql + other.sql, one.values + other.values)
  }

  static func + (one: SQLFragment, text: String) -> SQLFragment { SQLFragment(one.sql + text, one.values) }
  static func + (text: String, other: SQLFragment) -> SQLFragment { SQLFragment(text + other.sql, other.values) }

  /// A question mark with its argument.
  static func argument(_ value: StoredValue) -> SQLFragment { SQLFragment("?", [value]) }

  /// A list of question marks in parentheses.
  static func list(_ values: [StoredValue]) -> SQLFragment {
    SQLFragment("(" + repeatElement("?", count: values.count).joined(separator: ", ") + ")", values)
  }
}
