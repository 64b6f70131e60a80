import Findings
import SQLiteLint
import SQLiteSandbox
import Testing

@Suite("Script lint")
struct ScriptLintTests {
  private static let notes = """
    CREATE TABLE folders (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, rank INTEGER, folder_id INTEGER REFERENCES folders (id) ON DELETE CASCADE);
    CREATE INDEX notes_folder ON notes (folder_id);
    CREATE UNIQUE INDEX notes_title ON notes (title);
    """

  private static func codes(_ scripts: [String], before: String = notes, isWrapped: Bool = false) throws -> [String] {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(before)
    var lint = ScriptLint(on: database)
    for script in scripts { _ = try lint.add(script, isWrapped: isWrapped) }
    return try lint.findings().flatMap { $0.map { "\($0.line) \($0.code)" } }
  }

  @Test(
    "a comment allows the findings of its statement",
    arguments: [
      ("-- schemaledger:allow SL453 why\nDELETE FROM notes;", []),
      ("DELETE FROM notes; -- schemaledger:allow SL453 why", []),
      ("DELETE FROM notes; /* schemaledger:allow SL453 why */ SELECT 1;", []),
      ("DELETE -- schemaledger:allow SL453: why\nFROM notes;", []),
      ("/* The notes go.\n   schemaledger:allow SL453 why */\nDELETE FROM notes;", []),
      ("-- schemaledger:allow SL453, SL452 why\nDELETE FROM notes;", ["1 SL400"]),
      ("-- schemaledger:allow SL453\nDELETE FROM notes;", ["1 SL400", "2 SL453"]),
      ("-- schemaledger:allow SL453 -\nDELETE FROM notes;", ["1 SL400", "2 SL453"]),
      ("-- schemaledger: allow SL453 why\nDELETE FROM notes;", []),
      ("-- schemaledger : allow SL453\nDELETE FROM notes;", ["1 SL400", "2 SL453"]),
      ("-- schemaledger:allow SL453 SL999 why\nDELETE FROM notes;", ["1 SL400"]),
      // A finding of verify, which lint does not have.
      ("-- schemaledger:allow SL318 why\nDELETE FROM notes WHERE id = 1;", []),
      ("-- schemaledger:allow SL318 SL453 why\nDELETE FROM notes;", []),
      ("-- schemaledger:allow SL318\nDELETE FROM notes WHERE id = 1;", ["1 SL400"]),
      ("-- schemaledger:allow it is fine\nDELETE FROM notes;", ["1 SL400", "2 SL453"]),
      ("SELECT 1;\n\n-- schemaledger:allow SL453 why", ["3 SL400"]),
      ("-- schemaledger:allow SL453 why\nSELECT 1;\nDELETE FROM notes;", ["1 SL400", "3 SL453"]),
      ("DELETE FROM notes;\n-- schemaledger:allow SL453 why", ["1 SL453", "2 SL400"]),
      ("UPDATE notes SET title = 'schemaledger:allow SL453 why';", ["1 SL453"]),
    ])
  func allow(script: String, expected: [String]) throws {
    #expect(try Self.codes([script]) == expected)
  }

  @Test("the statements whose findings a comment with a reason allows")
  func statements() {
    let script = """
      SELECT 1;
      -- schemaledger: allow SL318 why
      DELETE FROM a;
      DELETE FROM b; -- schemaledger:allow SL453, SL318 why
      -- schemaledger:allow SL318
      DELETE FROM c;
      -- schemaledger:allow SL453 why
      DELETE FROM d;
      """
    #expect(AllowedStatements.indexes(in: script, allowing: "SL318") == [1, 2])
    #expect(AllowedStatements.indexes(in: "DELETE FROM a", allowing: "SL318").isEmpty)
  }

