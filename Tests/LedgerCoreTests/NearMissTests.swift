import Findings
import LedgerCore
import LedgerEntries
import Testing

@Suite("Near miss")
struct NearMissTests {
  @Test(
    "a typing error finds the name",
    arguments: [
      ("frezee", ["freeze"]), ("stauts", ["status"]), ("LOG", ["log"]), ("verfy", ["verify"]), ("hsitroy", ["history"]),
      ("export", []), ("", []), ("l", []),
    ])
  func words(text: String, expected: [String]) {
    let known = ["freeze", "history", "log", "status", "verify"]
    #expect(NearMiss.names(of: text, among: known) == expected)
  }

  @Test(
    "a version is found by its punctuation, its beginning or a typing error",
    arguments: [
      ("1.20", ["1.2.0"]), ("1_2_0", ["1.2.0"]), ("1.2", ["1.2.1", "1.2.0"]), ("1..2.0", ["1.2.0"]),
      ("2.0-rc", ["2.0-RC"]), ("1.2.O", ["1.2.0", "1.2.1"]), ("9.9.9", []), ("1.3.0", []), ("main", []),
    ])
  func versions(text: String, expected: [String]) {
    #expect(NearMiss.versions(of: text, among: ["1.0.0", "1.2.0", "1.2.1", "2.0-RC"]) == expected)
  }

  @Test(
    "a code is found by its number",
    arguments: [("412", ["SL412"]), ("sl105", ["SL105"]), ("SL-301", ["SL301"]), ("SL999", [])])
  func codes(text: String, expected: [String]) {
    #expect(NearMiss.codes(of: text, among: Finding.Code.allCases.map(\.rawValue)) == expected)
  }

  @Test("suggestions are joined as a sentence")
  func question() {
    #expect(NearMiss.question([]) == nil)
    #expect(NearMiss.question(["a"]) == "did you mean a?")
    #expect(NearMiss.question(["a", "b", "c"]) == "did you mean a, b or c?")
  }

  @Test(
    "what people put before a number is not part of the version",
    arguments: [
      ("v1.2", "1.2"), ("V1", "1"), ("release-1.0", "1.0"), ("release/v1.0", "1.0"), ("vendored-2", "vendored-2"),
      ("v", "v"), ("cli/v1", "cli/v1"),
    ])
  func bareName(text: String, expected: String) {
    #expect(Version.bareName(of: text) == expected)
  }
}
