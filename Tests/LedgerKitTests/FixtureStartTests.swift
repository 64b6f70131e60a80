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
    #expect(fixture.digest != frozen.digest)
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
    #expect(Set([fixture.digest, frozen.digest, onlyEarlier.digest]).count == 3)
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