  @Test(
    "correct scripts have no findings",
    arguments: [
      // A column that gets another name in a copy keeps its key.
      """
      CREATE TABLE new_notes (id INTEGER PRIMARY KEY, name TEXT, rank INTEGER, folder_id INTEGER REFERENCES folders (id) ON DELETE CASCADE);
      INSERT INTO new_notes (id, name, rank, folder_id) SELECT id, title, rank, folder_id FROM notes;
      DROP TABLE notes;
      ALTER TABLE new_notes RENAME TO notes;
      CREATE INDEX notes_folder ON notes (folder_id);
      CREATE UNIQUE INDEX notes_name ON notes (name);
      """,
      // Quotes of every kind around names, and a value in single ones.
      "UPDATE \"notes\" SET \"title\" = 'x', [rank] = 2 WHERE `title` IS NULL;",
      // What goes is empty, or was copied, or is the migration's own.
      "CREATE TABLE scratch (a); INSERT INTO scratch VALUES (1); DELETE FROM scratch; DROP TABLE scratch;",
      """
      CREATE TABLE archive (id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO archive (id, title) SELECT id, title FROM notes;
      DELETE FROM notes;
      DROP TABLE notes;
      """,
      "CREATE TEMP TABLE kept AS SELECT id FROM notes; DROP TABLE kept;",
      // The same again, and a name that is taken on purpose.
      "CREATE INDEX IF NOT EXISTS notes_folder ON notes(folder_id);",
      "DROP TABLE IF EXISTS scratch; CREATE TABLE scratch (id INTEGER PRIMARY KEY); DROP TABLE scratch;",
      // What only looks like a comparison with NULL, a default that is text, a time of upgrade.
      "UPDATE notes SET title = NULL WHERE title = 'NULL';",
      "ALTER TABLE notes ADD COLUMN flag TEXT NOT NULL DEFAULT 'false';",
      "UPDATE notes SET title = date(title, 'now') WHERE rank > 1;",
      // New columns can be filled, wider keys and NULL cannot be in the way.
      "ALTER TABLE notes ADD COLUMN color TEXT; UPDATE notes SET color = 'white';",
      "ALTER TABLE notes ADD COLUMN code TEXT; CREATE UNIQUE INDEX notes_code ON notes (code);",
      "CREATE UNIQUE INDEX notes_title_rank ON notes (title, rank);",
      "CREATE UNIQUE INDEX notes_id ON notes (id, rank);",
      // A table refers to itself, and to one that is made later on.
      "CREATE TABLE parts (id INTEGER PRIMARY KEY, whole INTEGER UNIQUE REFERENCES parts (id));",
      "CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER UNIQUE REFERENCES b (id)); CREATE TABLE b (id INTEGER PRIMARY KEY);",
      // Both go.
      "DROP TABLE notes; -- schemaledger:allow SL458 they are kept elsewhere\nDROP TABLE folders; -- schemaledger:allow SL458 they too",
    ])
  func quiet(script: String) throws {
    #expect(try Self.codes([script]) == [])
  }

  @Test("a pragma after the script has ended the tool's transaction takes effect, and is not a finding")
  func outOfTransaction() throws {
    let script = """
      COMMIT;
      PRAGMA foreign_keys = OFF;
      BEGIN;
      CREATE TABLE new_folders (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '');
      INSERT INTO new_folders (id, name) SELECT id, COALESCE(name, '') FROM folders;
      DROP TABLE folders;
      ALTER TABLE new_folders RENAME TO folders;
      COMMIT;
      PRAGMA foreign_keys = ON;
      BEGIN;
      """
    #expect(try Self.codes([script], isWrapped: true) == [])
  }

  @Test("rules about rows ignore tables that are new in the same release")
  func unreleased() throws {
    let made = "CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT);"
    let unique = "CREATE UNIQUE INDEX tags_name ON tags (name); ALTER TABLE tags ADD COLUMN color TEXT NOT NULL;"
    #expect(try Self.codes([made, unique]) == ["1 SL431", "1 SL436"])
    let database = try ScratchDatabase(tracking: .none)
    var lint = ScriptLint(on: database)
    try lint.release()
    _ = try lint.add(made, isWrapped: false)
    _ = try lint.add(unique, isWrapped: false)
    try #expect(lint.findings().allSatisfy(\.isEmpty))
    // The rows of the next release's migrations are those of this one.
    try lint.release()
    _ = try lint.add("DELETE FROM tags;", isWrapped: false)
    try #expect(lint.findings().last?.map(\.code.rawValue) == ["SL453"])
  }

