public import Foundation
internal import GRDB
public import SQLiteSandbox
public import SQLiteSyntax

/// Columns whose blobs stand for something else, such as the content of a file, for a comparison of rows.
public struct TranslatedColumns: Sendable {
  /// A column of a table.
  public struct Column: Hashable, Sendable {
    /// The table's name, as the database declares it.
    public let table: Identifier
    /// The column's name, as the database declares it.
    public let name: Identifier

    /// Creates a column from its names.
    public init(table: Identifier, name: Identifier) {
      self.table = table
      self.name = name
    }
  }

  private let columns: Set<Column>
  private let before: @Sendable (Data) -> Data
  private let after: @Sendable (Data) -> Data

  /// - Parameters:
  ///   - columns: the columns, which both databases have.
  ///   - before: returns what to compare instead of a blob of the first database.
  ///   - after: returns what to compare instead of a blob of the second database.
  public init(
    columns: Set<Column>, before: @escaping @Sendable (Data) -> Data, after: @escaping @Sendable (Data) -> Data
  ) {
    self.columns = columns
    self.before = before
    self.after = after
  }

  private static let names = ["schemaledger_before", "schemaledger_after"]

  /// Adds the functions that ``differs(_:in:)`` calls.
  func add(to db: GRDB.Database) {
    for (name, translate) in zip(Self.names, [before, after]) {
      db.add(
        function: DatabaseFunction(name, argumentCount: 1, pure: true) { arguments in
          guard case .blob(let value) = arguments[0].storage else { return arguments[0] }
          return translate(value).databaseValue
        })
    }
  }

  /// The SQL condition that is true if the values of a column differ; `nil` if the column is not one of these.
  func differs(_ column: Identifier, in table: Identifier) -> String? {
    guard columns.contains(Column(table: table, name: column)) else { return nil }
    let name = Keyword.quoteAlways(column)
    return "\(Self.names[0])(a.\(name)) IS NOT \(Self.names[1])(b.\(name))"
  }
}

extension ScratchDatabase {
  /// Replaces the blobs of some columns.
  ///
  /// - Throws: `SchemaError`, such as `.tooLarge`.
  public func translate(_ columns: [TranslatedColumns.Column], _ translate: @escaping (Data) -> Data) throws {
    try SchemaError.catching {
      try queue.inDatabase { db in
        for column in columns {
          let (table, name) = (Keyword.quoteAlways(column.table), Keyword.quoteAlways(column.name))
          let rows = try Int64.fetchAll(db, sql: "SELECT rowid FROM main.\(table) WHERE typeof(\(name)) = 'blob'")
          for row in rows {
            guard
              let value = try Data.fetchOne(
                db, sql: "SELECT \(name) FROM main.\(table) WHERE rowid = ?", arguments: [row])
            else { continue }
            let new = translate(value)
            guard new != value else { continue }
            try db.execute(sql: "UPDATE main.\(table) SET \(name) = ? WHERE rowid = ?", arguments: [new, row])
          }
        }
      }
    }
  }
}
