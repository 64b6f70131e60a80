public import CanonicalJSON
internal import SQLiteData
public import SQLiteSyntax

/// A table or column without suitable rows in a fixture, so that its migrations are not judged on it.
public struct NotCovered: Sendable, Hashable, Codable {
  /// `nil` for the fixture as a whole.
  public let table: Identifier?
  /// One or more names, separated by commas, or `nil` for the table as a whole.
  public let column: Identifier?
  /// A clause for people that follows the name.
  public let reason: String

  init(table: Identifier?, column: Identifier?, reason: String) {
    self.table = table
    self.column = column
    self.reason = reason
  }

  init(_ gap: Population.Gap) {
    self.init(table: gap.table, column: gap.column, reason: gap.reason)
  }

  init(_ gap: ComparisonGap) {
    self.init(table: gap.table, column: nil, reason: gap.reason)
  }

  /// `t.a has no rows`.
  public var message: String {
    guard let table else { return reason }
    return table.text + (column.map { ".\($0)" } ?? "") + " " + reason
  }
}

extension NotCovered {
  /// The form in reports and in the result cache.
  public var json: JSONValue {
    JSONValue(present: [
      "column": column.map { .string($0.text) }, "reason": .string(reason), "table": table.map { .string($0.text) },
    ])
  }

  init?(json: JSONValue) {
    guard let reason = json["reason"]?.string else { return nil }
    self.init(table: json["table"]?.string?.identifier, column: json["column"]?.string?.identifier, reason: reason)
  }
}
