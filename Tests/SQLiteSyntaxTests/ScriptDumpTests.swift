import SQLiteSyntax
import Testing

@Suite("Dumps")
struct ScriptDumpTests {
  static let dumps: [(script: String, kept: String)] = [
    ("CREATE TABLE sqlite_sequence(name,seq);\nCREATE TABLE t (a);", ";\nCREATE TABLE t (a);"),
    ("CREATE TABLE \"SQLite_stat1\"(tbl,\n idx,stat);", "\n;"),
    (
      "CREATE VIRTUAL TABLE f USING fts5(a);\nCREATE TABLE IF NOT EXISTS 'f_data'(id);\nCREATE TABLE f_datum (a);",
      "CREATE VIRTUAL TABLE f USING fts5(a);\n;\nCREATE TABLE f_datum (a);"
    ),
    // Nothing else goes.
    (
      "CREATE TABLE f_data (a);\nCREATE VIRTUAL TABLE f USING fts5(a);",
      "CREATE TABLE f_data (a);\nCREATE VIRTUAL TABLE f USING fts5(a);"
    ),
    ("DELETE FROM sqlite_sequence;", "DELETE FROM sqlite_sequence;"),
    ("CREATE TABLE t (a); -- sqlite_sequence", "CREATE TABLE t (a); -- sqlite_sequence"),
    ("CREATE TABLE sqlitex (a, b TEXT DEFAULT 'sqlite_');", "CREATE TABLE sqlitex (a, b TEXT DEFAULT 'sqlite_');"),
  ]

  @Test("SQLite's internal tables are removed, and line numbers are kept", arguments: dumps)
  func dump(script: String, kept: String) {
    let result = Script.withoutReservedTables(script)
    #expect(result.replacing(" ", with: "") == kept.replacing(" ", with: ""))
    #expect(result.utf8.count == script.utf8.count)
  }
}
