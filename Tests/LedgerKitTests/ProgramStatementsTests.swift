import GitStore
import LedgerCore
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax
import Testing

@testable import LedgerKit

@Suite("Statements of a program")
struct ProgramStatementsTests {
  @Test("the statement that makes a table or a column is found beside the migrations")
  func places() throws {
    let files = [
      "db/store.go": "package db\n\ttx.Exec(`ALTER TABLE bookmark ADD COLUMN has_content BOOLEAN`)\n",
      "db/make.rs": "  sqlx::query(\n    \"CREATE TABLE IF NOT EXISTS ocr_text (\n",
      "db/store_test.go": "tx.Exec(`ALTER TABLE bookmark ADD COLUMN only_in_test`)",
      "other/far.go": "tx.Exec(`ALTER TABLE bookmark ADD COLUMN far`)",
      "db/migrations/sqlite/1.sql": "CREATE TABLE only_sql (a);",
    ]
    let statements = try ProgramStatements(around: ["db/migrations/sqlite"], in: FileSnapshot(texts: files))
    func place(_ part: ProgramStatements.Part) -> String? {
      statements.place(creating: part).map { "\($0.path):\($0.line)" }
    }
    #expect(place(.column("has_content")) == "db/store.go:2")
    #expect(place(.column("HAS_CONTENT")) == "db/store.go:2")
    #expect(place(.column("content")) == nil)
    #expect(place(.table("ocr_text")) == "db/make.rs:2")
    #expect(place(.table("ocr")) == nil)
    #expect(place(.column("only_in_test")) == nil)
    #expect(place(.column("far")) == nil)
    #expect(place(.table("only_sql")) == nil)
  }

  @Test(
    "a type that the program replaces is found",
    arguments: [
      (#"  "BIGINT PRIMARY KEY": "INTEGER PRIMARY KEY","#, true), ("s.replace('bigint', 'integer')", true),
      ("{`BIGINT` => `INTEGER`}", true), (#""BIGINTS": "INTEGER""#, false), (#""INTEGER": "BIGINT""#, false),
      ("BIGINT INTEGER", false), (#""BIGINT" + name + "INTEGER""#, false),
    ])
  func replacement(line: String, isFound: Bool) throws {
    let statements = try ProgramStatements(
      around: ["db/migrations"], in: FileSnapshot(texts: ["db/store.go": "package db\n" + line]))
    #expect((statements.place(creating: .type("BIGINT", replacedBy: "INTEGER"))?.line == 2) == isFound)
    #expect(statements.place(creating: .type("DECIMAL(1,2)", replacedBy: "INTEGER")) == nil)
  }

  @Test("different types are parts of a difference, together with missing ones")
  func types() throws {
    func parts(_ before: String, _ after: String) throws -> [ProgramStatements.Part] {
      let schemas = try [before, after].map { sql in
        let database = try ScratchDatabase(tracking: .known)
        try database.execute(sql)
        return try database.schema()
      }
      return Finding.schemaDiffers("1.0.0", SchemaDiff(from: schemas[0], to: schemas[1])).missingParts
    }
    let (big, small) = ("CREATE TABLE t (id BIGINT, b BIGINT);", "CREATE TABLE t (id INTEGER, b INTEGER);")
    #expect(try parts(big, small) == [.type("BIGINT", replacedBy: "INTEGER")])
    #expect(try parts(big, small + "CREATE TABLE u (a);").count == 2)
    #expect(try parts(big, "CREATE TABLE t (id INTEGER, b BIGINT NOT NULL);").isEmpty)
  }

  @Test("a failure names what the database lacks")
  func parts() {
    func parts(_ message: String, _ sql: String = "SELECT 1") -> [ProgramStatements.Part] {
      Finding.migrationFailed(
        "1.0.0", .sqlFailed(path: "1.sql", line: 1, error: .sqlite(code: 1, message: message, sql: sql))
      ).missingParts
    }
    #expect(parts("no such column: t.a") == [.column("a")])
    #expect(parts("table t has no column named b") == [.column("b")])
    #expect(parts("no such table: t") == [.table("t")])
    #expect(parts("virtual tables may not be indexed", "CREATE INDEX i ON v (a); SELECT 1") == [.table("v")])
    #expect(parts("UNIQUE constraint failed: t.a") == [])
  }
}
