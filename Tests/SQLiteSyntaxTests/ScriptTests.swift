import SQLiteSyntax
import Testing

@Suite("Script")
struct ScriptTests {
  @Test(
    "a text that ends within a trigger is recognised",
    arguments: [
      ("CREATE TRIGGER g AFTER INSERT ON t BEGIN\n  DELETE FROM t;", true),
      ("create temp trigger g after insert on t begin select 1;", true),
      ("CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END;", false),
      ("CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END", false),
      ("CREATE TABLE trigger (a); SELECT 1;", false), ("-- CREATE TRIGGER\n", false), ("", false),
    ])
  func endsInTrigger(text: String, expected: Bool) {
    #expect(Script.endsInTrigger(text) == expected)
  }

  @Test(
    "statements that are a PRAGMA are found",
    arguments: [
      ("PRAGMA foreign_keys = OFF;", 1, 1), ("pragma Foreign_Keys; SELECT 1; PRAGMA foreign_keys(1)", 2, 3),
      ("PRAGMA journal_mode = WAL;", 0, 1), ("-- PRAGMA foreign_keys\nSELECT 'PRAGMA foreign_keys'", 0, 1), ("", 0, 0),
    ])
  func pragmas(text: String, found: Int, statements: Int) {
    let count = Script.count(ofPragma: "foreign_keys", in: text)
    #expect(count.found == found)
    #expect(count.statements == statements)
  }
}
