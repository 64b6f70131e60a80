import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import SQLiteData
import SQLiteSchema
import Testing

@testable import LedgerKit

/// A migration that loses or damages rows, or fails because of them, and its correction: a file in
/// `MigrationBugs/`. The first line says what happens. Three parts follow, which begin with `--- before`,
/// `--- bug: CODE PLACE` and `--- fixed`. `CODE` is one code of `verify` or `lint`, or alternatives, `SL301|SL304`.
/// `PLACE` is a table, or `table.column`. A new case needs no code.
struct MigrationBug: Sendable, CustomTestStringConvertible {
  let name: String
  let before: String
  let bug: String
  let fixed: String
  let codes: [String]
  /// The table, and the column if it matters.
  let place: [String]

  var testDescription: String { name }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("MigrationBugs")

  static let all: [MigrationBug] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".sql") }.sorted().compactMap { name in
      (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)).flatMap {
        MigrationBug(name: String(name.dropLast(4)), text: $0)
      }
    }
  }()

  init?(name: String, text: String) {
    var parts: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("--- ") { parts.append([]) }
      parts[parts.count - 1].append(line)
    }
    guard parts.count == 4, parts[0].first?.hasPrefix("-- ") == true, parts[1].first == "--- before",
      let head = parts[2].first, head.hasPrefix("--- bug: "), parts[3].first == "--- fixed"
    else { return nil }
    let words = head.dropFirst(9).split(separator: " ")
    guard let codes = words.first?.split(separator: "|") else { return nil }
    self.name = name
    self.codes = codes.map(String.init)
    place = words.dropFirst().first?.split(separator: ".").map(String.init) ?? []
    let sql = parts.map { $0.dropFirst().joined(separator: "\n") }
    (before, bug, fixed) = (sql[1], sql[2], sql[3])
  }

  func isFound(in findings: [Finding]) -> Bool {
    findings.contains { finding in
      codes.contains(finding.code.rawValue)
        && (place.isEmpty || finding.code == .migrationFailed || finding.object == place[0])
        && (place.count < 2 || finding.column == place[1])
    }
  }
}

