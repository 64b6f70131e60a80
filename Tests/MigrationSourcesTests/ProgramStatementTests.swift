import MigrationSources
import Testing

@Suite("Statements in programs")
struct ProgramStatementTests {
  static let texts: [(text: String, found: String?)] = [
    ("tx.Exec(`CREATE UNIQUE INDEX i ON t (a)`)", "CREATE UNIQUE INDEX 1"),
    ("package m\n\nfunc up() {\n\ttx.Exec(\"drop table t\")\n}", "DROP TABLE 4"),
    ("await db.exec('alter  table t add b')", "ALTER TABLE 1"),
    ("CREATE VIRTUAL TABLE t USING fts5 (a)", "CREATE VIRTUAL TABLE 1"),
    ("// CREATE TABLE t\n# DROP TABLE t\n * ALTER TABLE t\n-- CREATE INDEX i", nil),
    ("CREATE TEMP TABLE t (a)", nil), ("tx.Exec(\"UPDATE t SET a = 1\")", nil), ("createTable(t); create(index)", nil),
    ("", nil),
  ]

  @Test("the first statement that changes a schema is found, with its line", arguments: texts)
  func first(text: String, found: String?) {
    #expect(ProgramStatement(firstIn: text).map { "\($0.words) \($0.line)" } == found)
  }
}
