import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import SQLiteData
import SQLiteSchema
import SQLiteSyntax
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Upgrades behind a failure")
struct UpgradeAttemptTests {
  /// A frozen schema, migrations, and what is found: `SL301 db/2.sql t.a` and the assumption that rules it out.
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let frozen: String
    let added: [String]
    let findings: [String]

    init(_ description: String, _ frozen: String, _ added: [String], _ findings: String...) {
      (testDescription, self.frozen, self.added, self.findings) = (description, frozen, added, findings)
    }
  }

  private static let family = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER NOT NULL REFERENCES p ON DELETE CASCADE, x TEXT);
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
    """

  private static func rebuild(_ table: String, _ columns: String, _ names: String) -> String {
    """
    CREATE TABLE \(table)_new (\(columns)); INSERT INTO \(table)_new (\(names)) SELECT \(names) FROM \(table);
    DROP TABLE \(table); ALTER TABLE \(table)_new RENAME TO \(table);

    """
  }

  static let stories: [Story] = [
    Story(
      "NOT NULL, and a parent whose children cascade is dropped, in one migration", family,
      [
        rebuild("t", "id INTEGER PRIMARY KEY, a TEXT NOT NULL", "id, a")
          + rebuild("p", "id INTEGER PRIMARY KEY, n TEXT, m TEXT", "id, n")
      ],
      "SL301 db/2.sql generated, t: a IS NOT NULL", "SL304 db/2.sql generated (on)"),
    Story(
      "four constraints in one copy", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c INTEGER, d BLOB);",
      [
        rebuild(
          "t", "id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT UNIQUE, c INTEGER CHECK (c >= 0), d BLOB NOT NULL",
          "id, a, b, c, d")
      ],
      "SL301 db/2.sql generated, t: UNIQUE (b)", "SL301 db/2.sql generated, t: a IS NOT NULL",
      "SL301 db/2.sql generated, t: c >= 0", "SL301 db/2.sql generated, t: d IS NOT NULL"),
    Story(
      "a column renamed before",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);",
      ["ALTER TABLE t RENAME COLUMN a TO b; ALTER TABLE t RENAME TO u;", "CREATE UNIQUE INDEX i ON u (b);"],
      "SL301 db/3.sql generated, t: UNIQUE (a)"),
    Story(
      "an expression", "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER);",
      ["CREATE TABLE u (x INTEGER NOT NULL); INSERT INTO u SELECT a + b FROM t;"],
      "SL301 db/2.sql generated, t: a + b IS NOT NULL"),
    Story(
      "an UPDATE", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT NOT NULL);",
      ["UPDATE t SET b = a;"], "SL301 db/2.sql generated, t: a IS NOT NULL", "SL318 db/2.sql generated"),
    Story(
      "a column that no row can have", "CREATE TABLE t (id INTEGER PRIMARY KEY); CREATE TABLE u (a TEXT);",
      ["ALTER TABLE t ADD COLUMN b TEXT NOT NULL;", rebuild("u", "a TEXT NOT NULL", "a")],
      "SL301 db/2.sql generated", "SL301 db/3.sql generated, u: a IS NOT NULL"),
    Story(
      "a STRICT table", "CREATE TABLE t (id INTEGER PRIMARY KEY, a);",
      ["CREATE TABLE u (id INTEGER PRIMARY KEY, a INTEGER) STRICT; INSERT INTO u SELECT id, a FROM t;"],
      "SL301 db/2.sql generated, t: a IS NULL OR typeof(a) = 'integer'"),
    Story(
      "a foreign key that fails before a NOT NULL",
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p INTEGER NOT NULL REFERENCES p); CREATE TABLE t (a TEXT);",
      [
        "CREATE TABLE p_new (id INTEGER PRIMARY KEY, n); INSERT INTO p_new (id) SELECT id FROM p; DROP TABLE p; ALTER TABLE p_new RENAME TO p;",
        rebuild("t", "a TEXT NOT NULL", "a"),
      ],
      "SL301 db/2.sql generated (on)", "SL301 db/3.sql generated, t: a IS NOT NULL"),
    Story(
      "a foreign key that no version had",
      "CREATE TABLE users (id INTEGER PRIMARY KEY); CREATE TABLE t (id INTEGER PRIMARY KEY, user_id INTEGER);",
      [rebuild("t", "id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users", "id, user_id")],
      "SL308 db/2.sql generated, t: FOREIGN KEY (user_id) REFERENCES users (off)",
      "SL301 db/2.sql generated, t: FOREIGN KEY (user_id) REFERENCES users (on)"),
    Story(
      "a foreign key without its key, before a failure with either setting",
      "CREATE TABLE p (id INTEGER PRIMARY KEY, k TEXT); CREATE TABLE c (id INTEGER PRIMARY KEY, p TEXT);",
      [
        """
        CREATE TABLE d (id INTEGER PRIMARY KEY, p TEXT REFERENCES p (k));
        INSERT INTO d SELECT id, p FROM c;
        CREATE TABLE n (a CHECK (a = 0));
        INSERT INTO n SELECT (SELECT count(*) FROM p) + (SELECT count(*) FROM c);
        """
      ],
      "SL301 db/2.sql generated", "SL308 db/2.sql empty", "SL301 db/2.sql empty (on)"),
    Story(
      "two foreign keys that fail, and a NOT NULL behind them",
      family + "CREATE TABLE q (p INTEGER NOT NULL REFERENCES p);",
      [
        rebuild("p", "id INTEGER PRIMARY KEY, n TEXT", "id, n"), "CREATE TABLE x (id INTEGER PRIMARY KEY);",
        rebuild("p", "id INTEGER PRIMARY KEY, n TEXT, m TEXT", "id, n"),
        rebuild("t", "id INTEGER, a TEXT NOT NULL", "id, a"),
      ],
      "SL301 db/2.sql generated (on)", "SL301 db/4.sql generated (on)",
      "SL301 db/5.sql generated, t: a IS NOT NULL"),
    Story(
      "two foreign keys that fail, with a temporary table between them",
      family + "CREATE TABLE q (p INTEGER NOT NULL REFERENCES p);",
      [
        rebuild("p", "id INTEGER PRIMARY KEY, n TEXT", "id, n"), "CREATE TEMP TABLE x AS SELECT id FROM p;",
        rebuild("p", "id INTEGER PRIMARY KEY, n TEXT, m TEXT", "id, n"),
        "DELETE FROM t WHERE id NOT IN (SELECT id FROM x);",
      ],
      "SL301 db/2.sql generated (on)", "SL301 db/4.sql generated (on)"),
    Story(
      "a failure that no condition on one table prevents",
      "CREATE TABLE t (id INTEGER PRIMARY KEY); CREATE TABLE u (id INTEGER PRIMARY KEY);",
      [
        """
        CREATE TABLE n (a CHECK (a = 0));
        INSERT INTO n SELECT (SELECT count(*) FROM t) + (SELECT count(*) FROM u);
        CREATE TABLE child (id INTEGER PRIMARY KEY, lost INTEGER REFERENCES missing (id));
        """
      ],
      "SL301 db/2.sql generated", "SL308 db/2.sql empty"),
    Story(
      "a foreign key without a parent table is found without rows",
      "CREATE TABLE feed (id INTEGER PRIMARY KEY); CREATE TABLE cache (feed INTEGER REFERENCES feed, v TEXT);",
      [
        "ALTER TABLE feed RENAME TO feed_old; CREATE TABLE feed (id INTEGER PRIMARY KEY); INSERT INTO feed SELECT id FROM feed_old; DROP TABLE feed_old;"
      ], "SL308 db/2.sql empty", "SL301 db/2.sql generated (on)"),
  ]

  @Test("each cause is reported, with the assumption that rules it out", arguments: stories)
  func story(story: Story) async throws {
    let findings = try await findings(story.frozen, story.added)
    let lines = findings.filter { $0.code != .columnOrderDiffers && $0.code != .dependsOnForeignKeys }.map(\.line)
    #expect(Set(lines) == Set(story.findings), "\(findings.map(\.message))")
  }

  @Test("an assumption of the configuration rules the failure out")
  func configured() async throws {
    let migration = Self.rebuild("t", "id INTEGER PRIMARY KEY, a TEXT NOT NULL", "id, a")
    let findings = try await findings(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);", [migration],
      assuming: [Assumption(table: "T", condition: "a IS NOT NULL")])
    #expect(findings.isEmpty)
  }

  @Test("rows that users supply show a failure as such")
  func supplied() async throws {
    let rows = ["1.0.0.sql": "INSERT INTO t (id, a) VALUES (7, NULL);"]
    let migration = Self.rebuild("t", "id INTEGER PRIMARY KEY, a TEXT NOT NULL", "id, a")
    let findings = try await findings("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);", [migration], rows: rows)
    #expect(findings.map(\.line) == ["SL301 db/2.sql supplied"])
  }

  private func findings(
    _ frozen: String, _ added: [String], assuming assumptions: [Assumption] = [], rows: [String: String] = [:]
  ) async throws -> [Finding] {
    let all = Dictionary(
      uniqueKeysWithValues: ([frozen] + added).enumerated().map { ("db/\($0 + 1).sql", $1) })
    let draft = try draft("1.0.0", ["db/1.sql": frozen])
    let source = try numbered.schemaSource.read(from: FileSnapshot(texts: all))
    var fixture = FrozenFixture(
      entry: draft.entry, id: draft.entry.id, commits: [], folder: "SchemaLedger/Fixtures/1.0.0", files: draft.files)
    let scripts = Dictionary(uniqueKeysWithValues: rows.map { ("SchemaLedger/rows/" + $0, $1) })
    fixture = try RowScripts(at: "SchemaLedger", in: FileSnapshot(texts: scripts)).added(to: fixture)
    let plan = try UpgradePlan(
      fixture: fixture, path: .migrations(source.migrations ?? []), target: .init(try source.build()))
    var settings = BuildSettings()
    settings.assumptions = assumptions
    return try await FixtureVerification(plan, UpgradeContext(settings: settings, rows: Population.defaultRows))
      .findings()
  }
}

extension Finding {
  fileprivate var line: String {
    "\(code.rawValue) \(path ?? "-") \(evidence.map(\.rawValue) ?? "-")"
      + (assumption.map { ", \($0.table): \($0.condition)" } ?? "")
      + (foreignKeys.map { $0 ? " (on)" : " (off)" } ?? "")
  }
}
