import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerKit

/// What a person could do by hand to hide something with withdrawals.
@Suite("Forged withdrawals")
struct WithdrawalForgeryTests {
  private let sandbox: Sandbox
  private let one: EntryDraft
  private let two: EntryDraft
  private let folder = "SchemaLedger/Fixtures/2.0.0"

  init() throws {
    one = try draft("1.0.0", users)
    two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    sandbox = try Sandbox()
    try sandbox.write("schemaledger.yml", Configuration(databases: [numbered]).yaml)
    try sandbox.freeze(one, two, over: usersAndNotes)
  }

  private func write(_ withdrawal: Withdrawal) throws -> String {
    let path = "SchemaLedger/Withdrawn/" + withdrawal.fileName
    try sandbox.write([path: withdrawal.bytes])
    return path
  }

  /// The withdrawal that `schemaledger withdraw 2.0.0` would write.
  private func genuine() throws -> Withdrawal {
    try Withdrawal(of: two.entry, reason: "a mistake", parents: [two.entry.id])
  }

  private func drop(_ path: String) throws { try sandbox.git("rm", "-r", "--quiet", path) }

  /// The errors of a push of the last commit, and those of `verify --all-history` about the ledger.
  private func errors(after base: String = "HEAD~1") async throws -> (push: [String], history: [String]) {
    let repository = try sandbox.open()
    let judgements = try await PushGate(receivedBy: repository)
      .judge([ReferenceUpdate(name: "refs/heads/other", old: sandbox.id(base), new: sandbox.id("HEAD"))])
    let pushed = judgements.flatMap(\.result.findings)
    let present = try repository.snapshot(.workTree)
    let ledger = try Ledger(at: "SchemaLedger", in: present)
    var checked = PassedChecks()
    let frozen = try FrozenFixtures(
      ledger.fixtures(in: present), of: ledger, in: present, and: LedgerHistory(of: ledger.path, in: repository),
      repository,
      excluding: ExcludedCommits(BranchFilter(exclusion: BranchExclusion(), today: nil), .standard, in: repository),
      checked: &checked)
    func brief(_ findings: [Finding]) -> [String] { findings.filter { $0.severity == .error }.map(\.brief) }
    return (brief(pushed), brief(frozen.findings + frozen.integrity))
  }

  @Test("a genuine withdrawal has no errors")
  func control() async throws {
    try drop(folder)
    _ = try write(genuine())
    try sandbox.commitAll()
    #expect(try await errors() == ([], []))
  }

  @Test("a folder that is deleted without a withdrawal is reported")
  func deletion() async throws {
    try drop(folder)
    try sandbox.commitAll()
    #expect(try await errors() == (["SL102 error 2.0.0"], ["SL102 error 2.0.0"]))
  }

  @Test("the withdrawal of another content of the version does not excuse the deletion")
  func otherContent() async throws {
    let other = try draft("2.0.0", users, parents: [one.entry.id])
    try drop(folder)
    _ = try write(try Withdrawal(of: other.entry, reason: "a mistake", parents: [one.entry.id]))
    try sandbox.commitAll()
    #expect(try await errors() == (["SL102 error 2.0.0"], ["SL102 error 2.0.0"]))
  }

  @Test("a withdrawal does not excuse an edit of another version, or of the entry that stays")
  func edits() async throws {
    let path = try write(genuine())
    try sandbox.write("SchemaLedger/Fixtures/1.0.0/schema.json", "{}")
    try sandbox.commitAll()
    let present = "SL103 error 2.0.0 \(folder)"
    let (push, history) = try await errors()
    #expect(push == ["SL101 error 1.0.0 SchemaLedger/Fixtures/1.0.0/schema.json", present])
    #expect(Set(history).isSuperset(of: ["SL101 error 1.0.0", present]))
    try sandbox.write(folder + "/schema.json", "{}")
    try sandbox.commitAll("Edit the withdrawn entry")
    #expect(try await errors().history.contains("SL101 error 2.0.0"))
    #expect(sandbox.read(path) != nil)
  }

  @Test("a new entry in the place of a withdrawn one is checked as a new one")
  func garbage() async throws {
    _ = try write(genuine())
    try sandbox.write(files([try draft("2.0.0", users)]))
    try sandbox.write(folder + "/schema.json", "{}")
    try sandbox.commitAll()
    #expect(try await errors().push == ["SL103 error 2.0.0 \(folder)/schema.json"])
  }

