internal import GRDB
public import SQLiteSyntax

/// Rows of one table that refer to missing rows of another.
public struct ForeignKeyViolation: Sendable, Hashable, Comparable {
  /// The table of the referring rows.
  public let table: Identifier
  /// The table that they refer to, as the foreign key names it.
  public let parent: Identifier

  /// Orders violations by table, then by parent.
  public static func < (left: ForeignKeyViolation, right: ForeignKeyViolation) -> Bool {
    (left.table, left.parent) < (right.table, right.parent)
  }
}

/// A foreign key whose parent table does not exist, or lacks the key that is referred to. SQLite accepts it, and with foreign
/// keys on it then rejects rows: "foreign key mismatch".
/// https://www.sqlite.org/foreignkeys.html#fk_schemaerrors
public struct DanglingForeignKey: Sendable, Hashable, Comparable {
  /// The table that declares the foreign key.
  public let table: Identifier
  /// The table that is referred to.
  public let parent: Identifier
  /// Whether the parent table exists, and only its key is missing.
  public let hasParent: Bool

  /// Creates a foreign key from its parts.
  public init(table: Identifier, parent: Identifier, hasParent: Bool = false) {
    self.table = table
    self.parent = parent
    self.hasParent = hasParent
  }

  /// Orders foreign keys by table, then by parent.
  public static func < (left: DanglingForeignKey, right: DanglingForeignKey) -> Bool {
    (left.table, left.parent) < (right.table, right.parent)
  }
}

/// A view or a trigger that SQLite cannot compile.
public struct CompilationFailure: Sendable, Hashable {
  /// The kind of object: `view` or `trigger`.
  public let kind: String
  /// The name as it was declared, without quotes.
  public let name: Identifier
  /// SQLite's own message, such as "no such column: main.t.a".
  public let message: String
}

