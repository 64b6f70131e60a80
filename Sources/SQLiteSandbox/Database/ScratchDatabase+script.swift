internal import GRDB
public import SQLiteSchema
internal import SQLiteSyntax

/// A database as the statements that make it again, byte for byte.
///
/// SQLite keeps the text of each CREATE statement from the name on, and writes the words before the name anew. So a stored
/// statement that is run is stored as the same text, and VACUUM writes tables first, then indexes, then views and triggers:
/// run in that order, the statements make the same file.
extension ScratchDatabase {
  /// The first line of a script, which contains the version of its form.
  package static let scriptLine = "-- schemaledger fixture 1"

  /// The statements that make the database: the stored ones in their order, and the rows of tables before the first view or
  /// trigger. Of some databases, such as one with a virtual table, they make another one or fail; see ``script(making:)``.
  ///
  /// - Throws: `SchemaError`.
  package func script() throws -> String {
    let properties = try properties()
    var lines = [
      Self.scriptLine, "PRAGMA page_size = \(properties.pageSize);", "PRAGMA encoding = '\(properties.encoding)';",
      "PRAGMA auto_vacuum = \(properties.autoVacuum);", "BEGIN;", "PRAGMA user_version = \(properties.userVersion);",
      "PRAGMA application_id = \(properties.applicationID);",
    ]
    // SQLite makes its own tables, such as that of AUTOINCREMENT.
    let objects = try rows(
      "SELECT type, sql FROM sqlite_master WHERE sql NOT NULL AND name NOT GLOB 'sqlite_*' ORDER BY rowid")
    let behind = objects.firstIndex { $0[0] == "view" || $0[0] == "trigger" } ?? objects.endIndex
    func add(_ objects: ArraySlice<[String?]>) {
      // A stored text may end with a comment.
      lines += objects.compactMap { $0[1] }.map { $0.contains("--") ? $0 + "\n;" : $0 + ";" }
    }
    add(objects[..<behind])
    lines += try insertions()
    add(objects[behind...])
    return (lines + ["COMMIT;"]).map { $0 + "\n" }.joined()
  }

  /// A statement for each row, by table in the order of the schema.
  private func insertions() throws -> [String] {
    let tables = try rows(
      """
      SELECT m.name, l.wr FROM sqlite_master AS m JOIN pragma_table_list AS l ON l.schema = 'main' AND l.name = m.name
      WHERE l.type = 'table' AND m.name NOT GLOB 'sqlite_*' ORDER BY m.rowid
      """)
    return try tables.flatMap { table -> [String] in
      guard let name = table[0].map({ Keyword.quoteAlways($0.identifier) }),
        try !rows("SELECT 1 FROM main.\(name) LIMIT 1").isEmpty
      else { return [] }
      // A generated column is hidden, and has no value of its own.
      let columns = try rows("PRAGMA main.table_xinfo(\(name))").filter { $0[6] == "0" }
      let key = columns.filter { $0[5] != "0" }
      let isRowid = key.count == 1 && key[0][2]?.lowercasedASCII == "integer"
      var names = columns.compactMap { $0[1] }.map { Keyword.quoteAlways($0.identifier) }
      let rowid = ["rowid", "_rowid_", "oid"].first { name in !columns.contains { $0[1]?.lowercasedASCII == name } }
      var order = ""
      if let rowid, table[1] == "0" {
        order = " ORDER BY \(rowid)"
        if !isRowid { names.insert(rowid, at: 0) }
      }
      let list = names.joined(separator: ", ")
      let values = names.map { "quote(\($0))" }.joined(separator: ", ")
      return try rows("SELECT \(values) FROM main.\(name)\(order)").map { row in
        "INSERT INTO \(name) (\(list)) VALUES (\(row.map { $0 ?? "NULL" }.joined(separator: ", ")));"
      }
    }
  }

  /// The script that makes a database file again, or `nil` if the text would not be much smaller, or if what it makes is
  /// another file: an empty table of SQLite's own, a virtual table's contents and what was written into the schema with
  /// `writable_schema` cannot be had by statements.
  ///
  /// - Parameter file: bytes that ``file()`` has returned in this version of SQLite.
  package static func script(making file: [UInt8]) -> String? {
    guard let script = try? ScratchDatabase(file: file, tracking: .none).script(), script.utf8.count * 2 <= file.count,
      let made = try? Self.file(of: script), FileComparison.areSame(file, made)
    else { return nil }
    return script
  }

  /// The file of the database that a script of ``script()`` makes.
  ///
  /// - Throws: `SchemaError`.
  package static func file(of script: String) throws -> [UInt8] { try frozen(script, tracking: .none).file() }
}
