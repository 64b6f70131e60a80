import Findings
import LedgerCore
import Testing

@testable import SchemaledgerProgram

@Suite("Findings as text")
struct FindingTextTests {
  private func finding(_ sql: String, line: Int, naming column: String?) -> Finding {
    var finding = Finding.migrationFailed("1.0", .transactionLeftOpen(path: "a.sql"))
    finding.line = line
    finding.exhibits.excerpt = Finding.Excerpt(sql, naming: column)
    return finding
  }

  @Test("marks are below the part of the line, whatever is before it")
  func marks() {
    let lines = FindingText.plain.lines(finding("\tSELECT \u{1B}, color", line: 7, naming: "color")).map(\.text)
    #expect(lines[1] == "        7 |   SELECT ␛, color")
    #expect(lines[2] == "          |             ^^^^^")
  }

  @Test("of a long line, the part is shown")
  func longLine() {
    let sql = "SELECT " + String(repeating: "a, ", count: 200) + "color" + String(repeating: ", b", count: 100)
    let lines = FindingText.plain.lines(finding(sql, line: 12345, naming: "color")).map(\.text)
    #expect(lines[1].hasPrefix("      12345 | ") && lines[1].count <= 120)
    let column = lines[2].distance(from: lines[2].startIndex, to: lines[2].firstIndex(of: "^") ?? lines[2].startIndex)
    #expect(lines[1].dropFirst(column).hasPrefix("color"))
    #expect(lines[2].hasSuffix(" ^^^^^"))
  }

  @Test("on a terminal no line is longer than the terminal, and nothing is lost")
  func wrapping() {
    let text: DisplayText = "one two three four five six"
    #expect(text.wrapped(to: 11, indent: 2).map(\.text) == ["one two", "  three", "  four five", "  six"])
    #expect(text.wrapped(to: 3, indent: 0).map(\.text) == ["one", "two", "three", "four", "five", "six"])
    #expect(text.wrapped(to: 100, indent: 2) == [text])
  }

  @Test("a command is on a line of its own")
  func commands() throws {
    let finding = Finding.shallow()
    let command = try #require(finding.help?.commands.last?.line)
    let lines = FindingText.plain.lines(finding).map(\.text)
    #expect(lines.suffix(2) == ["      help: in CI, set fetch-depth: 0; elsewhere:", "        \(command)"])
  }
}
