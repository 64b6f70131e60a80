internal import CSQLite
internal import Digests
internal import Foundation
internal import GRDB
public import SQLiteSandbox
public import SQLiteSyntax

extension ScratchDatabase {
  /// A database with as many rows as the original, and without its texts.
  public struct Scrubbed {
    /// The new database.
    public let database: ScratchDatabase
    /// Virtual tables that are empty, because their text cannot be read or their module is unknown.
    public let emptied: [Identifier]
  }

  /// A database with the schema and numbers of this one, and a pseudonym for each text and blob: see ``Pseudonyms``.
  /// The tracking tables of migration tools are left out or copied unchanged.
  ///
  /// The database is created, and not overwritten, so that no page contains remains of the original. Overwriting could
  /// also violate a unique index while only some rows have pseudonyms.
  ///
  /// - Parameters:
  ///   - keepsTrackingTables: as for ``withoutRows(keepsTrackingTables:stubs:)``.
  ///   - stubs: replacements for functions and collations of the application.
  /// - Throws: `SchemaError`, including if the pseudonyms violate a CHECK, a foreign key or an index.
  public func scrubbed(keepsTrackingTables: Bool, stubs: Stubs) throws -> Scrubbed {
    let copy = try withoutRows(keepsTrackingTables: keepsTrackingTables, stubs: stubs)
    let tables = try ScrubbedTable.all(in: self)
    let pseudonyms = try self.pseudonyms(for: tables)
    try SchemaError.catching {
      try copy.queue.inDatabase { target in
        let connection = target.sqliteConnection
        // Triggers ran when the original rows were written. CHECKs are verified at the end.
        _ = schemaledger_sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        try target.execute(sql: "PRAGMA ignore_check_constraints = ON; BEGIN")
        try queue.inDatabase { source in
          for table in tables { try table.copy(from: source, to: target, pseudonyms) }
          try copySequences(from: source, to: target)
        }
        for table in tables where table.isRebuilt { try target.execute(sql: table.rebuilding) }
        try target.execute(sql: "COMMIT; PRAGMA ignore_check_constraints = OFF")
        _ = schemaledger_sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1)
      }
    }
    try checkIntegrity(of: copy)
    return Scrubbed(database: copy, emptied: tables.filter(\.isEmptied).map(\.name))
  }

  private func pseudonyms(for tables: [ScrubbedTable]) throws -> Pseudonyms {
    var kept: Set<String> = []
    for sql in try rows("SELECT sql FROM sqlite_master WHERE sql NOT NULL").compactMap({ $0[0] }) {
      let literals = Tokenizer.tokens(of: sql).filter { $0.kind == .string || $0.kind == .doubleQuoted }
      kept.formUnion(literals.map(\.text.lowercasedASCII))
    }
    var hash = SHA256()
    var words: Set<String> = []
    try SchemaError.catching {
      try queue.inDatabase { source in
        for table in tables {
          try table.read(from: source) { value in
            hash.update("\(value)\n".utf8)
            if case .string(let text) = value.storage { words.formUnion(Self.words(in: text, but: kept)) }
            if case .blob(let data) = value.storage, let text = String(data: data, encoding: .utf8) {
              words.formUnion(Self.words(in: text, but: kept))
            }
          }
        }
      }
    }
    return Pseudonyms(key: hash.digest(), keeping: kept, avoiding: words)
  }

  /// The words of a text. For JSON, those of its strings; keys are kept.
  private static func words(in text: String, but kept: Set<String>) -> Set<String> {
    if kept.contains(text.lowercasedASCII) { return [] }
    var words: Set<String> = []
    let document = JSONStrings.replaced(in: text) { value in
      words.formUnion(Self.words(in: value, but: kept))
      return value
    }
    return document == nil ? Pseudonyms.words(in: text) : words
  }

  private func copySequences(from source: GRDB.Database, to target: GRDB.Database) throws {
    let counts = "SELECT count(*) FROM main.sqlite_master WHERE name = 'sqlite_sequence'"
    guard try Int.fetchOne(target, sql: counts) == 1, try Int.fetchOne(source, sql: counts) == 1 else { return }
    let rows = try Row.fetchAll(source, sql: "SELECT name, seq FROM main.sqlite_sequence")
    let known = Set(
      try String.fetchAll(target, sql: "SELECT name FROM main.sqlite_master WHERE type = 'table'").map(\.identifier))
    for row in rows where known.contains(Identifier(row["name"])) {
      try target.execute(sql: "DELETE FROM main.sqlite_sequence WHERE name = ?", arguments: [row["name"] as String])
      try target.execute(
        sql: "INSERT INTO main.sqlite_sequence (name, seq) VALUES (?, ?)",
        arguments: StatementArguments(row.databaseValues))
    }
  }

  /// Throws if the pseudonyms violate a constraint that the original satisfied.
  private func checkIntegrity(of copy: ScratchDatabase) throws {
    let before = Set(try integrityFailures())
    if let failure = try copy.integrityFailures().first(where: { !before.contains($0) }) {
      throw SchemaError.sqlite(code: Int(SQLITE_CONSTRAINT), message: failure, sql: nil)
    }
    let violations = try foreignKeyViolations()
    for (violation, count) in try copy.foreignKeyViolations().sorted(by: { $0.key < $1.key })
    where count > violations[violation] ?? 0 {
      let message = "a foreign key of \(violation.table) to \(violation.parent) compares texts with numbers"
      throw SchemaError.sqlite(code: Int(SQLITE_CONSTRAINT), message: message, sql: nil)
    }
  }
}
