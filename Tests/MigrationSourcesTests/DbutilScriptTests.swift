import Testing

@testable import MigrationSources

@Suite("Files of dbutil")
struct DbutilScriptTests {
  private func sql(_ text: String, isForSQLite: Bool = false) throws -> [Substring] {
    try DbutilScript(text, path: "1.sql", isForSQLite: isForSQLite).sql.split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  /// The text after the header, and what SQLite gets.
  static let filters: [(text: String, sql: [Substring])] = [
    ("a\n-- only: postgres\nb\nc", ["a", "-- only: postgres", "", "c"]),
    ("a\n-- only: sqlite\nb\nc", ["a", "-- only: sqlite", "b", "c"]),
    ("a\n  -- only: sqlite (line commented)\n--b\n--c", ["a", "  -- only: sqlite (line commented)", "b", "--c"]),
    ("a\n-- only: postgres for next 2 lines\nb\nc\nd", ["a", "-- only: postgres for next 2 lines", "", "", "d"]),
    (
      "a\n-- only: sqlite until \"end only\" (lines commented)\n--b\n--c\n-- end only sqlite\nd",
      ["a", "-- only: sqlite until \"end only\" (lines commented)", "b", "c", "-- end only sqlite", "d"]
    ),
    // dbutil leaves out a file whose first line is for another database, and only for one line.
    ("-- only: postgres\nb\nc", ["", "", ""]),
    ("-- only: postgres for next 1 lines\nb\nc", ["", "", ""]),
    ("-- only: postgres for next 2 lines\nb\nc", ["-- only: postgres for next 2 lines", "", ""]),
    ("-- transaction: off\n-- only: postgres\nb", ["", "", ""]),
  ]

  @Test("lines for another database are empty, and lines for SQLite are active", arguments: filters)
  func filter(text: String, sql: [Substring]) throws {
    #expect(try Array(self.sql("-- v1: words\n" + text).dropFirst()) == sql)
  }

  @Test("a file for SQLite alone is not filtered, as in dbutil")
  func split() throws {
    #expect(try sql("-- v1: words\n-- only: postgres\nb", isForSQLite: true).dropFirst() == ["-- only: postgres", "b"])
  }

  @Test("foreign keys are off around the transaction, and lines keep their numbers")
  func withoutForeignKeys() throws {
    let header = "-- v4 -> v7 (compatible with v3+): words"
    let script = try DbutilScript(header + "\n-- transaction: sqlite-fkey-off\nb;\n", path: "1.sql", isForSQLite: false)
    #expect(script.from == 4 && script.target == 7 && script.title == "words")
    #expect(
      script.sql
        == "PRAGMA foreign_keys = OFF; BEGIN;\n-- transaction: sqlite-fkey-off\nb;\nCOMMIT; PRAGMA foreign_keys = ON;")
    let open = try sql("-- v1: words\n-- transaction: sqlite-fkey-off\nb; -- c")
    #expect(open.suffix(2) == ["b; -- c", "COMMIT; PRAGMA foreign_keys = ON;"])
  }

  static let headers: [(line: Substring, versions: [Int]?)] = [
    ("-- v5: words", [4, 5]), ("-- v0 -> v26 (compatible with v10+): Latest", [0, 26]), ("-- v3 -> v5: x", [3, 5]),
    ("-- v5 (compatible with v2+): x", [4, 5]), ("-- v5", nil), ("-- v5:", nil), ("--v5: x", nil), ("v5: x", nil),
  ]

  @Test("the first line names the versions", arguments: headers)
  func header(line: Substring, versions: [Int]?) {
    #expect(DbutilScript.header(line).map { [$0.from, $0.target] } == versions)
  }
}