@Suite("Migration bugs")
struct MigrationBugTests {
  @Test("every file is a test case, none was lost, and each kind of loss has one")
  func cases() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: MigrationBug.folder.path)
    #expect(names.sorted() == MigrationBug.all.map { $0.name + ".sql" })
    // Raise it together with the files.
    #expect(MigrationBug.all.count >= 53)
    let codes = Set(MigrationBug.all.flatMap(\.codes))
    #expect(codes.isSuperset(of: ["SL301", "SL304", "SL305", "SL306", "SL307", "SL308"]))
  }

  @Test("without rows, the bug is not found", arguments: MigrationBug.all)
  func empty(bug: MigrationBug) async throws {
    // A foreign key without a parent table, or without its key, needs no rows.
    let findings = try await findings(bug.before, bug.bug, rows: 0).filter { $0.code != .foreignKeyViolation }
    #expect(findings.isEmpty)
  }

  @Test("with rows, the bug is found at its place", arguments: MigrationBug.all)
  func found(bug: MigrationBug) async throws {
    let findings =
      try await findings(bug.before, bug.bug, rows: Population.defaultRows) + lint(bug.before, bug.bug)
    #expect(bug.isFound(in: findings), "\(findings.map { "\($0.code.rawValue) \($0.object ?? "-") \($0.message)" })")
  }

  @Test("the corrected migration has no findings", arguments: MigrationBug.all)
  func fixed(bug: MigrationBug) async throws {
    let findings =
      try await findings(bug.before, bug.fixed, rows: Population.defaultRows) + lint(bug.before, bug.fixed)
    #expect(findings.isEmpty, "\(findings.map { "\($0.code.rawValue) \($0.message)" })")
  }

  @Test("the bug is found behind a migration that fails, which is reported too", arguments: MigrationBug.all)
  func behindAFailure(bug: MigrationBug) async throws {
    let findings = try await findings(Self.other + bug.before, Self.failing, bug.bug) + lint(bug.before, bug.bug)
    #expect(findings.contains { $0.isOfOther })
    #expect(bug.isFound(in: findings), "\(findings.map { "\($0.code.rawValue) \($0.object ?? "-") \($0.message)" })")
  }

  @Test("behind a migration that fails, the corrected migration has no findings", arguments: MigrationBug.all)
  func fixedBehindAFailure(bug: MigrationBug) async throws {
    let findings = try await findings(Self.other + bug.before, Self.failing, bug.fixed)
    #expect(findings.filter { !$0.isOfOther }.isEmpty, "\(findings.map { "\($0.code.rawValue) \($0.message)" })")
  }

  @Test("an assumption that a finding proposes removes it, and no other finding comes instead")
  func assumed() async throws {
    var count = 0
    for bug in MigrationBug.all {
      let found = try await findings(bug.before, bug.bug)
      for finding in found {
        guard let assumption = finding.assumption else { continue }
        count += 1
        var settings = BuildSettings()
        settings.assumptions = [assumption]
        let rest = try await findings(bug.before, bug.bug, settings: settings)
        #expect(!rest.contains { $0.isAboutSame(as: finding) }, "\(bug.name): \(assumption)")
        let new = rest.filter { other in !found.contains { $0.isAboutSame(as: other) } }
        #expect(new.isEmpty, "\(bug.name): \(assumption): \(new.map(\.message))")
      }
    }
    #expect(count > 10)
  }

  @Test("the comment that allows what a rule finds removes the finding", arguments: MigrationBug.all)
  func allowed(bug: MigrationBug) throws {
    let found = try lint(bug.before, bug.bug)
    for code in Set(found.map(\.code.rawValue)) {
      let allowing = bug.bug.replacing(/(?m)^(?=(?:CREATE|INSERT|DROP|ALTER|UPDATE|DELETE|PRAGMA|WITH|REPLACE)\b)/) {
        _ in
        "-- schemaledger:allow \(code) intended here\n"
      }
      let rest = try lint(bug.before, allowing)
      #expect(!rest.contains { $0.code.rawValue == code }, "\(rest.map(\.message))")
    }
  }

  private static let other = "CREATE TABLE other_table (id INTEGER PRIMARY KEY, remark TEXT);\n"
  private static let failing = """
    CREATE TABLE other_new (id INTEGER PRIMARY KEY, remark TEXT NOT NULL);
    INSERT INTO other_new (id, remark) SELECT id, remark FROM other_table;
    DROP TABLE other_table;
    ALTER TABLE other_new RENAME TO other_table;
    """

  /// dbmate's convention. A migration with a transaction of its own has the option `transaction:false`.
  /// https://github.com/amacneil/dbmate#migration-options
  private static let dbmate = DatabaseConfiguration(
    source: .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "dbmate")))

  private func source(_ scripts: String...) -> [String: String] { source(scripts) }

  private func source(_ scripts: [String]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: scripts.enumerated().map { index, sql in
        let option = sql.contains("BEGIN;") ? " transaction:false" : ""
        return ("db/\(index + 1)_step.sql", "-- migrate:up\(option)\n\(sql)\n-- migrate:down\n")
      })
  }

  private func lint(_ before: String, _ migration: String) throws -> [Finding] {
    let draft = try draft("1.0.0", source(before), of: Self.dbmate)
    return try MigrationLint(Self.dbmate).report(
      on: .unfrozen, in: FileSnapshot(memory: files([draft], over: source(before, migration)))
    ).findings.filter { $0.severity > .note }
  }

  private func findings(
    _ before: String, _ migrations: String..., rows: Int = Population.defaultRows, settings: BuildSettings = .init()
  ) async throws -> [Finding] {
    let draft = try draft("1.0.0", source(before), of: Self.dbmate)
    let source = try Self.dbmate.schemaSource.read(from: FileSnapshot(texts: source([before] + migrations)))
    let plan = try UpgradePlan(
      fixture: FrozenFixture(
        entry: draft.entry, id: draft.entry.id, commits: [], folder: "SchemaLedger/Fixtures/1.0.0", files: draft.files),
      path: .migrations(source.migrations ?? []), target: .init(try source.build()))
    return try await FixtureVerification(plan, UpgradeContext(settings: settings, rows: rows)).findings()
  }
}

extension Finding {
  fileprivate func isAboutSame(as other: Finding) -> Bool {
    code == other.code && path == other.path && object == other.object && column == other.column
  }

  /// Whether it is SL301 of the migration that fails before the bug.
  fileprivate var isOfOther: Bool { code == .migrationFailed && path == "db/2_step.sql" }
}
