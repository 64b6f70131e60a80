public import CanonicalJSON
public import SQLiteData
public import SQLiteSyntax

/// A change to rows or values that a migration states, or that loses none: worth knowing, but not a finding.
public struct DataStatement: Sendable, Hashable, Codable {
  /// The kind of change.
  public let kind: DataChange.Kind
  /// The paths of the migrations that make the change, as far as they are known.
  public let paths: [String]
  /// The name of the table before the upgrade.
  public let table: Identifier
  /// The name of the column before the upgrade.
  public let column: Identifier?
  /// The table that received the rows, the column that received the values, or the columns whose values were merged into
  /// ``column``; `nil` if there is none.
  public let other: Identifier?
  /// The number of rows or values that were changed.
  public let count: Int
  /// The number of rows or values before the change.
  public let total: Int
  /// Up to three, each on one line.
  @OmittedIfEmpty public private(set) var samples: [String]
  /// The only setting of foreign keys with which the change happens, or `nil` if it happens with both.
  public private(set) var foreignKeys: Bool?

  init(_ change: DataChange) {
    kind = change.kind
    foreignKeys = nil
    paths = change.scripts
    table = change.table
    column = change.column
    other = change.other
    count = change.count
    total = change.total
    samples = change.samples
  }

  /// The statement, for one setting of foreign keys.
  func only(foreignKeys: Bool) -> DataStatement { with(foreignKeys: foreignKeys) }

  /// The statement, for both settings of foreign keys.
  public var withBothSettings: DataStatement { with(foreignKeys: nil) }

  private func with(foreignKeys: Bool?) -> DataStatement {
    var statement = self
    statement.foreignKeys = foreignKeys
    return statement
  }

  /// `table` or `table.column`.
  public var place: String { table.text + (column.map { ".\($0)" } ?? "") }
}

extension DataStatement {
  /// The form in reports and in the result cache.
  public var json: JSONValue {
    JSONValue(present: [
      "column": column.map { .string($0.text) },
      "count": .number(count),
      "foreignKeys": foreignKeys.map { .bool($0) },
      "kind": .string(kind.rawValue),
      "other": other.map { .string($0.text) },
      "paths": .array(paths.map { .string($0) }),
      "samples": samples.isEmpty ? nil : .array(samples.map { .string($0) }),
      "table": .string(table.text),
      "total": .number(total),
    ])
  }

  init?(json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(DataChange.Kind.init(rawValue:)),
      let table = json["table"]?.string?.identifier,
      let count = json["count"]?.number, let total = json["total"]?.number
    else { return nil }
    self.kind = kind
    self.table = table
    self.count = count
    self.total = total
    paths = (json["paths"]?.array ?? []).compactMap(\.string)
    column = json["column"]?.string?.identifier
    other = json["other"]?.string?.identifier
    samples = (json["samples"]?.array ?? []).compactMap(\.string)
    foreignKeys = if case .bool(let value)? = json["foreignKeys"] { value } else { nil }
  }
}
