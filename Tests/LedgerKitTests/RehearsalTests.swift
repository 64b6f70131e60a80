import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@Suite("Rehearsing today's migrations on users' databases")
struct RehearsalTests {
  private let sandbox: Sandbox

  private static let first = [
    "db/1_users.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, note TEXT);"
  ]
  private static let users = "CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, note TEXT);"
  private static let applied =
    "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, success BOOLEAN); INSERT INTO _sqlx_migrations VALUES (1, 1);"
  private static let unique = "CREATE UNIQUE INDEX users_email ON users (email);"

  /// Creates a repository with one frozen version.
  init() throws {
    sandbox = try Sandbox()
    let database = Self.database("App", "db")
    try sandbox.write(Self.first.mapValues(bytes))
    try sandbox.write("schemaledger.yml", Configuration(databases: [database]).yaml)
    try sandbox.write(files([try draft("1.0", Self.first, of: database)], at: database.ledger))
    try sandbox.commitAll("Freeze 1.0")
  }

  private static func database(_ name: String, _ folder: String) -> DatabaseConfiguration {
    DatabaseConfiguration(
      name: name, ledger: "SchemaLedger/\(name)",
      source: .migrations(MigrationFolderConfiguration(paths: [folder], convention: "sqlx")))
  }

  /// Rehearses a new migration on a file that this SQL makes.
  private func rehearse(
    _ migration: String?, on sql: String, samples: SampleStyle = .keys, memory: Int = 1 << 20,
    temporaryFolder: String? = nil
  ) async throws -> RehearsalOutcome {
    if let migration { try sandbox.write("db/2_next.sql", migration) }
    let path = sandbox.folder + "/user-\(UUID().uuidString).db"
    let output = try run("/usr/bin/env", ["sqlite3", path, sql], in: sandbox.root)
    try #require(output.status == 0, "\(output.text)")
    let before = FileManager.default.contents(atPath: path)
    let repository = try sandbox.open()
    let present = try repository.snapshot(.workTree)
    let rehearsal = try await Rehearsal(
      in: repository, try Configuration(from: present).databases, present: present,
      environment: CommandEnvironment(
        variables: ProcessInfo.processInfo.environment, temporaryFolder: sandbox.folder, trust: .everything),
      options: .init(
        timeLimit: 60, samples: samples, memory: memory, temporaryFolder: temporaryFolder ?? sandbox.folder, today: nil)
    )
    let outcome = try await rehearsal.outcome(of: path, named: "user.db")
    #expect(FileManager.default.contents(atPath: path) == before)
    return outcome
  }

  private static let rows = " INSERT INTO users VALUES (1, 'ada@x', 'n'), (2, 'bob@x', 'n'), (3, 'ada@x', NULL);"

  @Test("a frozen version is migrated, and its cost is known")
  func migrated() async throws {
    let outcome = try await rehearse("ALTER TABLE users ADD COLUMN age INTEGER;", on: Self.users + Self.rows)
    #expect(outcome.result == .migrated)
    #expect(outcome.versions.map(\.name) == ["1.0"])
    #expect(outcome.pending == ["2"])
    #expect(outcome.findings == [])
    #expect(try #require(outcome.cost).space > 0)
    #expect(try await rehearse(nil, on: Self.users + Self.rows).result == .migrated)
  }

  @Test("rows on which a migration fails are named by their keys, and their values are not shown")
  func failing() async throws {
    let outcome = try await rehearse(Self.unique, on: Self.users + Self.rows)
    #expect(outcome.result == .failed)
    let finding = try #require(outcome.findings.first)
    #expect(finding.message == "db/2_next.sql:1 fails: UNIQUE constraint failed: users.email")
    #expect(finding.samples == ["users: email <text> in 2 rows: rowids 1 and 3"])
    #expect(finding.evidence == .real)
    #expect(finding.version == nil)
    let shown = try await rehearse(Self.unique, on: Self.users + Self.rows, samples: .values)
    #expect(shown.findings.map(\.samples) == [["users: email 'ada@x' in 2 rows"]])
  }

