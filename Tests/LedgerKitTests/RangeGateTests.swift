import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

@Suite("Range gate")
struct RangeGateTests {
  @Test("two dots compare two commits, three dots compare with the merge base")
  func ranges() throws {
    let sandbox = try Sandbox()
    let base = try sandbox.commit("a", "1")
    try sandbox.git("branch", "topic")
    let main = try sandbox.commit("a", "2")
    try sandbox.git("checkout", "--quiet", "topic")
    let topic = try sandbox.commit("b", "1")
    let gate = RangeGate(RepositoryGate(repository: try sandbox.open()))
    func ends(_ range: String) throws -> [ObjectID] {
      let (bases, tip) = try gate.commits(of: range)
      return bases + [tip]
    }
    #expect(try ends("main..topic") == [main, topic])
    #expect(try ends("main...topic") == [base, topic])
    #expect(try ends("main..") == [main, topic])
    #expect(try ends("..main") == [topic, main])
    for text in ["main", "", "a..b..c"] { #expect(throws: LedgerError.notARange(text: text)) { try ends(text) } }
    #expect(throws: GitError.self) { try ends("main..nowhere") }
  }

  @Test("a merge brings complete entries of the other side, unless this side deleted them")
  func merges() async throws {
    let one = try draft("1.0.0", users)
    let sandbox = try Sandbox()
    try sandbox.write(
      "schemaledger.yml", "source:\n  kind: migrations\n  path: db\n  convention: plain\n")
    try sandbox.freeze(one, over: users)
    try sandbox.git("checkout", "--quiet", "-b", "topic")
    let two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    let topic = try sandbox.freeze(two, over: usersAndNotes)
    try sandbox.git("checkout", "--quiet", "main")
    func findings() async throws -> [String] {
      let repository = try sandbox.open()
      let head = try repository.head.commit.map { try repository.snapshot(.commit($0)) }
      return try await RepositoryGate(repository: repository).findings(
        in: try repository.snapshot(.index), after: head, merging: [topic]
      ).findings.map(\.brief)
    }
    try sandbox.git("merge", "--quiet", "--no-commit", "--no-ff", "topic")
    #expect(try await findings() == [])
    #expect(try sandbox.open().mergedCommits == [topic])
    try sandbox.git("rm", "-r", "--quiet", "--force", "SchemaLedger/Fixtures/2.0.0/schema.json")
    #expect(try await findings().contains { $0.hasPrefix("SL101 error 2.0.0") })
    try sandbox.git("rm", "-r", "--quiet", "--force", "SchemaLedger/Fixtures/2.0.0")
    #expect(try await findings() == ["SL102 error 2.0.0"])
    // 1.0.0 was deleted on this side, in an earlier commit.
    try sandbox.git("merge", "--abort")
    try sandbox.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/1.0.0")
    try sandbox.commitAll()
    try sandbox.git("merge", "--quiet", "--no-commit", "--no-ff", "topic")
    #expect(try await findings().filter { $0.contains("SL102") } == [])
  }
}
