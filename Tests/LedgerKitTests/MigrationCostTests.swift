import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import SQLiteSchema
import Synchronization
import TestSupport
import Testing

@testable import LedgerKit

/// The measured cost of migrations, and budgets.
@Suite("Migration cost")
struct MigrationCostTests {
  private static let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);\n"
  private static let copy = "CREATE TABLE u AS SELECT * FROM t; DROP TABLE t; ALTER TABLE u RENAME TO t;\n"

  /// A clock that advances by the same time whenever it is read.
  private final class Steps: Sendable {
    private let time = Mutex(ContinuousClock.Instant.now)
    private let step: Duration
    init(_ step: Duration) { self.step = step }
    func now() -> ContinuousClock.Instant {
      time.withLock { time in
        time = time.advanced(by: step)
        return time
      }
    }
  }

  private func verify(
    _ sandbox: Sandbox, _ trials: Trials = Trials(), budget: Budget = Budget(), step: Duration = .milliseconds(1),
    cached: Bool = false
  ) async throws -> Verification.Report {
    let repository = try sandbox.open()
    var configuration = numbered
    configuration.budget = budget
    let clock = Steps(step)
    return try await Verification(
      repository: repository, configuration: configuration, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment,
      options: .init(
        results: cached ? ResultCache(in: repository.caches, program: "1") : nil, trials: trials,
        now: { clock.now() })
    ).run(.tree, jobs: 1) { _ in }
  }

  /// Creates a sandbox in which 1 and 2 are frozen, and migrations 3 and 4 are new.
  private func sandbox() throws -> Sandbox {
    let files = ["db/1.sql": Self.table, "db/2.sql": "ALTER TABLE t ADD COLUMN b;\n"]
    let one = try draft("1", ["db/1.sql": Self.table])
    let sandbox = try Sandbox()
    try sandbox.freeze(one, try draft("2", files, parents: [one.entry.id]), over: files)
    try sandbox.write("db/3.sql", "ALTER TABLE t ADD COLUMN c;\n")
    try sandbox.write("db/4.sql", Self.copy)
    try sandbox.commitAll()
    return sandbox
  }

  private func timings(_ set: (inout Budget) -> Void = { _ in }) -> Trials {
    var trials = Trials()
    trials.showsTimings = true
    var budget = Budget()
    set(&budget)
    trials.budget = budget
    return trials
  }

  @Test("each migration is measured once, in the upgrade of the last version that lacks it")
  func once() async throws {
    let report = try await verify(sandbox(), timings())
    #expect(report.outcomes.map { $0.measurements.map(\.path) } == [["db/2.sql"], ["db/3.sql", "db/4.sql"]])
    for measured in report.outcomes.flatMap(\.measurements) {
      #expect(measured.measuredRows >= MeasuredRun.leastRows && measured.rows == 100_000)
      // Every migration took a millisecond for the rows in the database.
      #expect(abs(measured.seconds - 0.001 * 100_000 / Double(measured.measuredRows)) < 1e-9)
    }
    let growth = try #require(report.outcomes.last?.measurements.map(\.growth))
    #expect(growth[0] == 1 && growth[1] > 1.5)
    #expect(report.findings.isEmpty)
    #expect(try await verify(sandbox()).outcomes.allSatisfy(\.measurements.isEmpty))
  }

  @Test("exceeding the budget is an error with the figure and the budget")
  func overBudget() async throws {
    let sandbox = try sandbox()
    var budget = Budget()
    budget.growth = 1.5
    let grown = try await verify(sandbox, budget: budget)
    #expect(grown.findings.map(\.brief) == ["SL315 error db/4.sql"])
    #expect(grown.findings.first?.message.hasPrefix("db/4.sql makes the file ") == true)
    #expect(grown.findings.first?.message.hasSuffix(" times as large; the budget is 1.5") == true)
    budget = Budget()
    budget.seconds = 5
    #expect(try await verify(sandbox, budget: budget).findings.isEmpty)
    let slow = try await verify(sandbox, budget: budget, step: .seconds(1))
    #expect(slow.findings.map(\.brief) == ["db/2.sql", "db/3.sql", "db/4.sql"].map { "SL315 error " + $0 })
    #expect(slow.findings.first?.message.hasSuffix(" s for 100000 rows; the budget is 5 s") == true)
    // An option takes precedence over the configuration.
    #expect(
      try await verify(sandbox, timings { $0.seconds = 1000 }, budget: budget, step: .seconds(1)).findings.isEmpty)
  }

  @Test("a result within the budget is cached; another budget is another result")
  func cached() async throws {
    let sandbox = try sandbox()
    var budget = Budget()
    budget.seconds = 5
    _ = try await verify(sandbox, budget: budget, cached: true)
    let second = try await verify(sandbox, budget: budget, step: .seconds(1), cached: true)
    #expect(second.outcomes.allSatisfy { $0.isCached && $0.measurements.isEmpty })
    budget.seconds = 4
    #expect(try await !verify(sandbox, budget: budget, step: .seconds(1), cached: true).findings.isEmpty)
    // Measurements are never taken from the cache.
    _ = try await verify(sandbox, timings(), cached: true)
    #expect(try await verify(sandbox, timings(), cached: true).outcomes.allSatisfy { !$0.measurements.isEmpty })
  }

  @Test("a database without tables is not measured")
  func nothing() async throws {
    let sandbox = try Sandbox()
    try sandbox.freeze(
      try draft("1", ["db/1.sql": "PRAGMA user_version = 1;\n"]), over: ["db/1.sql": "PRAGMA user_version = 1;\n"])
    try sandbox.write("db/2.sql", Self.table)
    var budget = Budget()
    budget.seconds = 0
    let report = try await verify(sandbox, budget: budget)
    #expect(report.findings.isEmpty && report.outcomes.map(\.measurements) == [[]])
  }

  static let budgets: [(yaml: String, budget: String?)] = [
    ("budget: {seconds: 5}", "5.0 nil 100000"), ("budget: {growth: 2.5, rows: 1000}", "nil 2.5 1000"),
    ("budget: {growth: 0.5}", nil), ("budget: {seconds: soon}", nil), ("budget: {second: 1}", nil),
    ("budget: {seconds: -1}", nil), ("budget: {rows: 0}", nil), ("budget: 5", nil),
    ("budget: {seconds: nan}", nil),
  ]

  @Test("a budget consists of numbers", arguments: budgets)
  func configuration(yaml: String, budget: String?) throws {
    let yaml = "source: {kind: schema, path: s.sql}\n" + yaml
    guard let budget else {
      #expect(throws: LedgerError.self) { try Configuration(yaml: yaml) }
      return
    }
    let read = try Configuration(yaml: yaml).database(nil).budget
    func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "nil" }
    #expect("\(text(read.seconds)) \(text(read.growth)) \(read.rows)" == budget)
  }
}
