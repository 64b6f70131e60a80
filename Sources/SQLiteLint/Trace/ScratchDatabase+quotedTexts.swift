internal import CSQLite
internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension ScratchDatabase {
  /// The `"…"` of a statement that SQLite reads as strings, because no column has that name.
  ///
  /// The statement is compiled without double-quoted strings (https://www.sqlite.org/quirks.html#dblquote). Each name
  /// that is then reported as missing is one of them.
  ///
  /// - Throws: `SchemaError`.
  func quotedTexts(in sql: String, tokens: [Token]) throws -> Set<String> {
    let quoted = tokens.filter { $0.kind == .doubleQuoted }
    guard !quoted.isEmpty else { return [] }
    return try strictly { db in
      var found: Set<String> = []
      var sql = sql
      while let name = Self.missingColumn(in: sql, db), !found.contains(name),
        quoted.contains(where: { $0.text == name })
      {
        found.insert(name)
        sql = sql.replacing(Keyword.quoteAlways(name), with: CanonicalPrinter.string(name))
      }
      return found
    }
  }

  /// The `"…"` that SQLite reads as strings in an existing view or trigger.
  ///
  /// - Throws: `SchemaError`.
  func quotedTexts(ofMade name: Identifier, tokens: [Token]) throws -> Set<String> {
    let quoted = Set(tokens.filter { $0.kind == .doubleQuoted }.map(\.text))
    let failures = try strict { try compilationFailures() }.filter { $0.name == name }
    return Set(failures.compactMap { Self.missingColumn(in: $0.message) }.filter(quoted.contains))
  }

  private func strict<Result>(_ work: () throws -> Result) throws -> Result {
    setDoubleQuotedStrings(false)
    defer { setDoubleQuotedStrings(true) }
    return try work()
  }

  private func setDoubleQuotedStrings(_ on: Bool) {
    queue.inDatabase { db in
      for option in [SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL] {
        guard let connection = db.sqliteConnection else { return }
        _ = schemaledger_sqlite3_db_config(connection, option, on ? 1 : 0)
      }
    }
  }

  private func strictly<Result>(_ work: (GRDB.Database) throws -> Result) throws -> Result {
    try strict { try SchemaError.catching { try queue.inDatabase(work) } }
  }

  private static func missingColumn(in sql: String, _ db: GRDB.Database) -> String? {
    failure(of: sql, in: db).flatMap(missingColumn)
  }

  /// The name in `no such column: x`. Newer versions quote the name, and ask whether it should be a string.
  private static func missingColumn(in message: String) -> String? {
    guard let rest = message.wholeMatch(of: /.*no such column: (.+)/)?.1 else { return nil }
    let name = rest.replacing(/\ - should this be a string literal in single-quotes\?$/, with: "")
    return name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
      ? String(name.dropFirst().dropLast()) : String(name)
  }
}
