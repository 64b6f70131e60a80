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
}
