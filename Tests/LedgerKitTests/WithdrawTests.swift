import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Withdraw")
struct WithdrawTests {
  private let sandbox: Sandbox
  private let folder = "SchemaLedger/Fixtures/2.0.0"

  /// A repository where 1.0.0 and 2.0.0 are frozen.
  init() async throws {
    sandbox = try Sandbox()
    try sandbox.write(users.mapValues(bytes))
    try sandbox.write("schemaledger.yml", Configuration(databases: [numbered]).yaml)
    try sandbox.commitAll("Start")
    try await freeze("1.0.0")
    try sandbox.commit("db/2.sql", usersAndNotes["db/2.sql"] ?? "")
    try await freeze("2.0.0")
  }

  private func context() -> Freeze.ProcessContext {
    .init(
      environment: Environment([
        "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_COMMITTER_NAME": "Ada",
        "GIT_COMMITTER_EMAIL": "ada@example.com",
      ]), now: GitTime(seconds: 1_800_000_002, offsetMinutes: 0),
      temporaryFolder: URL(fileURLWithPath: sandbox.folder))
  }

  @discardableResult
  private func freeze(_ version: String, at revision: String? = nil, commits: Bool = true) async throws -> Freeze.Frozen
  {
    let freeze = Freeze(repository: try sandbox.open(), configuration: numbered, processContext: context())
    let outcome = try await freeze.run(Version(version), at: revision, commits: commits)
    guard case .frozen(let frozen) = outcome else { throw Unexpected(value: "\(outcome)") }
    return frozen
  }

  @discardableResult
  private func withdraw(
    _ version: String, _ reason: String = "a mistake", entry: String? = nil, commits: Bool = true
  ) async throws -> Withdraw.Outcome {
    try await Withdraw(repository: try sandbox.open(), configuration: numbered, processContext: context())
      .run(Version(version), entry: entry, reason: reason, commits: commits)
  }

  private func ledger(_ place: FileSnapshot.Place = .workTree) throws -> Ledger {
    try Ledger(at: "SchemaLedger", in: sandbox.open().snapshot(place))
  }

  private func gate(_ place: FileSnapshot.Place, after base: String = "HEAD") throws -> [String] {
    let repository = try sandbox.open()
    return try Gate(repository: repository, configuration: numbered)
      .findings(in: repository.snapshot(place), after: repository.snapshot(.commit(sandbox.id(base)))).map(\.brief)
  }

  private func push(from base: String, to tip: String = "HEAD") async throws -> [String] {
    let judgements = try await PushGate(receivedBy: try sandbox.open())
      .judge([ReferenceUpdate(name: "refs/heads/other", old: sandbox.id(base), new: sandbox.id(tip))])
    return judgements.flatMap { $0.result.findings.map(\.brief) }
  }

  /// The findings of `verify --all-history` about the ledger and its history, and the versions that it verifies.
  private func history() throws -> (findings: [String], verified: [String]) {
    let repository = try sandbox.open()
    let present = try repository.snapshot(.workTree)
    let ledger = try Ledger(at: "SchemaLedger", in: present)
    var checked = PassedChecks()
    let frozen = try FrozenFixtures(
      ledger.fixtures(in: present), of: ledger, in: present, and: LedgerHistory(of: ledger.path, in: repository),
      repository,
      excluding: ExcludedCommits(BranchFilter(exclusion: BranchExclusion(), today: nil), .standard, in: repository),
      checked: &checked)
    return ((frozen.findings + frozen.integrity).map(\.brief), frozen.fixtures.map { "\($0.entry.version)" })
  }

