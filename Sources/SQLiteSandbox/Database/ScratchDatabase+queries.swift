internal import CSQLite
package import GRDB
public import SQLiteSyntax

extension ScratchDatabase {
  /// SQLite's message if a statement does not compile in this database; `nil` if it does. The statement is not run.
  ///
  /// - Parameter quotesStrings: whether a word in double quotes is a string if it is not a name. This is SQLite's
  ///   default, which an application can switch off: https://www.sqlite.org/quirks.html#dblquote
  public func failure(ofStatement sql: String, quotesStrings: Bool) -> String? {
    queue.inDatabase { db in
      guard let connection = db.sqliteConnection else { return nil }
      _ = schemaledger_sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, quotesStrings ? 1 : 0)
      defer { _ = schemaledger_sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 1) }
      return Self.failure(of: sql, in: db)
    }
  }

  /// SQLite's message if `sql` does not compile; `nil` if it does. The statement is not run, apart from some pragmas, which
  /// run when they are compiled, whether EXPLAIN precedes them or not. EXPLAIN would accept functions that do not exist if
  /// SQLite has the option `SQLITE_ENABLE_UNKNOWN_SQL_FUNCTION`, as on Apple's systems.
  /// https://www.sqlite.org/compile.html#enable_unknown_sql_function
  package static func failure(of sql: String, in db: GRDB.Database) -> String? {
    do {
      _ = try db.makeStatement(sql: sql)
      return nil
    } catch let error as DatabaseError {
      return error.message ?? "\(error)"
    } catch {
      return "\(error)"
    }
  }

  /// The name of each view and the SELECT that defines it, sorted by name.
  ///
  /// - Throws: `SchemaError`.
  public func viewQueries() throws -> [(name: Identifier, sql: String)] {
    try rows("SELECT name, sql FROM sqlite_master WHERE type = 'view' AND sql NOT NULL ORDER BY name").compactMap {
      row in
      guard let name = row[0], let sql = row[1], let query = Script.query(ofView: sql) else { return nil }
      return (Identifier(name), query)
    }
  }
}

extension Script {
  /// The text after AS; `nil` if there is none. AS is a reserved word, so an unquoted name before it cannot be equal to
  /// it.
  static func query(ofView sql: String) -> String? {
    let tokens = statements(of: sql).first?.tokens ?? []
    guard let keyword = tokens.firstIndex(where: { $0.isKeyword("AS") }), keyword + 1 < tokens.count else { return nil }
    return String(decoding: Array(sql.utf8)[tokens[keyword + 1].range.lowerBound...], as: UTF8.self)
  }

  /// The statements that read or write rows.
  public static func queries(of script: String) -> [Step] {
    let words = ["SELECT", "WITH", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE"]
    return steps(of: script).filter { step in
      Tokenizer.tokens(of: step.sql).first.map { first in words.contains { first.isKeyword($0) } } ?? false
    }
  }
}
