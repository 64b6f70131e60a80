import Findings
import GitStore
import LedgerEntries
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax
import TestSupport
import Testing

@testable import LedgerCore
@testable import LedgerKit

/// `before:` in the configuration: what the application creates before the first migration.
@Suite("Before scripts")
struct BeforeScriptsTests {
  private static let script = ["app/log.sql": "CREATE TABLE log (id TEXT);\nINSERT INTO log VALUES ('0');\n"]
  private static let logging = ["db/3.sql": "INSERT INTO log VALUES ('3');\nALTER TABLE users ADD COLUMN age INT;\n"]

  private static var logged: DatabaseConfiguration {
    var configuration = numbered
    configuration.source = numbered.source.running(before: ["app/log.sql"])
    return configuration
  }

  private static func merged(_ sources: [String: String]...) -> [String: String] {
    sources.reduce(into: [:]) { $0.merge($1) { $1 } }
  }

  @Test("they run before the migrations of a new database, and an entry records them")
  func build() throws {
    let source = Self.merged(users, Self.script, Self.logging)
    let draft = try draft("1.0.0", source, of: Self.logged)
    #expect(draft.schema.tables.map(\.name).sorted() == ["log", "users"])
    #expect(draft.entry.before.map(\.path) == ["app/log.sql"])
    #expect(draft.entry.migrations.map(\.id) == ["1", "3"])
    #expect(try Entry(parsing: draft.entry.bytes, folder: "").before == draft.entry.before)
    #expect(try LedgerTestSupport.draft("1.0.0", users).entry.before.isEmpty)
  }

  @Test("an earlier commit that lacks one uses the present one")
  func past() throws {
    let past = FileSnapshot(texts: users)
    let present = FileSnapshot(texts: Self.merged(users, Self.script))
    let source = Self.logged.schemaSource
    #expect(throws: LedgerError.noSourceFile(paths: ["app/log.sql"], place: "")) { try source.read(from: past) }
    #expect(try source.read(from: past, beside: present).before.map(\.up) == Array(Self.script.values))
    let own = FileSnapshot(texts: Self.merged(users, ["app/log.sql": "CREATE TABLE old (a);"]))
    #expect(try source.read(from: own, beside: present).before.map(\.up) == ["CREATE TABLE old (a);"])
  }

  private func scripts(_ text: String) throws -> BeforeScripts? {
    try BeforeScripts(
      [Migration(id: "b", path: "b.sql", title: "b", up: text, down: nil, transaction: .none)], BuildSettings())
  }

  private func migration(_ up: String) -> Migration {
    Migration(id: "1", path: "1.sql", title: "1", up: up, down: nil, transaction: .none)
  }

  @Test(
    "they run in a frozen database if it has none of their objects, and if these are needed",
    arguments: [
      ("CREATE TABLE log (a);", "CREATE TABLE t (a);", "INSERT INTO log VALUES (1);", true),
      ("CREATE TABLE Log (a);", "CREATE TABLE t (a);", "INSERT INTO lOG VALUES (1);", true),
      ("CREATE TABLE log (a);", "CREATE TABLE t (a);", "ALTER TABLE t ADD COLUMN b;", false),
      ("CREATE TABLE log (a);", "CREATE TABLE log (a, b);", "INSERT INTO log (a) VALUES (1);", false),
      // Nothing is changed in a database that has a part of it.
      (
        "CREATE TABLE log (a); CREATE TABLE other (a);", "CREATE TABLE other (a);", "INSERT INTO log VALUES (1);", false
      ),
      // There is no telling whether rows are there.
      ("PRAGMA user_version = 3;", "CREATE TABLE t (a);", "INSERT INTO t VALUES (1);", false),
      // A script that does not run in this database leaves it alone.
      (
        "CREATE TABLE IF NOT EXISTS t (a, b); CREATE TABLE log (a); INSERT INTO t VALUES (1, 2);",
        "CREATE TABLE t2 (a); CREATE VIEW t AS SELECT 1;", "INSERT INTO log VALUES (1);", false
      ),
    ])
  func fixtures(script: String, frozen: String, pending: String, isApplied: Bool) throws {
    let database = try ScratchDatabase(tracking: .known)
    try database.execute(frozen)
    let file = try #require(try database.image())
    let made = try scripts(script)
    let changed = try #require(made).applied(to: file, before: [migration(pending)], toward: nil)
    #expect((changed != nil) == isApplied)
    if let changed {
      let database = try ScratchDatabase(file: changed, tracking: .known)
      #expect(try database.columns(of: "log") == ["a"])
    }
  }

