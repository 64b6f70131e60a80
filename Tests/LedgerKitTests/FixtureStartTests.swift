import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Fixture start")
struct FixtureStartTests {
  private static let place = "SchemaLedger/rows/1.0.0.sql"

  /// The digest of a fixture whose files have been compared with the entry, or have not.
  private func digest(_ fixture: FrozenFixture, _ integrity: FixtureStanding.Integrity = .intact) throws -> String {
    let target = try UpgradeTarget(numbered.schemaSource.read(from: FileSnapshot(texts: users)).build())
    let standing = FixtureStanding(integrity: integrity)
    return try UpgradePlan(fixture: fixture, path: nil, target: target, standing: standing).fixtureDigest
  }

  @Test("the digest depends on the entry and its folder, and on all files unless they are known to match")
  func digests() throws {
    func fixture(_ draft: EntryDraft, at folder: String = "a", _ files: [String: [UInt8]] = [:]) -> FrozenFixture {
      FrozenFixture(
        entry: draft.entry, id: draft.entry.id, commits: [], folder: folder, files: draft.files.merging(files) { $1 })
    }
    let (one, two) = try (draft("1.0.0", users), draft("1.0.0", usersAndNotes))
    for integrity in [FixtureStanding.Integrity.intact, .unchecked, .damaged] {
      let all = try [fixture(one), fixture(two), fixture(one, at: "b")].map { try digest($0, integrity) }
      #expect(Set(all).count == 3)
      #expect(try digest(fixture(one), integrity) == all[0])
      guard integrity != .intact else { continue }
      for name in [one.entry.fixtureName, "schema.sql", Entry.fileName, "unlisted"] {
        #expect(try digest(fixture(one, [name: bytes("changed")]), integrity) != all[0])
      }
    }
    #expect(try digest(fixture(one)) != digest(fixture(one), .unchecked))
  }

  @Test("a fixture with its version's row script has a different digest")
  func version() throws {
    let draft = try draft("1.0.0", users)
    let snapshot = FileSnapshot(
      memory: files([draft]).merging([
        Self.place: bytes("INSERT INTO users VALUES (1, 'Ada');"), "SchemaLedger/rows/README.md": bytes("Rows."),
        "SchemaLedger/rows/1.0.sql": bytes(""),
      ]) { $1 })
    let item = try #require(try Ledger(at: "SchemaLedger", in: snapshot).items.first)
    let frozen = try FrozenFixture(item, in: snapshot)
    let scripts = try RowScripts(at: "SchemaLedger", in: snapshot)
    let fixture = scripts.added(to: frozen)
    #expect(fixture.rowScript?.path == Self.place)
    #expect(try digest(fixture) != digest(frozen))
    let start = try FixtureStart(fixture, settings: numbered.buildSettings())
    #expect(try start.origin.open(tracking: .known).rows("SELECT name FROM users") == [["Ada"]])
    #expect(scripts.unusedScripts(for: [frozen]).map(\.brief) == ["SL317 warning SchemaLedger/rows/1.0.sql"])
  }

  @Test("a script for later is run after rows were generated, and changes the digest")
  func later() throws {
    let draft = try draft("1.0.0", users)
    let place = "SchemaLedger/rows/1.0.0.after.sql"
    let snapshot = FileSnapshot(
      memory: files([draft]).merging([
        Self.place: bytes("INSERT INTO users VALUES (1, 'Ada');"),
        place: bytes("UPDATE users SET name = 'after ' || id;"), "SchemaLedger/rows/1.after.sql": bytes(""),
      ]) { $1 })
    let item = try #require(try Ledger(at: "SchemaLedger", in: snapshot).items.first)
    let frozen = try FrozenFixture(item, in: snapshot)
    let scripts = try RowScripts(at: "SchemaLedger", in: snapshot)
    let fixture = scripts.added(to: frozen)
    var onlyEarlier = fixture
    onlyEarlier.laterRowScript = nil
    #expect(try Set([digest(fixture), digest(frozen), digest(onlyEarlier)]).count == 3)
    for rows in [nil, 5] {
      let start = try FixtureStart(fixture, rows: rows, settings: numbered.buildSettings())
      let names = try start.origin.open(tracking: .known).rows(
        "SELECT count(*), sum(name = 'after ' || id) FROM users")
      #expect(names.first?.first == names.first?.last)
      #expect((names.first?.first??.count ?? 0) > 0 && (rows == nil) == (names == [["1", "1"]]))
    }
    #expect(scripts.unusedScripts(for: [frozen]).map(\.brief) == ["SL317 warning SchemaLedger/rows/1.after.sql"])
  }

  static let evidences: [(earlier: String, later: String, evidence: Finding.Evidence)] = [
    ("INSERT INTO users VALUES (1, 'Ada');", "", .supplied), ("", "INSERT INTO users VALUES (1000, 'Ada');", .supplied),
    ("", "UPDATE users SET name = 'after ' || id;", .empty),
    ("", "INSERT INTO users SELECT id + 1000, 'Ada' FROM users;", .empty), ("", "", .empty),
    ("DELETE FROM users;", "", .empty),
  ]

  @Test("scripts that only change generated rows supply none", arguments: evidences)
  func evidence(earlier: String, later: String, evidence: Finding.Evidence) throws {
    let snapshot = FileSnapshot(
      memory: files([try draft("1.0.0", users)]).merging([
        Self.place: bytes(earlier), "SchemaLedger/rows/1.0.0.after.sql": bytes(later),
      ]) { $1 })
    let item = try #require(try Ledger(at: "SchemaLedger", in: snapshot).items.first)
    let fixture = try RowScripts(at: "SchemaLedger", in: snapshot).added(to: FrozenFixture(item, in: snapshot))
    #expect(try FixtureStart(fixture, rows: 5, settings: numbered.buildSettings()).ownEvidence == evidence)
  }
}
