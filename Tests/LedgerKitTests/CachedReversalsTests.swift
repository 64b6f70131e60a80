import Foundation
import GitStore
import LedgerCore
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerKit

/// 1.0.0 is frozen, and commit B changes its migration.
@Suite("Stored effects of reverted changes")
struct CachedReversalsTests {
  private let sandbox: Sandbox
  private let stored: StoredRun

  init() throws {
    sandbox = try Sandbox()
    stored = StoredRun(sandbox: sandbox, name: "reversals", kind: "reversals 3")
    try sandbox.freeze(try draft("1.0.0", users), over: users)
    try sandbox.commit("db/1.sql", SourceReviewTests.changed, message: "B")
  }

  @Test("a search names the same cause again, from stored effects")
  func again() async throws {
    #expect(try await causes() == ["B"])
    let lines = try stored.lines()
    #expect(!lines.isEmpty)
    #expect(try await causes() == ["B"])
    #expect(try stored.lines() == lines)
    // Effects that are not true show that they are read.
    try stored.write(lines.map { $0.replacing(" 2 ", with: " 0 ") })
    #expect(try await causes().isEmpty)
    #expect(try await causes(isStored: false) == ["B"])
  }

  @Test("damage is noticed, and the file is written again")
  func damaged() async throws {
    _ = try await causes()
    let lines = try stored.lines()
    let text = try String(contentsOfFile: stored.file, encoding: .utf8)
    try text.replacing("\n2 ", with: "\n0 ").write(toFile: stored.file, atomically: true, encoding: .utf8)
    #expect(try await causes() == ["B"])
    #expect(try stored.lines() == lines)
  }

  @Test("effects are not used for another source", arguments: ["db/1.sql", "db/2.sql"])
  func anotherSource(path: String) async throws {
    _ = try await causes()
    try stored.write(try stored.lines().map { $0.replacing(" 2 ", with: " 0 ") })
    let before = path == "db/1.sql" ? SourceReviewTests.changed : ""
    let text = before + "CREATE TABLE x (a);\n"
    try sandbox.commit(path, text, message: "C")
    #expect(try await causes().contains("B"))
  }

  @Test("another version of the program does not use them")
  func anotherProgram() async throws {
    _ = try await causes()
    try stored.write(try stored.lines().map { $0.replacing(" 2 ", with: " 0 ") })
    #expect(try await causes(program: "2") == ["B"])
  }

  @Test("nothing is stored if results are not")
  func notStored() async throws {
    #expect(try await causes(isStored: false) == ["B"])
    #expect(!FileManager.default.fileExists(atPath: stored.file))
  }

  @Test("a stored effect counts as the databases that were made for it")
  func exhausted() async throws {
    let verification = try stored.verification()
    let inventory = try verification.inventory(of: .allHistory) { _ in }
    let source = try await verification.todaysSource(inventory.ledger)
    let review = try #require(try verification.sourceReview(.allHistory, inventory, source))
    let plan = try await verification.plan(inventory, source, to: UpgradeTarget(#require(source.built)))
    let upgrade = try #require(plan.upgrades.first)
    let findings = try await FixtureVerification(upgrade, plan.context).findings()
    let key = try #require(
      try ResultKey(plan, program: "1", snapshot: verification.present, variables: [:]))
    for (runs, commits) in [(1, ["B"]), (0, []), (1, ["B"])] {
      let known = try CachedReversals(in: sandbox.open().caches, key: key)
      var search = CauseSearch(review, ReversalTrial(source.definition, plan.context, runs: runs, known: known))
      let explained = try await search.explained(findings, of: upgrade)
      #expect(explained.flatMap(\.commits).map(\.info.summary) == commits)
      search.trial.known?.write()
    }
  }

  /// The first lines of the commits that findings name as causes.
  private func causes(isStored: Bool = true, program: String = "1") async throws -> [String] {
    let report = try await stored.verification(isStored: isStored, program: program).run(.allHistory, jobs: 1) { _ in }
    return report.findings.filter { $0.code == .schemaDiffers }.flatMap(\.commits).map(\.info.summary)
  }
}
