import Findings
import GitStore
import LedgerCore
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerEntries
@testable import LedgerKit

@Suite("Fixture migration")
struct FixtureMigrationTests {
  /// The migrations of a frozen version, and those of today, the first of which may differ.
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let frozen: [String]
    let added: [String]
    let messages: [String]
  }

  static let stories = [
    Story(testDescription: "nothing to do", frozen: ["CREATE TABLE t (a);"], added: [], messages: []),
    Story(
      testDescription: "a column added", frozen: ["CREATE TABLE t (a);"], added: ["ALTER TABLE t ADD COLUMN b;"],
      messages: []),
    Story(
      testDescription: "SQL that fails on the rows that are there",
      frozen: ["CREATE TABLE t (a); INSERT INTO t VALUES (1), (1);"], added: ["CREATE UNIQUE INDEX i ON t (a);"],
      messages: ["SL301 db/2.sql:1 fails on a 1.0.0 database: UNIQUE constraint failed: t.a"]),
    Story(
      testDescription: "a step that fails with foreign keys on only",
      frozen: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p); INSERT INTO p VALUES (1); INSERT INTO c VALUES (1);"
      ], added: ["DELETE FROM p; DELETE FROM c;"],
      messages: ["SL301 db/2.sql:1 fails on a 1.0.0 database: FOREIGN KEY constraint failed (with foreign keys on)"]),
    Story(
      testDescription: "a step that fails differently",
      frozen: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p ON DELETE CASCADE); INSERT INTO p VALUES (1); INSERT INTO c VALUES (1);"
      ], added: ["DELETE FROM p; CREATE TABLE n (a CHECK (a = 0)); INSERT INTO n SELECT count(*) FROM c;"],
      messages: ["SL301 db/2.sql:1 fails on a 1.0.0 database: CHECK constraint failed: a = 0 (with foreign keys off)"]),
    Story(
      testDescription: "rows that lose their parent when nothing enforces it",
      frozen: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p ON DELETE CASCADE); INSERT INTO p VALUES (1); INSERT INTO c VALUES (1);"
      ], added: ["DELETE FROM p;"],
      messages: [
        "SL308 db/2.sql leaves 1 row of c that refers to missing rows of p in a 1.0.0 database (with foreign keys off)"
      ]),
    Story(
      testDescription: "rows that had no parent before",
      frozen: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p); INSERT INTO c VALUES (1), (2);"
      ],
      added: ["ALTER TABLE p ADD COLUMN n;"], messages: []),
    Story(
      testDescription: "a view whose column goes",
      frozen: ["CREATE TABLE t (a, b); CREATE VIEW v AS SELECT b FROM t;"],
      added: [
        "PRAGMA legacy_alter_table = ON; CREATE TABLE n (a); DROP TABLE t; ALTER TABLE n RENAME TO t;"
      ], messages: ["SL310 db/2.sql breaks the view v in a 1.0.0 database: no such column: b"]),
    Story(
      testDescription: "a trigger whose table goes",
      frozen: [
        "CREATE TABLE t (a); CREATE TABLE log (a); CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END;"
      ], added: ["DROP TABLE log;"],
      messages: ["SL310 db/2.sql breaks the trigger g in a 1.0.0 database: no such table: main.log"]),
    Story(
      testDescription: "a transaction left open", frozen: ["CREATE TABLE t (a);"],
      added: ["BEGIN; CREATE TABLE n (a);"],
      messages: ["SL301 a 1.0.0 database cannot be migrated: db/2.sql begins a transaction and does not end it"]),
    Story(
      testDescription: "a row that a NOT NULL of today refuses",
      frozen: ["CREATE TABLE t (a); INSERT INTO t VALUES (NULL);"],
      added: [
        "CREATE TABLE n (a NOT NULL); INSERT INTO n SELECT a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;"
      ], messages: ["SL301 db/2.sql:1 fails on a 1.0.0 database: NOT NULL constraint failed: n.a"]),
  ]

  private static let context = UpgradeContext(settings: .init())

  @Test("a fixture is migrated with foreign keys on and off", arguments: stories)
  func story(story: Story) async throws {
    #expect(
      try await findings(story.frozen, story.frozen + story.added).map { "\($0.code.rawValue) \($0.message)" }
        == story.messages)
  }

  private func source(_ scripts: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: scripts.enumerated().map { ("db/\($0.offset + 1).sql", $0.element) })
  }

  /// - Parameter target: the statements that create a new database today, if they are not the migrations.
  private func findings(
    _ frozen: [String], _ today: [String], target: [String]? = nil, timeLimit: Double = 60,
    damage: (inout [String: [UInt8]]) -> Void = { _ in }
  ) async throws -> [Finding] {
    let draft = try draft("1.0.0", source(frozen))
    var content = draft.files
    damage(&content)
    let migrations = try numbered.schemaSource.read(from: FileSnapshot(texts: source(today))).migrations
    let database = try ScratchDatabase(tracking: .known)
    // A statement that also fails in a new database does not matter here.
    for sql in target ?? today { try? database.execute(sql) }
    if database.isInTransaction { try database.execute("ROLLBACK") }
    let plan = try UpgradePlan(
      fixture: FrozenFixture(
        entry: draft.entry, id: draft.entry.id, commits: [], folder: "SchemaLedger/Fixtures/1.0.0", files: content),
      path: .migrations(migrations ?? []), target: .init(try database.schema()))
    let context = UpgradeContext(settings: .init(timeLimit: timeLimit))
    let findings = try await FixtureVerification(plan, context).findings()
    for finding in findings {
      #expect(finding.version == "1.0.0" && finding.entry == draft.entry.id && finding.help?.text != "")
    }
    return findings
  }

  @Test("a schema or column order that differs from a new database's is found")
  func elsewhere() async throws {
    let other = try await findings(["CREATE TABLE t (a);"], ["CREATE TABLE t (a);"], target: ["CREATE TABLE t (a, b);"])
    #expect(other.map(\.brief) == ["SL302 error 1.0.0"])
    #expect(other.first?.changes.map(\.place) == ["t.b"])
    let reordered = try await findings(
      ["CREATE TABLE t (b, a);"], ["CREATE TABLE t (b, a);"], target: ["CREATE TABLE t (a, b);"])
    #expect(reordered.map(\.brief) == ["SL303 warning 1.0.0"])
    let cosmetic = try await findings(
      ["CREATE TABLE t (a, b);"], ["CREATE TABLE t (a, b);"], target: ["create table \"T\" /* x */ ( a , b )"])
    #expect(cosmetic.isEmpty)
  }

  /// The migrations that a fixture of `DriftTests.view` has yet to run after a change of the folder.
  static let remainders: [(change: [String: String], paths: [String])] = [
    ([:], []),
    (["db/R__v.sql": "-- again\nDROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT a FROM t;"], ["db/R__v.sql"]),
    (["db/R__v.sql": (DriftTests.view["db/R__v.sql"] ?? "") + "\n"], ["db/R__v.sql"]),
    (["db/V2__u.sql": "CREATE TABLE u (a);"], ["db/V2__u.sql"]),
    (
      [
        "db/V2__u.sql": "ALTER TABLE t RENAME a TO b;", "db/R__a.sql": "CREATE TABLE IF NOT EXISTS a (a);",
        "db/R__v.sql": "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT b FROM t;",
      ], ["db/V2__u.sql", "db/R__a.sql", "db/R__v.sql"]
    ),
  ]

  @Test("a repeatable migration with a changed text is run again, after the new migrations", arguments: remainders)
  func repeatable(change: [String: String], paths: [String]) async throws {
    let flyway = DatabaseConfiguration(
      source: .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "flyway")))
    let draft = try draft("1.0.0", DriftTests.view, of: flyway)
    let today = try flyway.schemaSource.read(from: FileSnapshot(texts: DriftTests.view.merging(change) { $1 }))
    let plan = try UpgradePlan(
      fixture: FrozenFixture(entry: draft.entry, id: draft.entry.id, commits: [], folder: "F", files: draft.files),
      path: .migrations(today.migrations ?? []), target: try .init(today.build(.init())))
    #expect(plan.remaining.map(\.path) == paths)
    #expect(plan.isCurrent == paths.isEmpty)
    #expect(try await FixtureVerification(plan, Self.context).findings().isEmpty)
  }

  @Test("violated foreign keys to two parent tables are two findings")
  func twoParents() async throws {
    let frozen = """
      CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE q (id INTEGER PRIMARY KEY);
      CREATE TABLE c (p REFERENCES p ON DELETE SET NULL, q REFERENCES q ON DELETE CASCADE);
      INSERT INTO p VALUES (1); INSERT INTO q VALUES (1); INSERT INTO c VALUES (1, 1);
      """
    let findings = try await findings([frozen], [frozen, "DELETE FROM p; DELETE FROM q;"])
    #expect(
      findings.map(\.message) == [
        "db/2.sql leaves 1 row of c that refers to missing rows of p in a 1.0.0 database (with foreign keys off)",
        "db/2.sql leaves 1 row of c that refers to missing rows of q in a 1.0.0 database (with foreign keys off)",
      ])
  }

  @Test("a damaged fixture is not migrated")
  func damaged() async throws {
    let found = try await findings(["CREATE TABLE t (a);"], ["CREATE TABLE t (a);", "nonsense"]) {
      $0["App.sqlite"]?[100] ^= 0xFF
    }
    #expect(found.map(\.brief) == ["SL103 error 1.0.0 SchemaLedger/Fixtures/1.0.0/App.sqlite"])
  }

  @Test("a fixture that was frozen with a damaged index fails its integrity check")
  func integrity() async throws {
    // The index contains 7 for column `a` of the row, and the row, changed without the index, contains 8.
    let scripts = ["CREATE TABLE t (a INTEGER, b TEXT); CREATE INDEX i ON t (a); INSERT INTO t VALUES (7, 'needle');"]
    let draft = try draft("1.0.0", source(scripts))
    var content = draft.files
    var file = try #require(content["App.sqlite"])
    let needle = bytes("needle")
    let place = try #require(file.indices.dropLast(6).first { Array(file[$0..<$0 + 6]) == needle })
    file[place - 1] += 1
    content["App.sqlite"] = file
    content["entry.json"] = nil
    let entry = Entry(
      database: "App", version: draft.entry.version, parents: [], files: content.mapValues(Entry.File.init),
      schema: draft.entry.schema, sourceKind: "migrations", convention: "plain", migrations: draft.entry.migrations,
      sqlite: draft.entry.sqlite, commit: nil)
    content["entry.json"] = entry.bytes
    let plan = try UpgradePlan(
      fixture: FrozenFixture(entry: entry, id: entry.id, commits: [], folder: "F", files: content),
      path: .migrations(try numbered.schemaSource.read(from: FileSnapshot(texts: source(scripts))).migrations ?? []),
      target: .init(draft.schema))
    let findings = try await FixtureVerification(plan, Self.context).findings()
    #expect(findings.map(\.code) == [.integrityCheck])
    #expect(findings.first?.message.contains("row 1 missing from index i") == true)
  }

  @Test("a migration that never ends is stopped")
  func endless() async throws {
    let loop =
      "CREATE TABLE n (x); WITH RECURSIVE c (x) AS (SELECT 1 FROM t UNION ALL SELECT x + 1 FROM c) INSERT INTO n SELECT x FROM c WHERE x < 0;"
    let clock = ContinuousClock()
    let start = clock.now
    let findings = try await findings(
      ["CREATE TABLE t (a); INSERT INTO t VALUES (1);"], ["CREATE TABLE t (a);", loop], timeLimit: 0.3)
    #expect(findings.map(\.message) == ["db/2.sql fails on a 1.0.0 database: stopped after 0.3 seconds"])
    #expect(start.duration(to: clock.now) < .seconds(20))
  }

  @Test("without migrations there is no upgrade path, and a damaged fixture is still reported")
  func noUpgradePath() async throws {
    let draft = try draft("1.0.0", users)
    let target = try ScratchDatabase(tracking: .known).schema()
    func plan(_ files: [String: [UInt8]], to target: CanonicalSchema) throws -> UpgradePlan {
      let fixture = FrozenFixture(entry: draft.entry, id: draft.entry.id, commits: [], folder: "F", files: files)
      return try UpgradePlan(fixture: fixture, path: nil, target: .init(target))
    }
    #expect(try await FixtureVerification(plan(draft.files, to: target), Self.context).findings().isEmpty)
    #expect(try !plan(draft.files, to: target).isPossible)
    #expect(try plan(draft.files, to: draft.schema).isPossible)
    let damaged = try FixtureVerification(
      plan(draft.files.merging(["schema.json": []]) { $1 }, to: target), Self.context)
    #expect(try await damaged.findings().map(\.code) == [.digestMismatch])
  }
}
