import Testing

@testable import MigrationSources

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

  static let comments: [(text: String, program: String?)] = [
    ("-- this migration is handled in action/migration.php\n-- in migration16()", "action/migration.php 1"),
    ("\n/* see the notes:\n   done by up_2.go. */", "up_2.go 3"),
    // No name of a program, a statement, and nothing at all.
    ("-- no-op, see issue 3.1 and notes.md", nil), ("-- do nothing", nil), ("-- see a.go\nSELECT 1;", nil), ("", nil),
    ("/* a.py */ CREATE TABLE t (a);", nil),
  ]

  @Test("the program that the comments of a migration without SQL name is found", arguments: comments)
  func reference(text: String, program: String?) {
    let migration = Migration(id: "1", path: "1.sql", title: "1", up: text, down: nil, transaction: .none)
    #expect(ProgramReference(in: migration).map { "\($0.program) \($0.line)" } == program)
  }
}
