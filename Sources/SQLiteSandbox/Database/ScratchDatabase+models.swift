internal import GRDB

extension ScratchDatabase {
  /// The metadata that a Core Data store contains in addition to the objects. Other libraries use the same layout.
  public struct ModelRecords: Sendable {
    /// `Z_METADATA.Z_PLIST`, the store's description of itself; `nil` if it is missing or longer than the limit.
    public let metadata: [UInt8]?
    /// `Z_MODELCACHE.Z_CONTENT`, the model that the store was created from; `nil` if it is missing or longer than the
    /// limit.
    public let modelCache: [UInt8]?
  }

  /// Reads the records; `nil` if the database does not have both tables.
  ///
  /// - Parameter limit: the maximum size of each record in bytes.
  /// - Throws: `SchemaError`.
  public func modelRecords(limit: Int) throws -> ModelRecords? {
    let tables = Set(
      try rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('Z_METADATA', 'Z_MODELCACHE')")
        .compactMap { $0[0] })
    guard tables.count == 2 else { return nil }
    return ModelRecords(
      metadata: try blob("Z_PLIST", in: "Z_METADATA", limit: limit),
      modelCache: try blob("Z_CONTENT", in: "Z_MODELCACHE", limit: limit))
  }

  /// The first blob in the column that is within the limit; `nil` if there is none. An unrelated table of the same name
  /// may lack the column.
  private func blob(_ column: String, in table: String, limit: Int) throws -> [UInt8]? {
    try SchemaError.catching {
      try queue.inDatabase { db -> [UInt8]? in
        let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
        guard columns.contains(column) else { return nil }
        let query = "SELECT \(column) FROM main.\(table) WHERE typeof(\(column)) = 'blob' AND length(\(column)) <= ?"
        var value: DatabaseValue?
        try TimeLimit(seconds: timeLimit).run(on: db) {
          value = try DatabaseValue.fetchOne(db, sql: query + " LIMIT 1", arguments: [limit])
        }
        guard case .blob(let data)? = value?.storage else { return nil }
        return Array(data)
      }
    }
  }
}
