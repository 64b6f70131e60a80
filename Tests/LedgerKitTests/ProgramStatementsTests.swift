import GitStore
import LedgerCore
import LedgerTestSupport
import SQLiteSandbox
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