  @Test("a script that fails is linted up to the failure, and leaves no transaction open")
  func failure() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(Self.notes)
    var lint = ScriptLint(on: database)
    let failure = try lint.add("DELETE FROM notes;\nDELETE FROM nots;\nDELETE FROM folders;", isWrapped: true)
    #expect(failure?.message == "no such table: nots")
    #expect(!database.isInTransaction)
    #expect(try lint.findings()[0].map { "\($0.line) \($0.code)" } == ["1 SL453"])
  }

  @Test("the setting for double-quoted strings is restored after a script")
  func quotes() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(Self.notes)
    var lint = ScriptLint(on: database)
    let script = "CREATE VIEW v AS SELECT \"x\" FROM notes; UPDATE notes SET title = \"y\" WHERE id = 1;"
    let failure = try lint.add(script, isWrapped: false)
    #expect(failure == nil)
    #expect(
      try lint.findings()[0].map { "\($0.code) \($0.severity)" } == ["SL451 warning", "SL451 note"])
    try database.execute("SELECT \"z\"")
  }

  @Test(
    "a double-quoted string that resembles a column is an error",
    arguments: [
      ("INSERT INTO folders (id, name) SELECT \"id\", \"title\" FROM notes", nil),
      ("INSERT INTO folders (id, name) SELECT \"id\", \"tilte\" FROM notes", "error"),
      ("INSERT INTO folders (id, name) SELECT \"id\", \"name\" FROM notes", "error"),
      ("INSERT INTO folders (id, name) SELECT \"id\", \"Inbox\" FROM notes", "note"),
      ("UPDATE notes SET title = \"titel\" WHERE rank > 1", "error"),
      ("UPDATE notes SET title = \"none\" WHERE title = \"old\"", "note"),
      ("CREATE INDEX notes_rank ON notes (\"rnk\")", "error"),
    ] as [(String, String?)])
  func quotedNames(script: String, severity: String?) throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(Self.notes)
    var lint = ScriptLint(on: database)
    _ = try lint.add(script, isWrapped: false)
    let found = try lint.findings()[0].first { $0.code.rawValue == "SL451" }
    #expect(found?.severity.rawValue == severity)
  }

  @Test("a script of thousands of statements is judged within the time limit")
  func size() throws {
    let tables = (0..<400).map { "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, a TEXT, p REFERENCES t\($0 / 2) (id));" }
    let indexes = (0..<2400).map { "CREATE INDEX i\($0) ON t\($0 % 400) (a, \($0));" }
    var lint = ScriptLint(on: try ScratchDatabase(tracking: .none, timeLimit: 20))
    #expect(try lint.add((tables + indexes).joined(separator: "\n"), isWrapped: false) == nil)
    let findings = try lint.findings()[0]
    #expect(Set(findings.map(\.code.rawValue)) == ["SL407"])
    #expect(findings.count == 400)
  }

  @Test("a script whose statements together take too long is stopped")
  func timeLimit() throws {
    let count =
      "INSERT INTO t WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 20000) SELECT max(v) FROM n;"
    var lint = ScriptLint(on: try ScratchDatabase(tracking: .none, timeLimit: 0.2))
    let script = "CREATE TABLE t (a);\n" + Array(repeating: count, count: 2000).joined(separator: "\n")
    #expect(try lint.add(script, isWrapped: true) == .timedOut(seconds: 0.2))
  }

  @Test(
    "the schema is known after temporary tables, savepoints and statements that add several objects",
    arguments: [true, false])
  func additions(isWrapped: Bool) throws {
    let script = """
      CREATE TABLE notes2 AS SELECT * FROM notes;
      CREATE TEMP TABLE tags (id INTEGER PRIMARY KEY, a TEXT NOT NULL);
      CREATE TABLE main.labels (id INTEGER PRIMARY KEY);
      DROP TABLE temp.tags;
      SAVEPOINT s;
      CREATE TABLE lost (a);
      ROLLBACK TO s;
      RELEASE s;
      CREATE TABLE lost (a INTEGER PRIMARY KEY AUTOINCREMENT, b UNIQUE);
      CREATE VIRTUAL TABLE f USING fts5(a);
      CREATE INDEX IF NOT EXISTS notes_title ON notes (rank);
      CREATE UNIQUE INDEX notes_rank ON notes (rank);
      """
    #expect(try Self.codes([script], isWrapped: isWrapped) == ["1 SL420", "11 SL454", "12 SL436"])
  }
}