  @Test("a script that fails in an empty database is an error with its path")
  func failing() throws {
    let error = #expect(throws: LedgerError.self) { try scripts("INSERT INTO nowhere VALUES (1);") }
    #expect(error?.message == "b.sql:1: no such table: nowhere")
    #expect(try BeforeScripts([], BuildSettings()) == nil)
  }

  private func verify(
    _ sandbox: Sandbox, _ configuration: DatabaseConfiguration, results: Bool = false
  ) async throws -> Verification.Report {
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: configuration, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment,
      options: .init(results: results ? ResultCache(in: repository.caches, program: "1") : nil))
    return try await verification.run(.tree, jobs: 1) { _ in }
  }

  @Test("a version that was frozen without them is upgraded, checked and linted as if the application had run them")
  func configuredLater() async throws {
    let sandbox = try Sandbox()
    let one = try draft("1.0.0", users)
    try sandbox.freeze(one, over: Self.merged(users, Self.script, Self.logging))
    let failing = try await verify(sandbox, numbered)
    #expect(failing.findings.map(\.brief) == ["SL301 error db/3.sql"])

    let report = try await verify(sandbox, Self.logged)
    #expect(report.findings.isEmpty)
    #expect(report.outcomes.map(\.result) == [.migrated])
    #expect(report.outcomes.map(\.steps) == [1])

    let repository = try sandbox.open()
    let head = try repository.snapshot(.commit(try sandbox.id("HEAD")))
    let gate = Gate(repository: repository, configuration: Self.logged)
    #expect(try gate.findings(in: try repository.snapshot(.workTree), after: head).isEmpty)
    for selection in [MigrationLint.Selection.all, .unfrozen] {
      let lint = try MigrationLint(Self.logged).report(on: selection, in: head)
      #expect(lint.findings.filter { $0.code == .migrationFailed }.isEmpty)
      #expect(lint.judged.last == "db/3.sql")
    }
  }

  @Test("a version that was frozen with them is not changed, and a change of them is drift")
  func configuredBefore() async throws {
    let sandbox = try Sandbox()
    let source = Self.merged(users, Self.script)
    try sandbox.freeze(try draft("1.0.0", source, of: Self.logged), over: Self.merged(source, Self.logging))
    #expect(try await verify(sandbox, Self.logged).findings.isEmpty)
    let repository = try sandbox.open()
    let head = try repository.snapshot(.commit(try sandbox.id("HEAD")))
    let gate = Gate(repository: repository, configuration: Self.logged)
    #expect(try gate.findings(in: try repository.snapshot(.workTree), after: head).isEmpty)

    try sandbox.write("app/log.sql", "CREATE TABLE log (id TEXT, at TEXT);\n")
    try sandbox.write("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;\n")
    let findings = try gate.findings(in: try repository.snapshot(.workTree), after: head)
    #expect(findings.map(\.brief) == ["SL201 error 1.0.0"])
    #expect(findings.first?.changes.map(\.place) == ["log.at"])
    #expect(findings.first?.help?.text == "to see what changed: git log -p -- db app/log.sql")
  }

  @Test("a stored result does not count after they have changed")
  func cached() async throws {
    let sandbox = try Sandbox()
    try sandbox.freeze(try draft("1.0.0", users), over: Self.merged(users, Self.script, Self.logging))
    _ = try await verify(sandbox, Self.logged, results: true)
    #expect(try await verify(sandbox, Self.logged, results: true).outcomes.map(\.isCached) == [true])
    try sandbox.write("app/log.sql", "CREATE TABLE log (id TEXT); INSERT INTO log VALUES ('new');\n")
    #expect(try await verify(sandbox, Self.logged, results: true).outcomes.map(\.isCached) == [false])
  }

  @Test("the steps from version to version run them where the later version has what they create")
  func pairs() async throws {
    let sandbox = try Sandbox()
    let one = try draft("1.0.0", users)
    let two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    let all = Self.merged(usersAndNotes, Self.script, Self.logging)
    let three = try draft("3.0.0", all, parents: [two.entry.id], of: Self.logged)
    try sandbox.freeze(one, two, three, over: all)
    let repository = try sandbox.open()
    var trials = Trials()
    trials.pairs = .all
    let verification = Verification(
      repository: repository, configuration: Self.logged, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment, options: .init(trials: trials))
    let report = try await verification.run(.tree, jobs: 1) { _ in }
    #expect(report.findings.isEmpty)
    #expect(
      report.outcomes.map { "\($0.fixture.entry.version) \($0.destination ?? "today") \($0.result)" } == [
        "1.0.0 2.0.0 migrated", "1.0.0 3.0.0 migrated", "1.0.0 today migrated", "2.0.0 3.0.0 migrated",
        "2.0.0 today migrated", "3.0.0 today current",
      ])
  }
}
