internal import GRDB
internal import SQLiteSchema
public import SQLiteSyntax

extension ScratchDatabase {
  /// The names of the tracking tables that the database contains, sorted.
  ///
  /// - Throws: `SchemaError`.
  public func trackingTables() throws -> [Identifier] {
    try SchemaError.catching {
      try queue.inDatabase { db in
        try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
          .map(\.identifier).filter(tracking.contains)
      }
    }
  }

  /// Replaces times, durations and random values in tracking tables and in the system tables of a store. A migration tool
  /// that runs in a process of its own has its own clock; without this, each run would make a different file.
  ///
  /// - Throws: `SchemaError`.
  public func normalizeTrackingTables() throws {
    for table in try trackingTables() {
      try normalize(table, tracking[table]?.normalizedColumns ?? [:])
    }
    let tables = try storedTables()
    let systemTables = StoreSystemTables.names(amongTables: tables)
    for table in tables where systemTables.contains(table) {
      try normalize(table, StoreSystemTables.normalizedColumns[table] ?? [:])
    }
  }

  private func normalize(_ table: Identifier, _ expressions: [Identifier: String]) throws {
    if expressions.isEmpty { return }
    let name = Keyword.quoteAlways(table)
    try SchemaError.catching {
      try queue.inDatabase { db in
        let columns = Set(
          try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table.text])
            .map(\.identifier))
        let values = expressions.filter { columns.contains($0.key) }.sorted { $0.key < $1.key }
        if values.isEmpty { return }
        // A NULL in place of a time means that a migration has not finished.
        let set = values.map { "\($0.key) = iif(\($0.key) IS NULL, NULL, \($0.value))" }.joined(separator: ", ")
        try db.execute(sql: "UPDATE main.\(name) SET \(set)")
      }
    }
  }
}
