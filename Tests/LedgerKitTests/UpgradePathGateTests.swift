import Findings
import GitStore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerCore

/// SL209: a commit that takes the upgrade path from frozen versions.
@Suite("Upgrade path gate")
struct UpgradePathGateTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before: String
    let after: String
    /// Whether the folder of migrations is still there.
    var keepsFolder = true
    var isFrozen = true
    /// The help of SL209, or `nil` if it is not found.
    let help: String?
  }

  private static let migrations = "source: {kind: migrations, path: db, convention: plain}\n"
  private static let schema = "source: {kind: schema, path: schema.sql}\n"
  private static let upgraded =
    "source: {kind: schema, path: schema.sql, migrations: {path: db, convention: plain}}\n"
  private static let created = "source: {kind: command, create: 'make {db}'}\n"
  private static let migrated = "source: {kind: command, create: 'make {db}', migrate: 'up {db}'}\n"

  static let cases = [
    Case(
      testDescription: "migrations become a schema file", before: migrations, after: schema,
      help:
        "keep the migrations for older databases: under `source`, add `migrations: {path: db, convention: plain}`; or `migrate:` with a command that upgrades the database at {db}"
    ),
    Case(
      testDescription: "migrations become a schema file, and their folder is deleted", before: migrations,
      after: schema, keepsFolder: false,
      help:
        "restore db and keep the migrations for older databases: under `source`, add `migrations: {path: db, convention: plain}`; or `migrate:` with a command that upgrades the database at {db}"
    ),
    Case(
      testDescription: "a schema file loses its migrations", before: upgraded, after: schema,
      help:
        "keep the migrations for older databases: under `source`, add `migrations: {path: db, convention: plain}`; or `migrate:` with a command that upgrades the database at {db}"
    ),
    Case(
      testDescription: "migrations become a command", before: migrations, after: created,
      help:
        "databases of users could not be upgraded: under `source`, add `migrate:` with a command that upgrades the database at {db}"
    ),
    Case(
      testDescription: "a command loses its migrate", before: migrated, after: created,
      help: "keep it under `source`: `migrate: 'up {db}'`"),
    Case(testDescription: "a schema file with migrations", before: migrations, after: upgraded, help: nil),
    Case(testDescription: "a command that migrates", before: migrations, after: migrated, help: nil),
    Case(testDescription: "there never was an upgrade path", before: schema, after: created, help: nil),
    Case(testDescription: "nothing is frozen", before: migrations, after: schema, isFrozen: false, help: nil),
    Case(testDescription: "no change", before: schema, after: schema, help: nil),
  ]

  @Test("it is stopped in the index, in a range and in a push", arguments: cases)
  func gate(_ item: Case) async throws {
    let sandbox = try Sandbox()
    let source = users.merging([
      "schema.sql": users["db/1.sql"] ?? "", "schemaledger.yml": item.before,
    ]) { $1 }
    if item.isFrozen {
      try sandbox.freeze(try draft("1.0", users), try draft("1.1", users), over: source)
    } else {
      try sandbox.write(source.mapValues(bytes))
      try sandbox.commitAll()
    }
    let base = try sandbox.id("HEAD")
    try sandbox.write("schemaledger.yml", item.after)
    if !item.keepsFolder { try sandbox.git("rm", "-r", "--quiet", "db") }
    try sandbox.git("add", "schemaledger.yml")
    let repository = try sandbox.open()
    let gate = RepositoryGate(repository: repository)
    let head = try repository.snapshot(.commit(base))
    func helps(_ findings: [Finding]) -> [String?] {
      findings.filter { $0.code == .upgradePathRemoved }.map { $0.help?.text }
    }
    let expected: [String?] = item.help.map { [$0] } ?? []
    let staged = try await gate.findings(in: try repository.snapshot(.index), after: head).findings
    #expect(helps(staged) == expected)
    #expect(staged.filter { $0.code == .upgradePathRemoved }.allSatisfy { $0.severity == .error })
    let tip = try sandbox.commitAll()
    #expect(try await helps(RangeGate(gate).findings(of: tip, after: [base]).findings) == expected)
    let push = try PushGate(receivedBy: repository)
    let update = ReferenceUpdate(name: "refs/heads/main", old: base, new: tip)
    #expect(try await helps(push.judge([update]).flatMap(\.result.findings)) == expected)
    // The commit is made: the next one has nothing to lose.
    let later = try repository.snapshot(.commit(tip))
    #expect(try await helps(gate.findings(in: later, after: later).findings) == [])
  }

  @Test("the message names the kind of source and the versions")
  func message() {
    let finding = Finding.upgradePathRemoved(
      kind: "schema", versions: ["1.0", "1.1"], .migrations(path: "db", convention: "plain", isPresent: true))
    #expect(
      finding.message
        == "the source, now of kind schema, has no upgrade path for databases of 1.0 and 1.1; the previous commit had one"
    )
    #expect(finding.brief == "SL209 error 1.1 schemaledger.yml")
  }
}
