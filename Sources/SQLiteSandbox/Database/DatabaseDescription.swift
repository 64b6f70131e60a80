internal import GRDB
public import SQLiteSchema
public import SQLiteSyntax

/// The tables, views, indexes and triggers of a database, as SQLite lists them. This includes tables that are not part
/// of a schema's identity, such as tracking tables of migration tools and shadow tables.
public struct DatabaseDescription: Sendable {
  /// A table or a view with its columns.
  public struct Table: Sendable {
    /// A row of `PRAGMA table_xinfo`. https://www.sqlite.org/pragma.html#pragma_table_xinfo
    public struct Column: Sendable {
      /// The name as it was declared.
      public let name: Identifier
      /// The type as it was declared; empty if the column declares none.
      public let type: String
      /// Whether the column has a `NOT NULL` constraint.
      public let isNotNull: Bool
      /// The position in the primary key, from 1; 0 for the other columns.
      public let keyPosition: Int
      /// Whether the column is generated.
      public let isGenerated: Bool
    }

    /// The name as it was declared.
    public let name: Identifier
    /// The kind of table: `table`, `view`, `virtual`, or `shadow` for a table in which a virtual table stores its
    /// content.
    /// https://www.sqlite.org/pragma.html#pragma_table_list
    public let kind: String
    /// Whether the table is WITHOUT ROWID. https://www.sqlite.org/withoutrowid.html
    public let isWithoutRowid: Bool
    /// Whether the table is STRICT. https://www.sqlite.org/stricttables.html
    public let isStrict: Bool
    /// The columns; `nil` if SQLite cannot determine them, as for a view that does not compile or a virtual table whose
    /// module is missing.
    public let columns: [Column]?
    /// The number of rows; `nil` for everything but a plain table. Only the rows of a plain table can be counted
    /// without running code of the schema.
    public let rowCount: RowCount?
  }

  /// The number of rows of a table, if it could be counted.
  public enum RowCount: Sendable, Hashable {
    case counted(Int)
    /// The rows could not be counted. The reason is a clause for a message.
    case unknown(reason: String)
  }

  /// An index or a trigger, and its table.
  public struct Object: Sendable {
    /// The name as it was declared.
    public let name: Identifier
    /// The table or view that it belongs to.
    public let table: Identifier
  }

  /// Tables and views, sorted by name, without SQLite's own.
  public let tables: [Table]
  /// Indexes, sorted by name, without those that SQLite makes for UNIQUE and PRIMARY KEY.
  public let indexes: [Object]
  /// Triggers, sorted by name.
  public let triggers: [Object]
  /// The properties of the file, such as `user_version`.
  public let properties: DatabaseProperties
  /// The number of pages, used and free.
  public let pageCount: Int
  /// The number of free pages, which deleted content has left.
  public let freePageCount: Int
}

extension ScratchDatabase {
  /// Lists the content of the database.
  ///
  /// Rows are counted by `SELECT count(*)` on plain tables, which does not compute expressions or fire triggers.
  ///
  /// - Parameter seconds: the time limit for counting all tables together.
  /// - Throws: `SchemaError`.
  public func description(countingFor seconds: Double = Limits.seconds) throws -> DatabaseDescription {
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    return try SchemaError.catching {
      try queue.inDatabase { db in
        let listed = try Row.fetchAll(
          db, sql: "SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main' ORDER BY name")
        let tables = try listed.compactMap { row -> DatabaseDescription.Table? in
          let name = Identifier(row["name"])
          guard !name.isReserved else { return nil }
          let kind: String = row["type"]
          return DatabaseDescription.Table(
            name: name, kind: kind, isWithoutRowid: row["wr"], isStrict: row["strict"],
            columns: Self.columns(of: name, in: db),
            rowCount: kind == "table" ? try Self.rowCount(of: name, in: db, until: deadline) : nil)
        }
        return DatabaseDescription(
          tables: tables, indexes: try Self.objects("index", in: db), triggers: try Self.objects("trigger", in: db),
          properties: try DatabaseProperties(reading: db),
          pageCount: try Int.fetchOne(db, sql: "PRAGMA main.page_count") ?? 0,
          freePageCount: try Int.fetchOne(db, sql: "PRAGMA main.freelist_count") ?? 0)
      }
    }
  }

  private static func columns(of table: Identifier, in db: GRDB.Database) -> [DatabaseDescription.Table.Column]? {
    let rows = try? Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(Keyword.quoteAlways(table)))")
    guard let rows, !rows.isEmpty else { return nil }
    return rows.compactMap { row in
      let hidden: Int = row["hidden"]
      // 1 is a hidden column of a virtual table, which is of no interest to users.
      guard hidden != 1 else { return nil }
      return DatabaseDescription.Table.Column(
        name: Identifier(row["name"]), type: row["type"] ?? "", isNotNull: row["notnull"], keyPosition: row["pk"],
        isGenerated: hidden > 1)
    }
  }

  private static func rowCount(
    of table: Identifier, in db: GRDB.Database, until deadline: ContinuousClock.Instant
  ) throws -> DatabaseDescription.RowCount? {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return .unknown(reason: "the time limit was reached") }
    var count: Int?
    do {
      try TimeLimit(seconds: left / .seconds(1)).run(on: db) {
        count = try Int.fetchOne(db, sql: "SELECT count(*) FROM main.\(Keyword.quoteAlways(table))")
      }
    } catch let error as SchemaError {
      return .unknown(reason: error.message)
    } catch let error as DatabaseError where error.resultCode != .SQLITE_BUSY {
      // If one table is damaged, the others can still be counted.
      return .unknown(reason: error.message ?? "SQLite gives no reason")
    }
    return count.map { .counted($0) }
  }

  private static func objects(_ type: String, in db: GRDB.Database) throws -> [DatabaseDescription.Object] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT name, tbl_name FROM main.sqlite_master WHERE type = ? AND sql NOT NULL ORDER BY name",
      arguments: [type])
    return rows.map { DatabaseDescription.Object(name: Identifier($0[0]), table: Identifier($0[1])) }
  }

  /// The findings of `PRAGMA quick_check`, at most five; empty if the database passes.
  ///
  /// CHECK constraints are not checked, because they are the schema's own code.
  /// https://www.sqlite.org/pragma.html#pragma_quick_check
  ///
  /// - Throws: `SchemaError`, including `.timedOut`.
  public func quickFailures(within seconds: Double = Limits.seconds) throws -> [String] {
    try SchemaError.catching {
      try queue.inDatabase { db in
        var lines: [String] = []
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        try TimeLimit(seconds: seconds).run(on: db) {
          lines = try String.fetchAll(db, sql: "PRAGMA main.quick_check(5)")
        }
        // One row can contain several findings, each on a line of its own below a heading.
        return lines.flatMap { $0.split(separator: "\n").map(String.init) }.filter {
          $0 != "ok" && !$0.hasPrefix("***")
        }
      }
    }
  }
}
