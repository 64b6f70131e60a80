import Findings
import LedgerEntries
import LedgerTestSupport
import TestSupport
import Testing

@Suite("Shell word")
struct ShellWordTests {
  @Test(
    "a shell reads a quoted word back unchanged",
    arguments: [
      "", "a b", "it's", "$(date)", "`date`", "a\\b", "\"", "*", "~", "#a", "!", "a;b", "a\nb", "é/ü", "日本", "'",
    ])
  func readsBack(text: String) throws {
    let output = try run("/bin/sh", ["-c", "printf '%s|' \(text.shellWord)"], in: "/")
    #expect(output == Output(status: 0, text: text + "|"))
  }

  @Test(
    "a plain path needs no quotes", arguments: ["SchemaLedger/Fixtures/1.0.0", "db/V1__a-b@c:d,e+f%g.sql", "Ünïcode"])
  func plain(path: String) {
    #expect(path.shellWord == path)
  }
}
