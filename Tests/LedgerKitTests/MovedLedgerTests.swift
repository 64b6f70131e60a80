import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Moved ledger")
struct MovedLedgerTests {
  private let sandbox: Sandbox
  private let one: EntryDraft
  private let two: EntryDraft

  /// Creates a repository with 1.0.0 and 2.0.0 frozen and committed.
  init() throws {
    one = try draft("1.0.0", users)
    two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    sandbox = try Sandbox()
    try configure("SchemaLedger")
    try sandbox.freeze(one, over: usersAndNotes)
    try sandbox.freeze(two)
  }

  private func configure(_ ledger: String, name: String? = nil, retired: String = "") throws {
    let source = "source: {kind: migrations, path: db, convention: plain}"
    let own = "ledger: \(ledger)\n\(source)\n\(retired)"
    try sandbox.write(
      "schemaledger.yml", name.map { "databases:\n  \($0): {ledger: \(ledger), \(source)}\n\(retired)" } ?? own)
  }

  /// Moves the ledger, and stages that together with the configuration.
  private func move(to ledger: String, from old: String = "SchemaLedger") throws {
    try sandbox.git("mv", old, ledger)
    try configure(ledger)
    try sandbox.git("add", "--all")
  }

  /// Rewrites both entries, so that all digests and parents agree.
  private func rewriteAll() throws {
    let forged = try draft("1.0.0", ["db/1.sql": "CREATE TABLE users (name TEXT);\n"])
    let next = try draft(
      "2.0.0", usersAndNotes.merging(["db/1.sql": "CREATE TABLE users (name TEXT);\n"]) { $1 },
      parents: [forged.entry.id])
    try sandbox.write(files([forged, next], over: ["db/1.sql": "CREATE TABLE users (name TEXT);\n"]))
  }

  private func review() throws -> [Finding] {
    let repository = try sandbox.open()
    let present = try repository.snapshot(.workTree)
    let database = try Configuration(from: present).databases[0]
    let ledger = try Ledger(at: database.ledger, in: present)
    return try HistoryReview(
      LedgerHistory(of: database.ledger, named: database.name, in: repository), in: repository,
      ledger: database.ledger, current: ledger.fixtures(in: present), withdrawals: ledger.withdrawals
    ).findings
  }

  private func gate(_ place: FileSnapshot.Place) async throws -> [String] {
    let repository = try sandbox.open()
    let base = try repository.snapshot(.commit(sandbox.id("HEAD")))
    return try await RepositoryGate(repository: repository).findings(in: repository.snapshot(place), after: base)
      .findings.map(\.brief)
  }

  private func tell(_ findings: [Finding]) -> [String] {
    findings.map { finding in
      ([finding.brief] + finding.commits.map { "\($0.role): \($0.info.summary)" }).joined(separator: ", ")
    }
  }

  @Test("a move keeps the history: what froze a version is named, and the move is a note with its commit")
  func innocent() async throws {
    try move(to: "Ledger2")
    #expect(try await gate(.index) == ["SL110 note Ledger2"])
    try sandbox.commitAll("Move")
    #expect(try tell(review()) == ["SL110 note Ledger2, moved: Move"])
    #expect(try await gate(.workTree) == [])
    let repository = try sandbox.open()
    let log = try LedgerLog(
      of: "Ledger2", in: repository, present: repository.snapshot(.workTree), everywhere: false)
    #expect(log.items.map { $0.commit?.summary } == ["Freeze 2.0.0", "Freeze 1.0.0"])
    #expect(log.deletions.isEmpty)
    let history = try LedgerHistory(of: "Ledger2", in: repository)
    #expect(history.folders == ["Ledger2", "SchemaLedger"])
    #expect(history.events.isEmpty)
    #expect(history.occurrences.map(\.commits.count) == [1, 1])
  }