extension ScratchDatabase {
  /// The number of rows that `PRAGMA foreign_key_check` reports, by violation. If the parent lacks the key that is
  /// referred to, the pragma fails for that table, which is left out here: see ``danglingForeignKeys()``.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_foreign_key_check
  ///
  /// - Throws: `SchemaError`.
  public func foreignKeyViolations() throws -> [ForeignKeyViolation: Int] {
    try SchemaError.catching {
      try queue.inDatabase { db in
        var counts: [ForeignKeyViolation: Int] = [:]
        let tables = try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT NULL")
        for table in tables {
          let pragma = "PRAGMA main.foreign_key_check(\(Keyword.quoteAlways(table)))"
          // A row violates two foreign keys to one parent, and is one row.
          var counted: [ForeignKeyViolation: Set<Int64>] = [:]
          do {
            for row in try Row.fetchAll(db, sql: pragma) {
              let violation = ForeignKeyViolation(table: Identifier(row["table"]), parent: Identifier(row["parent"]))
              if let rowid = row["rowid"] as Int64?, !counted[violation, default: []].insert(rowid).inserted {
                continue
              }
              counts[violation, default: 0] += 1
            }
          } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // "foreign key mismatch": the schema is the cause, and no row can violate the key.
          }
        }
        return counts
      }
    }
  }

  /// The foreign keys whose parent table does not exist, and of each table the first whose parent lacks the key.
  ///
  /// - Throws: `SchemaError`.
  public func danglingForeignKeys() throws -> Set<DanglingForeignKey> {
    try SchemaError.catching {
      try queue.inDatabase { db in
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT DISTINCT child.name AS child, key."table" AS parent
            FROM main.sqlite_master AS child JOIN pragma_foreign_key_list(child.name, 'main') AS key
            WHERE child.type = 'table'
              AND key."table" COLLATE NOCASE NOT IN (SELECT name FROM main.sqlite_master WHERE type = 'table')
            """)
        var found = Set(
          rows.map { DanglingForeignKey(table: Identifier($0["child"]), parent: Identifier($0["parent"])) })
        let children = try String.fetchAll(
          db,
          sql: """
            SELECT DISTINCT child.name FROM main.sqlite_master AS child
            JOIN pragma_foreign_key_list(child.name, 'main') WHERE child.type = 'table'
            """)
        for child in children {
          if let parent = Self.mismatchedParent(of: child, in: db) {
            found.insert(DanglingForeignKey(table: Identifier(child), parent: parent, hasParent: true))
          }
        }
        return found
      }
    }
  }

  /// The first parent of a table without the key that the table refers to. The pragma finds it before it reads rows.
  ///
  /// > foreign key mismatch - "c" referencing "p"
  private static func mismatchedParent(of child: String, in db: GRDB.Database) -> Identifier? {
    do {
      _ = try Row.fetchOne(db, sql: "PRAGMA main.foreign_key_check(\(Keyword.quoteAlways(child)))")
      return nil
    } catch let error as DatabaseError {
      let start = "foreign key mismatch - \"\(child)\" referencing \""
      guard let message = error.message, message.hasPrefix(start), message.hasSuffix("\"") else { return nil }
      return Identifier(String(message.dropFirst(start.count).dropLast()))
    } catch {
      return nil
    }
  }

  /// Up to three rows of a violation, each on one line: `rowid 4: album_id 77`. Empty for a WITHOUT ROWID table, whose
  /// rows the pragma does not identify.
  ///
  /// - Throws: `SchemaError`.
  public func samples(of violation: ForeignKeyViolation) throws -> [String] {
    try SchemaError.catching {
      try queue.inDatabase { db in
        let table = Keyword.quoteAlways(violation.table)
        let cursor = try Row.fetchCursor(db, sql: "PRAGMA main.foreign_key_check(\(table))")
        var rowids: [Int64] = []
        var keys: [Int64: [String]] = [:]
        while let row = try cursor.next() {
          guard let rowid = row["rowid"] as Int64?, Identifier(row["parent"]) == violation.parent,
            keys[rowid] != nil || rowids.count < 3
          else { continue }
          let columns = try String.fetchAll(
            db, sql: "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE id = ? ORDER BY seq",
            arguments: [violation.table.text, row["fkid"] as Int])
          let list = columns.map(Keyword.quoteAlways).joined(separator: ", ")
          guard let values = try Row.fetchOne(db, sql: "SELECT \(list) FROM main.\(table) WHERE rowid = \(rowid)")
          else {
            continue
          }
          let named = zip(columns, values.databaseValues).map { "\($0) \(self.samples.key($1))" }
          if keys[rowid] == nil { rowids.append(rowid) }
          keys[rowid, default: []] += named
        }
        return rowids.map { "rowid \($0): \(keys[$0, default: []].joined(separator: ", "))" }
      }
    }
  }

  /// The findings of `PRAGMA integrity_check`, at most 20; empty if the database passes.
  ///
  /// SQLite 3.40 has a fault in this pragma. In a WITHOUT ROWID table whose key does not come first, it checks a
  /// different column than it names, and reports `NULL value in t.a` for a value that is not NULL. Findings that the
  /// rows do not confirm are left out.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_integrity_check
  ///
  /// - Throws: `SchemaError`.
  public func integrityFailures() throws -> [String] {
    try SchemaError.catching {
      try queue.inDatabase { db in
        let failures = try Self.integrityFailures("20", in: db)
        let tables =
          try failures.isEmpty
          ? [] : String.fetchAll(db, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
        // Texts with names in them are compared by their bytes, as the names are.
        var doubtful: Set<[UInt8]> = []
        for table in tables { doubtful.formUnion(try Self.doubtfulFailures(of: table, in: db).map { Array($0.utf8) }) }
        let certain = failures.filter { !doubtful.contains(Array($0.utf8)) }
        guard certain.count < failures.count else { return failures }
        // The wrong findings may have displaced others, because the pragma reports at most 20.
        let each = try tables.flatMap { try Self.integrityFailures(Keyword.quoteAlways($0), in: db) }
        let all = Set((certain + each).map { Array($0.utf8) }).subtracting(doubtful)
        let first = all.sorted { $0.lexicographicallyPrecedes($1) }.prefix(20)
        return first.map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  private static func integrityFailures(_ argument: String, in db: GRDB.Database) throws -> [String] {
    try String.fetchAll(db, sql: "PRAGMA main.integrity_check(\(argument))").filter { $0 != "ok" }
  }

  /// The texts of possible wrong findings for a WITHOUT ROWID table: one for each column that does not contain NULL.
  private static func doubtfulFailures(of table: String, in db: GRDB.Database) throws -> [String] {
    let isWithoutRowid = try Bool.fetchOne(
      db, sql: "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", arguments: [table])
    guard isWithoutRowid ?? false else { return [] }
    let name = Keyword.quoteAlways(table)
    return try Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(name))").flatMap { row -> [String] in
      let column: String = row["name"]
      let sql = "SELECT EXISTS (SELECT 1 FROM main.\(name) WHERE \(Keyword.quoteAlways(column)) IS NULL)"
      if try Bool.fetchOne(db, sql: sql) ?? true { return [] }
      return ["NULL value in \(table).\(column)"]
    }
  }

  /// The views and triggers that do not compile. `integrity_check` does not report them.
  ///
  /// A view is compiled by selecting from it, a trigger by compiling a statement that would fire it.
  ///
  /// - Throws: `SchemaError`.
  public func compilationFailures() throws -> [CompilationFailure] {
    try SchemaError.catching {
      try queue.inDatabase { db in
        let views = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name")
        var failures: [CompilationFailure] = []
        for name in views {
          if let message = Self.failure(of: "SELECT * FROM main.\(Keyword.quoteAlways(name))", in: db) {
            failures.append(CompilationFailure(kind: "view", name: Identifier(name), message: message))
          }
        }
        let broken = Set(failures.map(\.name))
        let triggers = try Row.fetchAll(
          db, sql: "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
        for row in triggers {
          let table = Identifier(row["tbl_name"])
          // A trigger on a view that does not compile does not compile either.
          guard !broken.contains(table) else { continue }
          if let message = try Self.failure(ofTrigger: row["sql"], on: table, in: db) {
            failures.append(CompilationFailure(kind: "trigger", name: Identifier(row["name"]), message: message))
          }
        }
        return failures
      }
    }
  }

  private static func failure(ofTrigger sql: String, on table: Identifier, in db: GRDB.Database) throws -> String? {
    var parser = Parser(sql)
    guard let trigger = try? parser.createTrigger(), case .word(let event)? = trigger.event.pieces.first else {
      return nil
    }
    let name = Keyword.quoteAlways(table)
    let rows = try Row.fetchAll(db, sql: "PRAGMA main.table_xinfo(\(name))")
    // Generated and hidden columns cannot be set.
    let columns = rows.filter { ($0["hidden"] as Int) == 0 }.map { Keyword.quoteAlways($0["name"]) }
    guard !columns.isEmpty else { return nil }
    let firing =
      switch event {
      case "INSERT":
        "INSERT INTO main.\(name) (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "NULL" }.joined(separator: ", ")))"
      case "UPDATE": "UPDATE main.\(name) SET " + columns.map { "\($0) = NULL" }.joined(separator: ", ")
      default: "DELETE FROM main.\(name)"
      }
    return failure(of: firing, in: db)
  }
}
