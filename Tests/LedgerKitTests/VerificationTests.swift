import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import SQLiteSandbox
import Synchronization
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Verification")
struct VerificationTests {
  private let sandbox: Sandbox
  private let one: EntryDraft
  private let two: EntryDraft

  /// Freezes 1.0.0 and 2.0.0, deletes 1.0.0, and adds a third migration to the source.
  init() throws {
    one = try draft("1.0.0", users)
    two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    sandbox = try Sandbox()
    try sandbox.freeze(one, over: usersAndNotes)
    try sandbox.freeze(two)
    try sandbox.commit("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;\n")
  }

  private func verify(
    _ scope: Verification.Scope, jobs: Int = 2, timeLimit: Double = 60, configuration: DatabaseConfiguration = numbered,
    progress: @escaping @Sendable (Verification.Progress) -> Void = { _ in }
  ) async throws -> Verification.Report {
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: configuration, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment, options: .init(timeLimit: timeLimit))
    return try await verification.run(scope, jobs: jobs, progress: progress)
  }

  private func tell(_ report: Verification.Report) -> [String] {
    report.outcomes.map { "\($0.fixture.entry.version) \($0.result.rawValue) \($0.steps ?? -1)" }
      + report.findings.map(\.brief)
  }

  @Test("every version is upgraded to today's schema")
  func clean() async throws {
    for scope in [Verification.Scope.tree, .allHistory] {
      let report = try await verify(scope)
      #expect(tell(report) == ["1.0.0 migrated 2", "2.0.0 migrated 1"])
      #expect(report.commitCount == (scope == .tree ? 0 : 3))
      #expect(report.outcomes.map(\.fixture.commits.count) == (scope == .tree ? [0, 0] : [1, 1]))
    }
  }

  @Test("a version that was deleted from the tree is upgraded from history")
  func deleted() async throws {
    try sandbox.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/2.0.0")
    try sandbox.commitAll("Tidy up")
    #expect(tell(try await verify(.tree)) == ["1.0.0 migrated 2"])
    #expect(tell(try await verify(.allHistory)) == ["1.0.0 migrated 2", "2.0.0 migrated 1", "SL102 error 2.0.0"])
  }

  @Test("versions with equal databases are upgraded once, and a failure is reported for each")
  func equalDatabases() async throws {
    let same = try draft("2.0.1", usersAndNotes, parents: [two.entry.id])
    try sandbox.freeze(same)
    #expect(tell(try await verify(.tree)) == ["1.0.0 migrated 2", "2.0.0 migrated 1", "2.0.1 migrated 1"])
    try sandbox.write("db/2.sql", "CREATE TABLE notes (id INTEGER PRIMARY KEY, body BLOB);\n")
    let outcomes = try await verify(.tree).outcomes
    #expect(outcomes.map(\.result) == [.migrated, .failed, .failed])
    #expect(outcomes.dropFirst().flatMap(\.findings).map(\.brief) == ["SL302 error 2.0.0", "SL302 error 2.0.1"])

    func equivalenceKey(_ entry: EntryDraft, having migrations: [MigrationRecord]? = nil) throws -> String? {
      let had = try draft("3.0.0", usersAndNotes).entry
      let fixture = FrozenFixture(
        entry: migrations == nil ? entry.entry : had, id: entry.entry.id, commits: [], folder: "", files: entry.files)
      let target = try UpgradeTarget(numbered.schemaSource.read(from: FileSnapshot(texts: users)).build())
      return try UpgradePlan(fixture: fixture, path: .migrations([]), target: target).equivalenceKey
    }
    #expect(try equivalenceKey(two) == equivalenceKey(same))
    #expect(try equivalenceKey(one) != equivalenceKey(two))
    #expect(try equivalenceKey(one) != equivalenceKey(one, having: two.entry.migrations))
  }

  @Test("an entry that is missing in the work tree but exists in HEAD is deleted")
  func lost() async throws {
    try sandbox.git("rm", "-r", "--quiet", "SchemaLedger")
    #expect(tell(try await verify(.tree)) == ["SL102 error 1.0.0", "SL102 error 2.0.0"])
  }

  @Test("an uncommitted entry is verified, too")
  func uncommitted() async throws {
    let more = usersAndNotes.merging(["db/3.sql": "ALTER TABLE users ADD COLUMN age INT;\n"]) { $1 }
    try sandbox.write(files([try draft("3.0.0", more, parents: [two.entry.id])]))
    #expect(tell(try await verify(.allHistory)) == ["1.0.0 migrated 2", "2.0.0 migrated 1", "3.0.0 current 0"])
  }

  @Test("a damaged file is reported once, whether it is in the tree, in history or in both")
  func damaged() async throws {
    let path = "SchemaLedger/Fixtures/1.0.0/schema.json"
    try sandbox.write(path, "{}")
    let tree = try await verify(.tree)
    #expect(tell(tree) == ["1.0.0 failed 2", "2.0.0 migrated 1", "SL103 error 1.0.0 " + path])
    #expect(
      tell(try await verify(.allHistory)) == ["1.0.0 migrated 2", "2.0.0 migrated 1", "SL103 error 1.0.0 " + path])
    try sandbox.commitAll("Damage")
    #expect(
      tell(try await verify(.allHistory)) == [
        "1.0.0 migrated 2", "1.0.0 failed 2", "2.0.0 migrated 1", "SL101 error 1.0.0", "SL103 error 1.0.0 " + path,
      ])
    try sandbox.write("SchemaLedger/Fixtures/2.0.0/entry.json", "{}")
    try sandbox.commitAll("More")
    let broken = try await verify(.allHistory).findings.filter { $0.path == "SchemaLedger/Fixtures/2.0.0" }
    #expect(broken.map(\.message) == ["SchemaLedger/Fixtures/2.0.0 is not a readable entry: entry.json has no format"])
    #expect(broken.first?.commits.map(\.info.summary) == ["More"])
  }

  @Test("a source that fails is one finding, and nothing is migrated")
  func brokenSource() async throws {
    try sandbox.write("db/4.sql", "ALTER TABLE nothing ADD COLUMN a;\n")
    #expect(tell(try await verify(.allHistory)) == ["SL301 error db/4.sql"])
  }

  @Test("a source that never ends is stopped")
  func endlessSource() async throws {
    try sandbox.write(
      "db/4.sql", "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c;\n")
    let report = try await verify(.tree, timeLimit: 0.3)
    #expect(tell(report) == ["SL301 error db/4.sql"])
    #expect(report.findings.first?.message == "db/4.sql fails: stopped after 0.3 seconds")
  }

  @Test("a schema without migrations has no upgrade path, except to itself")
  func schemaSource() async throws {
    let configuration = DatabaseConfiguration(ledger: "L", source: .schema(files: ["s.sql"], forward: nil))
    var parents: [String] = []
    for (version, sql) in [("1", "CREATE TABLE t (a);"), ("2", "CREATE TABLE t (a, b);")] {
      let draft = try draft(version, ["s.sql": sql], parents: parents, of: configuration)
      parents = [draft.entry.id]
      try sandbox.write(files([draft], at: "L", over: ["s.sql": sql]))
      try sandbox.commitAll()
    }
    #expect(tell(try await verify(.allHistory, configuration: configuration)) == ["1 noUpgradePath 0", "2 current 0"])
  }

  @Test("a schema without migrations has a path to one that is written differently and has the same effect")
  func equalSchema() async throws {
    let configuration = DatabaseConfiguration(ledger: "L", source: .schema(files: ["s.sql"], forward: nil))
    let frozen = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE BINARY DEFAULT NULL, t INT REFERENCES t (id));"
    let draft = try draft("1", ["s.sql": frozen], of: configuration)
    try sandbox.write(files([draft], at: "L", over: ["s.sql": frozen]))
    try sandbox.commitAll()
    try sandbox.write("s.sql", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, t INT REFERENCES T);")
    #expect(tell(try await verify(.allHistory, configuration: configuration)) == ["1 current 0"])
    try sandbox.write("s.sql", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, t INT REFERENCES t);")
    #expect(tell(try await verify(.allHistory, configuration: configuration)) == ["1 noUpgradePath 0"])
  }

  @Test("one job and eight jobs give the same report, with progress for each fixture")
  func jobs() async throws {
    for number in 3...12 {
      let source = number % 3 == 0 ? users : usersAndNotes
      try sandbox.freeze(try draft("\(number).0.0", source, parents: [one.entry.id]))
    }
    try sandbox.write("db/4.sql", "DROP TABLE users;\n")
    let judged = Mutex<[(version: String, count: String)]>([])
    let one = try await verify(.allHistory, jobs: 1) { progress in
      if case .judged(let outcome, let done, let total) = progress {
        judged.withLock { $0.append((outcome.fixture.entry.version.name, "\(done)/\(total)")) }
      }
    }
    // Fixtures with the same database are reported one after the other.
    #expect(judged.withLock { $0.map(\.count) } == (1...12).map { "\($0)/12" })
    #expect(judged.withLock { Set($0.map(\.version)) } == Set((1...12).map { "\($0).0.0" }))
    for jobs in [8, 100] {
      let many = try await verify(.allHistory, jobs: jobs)
      #expect(tell(many) == tell(one))
      #expect(many.findings == one.findings)
    }
  }

  @Test("a date with a fraction of a second is not NULL, though an older SQLite cannot make it")
  func olderSQLite() async throws {
    let sql = "CREATE TABLE t (a NOT NULL DEFAULT (datetime('now', 'subsec')));\nINSERT INTO t DEFAULT VALUES;\n"
    let definition = try numbered.schemaSource.read(from: FileSnapshot(texts: ["db/1.sql": sql]))
    let source = try await TodaysSource(
      definition, numbered.buildSettings(), with: nil, ledger: Ledger(path: "l", items: []))
    #expect(source.failure == nil && source.built != nil)
  }
}
