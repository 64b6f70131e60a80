import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

@Suite("Version names")
struct VersionNamesTests {
  private let sandbox: Sandbox

  /// 1.0.0 and v2.0.0, each frozen by a commit of its own.
  init() throws {
    sandbox = try Sandbox()
    let one = try draft("1.0.0", users)
    try sandbox.freeze(one, over: users)
    try sandbox.git("tag", "spring")
    try sandbox.freeze(try draft("v2.0.0", usersAndNotes, parents: [one.entry.id]), over: usersAndNotes)
  }

  private func ledger() throws -> Ledger {
    try Ledger(at: numbered.ledger, in: try sandbox.open().snapshot(.workTree))
  }

  private func version(_ text: String) throws -> String {
    try ledger().require(text, in: try sandbox.open()).entry.version.name
  }

  /// What each command that takes a version makes of the text.
  private func readings(_ text: String) throws -> [String] {
    let repository = try sandbox.open()
    let side = try SchemaSide(text, folder: sandbox.root, repository: repository, configuration: numbered)
    let history = try HistoryEvents(
      of: text, path: text, in: numbered, of: repository, present: repository.snapshot(.workTree))
    return [
      try version(text), String(side.title.dropFirst("version ".count)),
      try #require(history.contents.first).entry.version.name,
    ]
  }

  @Test(
    "every command reads a name in the same way",
    arguments: [
      ("1.0.0", "1.0.0"), ("v1.0.0", "1.0.0"), ("release-1.0.0", "1.0.0"), ("2.0.0", "v2.0.0"), ("V2.0.0", "v2.0.0"),
      ("latest", "v2.0.0"), ("spring", "1.0.0"),
    ])
  func same(text: String, expected: String) throws {
    #expect(try readings(text) == [expected, expected, expected])
  }

  @Test("a tag names the version that was read from its commit")
  func readFromCommit() throws {
    let commit = try sandbox.id("HEAD~")
    try sandbox.git("tag", "-a", "-m", "x", "summer", commit.hex)
    try sandbox.freeze(try draft("1.5.0", users, commit: commit))
    #expect(try version("summer") == "1.5.0")
  }

  @Test("a name of two versions is an error that says why")
  func ambiguous() throws {
    try sandbox.freeze(try draft("v1.0.0", users))
    #expect(try version("v1.0.0") == "v1.0.0")
    #expect(
      throws: LedgerError.ambiguousVersion(
        name: "V1.0.0", meanings: ["1.0.0  (its name)", "v1.0.0  (its name)"])
    ) { try version("V1.0.0") }
    try sandbox.git("tag", "release-2.0.0", "spring")
    let error = #expect(throws: LedgerError.self) { try version("release-2.0.0") }
    #expect(
      error?.message == """
        'release-2.0.0' may mean several versions:
          v2.0.0  (its name)
          1.0.0  (frozen by the tagged commit)
        """)
  }

  @Test("a tag of a commit that froze nothing is an error with the last version in it")
  func tagOfAnotherCommit() throws {
    try sandbox.write("README", "Docs.")
    try sandbox.commitAll()
    try sandbox.git("tag", "autumn")
    let error = #expect(throws: LedgerError.self) { try version("autumn") }
    #expect(error?.message == "the tag 'autumn' names no frozen version; the last one that it contains is v2.0.0")
    #expect(error?.hint?.hasPrefix("did you mean v2.0.0?\n") == true)
  }

  @Test("freezing a frozen version under another spelling names the frozen one")
  func freeze() throws {
    let freeze = Freeze(
      repository: try sandbox.open(), configuration: numbered,
      processContext: .init(
        environment: Environment([:]), now: GitTime(seconds: 0, offsetMinutes: 0),
        temporaryFolder: URL(filePath: sandbox.folder)))
    #expect(try freeze.version(named: "v1.0.0").name == "1.0.0")
    #expect(try freeze.version(named: "2.0.0").name == "v2.0.0")
    #expect(try freeze.version(named: "v3").name == "v3")
    #expect(throws: LedgerError.reservedVersion(name: "latest")) { try freeze.version(named: "latest") }
  }
}
