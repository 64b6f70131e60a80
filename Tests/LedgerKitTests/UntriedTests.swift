import GitStore
import LedgerEntries
import LedgerTestSupport
import SQLiteSyntax
import TestSupport
import Testing

@testable import LedgerCore
@testable import LedgerKit

/// What a verification has not tried, and what `--other-lineages` and `--strict` do about it.
@Suite("Untried")
struct UntriedTests {
  private let sandbox: Sandbox
  private static let anew = [
    "db/10.sql": """
    CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, user INTEGER REFERENCES users, body TEXT);
    """
  ]

  /// 1.0 and 2.0 have migrations that 3.0 has replaced.
  init() throws {
    sandbox = try Sandbox()
    let one = try draft("1.0", users)
    let two = try draft("2.0", usersAndNotes, parents: [one.entry.id])
    let three = try draft("3.0", Self.anew, parents: [two.entry.id])
    try sandbox.freeze(one, two, three, over: Self.anew)
  }

  private func verify(
    _ configuration: DatabaseConfiguration = numbered, triesOtherLineages: Bool = false, trials: Trials = Trials(),
    cached: Bool = false
  ) async throws -> Verification.Report {
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: configuration, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment,
      options: .init(
        results: cached ? ResultCache(in: repository.caches, program: "1") : nil, trials: trials,
        triesOtherLineages: triesOtherLineages))
    return try await verification.run(.tree, jobs: 1) { _ in }
  }

  @Test("versions of another lineage are not tried unless that is requested")
  func lineages() async throws {
    let report = try await verify()
    #expect(report.outcomes.map(\.result) == [.anotherLineage, .anotherLineage, .current])
    #expect(report.untried == [.anotherLineage(versions: ["1.0", "2.0"])])
    #expect(!report.isFailure(strict: false))
    #expect(report.isFailure(strict: true))

    let tried = try await verify(triesOtherLineages: true)
    #expect(tried.outcomes.map(\.result) == [.migrated, .migrated, .current])
    #expect(tried.outcomes.map(\.steps) == [1, 1, 0])
    #expect(tried.outcomes.map(\.isOfAnotherLineage) == [true, true, false])
    #expect(tried.untried.isEmpty)
    #expect(!tried.isFailure(strict: true))
    #expect(
      tried.findings.map(\.message) == [
        "2 versions have migrations of another lineage (1.0 and 2.0); --other-lineages upgrades them nevertheless, with the migrations whose ids they have not run"
      ])
  }

  @Test("an upgrade from another lineage that fails is a failure")
  func failing() async throws {
    try sandbox.write("db/10.sql", Self.anew["db/10.sql"]?.replacing("IF NOT EXISTS ", with: "") ?? "")
    let report = try await verify(triesOtherLineages: true)
    #expect(report.outcomes.first?.result == .failed)
    #expect(report.findings.contains { $0.code == .migrationFailed && $0.version == "1.0" })
  }

  @Test("a stored result of a run with the option is not that of a run without it")
  func cached() async throws {
    _ = try await verify(triesOtherLineages: true, cached: true)
    #expect(try await verify(cached: true).outcomes.map(\.result) == [.anotherLineage, .anotherLineage, .current])
    #expect(try await verify(triesOtherLineages: true, cached: true).outcomes.map(\.isCached) == [true, true, true])
  }

  @Test("versions without an upgrade path are not tried")
  func withoutPath() async throws {
    try sandbox.write("schema.sql", "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);")
    var configuration = numbered
    configuration.source = .schema(files: ["schema.sql"], forward: nil)
    var trials = Trials()
    trials.interrupts = true
    let report = try await verify(configuration, trials: trials)
    #expect(
      report.untried == [
        .noUpgradePath(versions: ["2.0", "3.0"]), .trial(.noUpgradePath(.interrupt)),
      ])
    #expect(report.untried.map(\.message) == ["2 versions without an upgrade path", "--interrupt"])
    #expect(
      Verification.Untried.trial(.stepsUntried(2, versions: 1, .noMigrations)).message == "part of --pairs")
  }

  @Test("only what exists can remain untried")
  func limits() {
    #expect(TrialLimit.stepsUntried(2, versions: 1, .noMigrations).leavesUntried)
    #expect(TrialLimit.queriesUntried(1, of: 2).leavesUntried)
    #expect(!TrialLimit.nothingRunTwice.leavesUntried)
    #expect(!TrialLimit.transactionsAssumed(1).leavesUntried)
    #expect(!TrialLimit.withoutDownPart(1, of: 2).leavesUntried)
  }

  @Test("a table without rows is not tried, and a column without suitable rows is tried")
  func rows() {
    #expect(NotCovered(table: "t", column: nil, reason: "has no rows").isWithoutRows)
    #expect(NotCovered(table: nil, column: nil, reason: "no rows could be generated").isWithoutRows)
    #expect(!NotCovered(table: "t", column: "a", reason: "is never NULL").isWithoutRows)
  }
}
