import GitStore
import LedgerEntries
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerCore

@Suite("Row script")
struct RowScriptTests {
  private static let place = "SchemaLedger/rows/1.0.0.sql"

  private static func rows(after sql: String) throws -> String {
    let database = try ScratchDatabase(tracking: .known)
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL REFERENCES t); INSERT INTO t VALUES (1, 1)")
    let schema = try database.storedText()
    do {
      try RowScript(path: place, bytes: Array(sql.utf8)).run(on: database)
    } catch let failure as RowScript.Failure {
      #expect(try database.rows("SELECT id, a FROM t") == [["1", "1"]], "all or nothing")
      #expect(try database.storedText() == schema && !database.isInTransaction)
      return failure.error.message
    }
    return try database.rows("SELECT group_concat(id || a, ' ') FROM t").first?.first.flatMap(\.self) ?? ""
  }

  static let scripts: [(sql: String, outcome: String)] = [
    ("-- Nothing.\n", "11"),
    ("INSERT INTO t VALUES (2, 'x'), (3, 'y;'); UPDATE t SET a = 'z' WHERE id = 3;", "11 2x 3z"),
    ("WITH n (i) AS (VALUES (7)) INSERT INTO t SELECT i, i FROM n; DELETE FROM t WHERE id = 1; SELECT 1", "77"),
    ("REPLACE INTO t VALUES (1, 9)", "19"),
    ("INSERT INTO t VALUES (2, 2);\n\nINSERT INTO t (id) VALUES (3);", "\(place):3: NOT NULL constraint failed: t.a"),
    ("INSERT INTO t VALUES (2, 2);\nINSERT INTO u VALUES (3);", "\(place):2: no such table: u"),
    (
      "INSERT INTO t VALUES (2, 2); CREATE INDEX i ON t (a);",
      "\(place):1: CREATE is not allowed here, because it does not change rows"
    ),
    ("\nDROP TABLE t", "\(place):2: DROP is not allowed here, because it does not change rows"),
    ("PRAGMA foreign_keys = ON", "\(place):1: PRAGMA is not allowed here, because it does not change rows"),
    ("ATTACH 'x' AS y", "\(place):1: ATTACH is not allowed here, because it does not change rows"),
    ("DELETE FROM t;\nCOMMIT", "\(place):2: COMMIT is not allowed here, because it does not change rows"),
    ("VACUUM", "\(place):1: VACUUM is not allowed here, because it does not change rows"),
    (
      "INSERT INTO t VALUES (2, 2); UPDATE sqlite_master SET sql = ''",
      "\(place):1: table sqlite_master may not be modified"
    ),
  ]

  @Test("a row script adds all of its rows or none, and changes nothing else", arguments: scripts)
  func run(sql: String, outcome: String) throws {
    #expect(try Self.rows(after: sql) == outcome)
  }
}