  @Test("a withdrawal removes the entry and adds the record, in one commit with the reason")
  func commit() async throws {
    let id = try #require(ledger()[Version("2.0.0")]).id
    try sandbox.write("staged.txt", "x")
    try sandbox.git("add", "staged.txt")
    let outcome = try await withdraw("2.0.0", "too\n early")
    #expect(try outcome.commit == sandbox.id("HEAD"))
    #expect(
      try sandbox.git("show", "--format=%B", "--name-status", "--no-renames", "HEAD").split(separator: "\n").map(
        String.init)
        == [
          "Withdraw schema 2.0.0", "too early", "Schema-Version: 2.0.0", "Schema-Entry: \(id)",
          "Schema-Withdrawal: \(outcome.withdrawal.id)", "D\t\(folder)/App.sqlite", "D\t\(folder)/entry.json",
          "D\t\(folder)/schema.json", "D\t\(folder)/schema.sha256", "D\t\(folder)/schema.sql", "A\t\(outcome.path)",
        ])
    #expect(try sandbox.git("status", "--porcelain") == "A  staged.txt")
    #expect(outcome.successors == [])
    #expect(outcome.tags == [])
    #expect(try ledger().items.map(\.entry.version.name) == ["1.0.0"])
    #expect(try ledger().withdrawals == [outcome.withdrawal])
  }

  @Test("every check is silent about the withdrawn content, and notes the withdrawal")
  func silence() async throws {
    let outcome = try await withdraw("2.0.0")
    let note = "SL109 note 2.0.0 \(outcome.path)"
    #expect(try gate(.workTree) == [note])
    #expect(try gate(.index) == [])
    #expect(try gate(.commit(sandbox.id("HEAD")), after: "HEAD~1") == [note])
    #expect(try await push(from: "HEAD~1") == [note])
    #expect(try history() == ([note], ["1.0.0"]))
  }

  @Test("a withdrawn version can be frozen anew, with the same or another content, and withdrawn again")
  func anew() async throws {
    let start = try sandbox.id("HEAD").hex
    let first = try await withdraw("2.0.0")
    let same = try await freeze("2.0.0")
    #expect(same.id != first.withdrawal.entryID)
    #expect(same.entry.schema == first.withdrawal.entry.schema)
    #expect(same.entry.parents.contains(first.withdrawal.id))
    let notes = ["SL109 note 2.0.0 \(first.path)"]
    #expect(try history() == (notes, ["1.0.0", "2.0.0"]))
    // In one push, the new files replace the withdrawn ones.
    #expect(try await push(from: start) == notes)
    let second = try await withdraw("2.0.0", "again")
    try sandbox.commit("db/2.sql", "CREATE TABLE tags (name TEXT);\n")
    let other = try await freeze("2.0.0")
    #expect(other.warnings.isEmpty)
    #expect(Set(try history().findings) == Set([first, second].map { "SL109 note 2.0.0 \($0.path)" }))
    #expect(try history().verified == ["1.0.0", "2.0.0"])
    #expect(try await push(from: start).allSatisfy { $0.hasPrefix("SL109 note") })
  }

  @Test("a withdrawal and a new entry in one commit are not a rewrite")
  func oneCommit() async throws {
    let start = try sandbox.id("HEAD").hex
    let outcome = try await withdraw("2.0.0", commits: false)
    #expect(outcome.commit == nil)
    // A commit of the new entry alone would lack the withdrawal that it names.
    await #expect(throws: LedgerError.withdrawal(.uncommitted(version: "2.0.0", ledger: "SchemaLedger"))) {
      try await freeze("2.0.0")
    }
    try await freeze("2.0.0", commits: false)
    #expect(try gate(.index) == ["SL109 note 2.0.0 \(outcome.path)"])
    try sandbox.git("commit", "--quiet", "-m", "Both")
    #expect(try await push(from: start) == ["SL109 note 2.0.0 \(outcome.path)"])
    #expect(try history() == (["SL109 note 2.0.0 \(outcome.path)"], ["1.0.0", "2.0.0"]))
    // A later edit of the new entry is a rewrite.
    try sandbox.write(folder + "/schema.sql", "x")
    try sandbox.commitAll("Edit")
    #expect(try history().findings.contains("SL101 error 2.0.0"))
  }

  @Test("a version in the middle can be withdrawn; its successors stay and keep their lineage")
  func middle() async throws {
    try sandbox.commit("db/3.sql", "CREATE TABLE tags (name TEXT);\n")
    try await freeze("3.0.0")
    let outcome = try await withdraw("2.0.0")
    #expect(outcome.successors.map(\.name) == ["3.0.0"])
    #expect(try gate(.workTree) == ["SL109 note 2.0.0 \(outcome.path)"])
    #expect(try history() == (["SL109 note 2.0.0 \(outcome.path)"], ["1.0.0", "3.0.0"]))
    #expect(try ledger().heads.map(\.entry.version.name) == ["3.0.0"])
    // The old version is frozen anew from its commit, and the newest one stays the newest.
    try await freeze("2.0.0", at: "HEAD~3")
    #expect(try ledger().latest?.entry.version.name == "3.0.0")
    #expect(try gate(.workTree) == ["SL109 note 2.0.0 \(outcome.path)"])
  }

  // MARK: Refusals

  @Test("what cannot be withdrawn is refused, and nothing changes")
  func refusals() async throws {
    func state() throws -> [String] {
      try [sandbox.git("status", "--porcelain"), sandbox.git("rev-parse", "HEAD")]
    }
    try await withdraw("2.0.0", "once")
    let before = try state()
    await #expect(throws: LedgerError.withdrawal(.wasWithdrawn(version: "2.0.0", reason: "once"))) {
      try await withdraw("2.0.0", "twice")
    }
    await #expect(throws: EntryError.invalidReason("it is empty")) { try await withdraw("1.0.0", " \n") }
    await #expect(throws: LedgerError.unknownVersion(name: "9.0.0", known: ["1.0.0"])) { try await withdraw("9.0.0") }
    await #expect(throws: LedgerError.withdrawal(.unknownEntry(version: "1.0.0", id: "ffff"))) {
      try await withdraw("1.0.0", entry: "ffff")
    }
    #expect(try state() == before)
    try await freeze("3.0.0", commits: false)
    await #expect(
      throws: LedgerError.withdrawal(.notCommitted(version: "3.0.0", folder: "SchemaLedger/Fixtures/3.0.0"))
    ) { try await withdraw("3.0.0") }
  }

  @Test("a run that was interrupted before its commit is completed by another, whatever its reason")
  func interrupted() async throws {
    try await withdraw("2.0.0", "first", commits: false)
    let outcome = try await withdraw("2.0.0", "second")
    #expect(try ledger().withdrawals == [outcome.withdrawal])
    #expect(try sandbox.git("status", "--porcelain") == "")
  }

  @Test("a run that was interrupted after its commit is completed by the same command, and by no other")
  func interruptedAfterCommit() async throws {
    let first = try await withdraw("2.0.0", "a mistake")
    // The index is as it was before the commit.
    try sandbox.git("read-tree", "HEAD~1")
    #expect(try sandbox.git("status", "--porcelain") != "")
    await #expect(throws: LedgerError.withdrawal(.wasWithdrawn(version: "2.0.0", reason: "a mistake"))) {
      try await withdraw("2.0.0", "another")
    }
    let second = try await withdraw("2.0.0", "a  mistake")
    #expect(second.commit == first.commit)
    #expect(second.withdrawal == first.withdrawal)
    #expect(try sandbox.git("status", "--porcelain") == "")
    try sandbox.commit("other", "x")
    await #expect(throws: LedgerError.withdrawal(.wasWithdrawn(version: "2.0.0", reason: "a mistake"))) {
      try await withdraw("2.0.0", "a mistake")
    }
  }

  @Test("an entry that only another branch or an old commit has is withdrawn by its id")
  func byID() async throws {
    try sandbox.git("checkout", "--quiet", "-b", "topic", "HEAD~2")
    try sandbox.commit("db/2.sql", "CREATE TABLE tags (name TEXT);\n")
    let other = try await freeze("2.0.0")
    try sandbox.git("checkout", "--quiet", "main")
    #expect(try history().findings == ["SL105 error 2.0.0"])
    let outcome = try await withdraw("2.0.0", entry: String(other.id.prefix(12)))
    #expect(try history() == (["SL109 note 2.0.0 \(outcome.path)"], ["1.0.0", "2.0.0"]))
    #expect(try ledger().items.count == 2)
    #expect(try gate(.workTree) == ["SL109 note 2.0.0 \(outcome.path)"])
  }

  @Test("a version that a reset removed is reported if it was pushed")
  func reset() async throws {
    try sandbox.git("reset", "--quiet", "--hard", "HEAD~1")
    #expect(try gate(.workTree) == [])
    try sandbox.git("update-ref", "refs/remotes/origin/main", "HEAD@{1}")
    #expect(try gate(.workTree) == ["SL102 error 2.0.0"])
    // The newest of the earlier tips have no other versions.
    for text in ["1", "2"] { try sandbox.commit("other", text) }
    #expect(try gate(.workTree) == ["SL102 error 2.0.0"])
    try sandbox.git("merge", "--quiet", "--no-edit", "origin/main")
    #expect(try gate(.workTree) == [])
  }

  @Test("a version that a revert deleted is reported until it is restored or withdrawn")
  func reverted() async throws {
    try sandbox.git("revert", "--no-edit", "HEAD")
    #expect(try gate(.workTree) == ["SL102 error 2.0.0"])
    #expect(try gate(.index) == [])
    let status = try LedgerStatus(of: numbered, in: sandbox.open())
    let finding = try #require(status.findings.first)
    #expect(finding.commits.map(\.role) == [.committed, .deleted])
    #expect(finding.commits.last?.info.id == (try sandbox.id("HEAD")))
    let command = try #require(finding.help?.commands.first?.line)
    let log = try LedgerLog(
      of: "SchemaLedger", in: sandbox.open(), present: sandbox.open().snapshot(.workTree), everywhere: false)
    #expect(log.deletions.map(\.brief) == ["SL102 error 2.0.0"])
    try sandbox.commit("db/3.sql", "CREATE TABLE tags (name TEXT);\n")
    guard case .deleted(let warned)? = try await freeze("3.0.0").warnings.first else {
      throw Unexpected(value: "no warning")
    }
    #expect(warned.brief == "SL102 error 2.0.0")
    let outcome = try await withdraw("2.0.0")
    #expect(try gate(.workTree) == ["SL109 note 2.0.0 \(outcome.path)"])
    try sandbox.git("reset", "--quiet", "--hard", "HEAD~1")
    try sandbox.git(command.split(separator: " ").dropFirst().map(String.init))
    #expect(try gate(.workTree) == [])
  }
}