  @Test("after a version was frozen anew, the withdrawn content cannot come back")
  func backAgain() async throws {
    try drop(folder)
    let withdrawal = try genuine()
    _ = try write(withdrawal)
    try sandbox.commitAll("Withdraw")
    try sandbox.freeze(try draft("2.0.0", usersAndNotes, parents: [one.entry.id, withdrawal.id]))
    #expect(try await errors() == ([], []))
    try sandbox.freeze(two)
    let (push, history) = try await errors()
    #expect(push.contains("SL101 error 2.0.0 \(folder)/entry.json"))
    #expect(history == ["SL105 error 2.0.0", "SL103 error 2.0.0 \(folder)"])
  }

  @Test("a withdrawal that was committed can be neither deleted nor changed")
  func lost() async throws {
    try drop(folder)
    let withdrawal = try genuine()
    let path = try write(withdrawal)
    try sandbox.commitAll("Withdraw")
    try sandbox.freeze(try draft("2.0.0", users, parents: [one.entry.id, withdrawal.id]))
    try drop(path)
    try sandbox.commitAll("Hide")
    let (push, history) = try await errors()
    #expect(push == ["SL102 error 2.0.0 \(path)"])
    #expect(history == ["SL102 error 2.0.0", "SL102 error 2.0.0 \(path)", "SL105 error 2.0.0"])
    let present = try sandbox.open().snapshot(.workTree)
    // The entry that was frozen anew names the withdrawal.
    #expect(
      try Ledger(at: "SchemaLedger", in: present).integrity(in: present).map(\.brief) == ["SL104 error 2.0.0"])
    let gate = Gate(repository: try sandbox.open(), configuration: numbered)
    let head = try sandbox.open().snapshot(.commit(sandbox.id("HEAD")))
    #expect(try gate.findings(in: present, after: head).map(\.brief).contains("SL102 error 2.0.0 \(path)"))
    try sandbox.git("revert", "--no-edit", "HEAD")
    try sandbox.write(path, "{}")
    try sandbox.commitAll("Change")
    let changed = try await errors()
    #expect(changed.push == ["SL101 error 2.0.0 \(path)"])
    #expect(changed.history.contains("SL101 error 2.0.0 \(path)"))
  }

  @Test("a withdrawal of an entry that never existed excuses nothing")
  func invented() async throws {
    let other = try draft("3.0.0", usersAndNotes, parents: ["0"])
    _ = try write(try Withdrawal(of: other.entry, reason: "a mistake", parents: [two.entry.id]))
    try drop(folder)
    try sandbox.commitAll()
    let (push, history) = try await errors()
    #expect(push.contains("SL102 error 2.0.0"))
    #expect(history.contains("SL102 error 2.0.0"))
  }

  @Test("two branches: one withdraws a version, the other freezes its successor")
  func branches() async throws {
    try sandbox.git("checkout", "--quiet", "-b", "topic")
    let source = usersAndNotes.merging(["db/3.sql": "CREATE TABLE tags (name TEXT);\n"]) { $1 }
    try sandbox.freeze(try draft("3.0.0", source, parents: [two.entry.id]), over: source)
    try sandbox.git("checkout", "--quiet", "main")
    try drop(folder)
    _ = try write(genuine())
    try sandbox.commitAll("Withdraw")
    func review() throws -> [String] {
      let repository = try sandbox.open()
      return try BranchReview(repository: repository).result(for: repository.snapshot(.workTree)).findings.map(
        \.message)
    }
    #expect(try review() == ["3.0.0, which is frozen in topic, follows 2.0.0, which is withdrawn here"])
    try sandbox.git("checkout", "--quiet", "topic")
    #expect(try review() == ["3.0.0 follows 2.0.0, which is withdrawn in main"])
    try sandbox.git("merge", "--quiet", "--no-edit", "main")
    #expect(try await errors() == ([], []))
    #expect(
      try Ledger(at: "SchemaLedger", in: sandbox.open().snapshot(.workTree)).heads.map(\.entry.version.name) == [
        "3.0.0"
      ])
  }

  @Test("a merge that drops a withdrawal of the other side is stopped")
  func merge() async throws {
    try sandbox.git("checkout", "--quiet", "-b", "topic")
    try drop(folder)
    let path = try write(genuine())
    try sandbox.commitAll("Withdraw")
    try sandbox.git("checkout", "--quiet", "main")
    try sandbox.commit("a.txt", "x")
    try sandbox.git("merge", "--quiet", "--no-commit", "--no-ff", "-s", "ours", "topic")
    let repository = try sandbox.open()
    let result = try await RepositoryGate(repository: repository).findings(
      in: repository.snapshot(.index), after: repository.snapshot(.commit(sandbox.id("HEAD"))),
      merging: repository.mergedCommits)
    #expect(result.findings.map(\.brief) == ["SL102 error 2.0.0 \(path)"])
  }
}
