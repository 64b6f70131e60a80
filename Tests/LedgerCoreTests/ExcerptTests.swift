import GitStore
import LedgerTestSupport
import Testing

@testable import LedgerCore

@Suite("Excerpts")
struct ExcerptTests {
  @Test(
    "the part is the column if the line names it once, and the whole line otherwise",
    arguments: [
      ("ALTER TABLE t ADD COLUMN color TEXT;", "color", "color"),
      ("  INSERT INTO n (\"Ä b\", c)", "Ä b", "\"Ä b\""),
      ("\tUPDATE t SET a = a + 1; ", "a", "UPDATE t SET a = a + 1;"),
      ("SELECT 'a', b", "a", "SELECT 'a', b"), ("SELECT [A]", "a", "[A]"), ("DROP TABLE t;", nil, "DROP TABLE t;"),
    ] as [(String, String?, String)])
  func parts(line: String, column: String?, part: String) throws {
    let excerpt = try #require(Finding.Excerpt(line, naming: column))
    #expect(excerpt.text == line)
    let scalars = Array(line.unicodeScalars)[(excerpt.column - 1)...].prefix(excerpt.length)
    #expect(String(String.UnicodeScalarView(scalars)) == part)
  }

  @Test(
    "a blank line and one that nobody reads have no excerpt",
    arguments: ["", " \t", String(repeating: "x", count: 2000)])
  func none(line: String) { #expect(Finding.Excerpt(line, naming: "x") == nil) }

  @Test(
    "the line is that of the file, whatever ends its lines",
    arguments: [(1, "a"), (2, "b"), (3, nil), (4, "d"), (5, nil), (0, nil)] as [(Int, String?)])
  func lines(line: Int, text: String?) throws {
    let snapshot = FileSnapshot(texts: ["a.sql": "a\nb\r\n\nd"])
    let finding = Finding.shallow().with(path: "a.sql").setting(\.line, to: line)
    #expect(try finding.quotingLine(of: snapshot).excerpt?.text == text)
    #expect(try finding.with(path: "b.sql").quotingLine(of: snapshot).excerpt == nil)
  }
}
