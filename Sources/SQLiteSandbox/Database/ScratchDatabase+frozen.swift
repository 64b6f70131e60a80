public import SQLiteSchema

extension ScratchDatabase {
  /// The canonical schema that the text of a frozen schema, or of a fixture, creates.
  ///
  /// - Parameters:
  ///   - tracking: tables that are no part of the schema.
  ///   - ignored: tables to leave out in addition.
  /// - Throws: `SchemaError`.
  public static func schema(
    ofFrozen sql: String, tracking: TrackingTables, ignoring ignored: [String] = []
  ) throws -> CanonicalSchema {
    try frozen(sql, tracking: tracking).schema(ignoring: ignored)
  }

  /// The database that a frozen text creates. When it was frozen, all functions and collations that it names were
  /// available, so those that are unknown here are replaced by stubs.
  ///
  /// - Throws: `SchemaError`.
  package static func frozen(_ sql: String, tracking: TrackingTables) throws -> ScratchDatabase {
    var stubs = Stubs()
    while true {
      let database = try ScratchDatabase(tracking: tracking, stubs: stubs)
      do {
        try database.execute(sql)
        return database
      } catch let error as SchemaError {
        switch error.unknownName {
        case .function(let name) where stubs.functions[name] == nil: stubs.functions[name] = .firstArgument
        case .collation(let name) where !stubs.collations.contains(name): stubs.collations.insert(name)
        default: throw error
        }
      }
    }
  }
}
