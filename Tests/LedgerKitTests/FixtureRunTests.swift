import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import MigrationSources
import SQLiteData
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Runs of an upgrade")
struct FixtureRunTests {
  private static let frozen = """
    CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p INTEGER NOT NULL REFERENCES p);
    CREATE TABLE q (id INTEGER PRIMARY KEY); CREATE TABLE d (q INTEGER NOT NULL REFERENCES q);
    """

  /// Fails with foreign keys on, if there are rows.
  private static func rebuild(_ table: String) -> String {
    """
    CREATE TABLE new_\(table) (id INTEGER PRIMARY KEY, n); INSERT INTO new_\(table) (id) SELECT id FROM \(table);
    DROP TABLE \(table); ALTER TABLE new_\(table) RENAME TO \(table);
    """
  }

  private static let migrations = [rebuild("p"), "INSERT INTO p (n) VALUES ('new');", rebuild("q"), "DELETE FROM d;"]

  @Test("a run continues where a foreign key failed as one that begins again")
  func continues() throws {
    let upgrade = try upgrade(Self.migrations)
    let start = try upgrade.populatedStart(assuming: [])
    var run = try upgrade.run(from: start, foreignKeys: true, unenforced: ["2"])
    #expect(throws: LedgerError.self) { try run.finish() }
    #expect(run.remaining.map(\.id) == ["4", "5"])
    var resumed = try #require(run.resumed(unenforced: ["2", "4"], settings: upgrade.context.settings))
    #expect(resumed.remaining.map(\.id) == ["4", "5"])
    #expect(resumed.unenforced == ["2", "4"])
    try resumed.finish()
    var again = try upgrade.run(from: start, foreignKeys: true, unenforced: ["2", "4"])
    try again.finish()
    #expect(try resumed.database.content() == again.database.content())
    #expect(try resumed.database.rows("PRAGMA foreign_keys") == [["1"]])
    #expect(try resumed.database.rows("SELECT count(*) FROM p WHERE n = 'new'") == [["1"]])
  }

  @Test(
    "a run begins again if a migration may need what only the connection has",
    arguments: ["CREATE TEMP TABLE x (a);", "INSERT INTO p (n) VALUES (random());", "PRAGMA recursive_triggers = ON;"])
  func beginsAgain(second: String) throws {
    let upgrade = try upgrade([Self.rebuild("p"), second, Self.rebuild("q")])
    let start = try upgrade.populatedStart(assuming: [])
    var run = try upgrade.run(from: start, foreignKeys: true, unenforced: ["2"])
    #expect(throws: LedgerError.self) { try run.finish() }
    #expect(run.resumed(unenforced: ["2", "4"], settings: upgrade.context.settings) == nil)
    #expect(try upgrade.run(run, with: ["2", "4"]).remaining.count == 3)
  }

  @Test("a run begins again if an earlier step differs")
  func earlier() throws {
    let upgrade = try upgrade(Self.migrations)
    var run = try upgrade.run(
      from: try upgrade.populatedStart(assuming: []), foreignKeys: true, unenforced: ["2", "4"])
    try run.finish()
    #expect(run.resumed(unenforced: ["4"], settings: upgrade.context.settings) == nil)
    #expect(try upgrade.run(run, with: ["4"]).remaining.count == 4)
  }

  @Test("a run without generated rows advances as far as the other, and ends with its settings")
  func bare() throws {
    let upgrade = try upgrade(Self.migrations)
    let start = try upgrade.populatedStart(assuming: [])
    let empty = try #require(start.withoutGeneratedRows)
    let bare = BareRuns(upgrade)
    var run = try upgrade.run(from: start, foreignKeys: true)
    for unenforced in [["2"], ["2", "4"]] as [Set<String>] {
      #expect(throws: LedgerError.self) { try run.finish() }
      #expect(try bare.failure(matching: run, from: empty) == nil)
      run = try upgrade.run(run, with: unenforced)
    }
    let finished = try bare.finished(like: run, from: empty)
    #expect(finished.remaining.isEmpty)
    #expect(finished.unenforced == ["2", "4"])
    #expect(try finished.database.rows("SELECT id, n FROM p") == [["1", "new"]])
  }