  @Test("several moves, and one back, are followed")
  func often() throws {
    for (old, new) in [("SchemaLedger", "a/Ledger"), ("a/Ledger", "b"), ("b", "SchemaLedger")] {
      try sandbox.write("a/.keep", "")
      try move(to: new, from: old)
      try sandbox.commitAll("To \(new)")
    }
    #expect(
      try tell(review()) == [
        "SL110 note a/Ledger, moved: To a/Ledger", "SL110 note b, moved: To b",
        "SL110 note SchemaLedger, moved: To SchemaLedger",
      ])
  }

  @Test("entries that were rewritten consistently before the move are rewritten for the hook, check and all history")
  func rewrittenBefore() async throws {
    try rewriteAll()
    try sandbox.commitAll("Forge")
    let rewritten = ["SL101 error 1.0.0", "SL101 error 2.0.0"]
    #expect(try await gate(.workTree).filter { $0.hasPrefix("SL101") } == rewritten)
    try move(to: "Ledger2")
    #expect(try await gate(.index).filter { !$0.hasPrefix("SL2") } == rewritten + ["SL110 note Ledger2"])
    try sandbox.commitAll("Move")
    #expect(
      try tell(review()) == [
        "SL101 error 1.0.0, committed: Freeze 1.0.0, rewrote: Forge",
        "SL101 error 2.0.0, committed: Freeze 2.0.0, rewrote: Forge", "SL110 note Ledger2, moved: Move",
      ])
    #expect(try await gate(.workTree) == rewritten)
    // What helps does help.
    for command in try review().compactMap({ $0.help?.commands.first?.line }) {
      #expect(try run("/bin/sh", ["-c", command], in: sandbox.root, environment: nil).status == 0)
    }
    try sandbox.commitAll("Restore")
    #expect(try await gate(.workTree).filter { $0.hasPrefix("SL1") } == [])
    #expect(try review().filter { $0.severity == .error }.isEmpty)
  }

  @Test("entries that the move itself rewrites are rewritten")
  func rewrittenByMove() async throws {
    try rewriteAll()
    try move(to: "Ledger2")
    let staged = try await gate(.index)
    #expect(staged.contains("SL102 error 1.0.0") && staged.contains("SL102 error 2.0.0"))
    try sandbox.commitAll("Move")
    #expect(
      try tell(review()) == [
        "SL101 error 1.0.0, committed: Freeze 1.0.0, rewrote: Move",
        "SL101 error 2.0.0, committed: Freeze 2.0.0, rewrote: Move", "SL110 note Ledger2, moved: Move",
      ])
  }

  @Test("a changed copy of the ledger collides with the original")
  func copied() async throws {
    try sandbox.git("mv", "SchemaLedger", "Ledger2")
    try sandbox.git("checkout", "HEAD", "--", "SchemaLedger")
    try configure("Ledger2")
    let forged = try draft("1.0.0", ["db/1.sql": "CREATE TABLE users (name TEXT);\n"])
    try sandbox.write(files([forged], at: "Ledger2"))
    try sandbox.commitAll("Copy")
    #expect(try review().map(\.brief).contains("SL105 error 1.0.0"))
    let findings = try await gate(.workTree)
    #expect(findings.contains("SL105 error 1.0.0"))
    #expect(findings.contains("SL111 error SchemaLedger"))
  }

  @Test("an entry that is deleted after a move is deleted")
  func deleted() async throws {
    try move(to: "Ledger2")
    try sandbox.commitAll("Move")
    try sandbox.git("rm", "-rq", "Ledger2/Fixtures/1.0.0")
    try sandbox.commitAll("Drop")
    #expect(try tell(review()).first == "SL102 error 1.0.0, committed: Freeze 1.0.0, deleted: Drop")
    #expect(try await gate(.workTree) == ["SL102 error 1.0.0"])
    let command = try #require(review().first?.help?.commands.first?.line)
    #expect(try run("/bin/sh", ["-c", command], in: sandbox.root, environment: nil).status == 0)
    #expect(try await gate(.workTree).filter { $0.hasPrefix("SL102") } == [])
  }

  @Test("a move is followed even if no commit has the configuration with the former folder")
  func neverConfigured() throws {
    let sandbox = try Sandbox()
    try sandbox.freeze(one, over: usersAndNotes)
    try sandbox.git("mv", "SchemaLedger", "Ledger2")
    let other = try draft("1.0.0", ["db/1.sql": "CREATE TABLE users (name TEXT);\n"])
    try sandbox.write(files([other], at: "Ledger2"))
    try sandbox.commitAll("Move")
    let history = try LedgerHistory(of: "Ledger2", in: sandbox.open())
    #expect(history.folders == ["Ledger2", "SchemaLedger"])
    #expect(history.events.count == 1)
  }

  @Test("the default folder counts even if no commit has the configuration")
  func uncommittedConfiguration() async throws {
    let sandbox = try Sandbox()
    try sandbox.freeze(one, over: usersAndNotes)
    let yaml = "ledger: SchemaLegder\nsource: {kind: migrations, path: db, convention: plain}\n"
    try sandbox.write("schemaledger.yml", yaml)
    try sandbox.commitAll("Configure")
    let repository = try sandbox.open()
    let base = try repository.snapshot(.commit(sandbox.id("HEAD")))
    let found = try await RepositoryGate(repository: repository)
      .findings(in: repository.snapshot(.workTree), after: base)
    #expect(found.findings.map(\.brief) == ["SL111 error SchemaLedger"])
  }

  @Test("sample ledgers elsewhere in the repository accuse nobody")
  func samples() async throws {
    let sample = try draft("1.0.0", ["db/1.sql": "CREATE TABLE sample (a TEXT);\n"])
    try sandbox.write(files([sample], at: "Tests/A/SchemaLedger"))
    // An exact copy of an entry, such as a test of a reader has it.
    try sandbox.write(files([one], at: "Tests/B/SchemaLedger"))
    try sandbox.commitAll("Samples")
    try sandbox.git("mv", "Tests/A", "Tests/C")
    try sandbox.git("rm", "-rq", "Tests/B")
    try sandbox.freeze(try draft("3.0.0", usersAndNotes, parents: [two.entry.id]))
    #expect(try review() == [])
    #expect(try await gate(.workTree) == [])
    #expect(try LedgerHistory(of: "SchemaLedger", in: sandbox.open()).folders == ["SchemaLedger"])
  }

  @Test("two databases stay apart although their entries are equal, and although one gets the name of the other")
  func apart() throws {
    let source = "source: {kind: migrations, path: db, convention: plain}"
    func configure(_ one: String, _ other: String) throws {
      let yaml = "databases:\n  \(one): {ledger: SchemaLedger, \(source)}\n  \(other): {ledger: B, \(source)}\n"
      try sandbox.write("schemaledger.yml", yaml)
    }
    try configure("a", "b")
    try sandbox.write(files([one], at: "B"))
    try sandbox.commitAll("Two")
    try configure("b", "c")
    try sandbox.commitAll("Renamed")
    let repository = try sandbox.open()
    #expect(try LedgerHistory(of: "SchemaLedger", named: "b", in: repository).folders == ["SchemaLedger"])
    #expect(try LedgerHistory(of: "B", named: "c", in: repository).folders == ["B"])
  }

  // MARK: What the configuration does not reach

  @Test("a mistyped folder is an error before and after it is committed, and in a range")
  func mistyped() async throws {
    let start = try sandbox.id("HEAD")
    try configure("SchemaLegder")
    let unreached = ["SL111 error SchemaLedger"]
    #expect(try await gate(.workTree) == unreached)
    try sandbox.git("add", "--all")
    #expect(try await gate(.index) == unreached)
    try sandbox.commitAll("Mistype")
    #expect(try await gate(.workTree) == unreached)
    #expect(try await gate(.index) == unreached)
    let mistyped = try sandbox.id("HEAD")
    try sandbox.commit("README.md", "later")
    let range = RangeGate(RepositoryGate(repository: try sandbox.open()))
    for base in [start, mistyped] {
      #expect(try await range.findings(of: sandbox.id("HEAD"), after: [base]).findings.map(\.brief) == unreached)
    }
    let present = try sandbox.open().snapshot(.workTree)
    let verification = Verification(
      repository: try sandbox.open(), configuration: try Configuration(from: present).databases[0], present: present,
      environment: sandbox.commandEnvironment)
    for scope in [Verification.Scope.tree, .allHistory] {
      let report = try await verification.run(scope, jobs: 1) { _ in }
      let finding = try #require(report.findings.first { $0.code == .ledgerUnreached })
      #expect(tell([finding]) == ["SL111 error SchemaLedger, changed: Mistype"])
      #expect(
        finding.message
          == "schemaledger.yml does not name the ledger SchemaLedger, in which 1.0.0 and 2.0.0 were frozen")
    }
  }

  @Test("a database with another name and another folder, or none at all, leaves its entries unreached")
  func renamed() async throws {
    try configure("Other", name: "Main")
    #expect(try await gate(.workTree) == ["SL111 error SchemaLedger"])
    try sandbox.commitAll("Rename")
    #expect(try await gate(.workTree) == ["SL111 error SchemaLedger"])
    try sandbox.git("rm", "-rq", "SchemaLedger")
    try sandbox.commitAll("Drop")
    #expect(try await gate(.workTree) == ["SL102 error 1.0.0", "SL102 error 2.0.0"])
  }

  @Test("a database that is removed needs a reason, which is always shown")
  func removed() async throws {
    let source = "source: {kind: migrations, path: db, convention: plain}"
    let both = "databases:\n  a: {ledger: SchemaLedger, \(source)}\n  b: {ledger: B, \(source)}\n"
    try sandbox.write("schemaledger.yml", both)
    let cache = try draft("7.0.0", ["db/1.sql": "CREATE TABLE cache (a TEXT);\n"])
    try sandbox.write(files([cache], at: "B"))
    try sandbox.commitAll("Two")
    let alone = "databases:\n  a: {ledger: SchemaLedger, \(source)}\n"
    try sandbox.write("schemaledger.yml", alone)
    #expect(try await gate(.workTree) == ["SL111 error B"])
    try sandbox.git("rm", "-rq", "B")
    #expect(try await gate(.workTree) == ["SL111 error B", "SL102 error 7.0.0"])
    try sandbox.write("schemaledger.yml", alone + "retired: {B: no release has it}\n")
    #expect(try await gate(.workTree) == ["SL111 note B"])
    try sandbox.git("add", "--all")
    #expect(try await gate(.index) == ["SL111 note B"])
    try sandbox.commitAll("Retire")
    #expect(try await gate(.workTree) == ["SL111 note B"])
    // A commit that changes nothing about it is not told again.
    try sandbox.commit("README.md", "later")
    #expect(try await gate(.index) == [])
    try sandbox.write("schemaledger.yml", alone)
    #expect(try await gate(.workTree) == ["SL111 error B"])
  }

  @Test("a database that only another branch has is not missing")
  func branch() async throws {
    try sandbox.git("switch", "--quiet", "-c", "cache")
    let source = "source: {kind: migrations, path: db, convention: plain}"
    let yaml = "databases:\n  a: {ledger: SchemaLedger, \(source)}\n  b: {ledger: B, \(source)}\n"
    try sandbox.write("schemaledger.yml", yaml)
    try sandbox.write(files([try draft("7.0.0", ["db/1.sql": "CREATE TABLE cache (a TEXT);\n"])], at: "B"))
    try sandbox.commitAll("Two")
    try sandbox.git("switch", "--quiet", "main")
    let repository = try sandbox.open()
    let present = try repository.snapshot(.workTree)
    let configuration = try Configuration(from: present)
    let walk = try LedgerWalk(
      of: configuration.namedLedgers, in: repository, from: repository.historyTips().commits,
      marking: sandbox.id("HEAD"))
    #expect(walk.folders.all == ["B", "SchemaLedger"])
    let unreached = UnreachedLedgers(walk: walk, configuration: configuration, snapshot: present)
    #expect(try unreached.findings(for: configuration.databases[0]) == [])
  }
}
