import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import SQLiteData
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("A rehearsal judges a database as verify judges a fixture with the same rows")
struct RehearsalAgreementTests {
  private static let database = DatabaseConfiguration(
    source: .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "dbmate")))

  @Test("on a database with the rows of verify, each bug has the same codes", arguments: MigrationBug.all)
  func bugs(bug: MigrationBug) async throws {
    let (verified, rehearsed) = try await findings(bug.before, bug.bug)
    #expect(Set(rehearsed.map(\.code)) == Set(verified.map(\.code)))
    #expect(rehearsed.contains { $0.evidence == .real } == !rehearsed.isEmpty)
  }

  @Test("the corrected migration has no findings", arguments: MigrationBug.all)
  func fixed(bug: MigrationBug) async throws {
    let (verified, rehearsed) = try await findings(bug.before, bug.fixed)
    #expect(rehearsed.map(\.message) == [])
    #expect(verified.map(\.message) == [])
  }

  private static func source(_ scripts: [String]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: scripts.enumerated().map { index, sql in
        let option = sql.contains("BEGIN;") ? " transaction:false" : ""
        return ("db/\(index + 1)_step.sql", "-- migrate:up\(option)\n\(sql)\n-- migrate:down\n")
      })
  }

  /// The findings of `verify` on a version with generated rows, and those of a rehearsal on a file with these rows.
  private func findings(
    _ before: String, _ migration: String
  ) async throws -> (verified: [Finding], rehearsed: [Finding]) {
    let sandbox = try Sandbox()
    let draft = try draft("1.0.0", Self.source([before]), of: Self.database)
    try sandbox.write(Self.source([before, migration]).mapValues(bytes))
    try sandbox.write("schemaledger.yml", Configuration(databases: [Self.database]).yaml)
    try sandbox.write(files([draft], at: Self.database.ledger))
    try sandbox.commitAll("Freeze 1.0.0, and a migration")
    let repository = try sandbox.open()
    let present = try repository.snapshot(.workTree)

    let source = try Self.database.schemaSource.read(from: present)
    let plan = try UpgradePlan(
      fixture: FrozenFixture(
        entry: draft.entry, id: draft.entry.id, commits: [], folder: "SchemaLedger/Fixtures/1.0.0", files: draft.files),
      path: .migrations(source.migrations ?? []), target: .init(try source.build()))
    let context = UpgradeContext(settings: .init(), rows: Population.defaultRows)
    let verified = try await FixtureVerification(plan, context).findings()

    let path = sandbox.folder + "/user.db"
    let start = try FixtureUpgrade(plan: plan, context: context).populatedStart(assuming: [])
    let file = Data(try start.origin.bytes())
    try file.write(to: URL(filePath: path))
    let rehearsal = try await Rehearsal(
      in: repository, [Self.database], present: present,
      environment: CommandEnvironment(
        variables: ProcessInfo.processInfo.environment, temporaryFolder: sandbox.folder, trust: .everything),
      options: .init(
        timeLimit: 60, samples: .keys, memory: 1 << 20, temporaryFolder: sandbox.folder, today: nil))
    let outcome = try await rehearsal.outcome(of: path, named: "user.db")
    #expect(outcome.versions.map(\.name) == ["1.0.0"])
    #expect(try Data(contentsOf: URL(filePath: path)) == file)
    return (verified, outcome.findings)
  }
}
