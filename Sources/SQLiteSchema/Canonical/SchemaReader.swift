package import GRDB
internal import SQLiteSyntax

extension StoredSchema {
  /// Reads everything that SQLite reports about the main database.
  ///
  /// - Throws: `DatabaseError` if a query fails.
  package init(reading db: GRDB.Database) throws {
    // `sqlite_schema` is the name of this table since 3.33; all versions accept `sqlite_master`.
    let rows = try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM main.sqlite_master")
    for row in rows {
      guard let kind = Kind(rawValue: row[0]) else { continue }
      objects.append(Object(kind: kind, name: Identifier(row[1]), table: Identifier(row[2]), sql: row[3]))
    }
    for row in try Row.fetchAll(db, sql: "PRAGMA main.table_list") {
      tables[Identifier(row["name"])] = Table(type: row["type"], isWithoutRowid: row["wr"], isStrict: row["strict"])
    }
    for object in objects where object.kind == .table || object.kind == .view {
      columns[object.name] = try? Self.columns(of: object.name, in: db)
      guard object.kind == .table else { continue }
      let pragma = "PRAGMA main.foreign_key_list(\(Keyword.quoteAlways(object.name)))"
      foreignKeys[object.name] = Set(try Row.fetchAll(db, sql: pragma).map { $0["id"] as Int }).count
    }
    // Table-valued functions, which are used like tables and have no row in the schema.
    for function: Identifier in ["json_each", "json_tree"] where columns[function] == nil {
      columns[function] = try? Self.columns(of: function, in: db)
    }
    properties = try DatabaseProperties(reading: db)
  }

  private static func columns(of table: Identifier, in db: GRDB.Database) throws -> [Column] {
    try Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(Keyword.quoteAlways(table)))").map { row in
      Column(name: Identifier(row["name"]), type: row["type"] ?? "", hidden: row["hidden"], keyPosition: row["pk"])
    }
  }
}

extension DatabaseProperties {
  package init(reading db: GRDB.Database) throws {
    userVersion = try Int.fetchOne(db, sql: "PRAGMA main.user_version") ?? 0
    applicationID = try Int.fetchOne(db, sql: "PRAGMA main.application_id") ?? 0
    encoding = try String.fetchOne(db, sql: "PRAGMA main.encoding") ?? "UTF-8"
    autoVacuum = try Int.fetchOne(db, sql: "PRAGMA main.auto_vacuum") ?? 0
    pageSize = try Int.fetchOne(db, sql: "PRAGMA main.page_size") ?? 4096
  }
}
