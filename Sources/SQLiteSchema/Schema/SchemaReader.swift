internal import GRDB

/// Why a schema could not be read.
public enum SchemaError: Error, Sendable, Hashable {
  /// SQLite refused: the code and SQLite's own words.
  case sqlite(code: Int, message: String, sql: String?)
  /// Not a database: SQLITE_NOTADB, or a file that is not one.
  case notADatabase(String)
  /// The statement is not allowed: `ATTACH`, or another that reaches out of the database.
  case refused(statement: String, reason: String)
  /// The statements ran longer than allowed.
  case timedOut(seconds: Double)
  /// All databases together would have more bytes than `Limits` allows.
  case outOfMemory(limit: Int)
  /// A database file that somebody writes to, so that nothing whole can be read of it.
  case busy
}

extension StoredSchema {
  /// Reads all that SQLite tells of the main database.
  init(reading db: GRDB.Database) throws {
    // `sqlite_schema` is the newer name of the same table, since 3.33.
    let rows = try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM main.sqlite_master")
    for row in rows {
      guard let kind = Kind(rawValue: row[0]) else { continue }
      objects.append(Object(kind: kind, name: row[1], table: row[2], sql: row[3]))
    }
    for row in try Row.fetchAll(db, sql: "PRAGMA main.table_list") {
      let name: String = row["name"]
      tables[name.foldedASCII] = Table(type: row["type"], isWithoutRowid: row["wr"], isStrict: row["strict"])
    }
    for object in objects where object.kind == .table || object.kind == .view {
      columns[object.name.foldedASCII] = try? Self.columns(of: object.name, in: db)
      guard object.kind == .table else { continue }
      let pragma = "PRAGMA main.foreign_key_list(\(Keyword.quoteAlways(object.name)))"
      foreignKeys[object.name.foldedASCII] = Set(try Row.fetchAll(db, sql: pragma).map { $0["id"] as Int }).count
    }
    // Functions that stand where tables do, and have no row in the schema.
    for function in ["json_each", "json_tree"] where columns[function] == nil {
      columns[function] = try? Self.columns(of: function, in: db)
    }
    properties = try DatabaseProperties(reading: db)
  }

  private static func columns(of table: String, in db: GRDB.Database) throws -> [Column] {
    try Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(Keyword.quoteAlways(table)))").map { row in
      Column(name: row["name"], type: row["type"] ?? "", hidden: row["hidden"], keyPosition: row["pk"])
    }
  }
}

extension DatabaseProperties {
  init(reading db: GRDB.Database) throws {
    userVersion = try Int.fetchOne(db, sql: "PRAGMA main.user_version") ?? 0
    applicationID = try Int.fetchOne(db, sql: "PRAGMA main.application_id") ?? 0
    encoding = try String.fetchOne(db, sql: "PRAGMA main.encoding") ?? "UTF-8"
    autoVacuum = try Int.fetchOne(db, sql: "PRAGMA main.auto_vacuum") ?? 0
    pageSize = try Int.fetchOne(db, sql: "PRAGMA main.page_size") ?? 4096
  }
}
