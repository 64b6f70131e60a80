import GitStore
import TestSupport
import Testing

@Suite("GitTime")
struct GitTimeTests {
  @Test(
    "dates are read as git reads them",
    arguments: [
      ("@1700000000 +0100", 1_700_000_000, 60), ("1700000000 +0000", 1_700_000_000, 0),
      ("1700000000 -0330", 1_700_000_000, -210), ("@0 +0000", 0, 0), ("1700000000", 1_700_000_000, 90),
      ("2023-11-14T22:13:20Z", 1_700_000_000, 0), ("2023-11-14T23:13:20+01:00", 1_700_000_000, 60),
      ("2023-11-14 23:13:20 +0100", 1_700_000_000, 60), ("2023-11-14T23:43:20", 1_700_000_000, 90),
      ("2023-11-14T22:13:20.999Z", 1_700_000_000, 0), ("Tue, 14 Nov 2023 22:13:20 +0000", 1_700_000_000, 0),
      ("Tue Nov 14 22:13:20 2023 +0000", 1_700_000_000, 0), ("2024-02-29T00:00:00Z", 1_709_164_800, 0),
      ("2024-03-01T00:00:00Z", 1_709_251_200, 0), ("2000-12-31 23:59:59 +0000", 978_307_199, 0),
    ])
  func read(_ text: String, _ seconds: Int64, _ offset: Int) {
    #expect(GitTime(gitDate: text, offsetMinutes: 90) == GitTime(seconds: seconds, offsetMinutes: offset))
  }

  @Test(
    "a text that is not a date is rejected",
    arguments: ["", "yesterday", "2023-13-01T00:00:00Z", "2023-11-14", "12", "@x"])
  func refused(_ text: String) {
    #expect(GitTime(gitDate: text, offsetMinutes: 0) == nil)
  }

  @Test(
    "git agrees",
    arguments: [
      "@1700000000 +0100", "1700000000 -0330", "2023-11-14T23:13:20+01:00", "2023-11-14 23:13:20 +0545",
      "Tue, 14 Nov 2023 22:13:20 -0700", "Tue Nov 14 22:13:20 2023 +0200", "2024-02-29T12:00:00Z",
      "@1700000000", "2023.11.14T10:00:00 +0100",
    ])
  func agreesWithGit(_ text: String) throws {
    let sandbox = try Sandbox()
    let ident = try sandbox.git(["var", "GIT_AUTHOR_IDENT"], environment: ["GIT_AUTHOR_DATE": text, "TZ": "UTC"])
    let time = try #require(GitTime(gitDate: text, offsetMinutes: 0))
    let words = ident.split(separator: " ").suffix(2)
    #expect(words.first.map(String.init) == "\(time.seconds)")
    let hours = abs(time.offsetMinutes) / 60 * 100 + abs(time.offsetMinutes) % 60
    let digits = String(hours)
    #expect(
      words.last.map(String.init)
        == (time.offsetMinutes < 0 ? "-" : "+") + String(repeating: "0", count: 4 - digits.count) + digits)
  }
}
