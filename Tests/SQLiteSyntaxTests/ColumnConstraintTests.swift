import SQLiteSyntax
import Testing

@Suite("Column constraints")
struct ColumnConstraintTests {
  /// Every alternative of https://www.sqlite.org/syntax/column-constraint.html, and those that only `parse.y` shows.
  static let constraints = [
    "PRIMARY KEY", "PRIMARY KEY ASC ON CONFLICT FAIL AUTOINCREMENT", "PRIMARY KEY DESC", "NOT NULL",
    "NOT NULL ON CONFLICT IGNORE", "NULL", "NULL ON CONFLICT ABORT", "UNIQUE", "UNIQUE ON CONFLICT REPLACE",
    "CHECK (a > 0)",
    "DEFAULT 1", "DEFAULT -1", "DEFAULT (1 + 1)", "DEFAULT word", "COLLATE NOCASE", "REFERENCES p",
    "REFERENCES p (id) ON DELETE CASCADE MATCH FULL DEFERRABLE INITIALLY DEFERRED", "NOT DEFERRABLE",
    "DEFERRABLE INITIALLY IMMEDIATE", "GENERATED ALWAYS AS (1) STORED", "AS (1)", "CONSTRAINT n NOT NULL",
    "CONSTRAINT n",
  ]

  @Test("every constraint that SQLite has is read", arguments: constraints)
  func known(_ constraint: String) throws {
    var parser = Parser("CREATE TABLE t (a INTEGER \(constraint))")
    let rules = try parser.createTable().columns[0].constraints.count
    #expect(rules == (constraint == "CONSTRAINT n" ? 0 : 1))
  }

  @Test(
    "a constraint that the parser does not know is an error, and not left out",
    arguments: [
      "NOT FROB", "DEFAULT 1 FROB", "NOT NULL FROB (a)", "CHECK (a) ENFORCED", "ON CONFLICT FAIL", "UNIQUE NULLS",
    ])
  func unknown(_ constraint: String) {
    var parser = Parser("CREATE TABLE t (a INTEGER \(constraint))")
    #expect(throws: SyntaxError.self) { try parser.createTable() }
  }
}