  @Test("a run without generated rows that fails, fails again")
  func failing() throws {
    let upgrade = try upgrade(["INSERT INTO c VALUES (1);", "INSERT INTO nothing VALUES (1);", "DELETE FROM c;"])
    let start = try upgrade.populatedStart(assuming: [])
    let empty = try #require(start.withoutGeneratedRows)
    let bare = BareRuns(upgrade)
    for foreignKeys in [false, true] {
      var run = try upgrade.run(from: empty, foreignKeys: foreignKeys)
      var failure: LedgerError?
      do throws(LedgerError) { try run.finish() } catch { failure = error }
      #expect(failure != nil)
      #expect(run.remaining.count == (foreignKeys ? 3 : 2))
      #expect(try bare.failure(matching: run, from: empty) == failure)
      #expect(throws: LedgerError.self) { try bare.finished(like: run, from: empty) }
    }
  }

  @Test(
    "the step after which a fact first holds is found in the only stretch that runs again",
    arguments: ["INSERT INTO p (n) VALUES ('plain');", "INSERT INTO p (n) SELECT 'plain' WHERE random() IS NOT NULL;"])
  func firstSteps(plain: String) throws {
    var added = Array(repeating: plain, count: 30)
    added[0] = "ALTER TABLE p ADD COLUMN n;"
    added[4] += "CREATE TABLE early (a);"
    added[20] += "CREATE TABLE late (a); CREATE TABLE passing (a);"
    added[21] += "DROP TABLE passing;"
    added[29] += "CREATE TABLE last (a);"
    let upgrade = try upgrade(added)
    var run = try upgrade.run(from: try upgrade.populatedStart(assuming: []), foreignKeys: true)
    try run.finish()
    #expect(run.milestoneCount == (plain.contains("random") ? 0 : 3))
    var looks = 0
    let steps = try upgrade.firstSteps(of: ["early", "late", "last", "passing", "never"], in: run) { wanted, state in
      looks += 1
      let tables = try state.database.rows("SELECT name FROM sqlite_master").compactMap { $0[0] }
      return Dictionary(uniqueKeysWithValues: wanted.intersection(tables).map { ($0, state.remaining.count) })
    }
    let expected = ["early": "6", "late": "22", "last": "31"]
    #expect(steps.mapValues(\.migration.id) == expected)
    #expect(steps.mapValues(\.detail) == ["early": 25, "late": 9, "last": 0])
    #expect(looks == (run.milestoneCount == 0 ? 31 : 4 + 5 + 5 + 6))
  }

  @Test("a run with foreign keys on continues where the setting begins to matter, as one that begins anew")
  func enforcing() throws {
    let plain = ["ALTER TABLE p ADD COLUMN n DEFAULT 'x';", "CREATE INDEX i ON c (p);"]
    let delete = "DELETE FROM p WHERE id = 1;"
    for (migrations, shared) in [(plain, 2), (plain + [delete], 2), (["DELETE FROM d;"] + plain, nil)] {
      let upgrade = try upgrade(migrations)
      let start = try upgrade.populatedStart(assuming: [])
      var off = try upgrade.run(from: start, foreignKeys: false)
      try? off.finish()
      let forked = try off.enforcingForeignKeys(settings: upgrade.context.settings)
      #expect(forked.map { migrations.count - $0.remaining.count } == shared)
      guard var forked else { continue }
      var on = try upgrade.run(from: start, foreignKeys: true)
      func failure(_ run: inout FixtureRun) -> LedgerError? {
        do throws(LedgerError) {
          try run.finish()
          return nil
        } catch { return error }
      }
      #expect(failure(&forked) == failure(&on))
      #expect(try forked.database.content() == on.database.content())
      #expect(try forked.database.rows("PRAGMA foreign_keys") == [["1"]])
      #expect(try forked.database.hasSameFile(as: on.database))
    }
  }

  @Test("a run with foreign keys on does not continue one whose connection matters")
  func notEnforcing() throws {
    let upgrade = try upgrade(["ALTER TABLE p ADD COLUMN n;", "CREATE TEMP TABLE x (a);"])
    var off = try upgrade.run(from: try upgrade.populatedStart(assuming: []), foreignKeys: false)
    try off.finish()
    #expect(try off.enforcingForeignKeys(settings: upgrade.context.settings) == nil)
  }

