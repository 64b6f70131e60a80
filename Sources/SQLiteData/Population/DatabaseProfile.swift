public import SQLiteSyntax

/// A description of the rows of real databases that contains none of their values: how often a column is NULL, which kinds
/// of text it contains, how long they are.
///
/// ``Population`` follows it, so that generated rows resemble those of users.
public struct DatabaseProfile: Sendable, Hashable {
  /// The rows of one table.
  public struct Table: Sendable, Hashable {
    /// The name as it was declared.
    public let name: Identifier
    /// The number of rows, in all databases together.
    public var rows: Int
    /// In the order of their declaration.
    public var columns: [Column]
    /// Pairs of short columns that have no two values in common in two rows, although one column alone does. Rows in
    /// which one of the columns is NULL do not count.
    public var uniquePairs: [[Identifier]]

    /// Creates a description from its parts.
    public init(name: Identifier, rows: Int, columns: [Column], uniquePairs: [[Identifier]] = []) {
      self.name = name
      self.rows = rows
      self.columns = columns
      self.uniquePairs = uniquePairs
    }
  }

  /// The values of one column.
  public struct Column: Sendable, Hashable {
    /// The name as it was declared.
    public let name: Identifier
    /// The number of rows in tables that have this column.
    public var rows = 0
    /// The number of rows in which it is NULL.
    public var nulls = 0
    /// The number of texts that are empty.
    public var empty = 0
    /// The number of texts that are JSON objects.
    public var objects = 0
    /// The number of texts that are JSON arrays.
    public var arrays = 0
    /// The number of distinct values in the database with the most, without NULL. Counting ends at 500,000.
    public var distinct = 0
    /// Whether no two rows of a database have the same value.
    public var isUnique = false
    /// The lengths of the shortest and longest text in characters, or blob in bytes; `nil` without either.
    public var lengths: ClosedRange<Int>?
    /// The number of values of each storage class, by its name in `typeof()`, without NULL.
    public var storage: [String: Int] = [:]
    /// The number of values of each shape, without NULL.
    public var shapes: [ValueShape: Int] = [:]
    /// Whether the schema forbids NULL. It is not part of the file.
    public var isRequired = false
    /// Whether the schema declares the column unique. It is not part of the file.
    public var isKey = false

    /// Creates a description without rows.
    public init(name: Identifier) { self.name = name }

    /// The number of values that are not NULL.
    public var values: Int { rows - nulls }
    /// The number of texts.
    public var texts: Int { storage["text"] ?? 0 }
  }

  /// Sorted by name.
  public var tables: [Table]

  /// Creates a profile from its tables.
  public init(tables: [Table]) {
    self.tables = tables.sorted { $0.name < $1.name }
  }

  /// The description of the rows of both databases together. Tables and columns with the same name are the same.
  public func merging(_ other: DatabaseProfile) -> DatabaseProfile {
    var tables = tables
    for table in other.tables {
      if let place = tables.firstIndex(where: { $0.name == table.name }) {
        tables[place] = tables[place].merging(table)
      } else {
        tables.append(table)
      }
    }
    return DatabaseProfile(tables: tables)
  }
}

extension DatabaseProfile.Table {
  func merging(_ other: Self) -> Self {
    var merged = self
    merged.rows += other.rows
    for column in other.columns {
      if let place = merged.columns.firstIndex(where: { $0.name == column.name }) {
        merged.columns[place] = merged.columns[place].merging(column)
      } else {
        merged.columns.append(column)
      }
    }
    // A table of fewer than two rows says nothing about a pair.
    if rows < 2 {
      merged.uniquePairs = other.uniquePairs
    } else if other.rows >= 2 {
      merged.uniquePairs = uniquePairs.filter { pair in
        let isDeclared = { (names: [Identifier]) in
          names.allSatisfy { name in other.columns.contains { $0.name == name } }
        }
        return other.uniquePairs.contains(pair) || !isDeclared(pair)
      }
    }
    return merged
  }
}

extension DatabaseProfile.Column {
  func merging(_ other: Self) -> Self {
    var merged = self
    merged.isUnique = (isUnique || values == 0) && (other.isUnique || other.values == 0)
    merged.rows += other.rows
    merged.nulls += other.nulls
    merged.empty += other.empty
    merged.objects += other.objects
    merged.arrays += other.arrays
    merged.distinct = max(distinct, other.distinct)
    merged.isRequired = isRequired && other.isRequired
    merged.isKey = isKey && other.isKey
    if let one = lengths, let two = other.lengths {
      merged.lengths = min(one.lowerBound, two.lowerBound)...max(one.upperBound, two.upperBound)
    } else {
      merged.lengths = lengths ?? other.lengths
    }
    merged.storage.merge(other.storage, uniquingKeysWith: +)
    merged.shapes.merge(other.shapes, uniquingKeysWith: +)
    return merged
  }
}
