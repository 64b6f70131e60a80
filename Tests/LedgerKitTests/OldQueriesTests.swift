import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

/// Queries of released programs, run on databases that newer programs have migrated.
@Suite("Old queries")
struct OldQueriesTests {
  private static let start = [
    "db/1.sql": "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); CREATE VIEW v AS SELECT a FROM t;\n"
  ]

  /// The queries of a program, a migration, and the findings.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let queries: String
    let migration: String
    var messages: [String] = []
    var limits: [String] = []
    var views = false
  }

  static let cases = [
    Case(
      testDescription: "nothing that matters", queries: "SELECT a FROM t;", migration: "ALTER TABLE t ADD COLUMN c;"),
    Case(
      testDescription: "a column that is gone", queries: "-- name: All :many\nSELECT a\nFROM t;\nSELECT b FROM t;",
      migration: "DROP VIEW v; ALTER TABLE t DROP COLUMN a; CREATE VIEW v AS SELECT b FROM t;",
      messages: [
        "app/q.sql:2 of 1 no longer compiles on the migrated database: no such column: a (SELECT a)"
      ]),
    Case(
      testDescription: "a quoted column that is gone is no string", queries: "SELECT \"b\" FROM t WHERE b = ?1;",
      migration: "ALTER TABLE t RENAME COLUMN b TO c;",
      messages: [
        "app/q.sql:1 of 1 no longer compiles on the migrated database: no such column: b (SELECT \"b\" FROM t WHERE b = ?1)"
      ]),
    Case(
      testDescription: "a string in double quotes was one then", queries: "SELECT a FROM t WHERE b = \"x\";",
      migration: "ALTER TABLE t ADD COLUMN c;"),
    Case(
      testDescription: "a table that is gone",
      queries: "INSERT INTO t (a) VALUES (:a); DELETE FROM t; BEGIN; PRAGMA foo;",
      migration: "DROP VIEW v; DROP TABLE t;",
      messages: [
        "app/q.sql:1 of 1 no longer compiles on the migrated database: no such table: t (INSERT INTO t (a) VALUES (:a))",
        "app/q.sql:1 of 1 no longer compiles on the migrated database: no such table: t (DELETE FROM t)",
      ]),
    Case(
      testDescription: "what did not compile then tells nothing", queries: "SELECT {columns} FROM t; SELECT x FROM y;",
      migration: "DROP VIEW v; DROP TABLE t;",
      limits: ["2 of 2 do not compile on the frozen database of their versions"]),
    Case(
      testDescription: "a view as it was", queries: "SELECT 1;",
      migration: "DROP VIEW v; ALTER TABLE t DROP COLUMN a; CREATE VIEW v AS SELECT b AS a FROM t;",
      messages: ["the view v of 1 no longer compiles on the migrated database: no such column: a (SELECT a FROM t)"],
      views: true),
  ]

  @Test("a query that compiles on its own version is compiled on the upgraded database", arguments: cases)
  func query(story: Case) async throws {
    let sandbox = try Sandbox()
    try sandbox.freeze(
      try draft("1", Self.start), over: Self.start.merging(["app/q.sql": story.queries]) { $1 })
    // Today's program has a different query.
    try sandbox.write("app/q.sql", "SELECT c FROM u;\n")
    try sandbox.write("db/2.sql", story.migration + "\n")
    try sandbox.commitAll()
    var configuration = numbered
    configuration.queries.files = ["app"]
    configuration.queries.views = story.views
    let repository = try sandbox.open()
    for scope in [Verification.Scope.tree, .allHistory] {
      let report = try await Verification(
        repository: repository, configuration: configuration, present: try repository.snapshot(.workTree),
        environment: sandbox.commandEnvironment
      ).run(scope, jobs: 1) { _ in }
      #expect(report.findings.filter { $0.code == .queryNoLongerCompiles }.map(\.message) == story.messages)
      #expect(report.findings.allSatisfy { $0.severity == .warning })
      #expect(report.limits.map(\.message) == story.limits)
    }
  }

  @Test("SQL in the configuration is that of the commit, and versions without queries are counted")
  func inline() async throws {
    let sandbox = try Sandbox()
    let file = "source: {kind: migrations, path: db, convention: plain}\nqueries:\n  sql: SELECT a FROM t\n"
    let one = try draft("1", Self.start)
    try sandbox.freeze(one, over: Self.start)
    let two = try draft("2", Self.start.merging(["db/2.sql": "CREATE TABLE u (a);\n"]) { $1 }, parents: [one.entry.id])
    try sandbox.freeze(two, over: ["db/2.sql": "CREATE TABLE u (a);\n", Configuration.fileName: file])
    try sandbox.write("db/3.sql", "DROP VIEW v; ALTER TABLE t RENAME COLUMN a TO z;\n")
    try sandbox.write(Configuration.fileName, file.replacing("SELECT a", with: "SELECT z"))
    let repository = try sandbox.open()
    let present = try repository.snapshot(.workTree)
    let report = try await Verification(
      repository: repository, configuration: Configuration(from: present).database(nil), present: present,
      environment: sandbox.commandEnvironment
    ).run(.tree, jobs: 1) { _ in }
    #expect(
      report.findings.map(\.message) == [
        "schemaledger.yml:1 of 2 no longer compiles on the migrated database: no such column: a (SELECT a FROM t)"
      ])
    #expect(report.limits.map(\.message) == ["no queries in the commit that froze a version"])
  }
}