  @Test("upgrades without generated rows share the stretch that begins with the same database")
  func sharedBareRuns() throws {
    let added = ["CREATE TABLE e (a);", "INSERT INTO q DEFAULT VALUES;", "ALTER TABLE e ADD COLUMN b;"]
    let upgrades = try (0..<3).map { try upgrade(added, frozenWith: $0) }
    let shared = SharedBareRuns(of: upgrades.map(\.plan), BuildSettings())
    for upgrade in upgrades {
      let start = try #require(try upgrade.populatedStart(assuming: []).withoutGeneratedRows)
      let end = try #require(try shared.database(after: upgrade.plan, from: start, foreignKeys: false))
      let own = try BareRuns(upgrade).finished(like: upgrade.run(from: start, foreignKeys: false), from: start).database
      #expect(try end.content() == own.content())
      #expect(try end.rows("SELECT count(*) FROM q") == [["1"]])
      // With foreign keys on, a row of another table could be refused.
      let isPlain = !upgrade.plan.remaining.contains { $0.up.contains("INSERT") }
      #expect(try (shared.database(after: upgrade.plan, from: start, foreignKeys: true) != nil) == isPlain)
    }
  }

  @Test("an upgrade whose database other migrations have made has a run of its own")
  func ownBareRun() throws {
    let added = ["CREATE TABLE e (a);", "CREATE TABLE f (a);"]
    let other = ["CREATE TABLE e (a); INSERT INTO e VALUES ('other');", "CREATE TABLE f (a);"]
    let upgrades = [try upgrade(added), try upgrade(added, frozenWith: 1, as: other)]
    #expect(upgrades[0].plan.remaining.dropFirst() == upgrades[1].plan.remaining[...])
    let shared = SharedBareRuns(of: upgrades.map(\.plan), BuildSettings())
    let counts = try upgrades.map { upgrade in
      let start = try #require(try upgrade.populatedStart(assuming: []).withoutGeneratedRows)
      return try shared.database(after: upgrade.plan, from: start, foreignKeys: false)?.rows("SELECT count(*) FROM e")
    }
    #expect(counts == [[["0"]], [["1"]]])
  }

  @Test("milestones that become too large are thinned out")
  func milestones() throws {
    let upgrade = try upgrade(Array(repeating: "DELETE FROM d;", count: 40))
    let database = try ScratchDatabase(
      file: try upgrade.populatedStart(assuming: []).origin.bytes(), tracking: .known, stubs: Stubs(), timeLimit: 60)
    let state = try #require(try database.checkpoint())
    var milestones = RunMilestones(largestSize: 3 * state.size)
    for count in 0...40 where milestones.isDue(after: count) {
      let remaining = upgrade.plan.remaining[count...]
      milestones.add(RunCheckpoint(database: state, remaining: remaining, lineage: nil))
    }
    #expect(milestones.states.map { 40 - $0.remaining.count } == [16, 32])
    #expect(!milestones.isDue(after: 40))
  }

  /// - Parameters:
  ///   - count: the number of these migrations that are frozen, too.
  ///   - others: what they were when they were frozen.
  private func upgrade(
    _ added: [String], frozenWith count: Int = 0, as others: [String]? = nil
  ) throws -> FixtureUpgrade {
    func files(_ texts: [String]) -> [String: String] {
      Dictionary(uniqueKeysWithValues: ([Self.frozen] + texts).enumerated().map { ("db/\($0 + 1).sql", $1) })
    }
    let texts = files(added)
    let own = try draft("1.\(count).0", files(Array(added.prefix(count))))
    let made = try draft("1.\(count).0", files(Array((others ?? added).prefix(count))))
    let source = try numbered.schemaSource.read(from: FileSnapshot(texts: texts))
    let fixture = FrozenFixture(
      entry: own.entry, id: own.entry.id, commits: [], folder: "SchemaLedger/Fixtures/1.0.0", files: made.files)
    let target = try numbered.schemaSource.read(from: FileSnapshot(texts: ["db/1.sql": Self.frozen]))
    let plan = try UpgradePlan(
      fixture: fixture, path: .migrations(source.migrations ?? []), target: UpgradeTarget(target.build()),
      standing: FixtureStanding(presence: .present, integrity: .intact))
    return FixtureUpgrade(
      plan: plan, context: UpgradeContext(settings: BuildSettings(), rows: Population.defaultRows))
  }
}
