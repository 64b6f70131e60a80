import SQLiteSyntax
import Testing

@testable import SQLiteSandbox

@Suite("The script that makes a database again")
struct DatabaseScriptTests {
  /// More than 32 pages, so that the text is much smaller than the file.
  private static let tables = (1...20).map { "CREATE TABLE filler_\($0) (a TEXT UNIQUE);\n" }.joined()

  private func file(_ sql: String, stubs: Stubs = Stubs()) throws -> [UInt8] {
    let database = try ScratchDatabase(tracking: .none, stubs: stubs)
    try database.execute(sql)
    return try database.file()
  }

  @Test(
    "everything that statements can say is made again, byte for byte",
    arguments: [
      "", "PRAGMA encoding = 'UTF-16le'; CREATE TABLE notes (text TEXT DEFAULT 'ä'); INSERT INTO notes VALUES ('ö');",
      "PRAGMA encoding = 'UTF-16be'; PRAGMA page_size = 1024; PRAGMA auto_vacuum = 2; CREATE TABLE t (a);",
      "PRAGMA user_version = -7; PRAGMA application_id = 2147483647; CREATE TABLE t (a);",
      "CREATE TABLE keys (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);",
      "CREATE TABLE keys (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT); INSERT INTO keys (name) VALUES ('a'), ('b');",
      "CREATE TABLE words (word TEXT PRIMARY KEY, count) WITHOUT ROWID; INSERT INTO words VALUES ('b', 1), ('a', 2);",
      "CREATE TABLE exact (i INT, r REAL, t TEXT, b BLOB, a ANY) STRICT; INSERT INTO exact VALUES (1, 0.1, '1', x'00ff', x'');",
      "create table if not exists main.\"odd \"\"name\" (\"q\" int, -- why\n check (q <> '') /* so */);",
      "CREATE TABLE t (a); CREATE UNIQUE INDEX IF NOT EXISTS i ON t (a DESC) WHERE a > 1; CREATE INDEX main.j ON t (a + 1);",
      "CREATE TABLE t (a, b AS (a + 1) STORED, c AS (a)); INSERT INTO t (a) VALUES (1), (NULL), (-9223372036854775808);",
      "CREATE TABLE t (rowid TEXT, a INTEGER); INSERT INTO t VALUES ('x''y', 0.1), ('', 1.5e-300), (NULL, 1e15);",
      "CREATE TABLE t (id INTEGER PRIMARY KEY DESC, a); INSERT INTO t VALUES (7, 'seven'), (3, 'three');",
      "CREATE TABLE t (a); INSERT INTO t (rowid, a) VALUES (40, 'forty'), (2, 'two');",
      "CREATE TABLE t (a); CREATE VIEW v AS SELECT a FROM t -- all of them\n;",
      // Triggers that fire on a row of the database would add more.
      """
      CREATE TABLE t (a); CREATE TABLE log (a); INSERT INTO t VALUES (1);
      CREATE TRIGGER z AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END;
      CREATE TRIGGER b AFTER INSERT ON t BEGIN DELETE FROM log; SELECT ';'; END;
      CREATE TRIGGER d AFTER DELETE ON t BEGIN SELECT 1; END;
      """,
      "CREATE TABLE old (a); ALTER TABLE old RENAME TO new; ALTER TABLE new ADD COLUMN b; ALTER TABLE new RENAME a TO c;",
      "CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (p REFERENCES parent); INSERT INTO child VALUES (9);",
    ])
  func made(sql: String) throws {
    let file = try file(sql + Self.tables)
    let script = try #require(ScratchDatabase.script(making: file))
    let made = try ScratchDatabase.file(of: script)
    #expect(FileComparison.areSame(file, made))
    let (before, after) = try (
      ScratchDatabase(file: file, tracking: .none), ScratchDatabase(file: made, tracking: .none)
    )
    #expect(try before.storedText() == after.storedText())
    #expect(try before.properties() == after.properties())
    #expect(try after.script() == script)
  }

  @Test("functions and collations of the application need not be there")
  func stubs() throws {
    let stubs = Stubs(functions: ["fold": .firstArgument], collations: ["words"])
    let sql = "CREATE TABLE t (a COLLATE words CHECK (fold(a) <> '')); CREATE INDEX i ON t (fold(a));"
    let file = try file(sql + Self.tables, stubs: stubs)
    let script = try #require(ScratchDatabase.script(making: file))
    #expect(FileComparison.areSame(file, try ScratchDatabase.file(of: script)))
  }

  @Test(
    "a database that statements do not make again has no script",
    arguments: [
      "CREATE VIRTUAL TABLE words USING fts5 (word);", "CREATE VIRTUAL TABLE areas USING rtree (id, a, b);",
      "CREATE TABLE t (a); CREATE INDEX i ON t (a); INSERT INTO t VALUES (1); ANALYZE;",
      // The next key would be another one.
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO t VALUES (9); DELETE FROM t;",
      // A text that ends at its first zero byte.
      "CREATE TABLE t (a TEXT); INSERT INTO t VALUES (CAST(x'610062' AS TEXT));",
    ])
  func unmade(sql: String) throws {
    #expect(try ScratchDatabase.script(making: file(sql + Self.tables)) == nil)
  }

  @Test("rows that make most of a file have no script")
  func rows() throws {
    let rows = """
      CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO rows (text) SELECT 'this is the text of row ' || i FROM n;
      """
    #expect(try ScratchDatabase.script(making: file(Self.tables + rows)) == nil)
    #expect(ScratchDatabase.script(making: []) == nil)
    #expect(ScratchDatabase.script(making: Array("CREATE TABLE t (a)".utf8)) == nil)
  }

  @Test("a script cannot do what SQL of a repository cannot do")
  func refused() throws {
    for sql in ["ATTACH ':memory:' AS other;", "VACUUM INTO 'x';", "PRAGMA max_page_count = 9;"] {
      #expect(throws: SchemaError.self) { try ScratchDatabase.file(of: ScratchDatabase.scriptLine + "\n" + sql) }
    }
  }
}
