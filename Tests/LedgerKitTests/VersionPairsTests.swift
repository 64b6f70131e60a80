import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

/// Migrations from one version to a later one.
@Suite("Version pairs")
struct VersionPairsTests {
  private let sandbox: Sandbox

  private static let first = "CREATE TABLE t (id INTEGER PRIMARY KEY);\n"
  private static let second = ["db/1.sql": first, "db/2.sql": "ALTER TABLE t ADD COLUMN b;\n"]
  private static let third = second.merging(["db/3.sql": "ALTER TABLE t ADD COLUMN c;\n"]) { $1 }

  /// Freezes 1, 2 and 3, one after the other.
  init() throws {
    let one = try draft("1", ["db/1.sql": Self.first])
    let two = try draft("2", Self.second, parents: [one.entry.id])
    let three = try draft("3", Self.third, parents: [two.entry.id])
    sandbox = try Sandbox()
    try sandbox.freeze(one, two, three, over: Self.third)
  }

  private func verify(
    _ pairs: Trials.Pairs, shard: Shard? = nil, cached: Bool = false, _ configuration: DatabaseConfiguration = numbered
  ) async throws -> Verification.Report {
    let repository = try sandbox.open()
    var trials = Trials()
    trials.pairs = pairs
    let verification = Verification(
      repository: repository, configuration: configuration, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment,
      options: .init(
        results: cached ? ResultCache(in: repository.caches, program: "1") : nil, trials: trials))
    return try await verification.run(.allHistory, jobs: 2, deal: shard.map { ShardDeal($0) }) { _ in }
  }

  private func tell(_ report: Verification.Report) -> [String] {
    report.outcomes.map {
      "\($0.fixture.entry.version)→\($0.destination ?? "") \($0.result.rawValue) \($0.steps ?? -1)"
    }
  }

  static let steps: [(pairs: Trials.Pairs, steps: [String])] = [
    (.head, ["1→ migrated 2", "2→ migrated 1", "3→ current 0"]),
    (.adjacent, ["1→2 migrated 1", "2→3 migrated 1", "3→ current 0"]),
    (
      .all,
      ["1→2 migrated 1", "1→3 migrated 2", "1→ migrated 2", "2→3 migrated 1", "2→ migrated 1", "3→ current 0"]
    ),
  ]

  @Test("each version is upgraded to today's schema, to the next version, or to all later versions", arguments: steps)
  func chain(pairs: Trials.Pairs, steps: [String]) async throws {
    let report = try await verify(pairs)
    #expect(tell(report) == steps)
    #expect(report.findings.isEmpty && report.limits.isEmpty)
  }

