internal import GRDB

extension ScratchDatabase {
  /// What Core Data and those who lay out their stores alike keep in a store beside the objects.
  public struct ModelRecords: Sendable {
    /// `Z_METADATA.Z_PLIST`, what the store says of itself; nil where it is not there, or longer than the limit.
    public let metadata: [UInt8]?
    /// `Z_MODELCACHE.Z_CONTENT`, the model it was made of.
    public let modelCache: [UInt8]?
  }

  /// Reads them; nil where the database has no such tables.
  ///
  /// - Parameter limit: bytes that one of them may have.
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

  /// Of the first row that has one; nil for none. A table of the same name may have other columns.
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
