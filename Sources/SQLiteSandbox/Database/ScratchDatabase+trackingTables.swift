internal import GRDB
internal import SQLiteSchema
internal import SQLiteSyntax

extension ScratchDatabase {
  /// The tables in which migration tools keep their books, sorted.
  ///
  /// - Throws: `SchemaError`.
  public func trackingTables() throws -> [String] {
    try SchemaError.catching {
      try queue.inDatabase { db in
        try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
          .filter(TrackingTables.contains)
      }
    }
  }

  /// The tables of a store that tell about it.
  private func storeSystemTables() throws -> [String] {
    let tables = try storedTables()
    let systemTables = TrackingTables.ofStore(tables)
    return tables.filter { systemTables.contains($0.foldedASCII) }
  }

  /// Takes the time of day out of the books of migration tools: what a tool of its own has made, with a clock of its own,
  /// is to be the same database each time.
  ///
  /// - Throws: `SchemaError`.
  public func normalizeTrackingTables() throws {
    for table in try trackingTables() + storeSystemTables() {
      guard let clocks = TrackingTables.clocks[table.foldedASCII] else { continue }
      let name = Keyword.quoteAlways(table)
      try SchemaError.catching {
        try queue.inDatabase { db in
          let columns = Set(
            try String.fetchAll(db, sql: "SELECT lower(name) FROM pragma_table_info(?)", arguments: [table]))
          let values = clocks.filter { columns.contains($0.key) }.sorted { $0.key < $1.key }
          if values.isEmpty { return }
          // A time that is not there says that a migration has not ended.
          let set = values.map { "\($0.key) = iif(\($0.key) IS NULL, NULL, \($0.value))" }.joined(separator: ", ")
          try db.execute(sql: "UPDATE main.\(name) SET \(set)")
        }
      }
    }
  }
}
