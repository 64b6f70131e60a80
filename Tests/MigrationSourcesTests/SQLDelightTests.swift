import GitStore
import LedgerTestSupport
import SQLiteSchema
import Testing

@testable import LedgerCore
@testable import MigrationSources

@Suite("SQLDelight")
struct SQLDelightTests {
  /// What is in a file, and what SQLite is given of it, white space aside.
  static let scripts: [(text: String, sql: String)] = [
    ("CREATE TABLE t (a TEXT AS kotlin.String NOT NULL);", "CREATE TABLE t (a TEXT NOT NULL);"),
    (
      "CREATE TABLE t (a INTEGER AS VALUE, b TEXT AS List<List<String>> DEFAULT '');",
      "CREATE TABLE t (a INTEGER , b TEXT DEFAULT '');"
    ),
    (
      "CREATE TABLE t (a TEXT AS @Json(name = \"x\") @Ann Foo.Bar<Int, Map<A, B>>, b INT);",
      "CREATE TABLE t (a TEXT , b INT);"
    ),
    // AS that is SQL.
    (
      "CREATE TABLE t (a, b AS (a + 1), c TEXT CHECK (CAST(c AS INT) > 0));",
      "CREATE TABLE t (a, b AS (a + 1), c TEXT CHECK (CAST(c AS INT) > 0));"
    ),
    ("CREATE TABLE t AS SELECT 1 AS x;", "CREATE TABLE t AS SELECT 1 AS x;"),
    ("CREATE VIEW v AS SELECT a AS b FROM t;", "CREATE VIEW v AS SELECT a AS b FROM t;"),
    (
      "ALTER TABLE t ADD COLUMN a INTEGER AS Boolean NOT NULL DEFAULT 0;",
      "ALTER TABLE t ADD COLUMN a INTEGER NOT NULL DEFAULT 0;"
    ),
    ("UPDATE t AS u SET a = 1;", "UPDATE t AS u SET a = 1;"),
    (
      "CREATE VIRTUAL TABLE f USING fts5(a TEXT NOT NULL, b TEXT UNINDEXED, content='');",
      "CREATE VIRTUAL TABLE f USING fts5(a , b UNINDEXED, content='');"
    ),
    // Labels, groups and imports.
    ("import a.b.C;\nSELECT 1;", "SELECT 1;"), ("all:\nSELECT * FROM t;\nSELECT 1;", "SELECT 1;"),
    ("all:SELECT * FROM t;\nSELECT 1;", "SELECT 1;"), ("x { SELECT '}'; SELECT 2; } SELECT 1;", "SELECT 1;"),
    ("/** of */ all: SELECT 3; -- ; \nSELECT ':a';", "SELECT ':a';"),
    // Comments that accept findings, and no others.
    (
      "-- schemaledger:allow SL318 as intended\nUPDATE t SET a = 1; -- schemaledger:allow SL453 x\n-- other\n",
      "-- schemaledger:allow SL318 as intended\nUPDATE t SET a = 1; -- schemaledger:allow SL453 x\n"
    ),
    ("all:\nSELECT 1;", ""), ("", ""), (";;", ""), ("import a", ""), ("x {", ""),
  ]

  @Test("Kotlin parts are removed, and SQL is kept", arguments: scripts)
  func script(text: String, sql: String) {
    let result = SQLDelightScript(text).sql() ?? ""
    #expect(result.split(whereSeparator: \.isWhitespace) == sql.split(whereSeparator: \.isWhitespace))
    #expect(result.isEmpty || result.count(where: \.isNewline) == text.count(where: \.isNewline))
  }

  @Test("a trigger that contains CASE … END is one statement of the third phase")
  func trigger() {
    let script = SQLDelightScript(
      """
      CREATE TRIGGER g BEFORE DELETE ON t
      BEGIN SELECT CASE WHEN old.id <= 0 THEN RAISE(ABORT, 'no') END;
      END;
      CREATE TABLE t (id INTEGER);
      q:
      SELECT 1;
      """)
    #expect(script.sql(.creators)?.contains("RAISE") == true)
    #expect(script.sql(.tables)?.contains("CREATE TABLE t") == true)
    #expect(script.sql(.views) == nil && script.sql(.others) == nil)
  }

  @Test("an error names the line of the file")
  func line() throws {
    let snapshot = FileSnapshot(texts: [
      "sqldelight/a.sq": "q:\nSELECT 1;\n\nCREATE TABLE t (a);\nCREATE TABLE t (b);\n"
    ])
    let source = MigrationsSource(folder: MigrationFolderConfiguration(paths: ["sqldelight"], convention: "sqldelight"))
    let error = #expect(throws: LedgerError.self) { try source.read(from: snapshot).build() }
    #expect(error?.message.hasPrefix("sqldelight/a.sq:5: ") == true)
  }

  @Test(
    "the build file determines whether the migrations are the schema",
    arguments: [
      ("deriveSchemaFromMigrations = true", true), ("deriveSchemaFromMigrations.set(true)", true),
      ("deriveSchemaFromMigrations true", true), ("deriveSchemaFromMigrations.set(false)", false), ("", false),
    ])
  func derives(line: String, derives: Bool) throws {
    let files = [
      "app/build.gradle.kts": "sqldelight {\n  \(line)\n}\n", "app/src/main/sqldelight/1.sqm": "CREATE TABLE t (a);",
      "app/src/main/sqldelight/T.sq": "CREATE TABLE t (a);",
    ]
    let convention = try #require(MigrationConvention.named("sqldelight"))
    let listing = try convention.listing(in: "app/src/main/sqldelight", of: FileSnapshot(texts: files))
    #expect((listing.fresh == nil) == derives)
  }

  @Test("a project of version 1 has queries and no migrations")
  func first() throws {
    let snapshot = FileSnapshot(texts: ["sqldelight/T.sq": "CREATE TABLE t (a);"])
    let source = MigrationsSource(folder: MigrationFolderConfiguration(paths: ["sqldelight"], convention: "sqldelight"))
    let definition = try source.read(from: snapshot)
    #expect(definition.migrations == [] && definition.paths == ["sqldelight/T.sq"])
    let convention = try #require(MigrationConvention.named("sqldelight"))
    #expect(throws: MigrationFolderError.self) {
      try convention.listing(in: "sqldelight", of: FileSnapshot(texts: ["sqldelight/T.sq": "q:\nSELECT 1;"]))
    }
  }
}
