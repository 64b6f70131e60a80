internal import CSQLite
internal import GRDB
public import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension ScratchDatabase {
  /// A lineage that starts with the current tables of this database.
  ///
  /// - Parameter ignored: tables to leave out, in addition to the tracking tables of migration tools.
  /// - Throws: `SchemaError`.
  public func lineage(ignoring ignored: [String] = []) throws -> RowLineage {
    try SchemaError.catching {
      try queue.inDatabase { db in
        RowLineage(
          try self.tables(of: "main", in: db, ignoring: ignored).map { name in
            let side = try TableSide(name, in: "main", of: db)
            return (name, side.columns.map { ($0, side.generated.contains($0)) })
          })
      }
    }
  }

  /// The changes of rows and values between an earlier database and this one, to which it was migrated.
  ///
  /// - Parameters:
  ///   - before: the earlier database.
  ///   - lineage: the history that the statements declare; `nil` if there are no statements, so that only names connect
  ///     tables.
  ///   - foreignKeys: whether foreign keys were enforced.
  ///   - ignored: tables to leave out, in addition to the tracking tables of migration tools.
  ///   - subjects: the changes to look for; `nil` for all changes. Only the tables that they name are compared.
  /// - Returns: the changes, and the tables that could not be compared.
  /// - Throws: `SchemaError`.
  public func changes(
    since before: DatabaseOrigin, lineage: RowLineage?, foreignKeys: Bool, ignoring ignored: [String] = [],
    of subjects: Set<DataChange.Subject>? = nil
  ) throws -> (changes: [DataChange], gaps: [ComparisonGap]) {
    try SchemaError.catching {
      try queue.inDatabase { db in
        try Self.attaching(before, to: db) {
          let wanted = subjects.map { Set($0.map(\.table)) }
          let tables = try self.tables(of: Self.before, in: db, ignoring: ignored).filter {
            wanted?.contains($0) ?? true
          }
          var comparison = DatabaseComparison(
            db: db, present: try self.tables(of: "main", in: db, ignoring: []), isForeignKeyOn: foreignKeys,
            style: samples)
          try TimeLimit(seconds: timeLimit).run(on: db) { try comparison.run(tables, lineage ?? RowLineage([])) }
          return (comparison.changes, comparison.gaps)
        }
      }
    }
  }

  /// Drops the triggers, the views, and the indexes that are not unique, and returns the database file: what a comparison
  /// needs of an earlier database. SQLite compiles the whole schema of a database that it attaches.
  ///
  /// - Throws: `SchemaError`.
  public func reducedImage() throws -> [UInt8]? {
    let dispensable = try rows(
      """
      SELECT type, name FROM main.sqlite_master WHERE sql NOT NULL AND (type IN ('trigger', 'view')
      OR type = 'index' AND name NOT IN (
        SELECT list.name FROM main.sqlite_master AS t, pragma_index_list(t.name, 'main') AS list
        WHERE t.type = 'table' AND list."unique"))
      """)
    let drops = dispensable.compactMap { object -> String? in
      guard let type = object[0], let name = object[1] else { return nil }
      // A view takes its triggers along.
      return "DROP \(type) IF EXISTS main.\(Keyword.quoteAlways(name));"
    }
    try execute("BEGIN; \(drops.joined(separator: "\n")) COMMIT")
    return try image()
  }

  /// The schema name under which the earlier database is attached.
  static let before = "schemaledger_before"

  private static func attaching<Result>(
    _ origin: DatabaseOrigin, to db: GRDB.Database, _ work: () throws -> Result
  ) throws -> Result {
    let file: [UInt8]
    switch origin {
    case .bytes(let bytes): file = bytes
    case .snapshot(let snapshot): return try snapshot.attached(to: db, as: before, work)
    }
    try db.execute(sql: "ATTACH ':memory:' AS \(before)")
    defer { try? db.execute(sql: "DETACH \(before)") }
    return try file.withUnsafeBufferPointer { bytes in
      // SQLite reads the bytes in place, without a copy, and does not write to them.
      let data = UnsafeMutablePointer(mutating: bytes.baseAddress)
      let code = sqlite3_deserialize(
        db.sqliteConnection, before, data, Int64(bytes.count), Int64(bytes.count), UInt32(SQLITE_DESERIALIZE_READONLY))
      guard code == SQLITE_OK else { throw SchemaError.last(on: db, code: code) }
      return try work()
    }
  }

  /// The names of ordinary tables, sorted, without tracking tables and ignored ones.
  func tables(of schema: String, in db: GRDB.Database, ignoring ignored: [String]) throws -> [Identifier] {
    let tables = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'table'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
        """, arguments: [schema]
    ).map(\.identifier)
    let left = Set(ignored.map(\.identifier)).union(StoreSystemTables.names(amongTables: tables))
    return tables.filter { !left.contains($0) && !tracking.contains($0) }
  }
}
