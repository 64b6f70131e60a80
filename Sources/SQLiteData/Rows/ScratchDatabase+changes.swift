internal import CSQLite
internal import GRDB
public import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension ScratchDatabase {
  /// Where statements on this database begin.
  ///
  /// - Parameter ignored: tables to leave out beside the book-keeping tables of migration tools.
  /// - Throws: `SchemaError`.
  public func lineage(ignoring ignored: [String] = []) throws -> RowLineage {
    try SchemaError.catching {
      try queue.inDatabase { db in
        RowLineage(
          try Self.tables(of: "main", in: db, ignoring: ignored).map { name in
            let side = try TableSide(name, in: "main", of: db)
            return (name, side.columns.map { ($0, side.generated.contains($0.foldedASCII)) })
          })
      }
    }
  }

  /// What became of the rows and values of a database that has been migrated to this one.
  ///
  /// - Parameters:
  ///   - before: the database file, not in WAL mode.
  ///   - lineage: what the statements declare; nil where there are none to read, so that names alone tell.
  ///   - foreignKeys: whether they were enforced.
  ///   - ignored: tables to leave out beside the book-keeping tables of migration tools.
  /// - Throws: `SchemaError`.
  public func changes(
    since before: [UInt8], lineage: RowLineage?, foreignKeys: Bool, ignoring ignored: [String] = []
  ) throws -> (changes: [DataChange], gaps: [ComparisonGap]) {
    try SchemaError.catching {
      try queue.inDatabase { db in
        try Self.attaching(before, to: db) {
          let tables = try Self.tables(of: Self.before, in: db, ignoring: ignored)
          var comparison = DatabaseComparison(db: db, isForeignKeyOn: foreignKeys)
          try TimeLimit(seconds: timeLimit).run(on: db) { try comparison.run(tables, lineage ?? RowLineage([])) }
          return (comparison.changes, comparison.gaps)
        }
      }
    }
  }

  /// The name that the database of before is attached by.
  static let before = "schemaledger_before"

  private static func attaching<Result>(
    _ file: [UInt8], to db: GRDB.Database, _ work: () throws -> Result
  ) throws -> Result {
    try db.execute(sql: "ATTACH ':memory:' AS \(before)")
    defer { try? db.execute(sql: "DETACH \(before)") }
    return try file.withUnsafeBufferPointer { bytes in
      // Read where it lies: no copy is made of it, and none is written to.
      let data = UnsafeMutablePointer(mutating: bytes.baseAddress)
      let code = sqlite3_deserialize(
        db.sqliteConnection, before, data, Int64(bytes.count), Int64(bytes.count), UInt32(SQLITE_DESERIALIZE_READONLY))
      guard code == SQLITE_OK else { throw SchemaError.last(on: db, code: code) }
      return try work()
    }
  }

  /// Ordinary tables, sorted.
  static func tables(of schema: String, in db: GRDB.Database, ignoring ignored: [String]) throws -> [String] {
    let tables = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'table'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
        """, arguments: [schema]
    )
    let left = Set(ignored.map(\.foldedASCII)).union(TrackingTables.ofStore(tables))
    return tables.filter { !left.contains($0.foldedASCII) && !TrackingTables.contains($0) }
  }
}
