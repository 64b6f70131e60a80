internal import Digests
internal import GRDB
internal import SQLiteSchema
public import SQLiteSyntax

/// The content of a database, for comparing two databases: the text of the schema, `user_version`, and the rows of each
/// table in any order. SQLite's own tables (`sqlite_sequence`, statistics) are left out.
public struct DatabaseContent: Sendable, Equatable {
  /// The number of rows of a table, and the SHA-256 of their sorted texts.
  struct Rows: Sendable, Equatable {
    let count: Int
    let digest: String
  }

  let storedText: [UInt8]
  let userVersion: String
  let rows: [Identifier: Rows]

  /// The first kind of difference between two databases.
  public enum Difference: Sendable, Hashable, Codable {
    case schema
    case userVersion(from: String, to: String)
    /// The rows of these tables differ; sorted by name.
    case rows([Identifier])
  }

  /// The difference between this content and `later`; `nil` if there is none.
  ///
  /// - Parameter isSameSchema: returns whether two schemas with different text are the same schema. It is called only
  ///   if the text differs.
  public func difference(
    to later: DatabaseContent, isSameSchema: () throws -> Bool = { false }
  ) rethrows -> Difference? {
    if storedText != later.storedText, try !isSameSchema() { return .schema }
    let tables = Set(rows.keys).union(later.rows.keys).filter { rows[$0] != later.rows[$0] }
    if !tables.isEmpty { return .rows(tables.sorted()) }
    return userVersion == later.userVersion ? nil : .userVersion(from: userVersion, to: later.userVersion)
  }

  /// The content without the rows of these tables.
  public func without(rowsOf tables: [Identifier]) -> DatabaseContent {
    DatabaseContent(
      storedText: storedText, userVersion: userVersion, rows: rows.filter { !tables.contains($0.key) })
  }
}

extension ScratchDatabase {
  /// Reads the current content.
  ///
  /// - Throws: `SchemaError`.
  public func content() throws -> DatabaseContent {
    var rows: [Identifier: DatabaseContent.Rows] = [:]
    for table in try storedTables() {
      let texts = try rowTexts(of: table, columns: try columns(of: table))
      rows[table] = DatabaseContent.Rows(count: texts.count, digest: sha256(texts.joined(separator: "\n")))
    }
    return DatabaseContent(storedText: try storedText(), userVersion: try userVersion(), rows: rows)
  }

  /// The text of `PRAGMA user_version`.
  func userVersion() throws -> String { try rows("PRAGMA main.user_version").first?.first.flatMap(\.self) ?? "" }

  /// The names of the tables that store rows themselves, sorted. A virtual table stores its rows in its shadow tables.
  /// https://www.sqlite.org/pragma.html#pragma_table_list
  ///
  /// - Throws: `SchemaError`.
  public func storedTables() throws -> [Identifier] {
    try rows(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """
    ).compactMap { $0[0]?.identifier }
  }

  /// The rows of a table, each as the SQL literals of the given columns separated by commas, sorted by their bytes. A number
  /// and the text of the same digits have different literals: https://www.sqlite.org/lang_corefunc.html#quote
  ///
  /// - Throws: `SchemaError`.
  public func rowTexts(of table: Identifier, columns: [Identifier]) throws -> [String] {
    guard !columns.isEmpty else { return [] }
    // The columns are not concatenated in SQL, because the depth of an expression is at most 1000, and a table may have
    // 2000 columns.
    let values = columns.map { "quote(\(Keyword.quoteAlways($0)))" }.joined(separator: ", ")
    return try rows("SELECT \(values) FROM main.\(Keyword.quoteAlways(table))").map { row in
      row.map { $0 ?? "" }.joined(separator: ",")
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension ScratchDatabase {
  /// The size of the database as a file, in bytes, including free pages.
  ///
  /// - Throws: `SchemaError`.
  public func size() throws -> Int {
    let values = try rows("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    return values.first?.first?.flatMap { Int($0) } ?? 0
  }
}
