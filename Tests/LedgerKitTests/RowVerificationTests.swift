import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import MigrationSources
import SQLiteData
import SQLiteSchema
import SQLiteSyntax
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Rows of a fixture")
struct RowVerificationTests {
  /// The statements of a frozen version, and the migrations after it.
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let frozen: String
    let added: [String]
    var values = ValuePolicy.standard
    /// Whether a version of the ledger has the added migrations.
    var isFrozen = false
    /// Findings as `SL304 db/2.sql t.a off`.
    let findings: [String]

    init(
      _ description: String, _ frozen: String, _ added: [String], values: ValuePolicy = .standard,
      isFrozen: Bool = false, _ findings: String...
    ) {
      testDescription = description
      self.frozen = frozen
      self.added = added
      self.values = values
      self.isFrozen = isFrozen
      self.findings = findings
    }
  }

  static let family = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER NOT NULL REFERENCES p ON DELETE CASCADE, a TEXT);
    """
  static let people = "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, mail TEXT NOT NULL);"

  static func anew(_ columns: String, _ copy: String) -> String {
    "CREATE TABLE n (\(columns)); INSERT INTO n \(copy) FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;"
  }

  static let stories: [Story] = [
    Story("nothing to do", family, []),
    Story("a column added", people, ["ALTER TABLE t ADD COLUMN a"]),
    Story(
      "a table made anew with foreign keys on in the tool's transaction", family,
      [
        "CREATE TABLE o (x);",
        "PRAGMA foreign_keys = OFF; CREATE TABLE n (id INTEGER PRIMARY KEY, n TEXT, z); INSERT INTO n (id, n) SELECT id, n FROM p; DROP TABLE p; ALTER TABLE n RENAME TO p;",
        "CREATE TABLE q (x);",
      ], "SL304 db/3.sql c on"),
    Story(
      "the same, and the tool begins no transaction", family,
      [
        "PRAGMA foreign_keys = OFF; BEGIN; CREATE TABLE n (id INTEGER PRIMARY KEY, n TEXT, z); INSERT INTO n (id, n) SELECT id, n FROM p; DROP TABLE p; ALTER TABLE n RENAME TO p; COMMIT; PRAGMA foreign_keys = ON;"
      ]),
    Story(
      "NOT NULL where there is NULL", people,
      [anew("id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT NOT NULL", "SELECT id, name, mail")],
      "SL301 db/2.sql t"),
    Story(
      "NOT NULL with a value for NULL", people,
      [anew("id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT NOT NULL", "SELECT id, coalesce(name, ''), mail")]),
    Story("a column that must have a value", people, ["ALTER TABLE t ADD COLUMN a TEXT NOT NULL;"], "SL301 db/2.sql t"),
    Story(
      "SELECT * into another order", people, [anew("id INTEGER PRIMARY KEY, mail TEXT, name TEXT", "SELECT *")],
      "SL306 db/2.sql t.mail", "SL306 db/2.sql t.name"),
    Story(
      "a misspelt name", people, [anew("id INTEGER PRIMARY KEY, name TEXT, mail TEXT", "SELECT id, \"nmae\", mail")],
      "SL307 db/2.sql t.name"),
    Story(
      "rows left out by the copy", people,
      [anew("id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT", "SELECT id, name, mail") + "-- "].map {
        $0.replacing("FROM t;", with: "FROM t WHERE name <> '';")
      }, "SL304 db/2.sql t", "SL318 db/2.sql t"),
    Story(
      "rows left out by a copy that says that it leaves out NULL", people,
      [anew("id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT", "SELECT id, name, mail")].map {
        $0.replacing("FROM t;", with: "FROM t WHERE name IS NOT NULL;")
      }, "SL318 db/2.sql t"),
    Story(
      "rows left out by the copy, and accepted", people,
      [anew("id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT", "SELECT id, name, mail")].map {
        $0.replacing("FROM t;", with: "FROM t WHERE name IS NOT NULL;")
      }, values: .report),
    Story(
      "rows taken by values that are written out", "CREATE TABLE t (name TEXT, v TEXT);",
      [
        "CREATE TABLE n (name TEXT, v TEXT, g TEXT); INSERT INTO n SELECT 'a', v, 'x' FROM t WHERE name = 'A'; INSERT INTO n SELECT 'b', v, 'x' FROM t WHERE name IN ('B', 'C'); DROP TABLE t; ALTER TABLE n RENAME TO t;"
      ]),
    Story(
      "a row of a migration's own in a table of kinds", "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);",
      ["INSERT INTO t VALUES (1, 'a'), (2, 'b');"]),
    Story(
      "a word replaced by its beginning", "CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT NOT NULL);",
      ["UPDATE t SET kind = 'label' WHERE kind = 'label-definition';"], "SL318 db/2.sql t.kind"),
    Story("rows deleted", people, ["DELETE FROM t WHERE name IS NULL"], "SL318 db/2.sql t"),
    Story("rows deleted by a frozen migration", people, ["DELETE FROM t WHERE name IS NULL"], isFrozen: true),
    Story(
      "rows deleted, and allowed", people,
      ["-- schemaledger: allow SL318 nobody without a name\nDELETE FROM t WHERE name IS NULL;"]),
    Story(
      "rows deleted, and allowed without a reason", people,
      ["-- schemaledger: allow SL318\nDELETE FROM t WHERE name IS NULL;"], "SL318 db/2.sql t"),
    Story(
      "rows deleted, and another statement allowed", people,
      ["DELETE FROM t WHERE name IS NULL;\n-- schemaledger:allow SL318 x\nUPDATE t SET mail = lower(mail);"],
      "SL318 db/2.sql t"),
    Story("rows deleted, and listed", people, ["DELETE FROM t WHERE name IS NULL"], values: .report),
    Story("NULL replaced by a value", people, ["UPDATE t SET name = '' WHERE name IS NULL"]),
    Story(
      "duplicates deleted", people, ["DELETE FROM t WHERE id NOT IN (SELECT min(id) FROM t GROUP BY name)"],
      "SL318 db/2.sql t"),
    Story(
      "duplicates left out by a copy", people,
      [
        "CREATE TABLE n (name TEXT UNIQUE); INSERT INTO n SELECT DISTINCT name FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;"
      ],
      "SL318 db/2.sql t"),
    Story(
      "duplicates left out by a frozen copy", people,
      [
        "CREATE TABLE n (name TEXT UNIQUE); INSERT INTO n SELECT DISTINCT name FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;"
      ],
      isFrozen: true),
    Story(
      "rows left out by their values", "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER NOT NULL);",
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, n INTEGER);\n-- schemaledger:allow SL318 odd ones are obsolete\nINSERT INTO n SELECT * FROM t WHERE n % 2 = 0; DROP TABLE t; ALTER TABLE n RENAME TO t;"
      ]),
    Story(
      "rows without a partner left out",
      "CREATE TABLE p (id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE); CREATE TABLE c (id INTEGER PRIMARY KEY, slug TEXT NOT NULL);",
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, p INTEGER NOT NULL); INSERT INTO n SELECT c.id, p.id FROM c JOIN p ON c.slug = 'p/' || p.slug; DROP TABLE c; ALTER TABLE n RENAME TO c;"
      ], "SL318 db/2.sql c"),
    Story(
      "rows without a reference left out by a join",
      "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT); CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p);",
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, p INTEGER, n TEXT); INSERT INTO n SELECT c.id, c.p, p.n FROM c JOIN p ON p.id = c.p; DROP TABLE c; ALTER TABLE n RENAME TO c;"
      ], "SL304 db/2.sql c"),
    Story(
      "two columns merged into one", "CREATE TABLE t (id INTEGER PRIMARY KEY, path TEXT, link TEXT);",
      [
        "ALTER TABLE t ADD COLUMN place TEXT; UPDATE t SET place = path WHERE path <> ''; UPDATE t SET place = link WHERE link <> ''; ALTER TABLE t DROP COLUMN path; ALTER TABLE t DROP COLUMN link;"
      ], "SL318 db/2.sql t.path"),
    Story(
      "two columns merged into one, and frozen", "CREATE TABLE t (id INTEGER PRIMARY KEY, path TEXT, link TEXT);",
      [
        "ALTER TABLE t ADD COLUMN place TEXT; UPDATE t SET place = path WHERE path <> ''; UPDATE t SET place = link WHERE link <> ''; ALTER TABLE t DROP COLUMN path; ALTER TABLE t DROP COLUMN link;"
      ], isFrozen: true),
    Story(
      "orphans left out, and then the parents' table made anew with foreign keys on", family,
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, p INTEGER NOT NULL REFERENCES p ON DELETE CASCADE, a TEXT); INSERT INTO n SELECT * FROM c WHERE p IN (SELECT id FROM p); DROP TABLE c; ALTER TABLE n RENAME TO c;",
        "CREATE TABLE n (id INTEGER PRIMARY KEY, n TEXT, z); INSERT INTO n (id, n) SELECT id, n FROM p; DROP TABLE p; ALTER TABLE n RENAME TO p;",
      ], isFrozen: true, "SL304 db/3.sql c on"),
    Story(
      "rows numbered anew that nothing refers to", people,
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT, mail TEXT); INSERT INTO n (name, mail) SELECT name, mail FROM t ORDER BY mail; DROP TABLE t; ALTER TABLE n RENAME TO t;"
      ]
    ),
    Story(
      "rows numbered anew to which a column refers by its name",
      people + "CREATE TABLE o (id INTEGER PRIMARY KEY, t_id INTEGER);",
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT, mail TEXT); INSERT INTO n (name, mail) SELECT name, mail FROM t ORDER BY mail; DROP TABLE t; ALTER TABLE n RENAME TO t;"
      ],
      "SL305 db/2.sql t.id"),
    Story(
      "rows of a parent deleted, and then those without one", family,
      ["DELETE FROM p WHERE id % 2 = 0; DELETE FROM c WHERE p NOT IN (SELECT id FROM p);"], "SL318 db/2.sql c",
      "SL318 db/2.sql p"),
    Story(
      "a row without a parent, added by a migration", family, ["INSERT INTO c VALUES (1000, 7, 'x');"],
      "SL308 - c off", "SL301 db/2.sql on"),
    Story(
      "the version that each migration writes", "CREATE TABLE v (number INTEGER NOT NULL);",
      ["UPDATE v SET number = 2", "UPDATE v SET number = 3"]),
    Story(
      "the value that one migration writes", "CREATE TABLE v (number INTEGER NOT NULL);",
      ["UPDATE v SET number = 2"], "SL305 db/2.sql v.number"),
    Story(
      "two foreign keys of a table, which two migrations break",
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE q (id INTEGER PRIMARY KEY); CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p, q INTEGER REFERENCES q);",
      [
        "INSERT INTO c VALUES (900, 900, NULL);",
        "ALTER TABLE q RENAME TO q_old; CREATE TABLE q (id INTEGER PRIMARY KEY); INSERT INTO q SELECT id FROM q_old; DROP TABLE q_old;",
      ], "SL308 db/3.sql c", "SL308 db/2.sql c", "SL301 db/2.sql on", "SL301 db/3.sql on"),
    Story("values changed", people, ["UPDATE t SET mail = lower(mail)"], "SL318 db/2.sql t.mail"),
    Story(
      "values changed, where none may", people, ["UPDATE t SET mail = mail || '!'"], values: .strict,
      "SL305 db/2.sql t.mail"),
    Story(
      "a table that there is with foreign keys on alone", "CREATE TABLE t (id INTEGER PRIMARY KEY);",
      ["CREATE TABLE s (a); INSERT INTO s SELECT foreign_keys FROM pragma_foreign_keys;"], "SL314 -"),
    Story(
      "rows in another order with foreign keys on", people,
      [
        "CREATE TABLE s (a); INSERT INTO s SELECT id FROM t ORDER BY iif((SELECT foreign_keys FROM pragma_foreign_keys), id, -id);"
      ]),
    Story(
      "a trigger that does not compile with foreign keys on", people,
      [
        "CREATE TABLE c (mail REFERENCES t (mail)); CREATE TRIGGER r AFTER UPDATE ON t BEGIN INSERT INTO c VALUES (1); END;"
      ], "SL308 db/2.sql c", "SL310 db/2.sql r on"),
  ]

  @Test("lost rows are a finding with the migration; intended removals are not", arguments: stories)
  func story(story: Story) async throws {
    let migration = try migration(story)
    let verdict = try await migration.verdict()
    #expect(
      verdict.findings.map { finding in
        let place = finding.object.map { $0 + (finding.column.map { ".\($0)" } ?? "") }
        let setting = ["off", "on"].first { finding.message.hasSuffix("(with foreign keys \($0))") }
        return ([finding.code.rawValue, finding.path ?? "-"] + [place, setting].compactMap { $0 }).joined(
          separator: " ")
      } == story.findings)
    for finding in verdict.findings {
      #expect(finding.samples.count <= 3)
      #expect(finding.help != nil || finding.code == .migrationFailed)
    }
  }

  private func migration(_ story: Story, rows: Int = 40) throws -> FixtureVerification {
    let scripts = [story.frozen] + story.added
    func source(_ scripts: [String]) -> [String: String] {
      Dictionary(uniqueKeysWithValues: scripts.enumerated().map { ("db/\($0.offset + 1).sql", $0.element) })
    }
    let draft = try draft("1.0.0", source([story.frozen]))
    let definition = try numbered.schemaSource.read(from: FileSnapshot(texts: source(scripts)))
    let settings = {
      var settings = BuildSettings()
      settings.values = story.values
      return settings
    }()
    let plan = try UpgradePlan(
      fixture: FrozenFixture(entry: draft.entry, id: draft.entry.id, commits: [], folder: "F", files: draft.files),
      path: .migrations(definition.migrations ?? []), target: try .init(definition.build()))
    return FixtureVerification(
      plan,
      UpgradeContext(
        settings: settings, rows: rows,
        frozenTexts: story.isFrozen ? Set((definition.migrations ?? []).map { MigrationRecord.digest($0.up) }) : []))
  }

  @Test("statements are reported once for both settings, with the numbers of rows and values")
  func statements() async throws {
    let story = Story(
      "", Self.people + "CREATE TABLE gone (a);",
      ["DROP TABLE gone;", Self.anew("id INTEGER PRIMARY KEY, name TEXT", "SELECT id, coalesce(name, '-')")])
    let verdict = try await migration(story).verdict()
    #expect(verdict.findings.isEmpty)
    #expect(
      verdict.statements.map { "\($0.kind.rawValue) \($0.place) \($0.paths)" } == [
        "tableDropped gone [\"db/2.sql\"]", "columnDropped t.mail [\"db/3.sql\"]", "filled t.name [\"db/3.sql\"]",
      ])
    #expect(verdict.statements.allSatisfy { $0.foreignKeys == nil && $0.count > 0 && $0.count <= $0.total })
    #expect(try verdict.statements.map { try #require(DataStatement(json: $0.json)) } == verdict.statements)
  }

  @Test("a finding names the line of the statement that changed the rows, if a statement did")
  func lines() async throws {
    func places(_ frozen: String, _ added: String...) async throws -> [String] {
      try await migration(Story("", frozen, added)).findings().map { finding in
        "\(finding.code) \(finding.path ?? "-") \(finding.line ?? 0)"
      }
    }
    #expect(
      try await places(
        Self.people,
        """
        CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT, mail TEXT);

        -- Forgets mail.
        INSERT INTO n (id, name)
          SELECT id, name FROM t;
        DROP TABLE t;
        ALTER TABLE n RENAME TO t;
        """) == ["SL305 db/2.sql 4"])
    #expect(try await places(Self.people, "SELECT 1;\n\nDELETE FROM t;") == ["SL318 db/2.sql 3"])
    #expect(
      try await places(Self.people, "CREATE TABLE a (b);", "CREATE TABLE c (d);\nUPDATE t SET name = 'x';")
        == ["SL305 db/3.sql 2"])
    // No statement names the rows that a foreign key deletes.
    let children = "CREATE TABLE c (id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t (id) ON DELETE CASCADE);"
    let lost = try await places(
      Self.people + children, "SELECT 1;\n" + Self.anew("id INTEGER PRIMARY KEY", "SELECT id"))
    #expect(lost.contains("SL304 db/2.sql 0"))
  }

  @Test("a failure that depends on rows shows a row")
  func sample() async throws {
    let findings = try await migration(
      Story(
        "", Self.people,
        [
          "ALTER TABLE t ADD COLUMN a NOT NULL",
          Self.anew("id INTEGER PRIMARY KEY, name TEXT NOT NULL", "SELECT id, name"),
        ].suffix(1))
    ).findings()
    #expect(
      findings.map(\.message) == [
        "db/2.sql:1 fails on a 1.0.0 database that contains NULL: NOT NULL constraint failed: n.name"
      ])
    #expect(findings.first?.samples.first?.hasPrefix("t: id ") == true)
    #expect(findings.first?.samples.first?.hasSuffix("name NULL") == true)
    let none = try await migration(
      Story("", Self.people, [Self.anew("id INTEGER PRIMARY KEY, name TEXT NOT NULL", "SELECT id, name")]), rows: 0
    ).findings()
    #expect(none.isEmpty)
  }
}