  @Test("two versions that follow one are both next to it, and a step runs the migrations that its target lists")
  func fork() async throws {
    let one = try draft("1", ["db/1.sql": Self.first])
    let side = try draft(
      "1.1", ["db/1.sql": Self.first, "db/3.sql": "ALTER TABLE t ADD COLUMN c;\n"], parents: [one.entry.id])
    try sandbox.freeze(side)
    let report = try await verify(.adjacent)
    #expect(
      tell(report) == ["1→1.1 migrated 1", "1→2 migrated 1", "1.1→ migrated 1", "2→3 migrated 1", "3→ current 0"])
    #expect(report.findings.filter { $0.destination != nil }.isEmpty)
  }

  @Test("an upgrade to today's schema may succeed although a step to an earlier version fails")
  func onTheWay() async throws {
    // 3 was frozen with 2.sql before 3.sql, but databases of 2a ran it after 3.sql.
    let one = try draft("1", ["db/1.sql": Self.first])
    let late = try draft(
      "2a", ["db/1.sql": Self.first, "db/3.sql": "ALTER TABLE t ADD COLUMN c;\n"], parents: [one.entry.id])
    let after = try draft("4", Self.third, parents: [late.entry.id])
    let rebuild =
      "CREATE TABLE n (id INTEGER PRIMARY KEY, b, c); INSERT INTO n (id, b, c) SELECT id, b, c FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;\n"
    try sandbox.freeze(late, after, over: ["db/4.sql": rebuild])
    #expect(try await verify(.head).outcomes.allSatisfy(\.hasSucceeded))
    let report = try await verify(.all)
    let steps = report.findings.filter { $0.destination != nil }
    #expect(
      steps.map { "\($0.code.rawValue) \($0.message)" } == [
        "SL303 migrating 2a to 4 produces a different order of columns than 4"
      ])
  }

  @Test("a step that cannot be tried is counted with the reason")
  func untried() async throws {
    try sandbox.write("db/2.sql", "ALTER TABLE t ADD COLUMN b TEXT;\n")
    let adjacent = try await verify(.adjacent)
    #expect(tell(adjacent) == ["1→ migrated 2", "2→ failed 1", "3→ failed 0"])
    #expect(adjacent.limits.map(\.message) == ["2 steps to 2 versions: db/2.sql is not the file that was frozen"])
    let all = try await verify(.all)
    #expect(tell(all).map { $0.prefix(2) } == ["1→", "2→", "3→"])
    #expect(all.limits.map(\.message) == ["3 steps to 2 versions: db/2.sql is not the file that was frozen"])
    try sandbox.write("db/2.sql", "-- A note.\nALTER TABLE t ADD COLUMN \"b\";\n")
    #expect(try await verify(.adjacent).limits.isEmpty)
    try sandbox.remove("db/3.sql")
    #expect(try await verify(.adjacent).limits.map(\.message) == ["1 step to a version: db/3.sql no longer exists"])
  }

  @Test("a failure of a version is reported once, regardless of the number of steps")
  func once() async throws {
    let bad =
      "CREATE TABLE u (a CHECK (a > 0)); INSERT INTO u SELECT count(*) FROM sqlite_schema WHERE name = 'w';\n"
    let base = ["db/1.sql": Self.first + "CREATE TABLE w (a);\n", "db/2.sql": bad]
    let one = try draft("1", ["db/1.sql": Self.first])
    let two = try draft("2", base, parents: [one.entry.id])
    let three = try draft("3", base.merging(["db/3.sql": "SELECT 1;"]) { $1 }, parents: [two.entry.id])
    let fresh = try Sandbox()
    try fresh.freeze(one, two, three, over: base.merging(["db/3.sql": "SELECT 1;"]) { $1 })
    let repository = try fresh.open()
    var trials = Trials()
    trials.pairs = .all
    let report = try await Verification(
      repository: repository, configuration: numbered, present: try repository.snapshot(.workTree),
      environment: fresh.commandEnvironment, options: .init(trials: trials)
    ).run(.tree, jobs: 1) { _ in }
    #expect(report.outcomes.prefix(3).allSatisfy { $0.result == .failed })
    #expect(
      report.findings.filter { $0.code == .migrationFailed }.map(\.message) == [
        "db/2.sql:1 fails on a 1 database that is migrated to 2: CHECK constraint failed: a > 0"
      ])
  }

  @Test("steps are distributed to shards, and their results are cached until an input changes")
  func shardsAndCache() async throws {
    let whole = tell(try await verify(.all))
    var parts: [String] = []
    for number in 1...3 {
      let report = try await verify(.all, shard: Shard("\(number)/3"))
      let part = try #require(report.part)
      #expect(part.total == 6)
      parts += zip(part.places, tell(report)).map { "\($0) \($1)" }
    }
    #expect(parts.sorted() == whole.enumerated().map { "\($0) \($1)" })

    _ = try await verify(.all, cached: true)
    #expect(try await verify(.all, cached: true).outcomes.map(\.isCached) == Array(repeating: true, count: 6))
    // A step between frozen versions does not depend on today's schema.
    try sandbox.write("db/4.sql", "CREATE TABLE four (a);\n")
    #expect(
      try await verify(.all, cached: true).outcomes.map(\.isCached) == [true, true, false, true, false, false])
  }

  @Test("a damaged version is reported once, and no step starts from it")
  func damaged() async throws {
    try sandbox.write("SchemaLedger/Fixtures/1/schema.json", "{}")
    try sandbox.commitAll("Damage")
    let report = try await verify(.all)
    let codes = report.findings.filter { $0.code == .digestMismatch }
    #expect(codes.count == 1)
    #expect(report.outcomes.filter { $0.result == .failed }.map(\.destination) == [nil])
  }

  @Test("a schema without migrations has no steps, and the report says so")
  func noMigrations() async throws {
    let configuration = DatabaseConfiguration(ledger: "L", source: .schema(files: ["s.sql"], forward: nil))
    let draft = try draft("1", ["s.sql": "CREATE TABLE t (a);"], of: configuration)
    try sandbox.write(files([draft], at: "L", over: ["s.sql": "CREATE TABLE t (a);"]))
    try sandbox.commitAll()
    let report = try await verify(.all, configuration)
    #expect(report.limits == [.noUpgradePath(.pairs)])
    #expect(tell(report) == ["1→ current 0"])
  }
}
