public import CanonicalJSON
public import SQLiteData

/// What a migration does to rows and values as its statements say, or without losing any: worth knowing, and no finding.
public struct DataStatement: Sendable, Hashable {
  /// What it does.
  public let kind: DataChange.Kind
  /// Of the migrations that do it, as far as it is known.
  public let paths: [String]
  /// By its name of before.
  public let table: String
  /// By its name of before.
  public let column: String?
  /// The table that got the rows.
  public let other: String?
  /// Rows, or values.
  public let count: Int
  /// How many there were.
  public let total: Int
  /// Up to three, each on one line.
  public let samples: [String]
  /// The setting under which alone it is so; nil for both.
  public var foreignKeys: Bool?

  init(_ change: DataChange) {
    kind = change.kind
    paths = change.scripts
    table = change.table
    column = change.column
    other = change.other
    count = change.count
    total = change.total
    samples = change.samples
  }

  /// The table, or the column.
  public var place: String { table + (column.map { ".\($0)" } ?? "") }
}

extension DataStatement {
  /// For reports, and to be kept.
  public var json: JSONValue {
    JSONValue(present: [
      "column": column.map { .string($0) },
      "count": .number(count),
      "foreignKeys": foreignKeys.map { .bool($0) },
      "kind": .string(kind.rawValue),
      "other": other.map { .string($0) },
      "paths": .array(paths.map { .string($0) }),
      "samples": samples.isEmpty ? nil : .array(samples.map { .string($0) }),
      "table": .string(table),
      "total": .number(total),
    ])
  }

  init?(json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(DataChange.Kind.init(rawValue:)), let table = json["table"]?.string,
      let count = json["count"]?.number, let total = json["total"]?.number
    else { return nil }
    self.kind = kind
    self.table = table
    self.count = count
    self.total = total
    paths = (json["paths"]?.array ?? []).compactMap(\.string)
    column = json["column"]?.string
    other = json["other"]?.string
    samples = (json["samples"]?.array ?? []).compactMap(\.string)
    if case .bool(let value)? = json["foreignKeys"] { foreignKeys = value }
  }
}
