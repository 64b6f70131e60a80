import Findings
import GitStore
import LedgerCore
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import Testing

@testable import LedgerKit

/// Migrations that run twice, that are interrupted, and that are undone.
@Suite("Trials")
struct TrialTests {
  /// A database, the migrations that it has not run, and the findings.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let start: String
    let migrations: [Migration]
    let messages: [String]

    init(_ description: String, _ start: String, _ migrations: [Migration], _ messages: [String] = []) {
      (testDescription, self.start, self.migrations, self.messages) = (description, start, migrations, messages)
    }

    func replay(foreignKeys: Bool = false) throws -> MigrationReplay {
      let database = try ScratchDatabase(tracking: .known)
      try database.execute(start)
      return MigrationReplay(
        start: try #require(try database.image()), migrations: migrations, foreignKeys: foreignKeys, settings: .init())
    }
  }

  private static func migration(
    _ up: String, down: String? = nil, _ transaction: Migration.Transaction = .perMigration, number: Int = 2
  ) -> Migration {
    Migration(id: "\(number)", path: "db/\(number).sql", title: "", up: up, down: down, transaction: transaction)
  }

  private static let notes =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, 'x'), (2, NULL);"
  private static let rebuild = """
    CREATE TABLE new_t (id INTEGER PRIMARY KEY, a TEXT NOT NULL DEFAULT '');
    INSERT INTO new_t SELECT id, ifnull(a, '') FROM t;
    DROP TABLE t;
    ALTER TABLE new_t RENAME TO t;
    """

  static let interruptions = [
    Case("in the tool's transaction", notes, [migration(rebuild)]),
    Case("in a transaction of its own", notes, [migration("BEGIN;\n" + rebuild + "COMMIT;", .none)]),
    Case("in a transaction of its own, though the tool has one", notes, [migration("BEGIN;\n" + rebuild + "COMMIT;")]),
    Case(
      "without a transaction", notes, [migration(rebuild, .none)],
      ["SL312 db/2.sql, interrupted after line 1 and run again, fails: db/2.sql:1: table new_t already exists"]),
    Case("one statement without a transaction", notes, [migration("ALTER TABLE t ADD COLUMN b;", .none)]),
    Case(
      "statements that bear a second run", notes,
      [migration("CREATE TABLE IF NOT EXISTS u (a UNIQUE);\nINSERT OR IGNORE INTO u SELECT a FROM t;", .none)]),
    Case(
      "rows that are there twice", notes,
      [migration("CREATE TABLE IF NOT EXISTS u (a);\nINSERT INTO u SELECT a FROM t;\nUPDATE t SET a = 'y';", .none)],
      ["SL312 db/2.sql, interrupted after line 2 and run again, ends with different rows in u"]),
    Case(
      "a value that is counted twice", "CREATE TABLE t (a); INSERT INTO t VALUES (1);",
      [migration("UPDATE t SET a = a + 1;\nCREATE TABLE IF NOT EXISTS u (a);", .none)],
      ["SL312 db/2.sql, interrupted after line 1 and run again, ends with different rows in t"]),
    Case(
      "one that ends its tool's transaction to switch off foreign keys, and is whole again", notes,
      [
        migration(
          "COMMIT;\nPRAGMA foreign_keys = OFF;\nBEGIN;\n" + rebuild + "COMMIT;\nPRAGMA foreign_keys = ON;\nBEGIN;")
      ]
    ),
    Case(
      "one that ends its tool's transaction in the middle", notes,
      [migration("CREATE TABLE u (a);\nCOMMIT;\nPRAGMA foreign_keys = OFF;\nBEGIN;\nDROP TABLE t;\n")],
      ["SL312 db/2.sql, interrupted after line 2 and run again, fails: db/2.sql:1: table u already exists"]),
    Case(
      "a transaction and something behind it", notes,
      [migration("BEGIN;\nCREATE TABLE u (a);\nCOMMIT;\nVACUUM;\nCREATE INDEX i ON t (a);")],
      ["SL312 db/2.sql, interrupted after line 3 and run again, fails: db/2.sql:2: table u already exists"]),
    Case(
      "a trigger is one statement", notes,
      [
        migration(
          "CREATE TRIGGER IF NOT EXISTS g AFTER INSERT ON t BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\nCREATE INDEX i ON t (a);\nDELETE FROM t;",
          .none)
      ], ["SL312 db/2.sql, interrupted after line 5 and run again, fails: db/2.sql:5: index i already exists"]),
    Case(
      "random keys", notes,
      [migration("UPDATE t SET a = hex(randomblob(4)) WHERE a IS NULL;\nCREATE TABLE IF NOT EXISTS u (a);", .none)]),
    Case(
      "the second of two", notes,
      [migration("CREATE TABLE u (a);"), migration("CREATE TABLE v (a);\nCREATE TABLE w (a);", .none, number: 3)],
      ["SL312 db/3.sql, interrupted after line 1 and run again, fails: db/3.sql:1: table v already exists"]),
    Case(
      "user_version that a migration sets itself", notes,
      [migration("PRAGMA user_version = 2;\nPRAGMA user_version = 3;", .none)]),
  ]

  @Test("a migration is interrupted after each committed statement", arguments: interruptions)
  func interruption(story: Case) throws {
    for foreignKeys in [false, true] {
      let findings = try InterruptionTrial(replay: story.replay(foreignKeys: foreignKeys)).findings()
      #expect(findings.map { "\($0.code.rawValue) \($0.message)" } == story.messages)
    }
  }

  @Test("of many interruption points some are tried, including the first and the last")
  func many() throws {
    let inserts = (1...300).map { "INSERT OR IGNORE INTO u VALUES (\($0));" }.joined(separator: "\n")
    let script = "CREATE TABLE IF NOT EXISTS u (a UNIQUE);\n\(inserts)\nCREATE TABLE w (a);\nDELETE FROM t;"
    let findings = try InterruptionTrial(replay: Case("", Self.notes, [Self.migration(script, .none)]).replay())
      .findings()
    #expect(
      findings.map(\.message) == [
        "db/2.sql, interrupted after line 302 and run again, fails: db/2.sql:302: table w already exists"
      ])
  }

  static let back = [
    Case("a column", notes, [migration("ALTER TABLE t ADD COLUMN b;", down: "ALTER TABLE t DROP COLUMN b;")]),
    Case("without a down part", notes, [migration("ALTER TABLE t ADD COLUMN b;")]),
    Case("with a down part of comments", notes, [migration("ALTER TABLE t ADD COLUMN b;", down: "-- no way back\n")]),
    Case(
      "a down part that fails", notes, [migration("ALTER TABLE t ADD COLUMN b;", down: "\nDROP TABLE u;")],
      ["SL313 error the down migration of db/2.sql fails: db/2.sql:2: no such table: u"]),
    Case(
      "a down part that forgets an index", notes,
      [
        migration(
          "CREATE TABLE u (a); CREATE INDEX t_a ON t (a);", down: "DROP TABLE u;")
      ], ["SL313 error the down migration of db/2.sql restores a different schema"]),
    Case(
      "a down part that takes too much", notes,
      [migration("CREATE TABLE u (a);", down: "DROP TABLE u; DROP TABLE t;")],
      ["SL313 error the down migration of db/2.sql restores a different schema"]),
    Case(
      "two in the wrong order are told apart", notes,
      [
        migration("CREATE TABLE u (a);", down: "DROP TABLE u;"),
        migration("CREATE TABLE w (a);", down: "SELECT 1;", number: 3),
      ], ["SL313 error the down migration of db/3.sql restores a different schema"]),
    Case(
      "it ends at the first without a down part", notes,
      [
        migration("CREATE TABLE u (a);", down: "nonsense"), migration("CREATE TABLE v (a);", number: 3),
        migration("CREATE TABLE w (a);", down: "DROP TABLE w;", number: 4),
      ]),
    Case(
      "a column that is put back at the end", "CREATE TABLE t (a, b, c);",
      [migration("ALTER TABLE t DROP COLUMN b;", down: "ALTER TABLE t ADD COLUMN b;")],
      ["SL313 warning the down migration of db/2.sql restores the columns in a different order"]),
    Case(
      "values of a dropped column", notes,
      [migration("ALTER TABLE t DROP COLUMN a;", down: "ALTER TABLE t ADD COLUMN a TEXT;")],
      ["SL313 note the down migration of db/2.sql cannot restore what db/2.sql changes in t.a"]),
    Case(
      "rows of a dropped table", notes,
      [migration("DROP TABLE t;", down: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);")],
      ["SL313 note the down migration of db/2.sql cannot restore what db/2.sql changes in t"]),
    Case(
      "values that were overwritten", notes, [migration("UPDATE t SET a = upper(a);", down: "SELECT 1;")],
      ["SL313 note the down migration of db/2.sql cannot restore what db/2.sql changes in t"]),
    Case(
      "values that were overwritten and can be had back", "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2);",
      [migration("UPDATE t SET a = a + 1;", down: "UPDATE t SET a = a - 1;")]),
    Case(
      "a rebuild back that loses rows", notes,
      [
        migration(
          "ALTER TABLE t ADD COLUMN b;",
          down: """
            CREATE TABLE o (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO o SELECT id, a FROM t WHERE a NOT NULL;
            DROP TABLE t; ALTER TABLE o RENAME TO t;
            """)
      ], ["SL313 error the down migration of db/2.sql loses or changes rows of t"]),
    Case(
      "a rebuild back that swaps values", "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2);",
      [
        migration(
          "ALTER TABLE t ADD COLUMN c;",
          down: "CREATE TABLE o (a, b); INSERT INTO o SELECT b, a FROM t; DROP TABLE t; ALTER TABLE o RENAME TO t;")
      ], ["SL313 error the down migration of db/2.sql loses or changes rows of t"]),
    Case(
      "a down part that leaves rows", notes,
      [
        migration("INSERT INTO t VALUES (3, 'new');", down: "SELECT 1;")
      ],
      [
        "SL313 note the down migration of db/2.sql cannot restore what db/2.sql changes in t",
        "SL313 error db/2.sql fails after its down migration: db/2.sql:1: UNIQUE constraint failed: t.id",
      ]),
    Case(
      "what does not run again", "CREATE TABLE t (a UNIQUE);",
      [migration("INSERT INTO t VALUES ('seed');", down: "SELECT 1;")],
      [
        "SL313 note the down migration of db/2.sql cannot restore what db/2.sql changes in t",
        "SL313 error db/2.sql fails after its down migration: db/2.sql:1: UNIQUE constraint failed: t.a",
      ]),
    Case(
      "a renamed table with its rows", notes,
      [migration("ALTER TABLE t RENAME TO u;", down: "ALTER TABLE u RENAME TO t;")]),
  ]

  @Test("down migrations restore the schema, and the migrations can run again", arguments: back)
  func downMigration(story: Case) throws {
    for foreignKeys in [false, true] {
      let findings = try DownMigrationTrial(replay: story.replay(foreignKeys: foreignKeys)).findings()
      #expect(findings.map { "\($0.code.rawValue) \($0.severity) \($0.message)" } == story.messages)
    }
  }

  /// A source, and the findings when an up-to-date database runs its repeatable parts again.
  static let second: [(files: [String: String], messages: [String])] = [
    (["db/V1__t.sql": "CREATE TABLE t (a);"], []),
    (
      [
        "db/V1__t.sql": "CREATE TABLE t (a);",
        "db/R__v.sql": "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT a FROM t;",
      ], []
    ),
    (
      ["db/V1__t.sql": "CREATE TABLE t (a);", "db/R__v.sql": "CREATE VIEW v AS SELECT a FROM t;"],
      ["a second run of db/R__v.sql fails: db/R__v.sql:1: view v already exists"]
    ),
    (
      ["db/V1__t.sql": "CREATE TABLE t (a);", "db/R__v.sql": "INSERT INTO t VALUES (1);"],
      ["a second run of db/R__v.sql changes rows of t"]
    ),
    (["db/V1__t.sql": "CREATE TABLE t (a UNIQUE);", "db/R__v.sql": "INSERT OR IGNORE INTO t VALUES (1);"], []),
  ]

  @Test("repeatable migrations are run a second time", arguments: second)
  func secondRun(files: [String: String], messages: [String]) throws {
    let flyway = DatabaseConfiguration(
      source: .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "flyway")))
    try expect(messages, of: flyway, files)
  }

  static let schemas: [(sql: String, messages: [String])] = [
    ("CREATE TABLE t (a);", []),
    ("CREATE TABLE IF NOT EXISTS t (a); CREATE INDEX i ON t (a);", []),
    ("CREATE TABLE IF NOT EXISTS t (a); CREATE UNIQUE INDEX IF NOT EXISTS i ON t (a);", []),
    (
      "CREATE TABLE IF NOT EXISTS t (a); INSERT INTO t VALUES (1);", ["a second run of s.sql changes rows of t"]
    ),
    (
      "CREATE TABLE IF NOT EXISTS t (a); ALTER TABLE t ADD COLUMN b;",
      ["a second run of s.sql fails: s.sql:1: duplicate column name: b"]
    ),
    ("CREATE TABLE IF NOT EXISTS t (a); PRAGMA user_version = 3;", []),
  ]

  @Test("a schema file that creates only missing objects is run a second time", arguments: schemas)
  func schemaFile(sql: String, messages: [String]) throws {
    try expect(
      messages, of: DatabaseConfiguration(source: .schema(files: ["s.sql"], forward: nil)), ["s.sql": sql])
  }

  private func expect(_ messages: [String], of database: DatabaseConfiguration, _ files: [String: String]) throws {
    let source = try database.schemaSource.read(from: FileSnapshot(texts: files))
    let built = try source.build()
    let replay = MigrationReplay(start: [], migrations: [], foreignKeys: true, settings: .init())
    let findings = try SecondRunTrial(of: source).findings(on: built.database, replay)
    #expect(findings.map(\.message) == messages)
    #expect(findings.allSatisfy { $0.code == .secondRunChanges && $0.severity == .error })
  }
}
