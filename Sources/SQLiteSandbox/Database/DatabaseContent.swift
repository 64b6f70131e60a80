internal import Digests
internal import GRDB
internal import SQLiteSchema
internal import SQLiteSyntax

/// All that a database holds, so that two can be told apart: its schema word by word, and the rows of each table whatever
/// their order. Of what SQLite keeps for itself (`sqlite_sequence`, statistics) nothing is in it.
public struct DatabaseContent: Sendable, Equatable {
  /// Of a table, how many rows and which.
  struct Rows: Sendable, Equatable {
    let count: Int
    let digest: String
  }

  let storedText: [UInt8]
  let userVersion: String
  let rows: [String: Rows]

  /// How a database differs from another one, in a clause for people.
  public enum Difference: Sendable, Hashable {
    case schema
    case userVersion(from: String, to: String)
    /// The rows of these tables, sorted.
    case rows([String])
  }

  /// What is other in `later`; nil when nothing is.
  ///
  /// - Parameter isSameSchema: whether schemas that are written otherwise are the same all the same.
  public func difference(
    to later: DatabaseContent, isSameSchema: () throws -> Bool = { false }
  ) rethrows -> Difference? {
    if storedText != later.storedText, try !isSameSchema() { return .schema }
    let tables = Set(rows.keys).union(later.rows.keys).filter { rows[$0] != later.rows[$0] }
    if !tables.isEmpty { return .rows(tables.sorted()) }
    return userVersion == later.userVersion ? nil : .userVersion(from: userVersion, to: later.userVersion)
  }

  /// The content without the rows of these tables.
  public func without(rowsOf tables: [String]) -> DatabaseContent {
    DatabaseContent(
      storedText: storedText, userVersion: userVersion, rows: rows.filter { !tables.contains($0.key) })
  }
}

extension ScratchDatabase {
  /// What it holds now.
  ///
  /// - Throws: `SchemaError`.
  public func content() throws -> DatabaseContent {
    var rows: [String: DatabaseContent.Rows] = [:]
    for table in try storedTables() {
      let texts = try rowTexts(of: table, columns: try columns(of: table))
      rows[table] = DatabaseContent.Rows(count: texts.count, digest: sha256(texts.joined(separator: "\n")))
    }
    let version = try self.rows("PRAGMA main.user_version").first?.first ?? nil
    return DatabaseContent(storedText: try storedText(), userVersion: version ?? "", rows: rows)
  }

  /// Tables with rows of their own, sorted; a virtual table keeps its rows in its shadow tables.
  /// https://www.sqlite.org/pragma.html#pragma_table_list
  public func storedTables() throws -> [String] {
    try rows(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """
    ).compactMap { $0[0] }
  }

  /// Each row of a table as the literals of some of its columns, sorted. A number and the text that looks like it are
  /// different: https://www.sqlite.org/lang_corefunc.html#quote
  ///
  /// - Throws: `SchemaError`.
  public func rowTexts(of table: String, columns: [String]) throws -> [String] {
    guard !columns.isEmpty else { return [] }
    // Not as one text: an expression is at most 1000 deep, and a table may have 2000 columns.
    let values = columns.map { "quote(\(Keyword.quoteAlways($0)))" }.joined(separator: ", ")
    return try rows("SELECT \(values) FROM main.\(Keyword.quoteAlways(table))").map { row in
      row.map { $0 ?? "" }.joined(separator: ",")
    }.sorted()
  }
}

extension ScratchDatabase {
  /// Bytes of the file that it would be, with pages that are free.
  ///
  /// - Throws: `SchemaError`.
  public func size() throws -> Int {
    let values = try rows("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    return values.first?.first?.flatMap { Int($0) } ?? 0
  }
}