  @Test(
    "no value of a row is in any finding",
    arguments: [
      "UPDATE users SET note = NULL;",
      "UPDATE users SET email = substr(email, 1, 2);",
      "UPDATE users SET email = upper(note), note = lower(email);",
      "CREATE TABLE u (id INTEGER PRIMARY KEY, email TEXT NOT NULL, note TEXT NOT NULL); INSERT INTO u SELECT * FROM users; DROP TABLE users; ALTER TABLE u RENAME TO users;",
      "CREATE TABLE u (id INTEGER PRIMARY KEY, email TEXT, note TEXT); INSERT INTO u SELECT * FROM users WHERE id < 3 AND note IS NOT NULL; DROP TABLE users; ALTER TABLE u RENAME TO users;",
      "CREATE TABLE u (email TEXT PRIMARY KEY, note TEXT); INSERT OR IGNORE INTO u SELECT email, note FROM users; DROP TABLE users; ALTER TABLE u RENAME TO users;",
      "CREATE TABLE t (a TEXT REFERENCES users (email)); INSERT INTO t SELECT note FROM users;",
      "CREATE TABLE p (a TEXT PRIMARY KEY); CREATE TABLE t (a TEXT REFERENCES p (a)); INSERT INTO t SELECT email FROM users;",
    ])
  func hidden(migration: String) async throws {
    let rows =
      " INSERT INTO users VALUES (1, 'secret-a', 'secret-b'), (2, 'secret-a', 'secret-c'), (7, 'secret-d', NULL);"
    let outcome = try await rehearse(migration, on: Self.users + rows)
    #expect(!outcome.findings.isEmpty)
    let text = outcome.findings.map { "\($0)" }.joined()
    #expect(!text.lowercased().contains("secret"))
    let shown = try await rehearse(nil, on: Self.users + rows, samples: .values)
    // Otherwise the test would show nothing.
    #expect(shown.findings.contains { !$0.samples.isEmpty } || outcome.findings.allSatisfy(\.samples.isEmpty))
  }

  @Test("the tool's record decides which migrations remain, also in a file that is no frozen version")
  func record() async throws {
    let drifted = Self.users + " CREATE INDEX own ON users (note); " + Self.applied
    let outcome = try await rehearse("ALTER TABLE users ADD COLUMN age INTEGER;", on: drifted)
    #expect(outcome.result == .migrated)
    #expect(outcome.versions == [])
    #expect(outcome.record?.appliedCount == 1)
    #expect(outcome.pending == ["2"])
    // The index was there before, and is no error of the migration.
    #expect(outcome.findings.map(\.severity) == [.warning])
    #expect(outcome.findings.map(\.code) == [.schemaDiffers])
  }

  @Test("a migration that another branch has had is named")
  func unknownMigration() async throws {
    let ahead =
      Self.users + " ALTER TABLE users ADD COLUMN other TEXT; " + Self.applied
      + " INSERT INTO _sqlx_migrations VALUES (7, 1);"
    let outcome = try await rehearse("ALTER TABLE users ADD COLUMN age INTEGER;", on: ahead)
    #expect(outcome.record?.unknown == ["7"])
  }

  @Test("a file that has had none of today's migrations, but others, is not rehearsed")
  func anotherLineage() async throws {
    let other =
      Self.users
      + " CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, success BOOLEAN); INSERT INTO _sqlx_migrations VALUES (99, 1);"
    let outcome = try await rehearse(Self.unique, on: other)
    #expect(
      outcome.result
        == .notRehearsed("today's source has none of the migrations that it has had according to _sqlx_migrations"))
    // The next version starts over with other migrations.
    let second = ["db/5_people.sql": "CREATE TABLE people (id INTEGER PRIMARY KEY);"]
    for name in ["1_users", "2_next"] { try FileManager.default.removeItem(atPath: sandbox.root + "/db/\(name).sql") }
    try sandbox.write(second.mapValues(bytes))
    let database = Self.database("App", "db")
    try sandbox.write(files([try draft("2.0", second, of: database)], at: database.ledger))
    try sandbox.commitAll("Freeze 2.0")
    let frozen = try await rehearse(nil, on: Self.users)
    #expect(
      frozen.result == .notRehearsed("it is 1.0, and today's source has none of that version's migrations"))
  }

  @Test("a file of which nothing is known is not rehearsed")
  func unknown() async throws {
    let outcome = try await rehearse(Self.unique, on: "CREATE TABLE other (a);")
    #expect(
      outcome.result
        == .notRehearsed("it is no frozen version, and has no record of the migrations that it has had"))
    #expect(outcome.findings == [])
  }

  @Test("what was wrong with a file before its migrations is not their fault")
  func olderFaults() async throws {
    let faulty =
      Self.users + Self.applied
      + " CREATE TABLE posts (user INTEGER REFERENCES users (id)); INSERT INTO posts VALUES (77); CREATE VIEW broken AS SELECT missing FROM users;"
    let outcome = try await rehearse("ALTER TABLE users ADD COLUMN age INTEGER;", on: faulty)
    #expect(outcome.findings.map(\.code) == [.schemaDiffers])
    #expect(outcome.result == .migrated)
  }

  @Test("without space for what the migrations write, a file is not read")
  func withoutSpace() async throws {
    let rows = " INSERT INTO users SELECT value, hex(randomblob(400)), NULL FROM generate_series(1, 2000);"
    await #expect(throws: UnreadStore.self) {
      _ = try await rehearse(
        "CREATE TABLE copy AS SELECT * FROM users;", on: Self.users + rows, memory: 8192, temporaryFolder: "/missing")
    }
  }
}
