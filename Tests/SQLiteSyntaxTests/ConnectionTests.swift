import SQLiteSyntax
import Testing

@Suite("What a script needs of its connection")
struct ConnectionTests {
  @Test(
    "a script that a database file does not determine",
    arguments: [
      "CREATE TEMP TABLE t (a);", "create temporary view v as select 1;", "INSERT INTO \"temp\".t VALUES (1);",
      "INSERT INTO t VALUES (random());", "CREATE TABLE t (a DEFAULT (lower(hex(randomblob(16)))));",
      "INSERT INTO u SELECT last_insert_rowid();", "SELECT changes();", "SELECT total_changes();",
      "PRAGMA defer_foreign_keys = ON;", "PRAGMA main.case_sensitive_like = 1;", "PRAGMA recursive_triggers(1)",
    ])
  func depends(_ script: String) { #expect(Script.dependsOnConnection(script)) }

  @Test(
    "a script that needs the file and the two settings of a checkpoint only",
    arguments: [
      "", "CREATE TABLE t (a);", "PRAGMA foreign_keys = OFF;", "pragma legacy_alter_table = on;",
      "PRAGMA foreign_key_check(t);", "CREATE TABLE template (temperature, attempts);",
      "INSERT INTO t VALUES ('random changes, TEMP tables');", "-- PRAGMA defer_foreign_keys\nDROP TABLE t;",
    ])
  func doesNot(_ script: String) { #expect(!Script.dependsOnConnection(script)) }

  @Test(
    "a script to which the setting of foreign keys makes no difference",
    arguments: [
      "", "-- nothing", "CREATE TABLE t (a REFERENCES u(b) ON DELETE CASCADE);", "create unique index i on t (a)",
      "CREATE VIEW v AS SELECT * FROM t; DROP VIEW v; DROP INDEX IF EXISTS i;",
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM u; END; DROP TRIGGER r;",
      "ALTER TABLE t ADD COLUMN c TEXT NOT NULL DEFAULT 'REFERENCES';", "ALTER TABLE main.\"t\" ADD c;",
    ])
  func isWithoutForeignKeys(_ script: String) { #expect(!Script.dependsOnForeignKeys(script)) }

  @Test(
    "a script to which the setting of foreign keys can make a difference",
    arguments: [
      "DELETE FROM t;", "UPDATE t SET a = 1;", "INSERT INTO t VALUES (1);", "DROP TABLE t;", "VACUUM;", "COMMIT;",
      "ALTER TABLE t ADD COLUMN c REFERENCES u(b) DEFAULT 1;", "ALTER TABLE t RENAME TO u;",
      "ALTER TABLE t RENAME COLUMN \"add\" TO b;", "ALTER TABLE t DROP COLUMN a;", "ALTER TABLE \"add\" RENAME TO t;",
      "CREATE TABLE t AS SELECT * FROM u;", "PRAGMA foreign_keys = ON;", "CREATE VIRTUAL TABLE t USING fts5(a);",
      "CREATE INDEX i ON t (a); DELETE FROM t;", "REINDEX;", "CREATE TEMP TABLE t (a);",
    ])
  func dependsOnForeignKeys(_ script: String) { #expect(Script.dependsOnForeignKeys(script)) }
}
