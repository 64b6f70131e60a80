import Testing

@testable import LedgerEntries

@Suite("Version")
struct VersionTests {
  @Test(
    "a name that is a valid folder name on every system is accepted",
    arguments: [
      "1", "1.2.0", "v3-beta.1", "2024-01-15", "1.0+build_7", "A", "console", "1.con",
      String(repeating: "9", count: 64),
    ])
  func taken(name: String) throws {
    let version = try Version(name)
    #expect(version.name == name)
    #expect("\(version)" == name)
  }

  static let refusals: [(name: String, reason: String)] = [
    ("", "it is empty"),
    (String(repeating: "1", count: 65), "it is longer than 64 characters"),
    ("--force", "it looks like an option"),
    ("1/2", "it looks like a path"),
    ("1\\2", "it looks like a path"),
    ("../1", "it looks like a path"),
    ("1 2", "only ASCII letters, digits, '.', '-', '_' and '+' are allowed"),
    ("1\n", "only ASCII letters, digits, '.', '-', '_' and '+' are allowed"),
    ("1\u{0}", "only ASCII letters, digits, '.', '-', '_' and '+' are allowed"),
    ("é", "only ASCII letters, digits, '.', '-', '_' and '+' are allowed"),
    ("١", "only ASCII letters, digits, '.', '-', '_' and '+' are allowed"),
    ("1:2", "only ASCII letters, digits, '.', '-', '_' and '+' are allowed"),
    (".git", "it must begin with an ASCII letter or a digit"),
    ("_1", "it must begin with an ASCII letter or a digit"),
    ("+1", "it must begin with an ASCII letter or a digit"),
    ("1.", "a dot must be between other characters"),
    ("1..2", "a dot must be between other characters"),
    ("con", "Windows reserves this file name"),
    ("NUL.1", "Windows reserves this file name"),
    ("com1", "Windows reserves this file name"),
    ("LPT9.0", "Windows reserves this file name"),
  ]

  @Test("any other name is rejected with the reason", arguments: refusals)
  func refused(name: String, reason: String) {
    #expect(throws: EntryError.invalidVersion(name: name, reason: reason)) { try Version(name) }
  }

  @Test("versions are sorted like release numbers")
  func order() throws {
    let names = [
      "alpha", "beta", "0.9", "1", "1.0-alpha", "1.0-alpha.1", "1.0-beta", "1.0-rc.2", "1.0-rc.10", "1.0", "v1.0",
      "1.0.0",
      "1.0.1", "1.2", "1.9", "1.10", "2-rc", "2", "10", "2024-01-15", "2024-02-01", "20240101120000",
      "99999999999999999999", "100000000000000000000",
    ]
    // Each name against each, so that the order is one.
    let versions = try names.map(Version.init)
    for (i, left) in versions.enumerated() {
      for (j, right) in versions.enumerated() {
        #expect((left < right) == (i < j), "\(left) < \(right)")
      }
    }
  }

  @Test("a word after a name without a number is no prerelease: it names a later model")
  func names() throws {
    let names = ["Model", "Model-v2", "Model-v10", "Model-2", "Model-10"]
    let versions = try names.map(Version.init)
    for (i, left) in versions.enumerated() {
      for (j, right) in versions.enumerated() { #expect((left < right) == (i < j), "\(left) < \(right)") }
    }
    #expect(versions.allSatisfy { !$0.isPrerelease })
  }

  @Test(
    "a suffix marks a prerelease; build metadata does not",
    arguments: [
      ("1.2.0", false), ("v1.2.0", false), ("1.2.0-rc.1", true), ("2.0b3", true), ("2024-01-15", false),
      ("1.2.0+linux", false), ("1.2.0-beta+linux", true), ("stable-1", false),
    ])
  func prerelease(name: String, expected: Bool) throws {
    #expect(try Version(name).isPrerelease == expected)
  }

  @Test(
    "names that differ in a leading v, zeros at the end or separators are spellings of one version",
    arguments: [
      ("1.2.0", "v1.2.0", true), ("1.2.0", "1.2", true), ("V1.2", "v1.2.0.0", true), ("1_2", "1.2", true),
      ("1.02", "1.2", true), ("1.2-RC1", "1.2-rc.1", true), ("1.2.0", "1.2.1", false), ("1.2.0", "1.20", false),
      ("1.2.0", "1.2.0-rc1", false), ("0", "1", false), ("1.0.2", "1.2", false), ("v1", "w1", false),
    ])
  func spellings(name: String, other: String, isSpelling: Bool) throws {
    #expect(try Version(name).isSpelling(of: Version(other)) == isSpelling)
    #expect(try Version(other).isSpelling(of: Version(name)) == isSpelling)
  }
}
