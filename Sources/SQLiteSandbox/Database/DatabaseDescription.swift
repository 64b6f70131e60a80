internal import GRDB
public import SQLiteSchema
internal import SQLiteSyntax

/// What is in a database, as SQLite lists it: also tables that are no part of a schema's identity, such as books of
/// migration tools and shadow tables.
public struct DatabaseDescription: Sendable {
  /// A table or a view with its columns.
  public struct Table: Sendable {
    /// A row of `PRAGMA table_xinfo`. https://www.sqlite.org/pragma.html#pragma_table_xinfo
    public struct Column: Sendable {
      /// As it was declared.
      public let name: String
      /// As it was declared; empty when none was.
      public let type: String
      /// Whether NULL is refused by `NOT NULL`.
      public let isNotNull: Bool
      /// The position in the primary key, from 1; 0 for the other columns.
      public let keyPosition: Int
      /// Whether it is computed from others.
      public let isGenerated: Bool
    }

    /// As it was declared.
    public let name: String
    /// `table`, `view`, `virtual`, or `shadow` for what a virtual table keeps its content in.
    /// https://www.sqlite.org/pragma.html#pragma_table_list
    public let kind: String
    /// https://www.sqlite.org/withoutrowid.html
    public let isWithoutRowid: Bool
    /// https://www.sqlite.org/stricttables.html
    public let isStrict: Bool
    /// Nil where SQLite cannot tell them: a view that does not compile, a virtual table whose module is not here.
    public let columns: [Column]?
    /// Nil for what is not counted: only a plain table has rows that can be counted without running code of the schema.
    public let rowCount: RowCount?
  }

  /// How many rows a table has.
  public enum RowCount: Sendable, Hashable {
    case counted(Int)
    /// For a reason they are not known: a clause for people.
    case unknown(reason: String)
  }

  /// An index or a trigger, and whose it is.
  public struct Object: Sendable {
    /// As it was declared.
    public let name: String
    /// The table or view it belongs to.
    public let table: String
  }

  /// Tables and views, sorted by name, without SQLite's own.
  public let tables: [Table]
  /// Sorted by name; without those that SQLite makes for UNIQUE and PRIMARY KEY.
  public let indexes: [Object]
  /// Sorted by name.
  public let triggers: [Object]
  /// What the file says of itself.
  public let properties: DatabaseProperties
  /// Pages that are in use and free ones, together.
  public let pageCount: Int
  /// Pages that deleted content has left.
  public let freePageCount: Int
}

extension ScratchDatabase {
  /// What is in the database.
  ///
  /// Rows are counted by `SELECT count(*)` on plain tables, which computes nothing and fires nothing.
  ///
  /// - Parameter seconds: that counting all tables together may take.
  /// - Throws: `SchemaError`.
  public func description(countingFor seconds: Double = Limits.seconds) throws -> DatabaseDescription {
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    return try SchemaError.catching {
      try queue.inDatabase { db in
        let listed = try Row.fetchAll(
          db, sql: "SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main' ORDER BY name")
        let tables = try listed.compactMap { row -> DatabaseDescription.Table? in
          let name: String = row["name"]
          guard !name.foldedASCII.hasPrefix("sqlite_") else { return nil }
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

  private static func columns(of table: String, in db: GRDB.Database) -> [DatabaseDescription.Table.Column]? {
    let rows = try? Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(Keyword.quoteAlways(table)))")
    guard let rows, !rows.isEmpty else { return nil }
    return rows.compactMap { row in
      let hidden: Int = row["hidden"]
      // 1: of a virtual table, and not for people.
      guard hidden != 1 else { return nil }
      return DatabaseDescription.Table.Column(
        name: row["name"], type: row["type"] ?? "", isNotNull: row["notnull"], keyPosition: row["pk"],
        isGenerated: hidden > 1)
    }
  }

  private static func rowCount(
    of table: String, in db: GRDB.Database, until deadline: ContinuousClock.Instant
  ) throws -> DatabaseDescription.RowCount? {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return .unknown(reason: "the time was up") }
    var count: Int?
    do {
      try TimeLimit(seconds: left / .seconds(1)).run(on: db) {
        count = try Int.fetchOne(db, sql: "SELECT count(*) FROM main.\(Keyword.quoteAlways(table))")
      }
    } catch let error as SchemaError {
      return .unknown(reason: error.message)
    } catch let error as DatabaseError where error.resultCode != .SQLITE_BUSY {
      // Damage in one table leaves the others.
      return .unknown(reason: error.message ?? "SQLite does not say why")
    }
    return count.map { .counted($0) }
  }

  private static func objects(_ type: String, in db: GRDB.Database) throws -> [DatabaseDescription.Object] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT name, tbl_name FROM main.sqlite_master WHERE type = ? AND sql NOT NULL ORDER BY name",
      arguments: [type])
    return rows.map { DatabaseDescription.Object(name: $0[0], table: $0[1]) }
  }

  /// What `PRAGMA quick_check` finds, at most five; none when it says ok.
  ///
  /// CHECK constraints are passed over: they are the schema's own code. https://www.sqlite.org/pragma.html#pragma_quick_check
  ///
  /// - Throws: `SchemaError`, `.timedOut`.
  public func quickFailures(within seconds: Double = Limits.seconds) throws -> [String] {
    try SchemaError.catching {
      try queue.inDatabase { db in
        var lines: [String] = []
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        try TimeLimit(seconds: seconds).run(on: db) {
          lines = try String.fetchAll(db, sql: "PRAGMA main.quick_check(5)")
        }
        // A row may have several findings, a line each, below a heading.
        return lines.flatMap { $0.split(separator: "\n").map(String.init) }.filter {
          $0 != "ok" && !$0.hasPrefix("***")
        }
      }
    }
  }
}
