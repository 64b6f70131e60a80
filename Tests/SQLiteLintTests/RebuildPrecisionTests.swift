import Findings
import SQLiteLint
import SQLiteSandbox
import Testing

/// Cases from real repositories in which a rule must be silent or give a note, each beside one in which it must not.
@Suite("Precision of lint rules about rebuilt tables")
struct RebuildPrecisionTests {
  private typealias Case = PrecisionCase

  @Test(
    "an INTEGER PRIMARY KEY that is not copied matters only if something refers to it",
    arguments: [
      ("", []), ("CREATE TABLE tags (note_id INTEGER);", ["SL416 error"]),
      ("CREATE TABLE tags (n INTEGER UNIQUE REFERENCES notes);", ["SL416 error"]),
      ("CREATE TABLE tags (n INTEGER UNIQUE REFERENCES notes (title));", []),
      ("CREATE VIRTUAL TABLE search USING fts5 (title, content=notes);", ["SL416 error"]),
    ])
  func keys(other: String, expected: [String]) throws {
    let before = "CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT UNIQUE);" + other
    let script = """
      CREATE TABLE new_notes (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT UNIQUE);
      INSERT INTO new_notes (title) SELECT title FROM notes;
      DROP TABLE notes;
      ALTER TABLE new_notes RENAME TO notes;
      """
    let found = try Case(before: before, foreignKeys: false).found(script)
    #expect(found.filter { $0.hasPrefix("SL416") } == expected)
  }

  @Test("a copy by * is a note if the names are the same in order")
  func star() throws {
    let lint = Case(before: "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);")
    func copy(_ columns: String) -> String {
      """
      CREATE TABLE new_t (\(columns)); INSERT INTO new_t SELECT * FROM t; DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      """
    }
    #expect(try lint.found(copy("id INTEGER PRIMARY KEY, a, b")) == ["SL418 note"])
    #expect(try lint.found(copy("id INTEGER PRIMARY KEY, a, c")) == ["SL418 warning"])
  }

  @Test("an index that a rebuild drops is not lost if a key begins with its columns")
  func coveredIndex() throws {
    let lint = Case(before: Case.indexed)
    let trigger = "CREATE TRIGGER t_deleted AFTER DELETE ON t BEGIN SELECT 1; END;"
    let first = Case.rebuilt("a INTEGER, b INTEGER, c TEXT, PRIMARY KEY (a, b)") + trigger
    let second = Case.rebuilt("a INTEGER, b INTEGER, c TEXT, PRIMARY KEY (b, a)") + trigger
    #expect(try lint.found(first, except: ["SL436", "SL440"]) == [])
    let index = Case.rebuilt("a INTEGER, b INTEGER, c TEXT") + trigger + "CREATE INDEX t_a_c ON t "
    #expect(try lint.found(index + "(a, lower(c));") == [])
    #expect(try lint.found(index + "(lower(c), a);") == ["SL412 warning"])
    #expect(try lint.found(second, except: ["SL436", "SL440"]) == ["SL412 warning"])
  }

  @Test("a unique index is not lost if the rebuilt table gets a new key with more columns")
  func widenedKey() throws {
    let lint = Case(before: "CREATE TABLE t (a INTEGER, b INTEGER, c TEXT); CREATE UNIQUE INDEX t_a ON t (a);")
    let rebuild = Case.rebuilt("a INTEGER, b INTEGER, c TEXT")
    let except: Set<String> = ["SL407", "SL440"]
    #expect(try lint.found(rebuild, except: except) == ["SL412 error"])
    #expect(try lint.found(rebuild + "CREATE UNIQUE INDEX t_a_b ON t (a, b);", except: except) == [])
    #expect(try lint.found(Case.rebuilt("a INTEGER, b INTEGER, c TEXT, UNIQUE (b, a)"), except: except) == [])
    #expect(try lint.found(rebuild + "CREATE UNIQUE INDEX t_b ON t (b);", except: except).contains("SL412 error"))
    // The old table had the wider key too.
    var both = lint
    both.before += "CREATE UNIQUE INDEX t_a_b ON t (a, b);"
    #expect(
      try both.found(rebuild + "CREATE UNIQUE INDEX t_a_b ON t (a, b);", except: except) == ["SL412 error"])
  }

  @Test("a renamed table is not left over if the down migration needs it")
  func keptForDown() throws {
    let rename = """
      CREATE TABLE new_t (a INTEGER, b INTEGER, c TEXT);
      INSERT INTO new_t (a, b, c) SELECT a, b, c FROM t;
      ALTER TABLE t RENAME TO old_t;
      ALTER TABLE new_t RENAME TO t;
      """
    var lint = Case(before: "CREATE TABLE t (a INTEGER, b INTEGER, c TEXT);")
    #expect(try lint.found(rename) == ["SL421 warning"])
    // The table only gets another name, and its old name another use.
    #expect(try lint.found("ALTER TABLE t RENAME TO u; CREATE TABLE t (d INTEGER);") == [])
    lint.down = "DROP TABLE t; ALTER TABLE old_t RENAME TO t;"
    #expect(try lint.found(rename) == [])
    lint.down = "DROP TABLE t; -- old_t"
    #expect(try lint.found(rename) == ["SL421 warning"])
  }

  @Test("what a rebuild loses is not reported if a script of the same release creates it, or new databases lack it")
  func restoredLater() throws {
    var lint = Case(before: Case.indexed)
    let rebuild = Case.rebuilt("a INTEGER, b INTEGER, c TEXT")
    let create = "CREATE INDEX t_a ON t (a); CREATE TRIGGER t_deleted AFTER DELETE ON t BEGIN SELECT 1; END;"
    #expect(try lint.found(rebuild) == ["SL411 error", "SL412 warning"])
    #expect(try lint.found(rebuild, create) == [])
    let drop = "DROP INDEX IF EXISTS t_a; DROP TRIGGER IF EXISTS t_deleted;"
    #expect(try lint.found(rebuild, drop, except: ["SL455"]) == [])
    lint.isReleasedEach = true
    #expect(try lint.found(rebuild, drop, except: ["SL455"]) == ["SL411 error", "SL412 warning"])
    #expect(try lint.found(rebuild, create) == ["SL411 error", "SL412 warning"])
    lint.declared = "CREATE TABLE t (a INTEGER, b INTEGER, c TEXT); CREATE INDEX t_a ON t (a);"
    #expect(try lint.found(rebuild) == ["SL412 warning"])
  }

  @Test("a table that a query created is not reported if a script of the same release rebuilds it")
  func createdAsCopy() throws {
    let lint = Case(before: "CREATE TABLE t (a INTEGER NOT NULL, b);")
    let copy = "CREATE TABLE new_t AS SELECT * FROM t; DROP TABLE t; ALTER TABLE new_t RENAME TO t;"
    let rebuild = """
      CREATE TABLE new_t (a INTEGER NOT NULL, b); INSERT INTO new_t (a, b) SELECT a, b FROM t;
      DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      """
    #expect(try lint.found(copy) == ["SL420 error"])
    // The column was NOT NULL in the table that users have.
    #expect(try lint.found(copy, rebuild) == [])
  }

  @Test("a new table that is read beside the old one is not an intermediate copy")
  func splitTable() throws {
    let split = """
      CREATE TABLE images (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO images (id, name) SELECT b, c FROM t;
      """
    func rebuild(from source: String) -> String {
      """
      CREATE TABLE new_t (a INTEGER, b INTEGER, c TEXT);
      INSERT INTO new_t (a, b, c) SELECT 1, id, name FROM \(source);
      DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      """
    }
    let lint = Case(before: "CREATE TABLE t (a INTEGER, b INTEGER, c TEXT);")
    #expect(try lint.found(split + rebuild(from: "images")).contains("SL421 warning"))
    let joined = rebuild(from: "t JOIN images ON images.id = t.b")
    #expect(try lint.found(split + joined) == ["SL436 warning"])
    #expect(try lint.found(split.replacing("FROM t", with: "FROM t GROUP BY b") + joined) == [])
  }

  @Test("rows that are copied into a new table need its key")
  func keyOfNewTable() throws {
    let lint = Case(before: "CREATE TABLE t (a INTEGER UNIQUE, b TEXT, c TEXT);")
    func found(_ columns: String, _ query: String) throws -> [String] {
      try lint.found("CREATE TABLE u (\(columns)); INSERT INTO u SELECT \(query);")
    }
    #expect(try found("x TEXT PRIMARY KEY, y", "b, c FROM t") == ["SL436 warning"])
    #expect(try found("x TEXT NOT NULL UNIQUE, y", "b, c FROM t GROUP BY b, c") == ["SL436 warning"])
    #expect(try found("x TEXT NOT NULL UNIQUE, y", "b, max(c) FROM t GROUP BY b").isEmpty)
    #expect(try found("x TEXT, y, UNIQUE (x, y)", "b, c FROM t GROUP BY b, c").isEmpty)
    #expect(try found("x INTEGER UNIQUE, y", "a, c FROM t").isEmpty)
    #expect(try found("x TEXT UNIQUE, y", "b || '-' || c, c FROM t").isEmpty)
    #expect(try found("x TEXT UNIQUE, y", "b, c FROM t WHERE c = 'x'").isEmpty)
    #expect(try found("x TEXT UNIQUE", "DISTINCT b FROM t").isEmpty)
  }

  @Test("a key whose column gets another collation is a new one")
  func collatedKey() throws {
    func found(_ columns: String, _ after: String = "") throws -> [String] {
      try Case(
        before:
          "CREATE TABLE t (a TEXT NOT NULL COLLATE NOCASE UNIQUE, b TEXT NOT NULL UNIQUE, c); CREATE UNIQUE INDEX i ON t (b, c);"
      )
      .found(
        """
        CREATE TABLE new_t (\(columns)); INSERT INTO new_t SELECT a, b, c FROM t;
        DROP TABLE t; ALTER TABLE new_t RENAME TO t; \(after)
        """, except: ["SL412", "SL418"])
    }
    #expect(try found("a TEXT NOT NULL COLLATE NOCASE UNIQUE, b TEXT NOT NULL UNIQUE, c").isEmpty)
    let second = "a TEXT NOT NULL COLLATE NOCASE UNIQUE, b TEXT NOT NULL COLLATE NOCASE UNIQUE, c"
    #expect(try found(second) == ["SL436 warning"])
    let index = "CREATE UNIQUE INDEX i ON t (b, c);"
    #expect(
      try found(second.replacing("UNIQUE, c", with: ", c"), index + "CREATE UNIQUE INDEX k ON t (b);") == [
        "SL436 warning", "SL436 warning",
      ])
  }

  @Test(
    "new keys matter only to rows that remain",
    arguments: [
      ("", true), ("DROP TABLE tags;", false), ("DROP TABLE tags; CREATE TABLE tags (note_id INTEGER);", false),
      ("ALTER TABLE tags RENAME TO labels;", true),
      (
        """
        CREATE TABLE new_tags (note_id INTEGER); INSERT INTO new_tags (note_id) SELECT note_id FROM tags;
        DROP TABLE tags; ALTER TABLE new_tags RENAME TO tags;
        """, true
      ),
    ])
  func remainingReferrer(script: String, isFound: Bool) throws {
    let before = "CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT); CREATE TABLE tags (note_id INTEGER);"
    let rebuild = """
      CREATE TABLE new_notes (id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO new_notes (title) SELECT title FROM notes;
      DROP TABLE notes;
      ALTER TABLE new_notes RENAME TO notes;
      """
    #expect(try Case(before: before).found(rebuild + script).contains("SL416 error") == isFound)
  }

  @Test(
    "OR IGNORE and OR REPLACE lose no rows that satisfy the new constraints anyway",
    arguments: [
      ("REPLACE", "id TEXT PRIMARY KEY, name TEXT NOT NULL, UNIQUE (name, base)", false),
      ("REPLACE", "id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE CHECK (name <> '')", false),
      ("REPLACE", "id TEXT PRIMARY KEY, name TEXT NOT NULL, UNIQUE (note)", true),
      ("REPLACE", "id TEXT PRIMARY KEY, name TEXT NOT NULL, UNIQUE (base)", true),
      ("IGNORE", "id TEXT PRIMARY KEY, name TEXT NOT NULL", false),
      ("IGNORE", "id TEXT PRIMARY KEY, name TEXT NOT NULL CHECK (name <> '')", true),
      ("IGNORE", "id TEXT NOT NULL PRIMARY KEY, name TEXT", true),
    ])
  func conflicts(word: String, columns: String, isFound: Bool) throws {
    let before = "CREATE TABLE t (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, note TEXT);"
    let list = columns.replacing(", UNIQUE (", with: ", note TEXT, base TEXT, UNIQUE (")
    let hasMore = list != columns
    let script = """
      CREATE TABLE new_t (\(list));
      INSERT OR \(word) INTO new_t (id, name\(hasMore ? ", note, base" : ""))
        SELECT id, name\(hasMore ? ", note, 'x'" : "") FROM t;
      DROP TABLE t;
      ALTER TABLE new_t RENAME TO t;
      """
    #expect(try Case(before: before).found(script).contains("SL419 warning") == isFound)
  }

  @Test(
    "a column that a copy only compares is left out; one whose values go into another column is not",
    arguments: [
      ("CASE WHEN pinned THEN 'pinned' ELSE '' END", "", true), ("CASE pinned WHEN 1 THEN 'pinned' END", "", true),
      ("'x'", "WHERE pinned = 1", true), ("(SELECT max(id) FROM notes WHERE pinned)", "", true),
      ("CASE WHEN pinned THEN pinned ELSE '' END", "", false), ("coalesce(pinned, 'x')", "", false),
      ("CASE WHEN id THEN 1 END + pinned", "", false),
    ])
  func comparedColumn(value: String, filter: String, isFound: Bool) throws {
    let before = "CREATE TABLE notes (id INTEGER PRIMARY KEY, pinned INTEGER NOT NULL);"
    let script = """
      CREATE TABLE new_notes (id INTEGER PRIMARY KEY, pinned INTEGER NOT NULL DEFAULT 0, state TEXT);
      INSERT INTO new_notes (id, state) SELECT id, \(value) FROM notes \(filter);
      DROP TABLE notes;
      ALTER TABLE new_notes RENAME TO notes;
      """
    #expect(try Case(before: before).found(script).contains("SL416 error") == isFound)
  }

  @Test("what a copy does to rows is a note if no user has them yet")
  func unreleasedRows() throws {
    var lint = Case()
    let create = "CREATE TABLE t (a INTEGER, b INTEGER, c TEXT);"
    let copy = """
      CREATE TABLE new_t (a INTEGER, b INTEGER, c TEXT, d TEXT);
      INSERT INTO new_t (b, c, d) SELECT b, c, "d" FROM t;
      DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      """
    #expect(try lint.found(create, copy) == ["SL416 note", "SL451 note"])
    lint.isReleasedEach = true
    #expect(try lint.found(create, copy) == ["SL416 error", "SL451 error"])
  }

  @Test("a new table with a part of the old rows is not an intermediate copy")
  func partOfRows() throws {
    let script = """
      CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT);
      CREATE TABLE owners (file INTEGER, image INTEGER);
      INSERT INTO files (path) SELECT c FROM t;
      INSERT INTO owners (file, image) SELECT files.id, t.a FROM t JOIN files ON files.path = t.c;
      """
    let end = "CREATE INDEX t_a ON t (a);"
    let lint = Case(before: "CREATE TABLE t (a INTEGER, b INTEGER, c TEXT);")
    #expect(try lint.found(script + Case.rebuilt("a INTEGER, b INTEGER, c TEXT") + end) == [])
  }

  @Test("a script that failed has not rebuilt a table")
  func failure() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE t (a, b);")
    var lint = ScriptLint(on: database)
    let script = "ALTER TABLE t RENAME TO old_t; CREATE TABLE t (a, b); INSERT INTO t (a) SELECT c FROM old_t;"
    let failure = try lint.add(script, isWrapped: true)
    #expect(failure != nil)
    #expect(try lint.findings()[0].isEmpty)
  }

  /// A table with constraints of all kinds, and a rebuild that adds a column and changes one of them.
  private static let constrained = """
    CREATE TABLE p (id INTEGER PRIMARY KEY);
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL DEFAULT 'x' COLLATE NOCASE, b INTEGER CHECK (b > 0),
      p INTEGER REFERENCES p (id) ON DELETE CASCADE, c TEXT UNIQUE, d TEXT AS (a || c) STORED, UNIQUE (a, c));
    """

  @Test(
    "a constraint that a rebuild forgets is reported, and one that it replaces is not",
    arguments: [
      ("", "", ""), ("a TEXT NOT NULL", "a TEXT", "NOT NULL of a"), (" DEFAULT 'x'", "", "DEFAULT 'x' of a"),
      (" DEFAULT 'x'", " DEFAULT 'y'", ""), (" COLLATE NOCASE", "", "COLLATE NOCASE of a"),
      (" COLLATE NOCASE", " COLLATE RTRIM", ""), (" CHECK (b > 0)", "", "CHECK (b > 0)"),
      (" CHECK (b > 0)", " CHECK (b >= 0)", ""),
      (" REFERENCES p (id) ON DELETE CASCADE", "", "FOREIGN KEY (p) REFERENCES p"),
      (" ON DELETE CASCADE", "", "ON DELETE CASCADE of the foreign key (p)"), ("CASCADE", "SET NULL", ""),
      (" UNIQUE,", ",", "UNIQUE (c)"), (", UNIQUE (a, c)", "", ""), (", UNIQUE (a, c)", ", UNIQUE (a, c, e)", ""),
      (", d TEXT AS (a || c) STORED", ", d TEXT", "the generated value of d"),
      (" UNIQUE, d TEXT AS (a || c) STORED, UNIQUE (a, c)", ", d TEXT AS (a || c) STORED", "UNIQUE (c), UNIQUE (a, c)"),
    ])
  func constraint(part: String, replacement: String, expected: String) throws {
    let columns = """
      id INTEGER PRIMARY KEY, a TEXT NOT NULL DEFAULT 'x' COLLATE NOCASE, b INTEGER CHECK (b > 0), \
      p INTEGER REFERENCES p (id) ON DELETE CASCADE, c TEXT UNIQUE, d TEXT AS (a || c) STORED, UNIQUE (a, c)
      """.replacing(part, with: replacement, maxReplacements: part.isEmpty ? 0 : 1)
    func lost(_ columns: String) throws -> [String] {
      let database = try ScratchDatabase(tracking: .none)
      try database.execute(Self.constrained)
      var lint = ScriptLint(on: database)
      try lint.release()
      let script = """
        CREATE TABLE new_t (\(columns));
        INSERT INTO new_t (id, a, b, p, c) SELECT id, a, b, p, c FROM t;
        DROP TABLE t; ALTER TABLE new_t RENAME TO t;
        """
      #expect(try lint.add(script, isWrapped: false) == nil)
      return try lint.findings()[0].filter { $0.code.rawValue == "SL424" }.map(\.violation.message)
    }
    let prefix = "the new t lacks what the old one has: "
    let more = columns.replacing("id INTEGER PRIMARY KEY,", with: "id INTEGER PRIMARY KEY, e INTEGER,")
    #expect(try lost(more) == (expected.isEmpty ? [] : [prefix + expected]))
    // Without another change the rebuild is made for it.
    if !columns.contains("e)") { #expect(try lost(columns).isEmpty) }
  }

  @Test(
    "a column that a rebuild with another purpose leaves out is lost, unless a word is about it",
    arguments: [
      ("a INTEGER, c TEXT", "", "", ["SL424 warning"]), ("a INTEGER", "", "", []),
      ("a INTEGER, c TEXT", "drop_fetch_provider", "", []),
      ("a INTEGER, c TEXT", "", "-- The fetch provider is global now.", []),
      ("a INTEGER, c TEXT", "", "UPDATE t SET a = 1 WHERE fetch_provider_id = 2;", []),
    ])
  func forgottenColumn(columns: String, title: String, extra: String, expected: [String]) throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, fetch_provider_id INTEGER);")
    var lint = ScriptLint(on: database)
    try lint.release()
    let script = """
      \(extra)
      CREATE TABLE new_t (id INTEGER PRIMARY KEY, \(columns));
      INSERT INTO new_t (id, a) SELECT id, a FROM t;
      DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      """
    #expect(try lint.add(script, title: title, isWrapped: false) == nil)
    let found = try lint.findings()[0].filter { $0.code.rawValue == "SL424" }
    #expect(found.map { "\($0.code) \($0.severity)" } == expected)
  }

  @Test(
    "a check is replaced by a foreign key of its column to a table of the allowed values",
    arguments: [("REFERENCES kinds", false), ("", true)])
  func checkByForeignKey(reference: String, isLost: Bool) throws {
    let lint = Case(before: "CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT CHECK (kind IN ('a', 'b')));")
    let script = """
      CREATE TABLE kinds (kind TEXT NOT NULL PRIMARY KEY); INSERT INTO kinds VALUES ('a'), ('b');
      CREATE TABLE new_t (id INTEGER PRIMARY KEY, kind TEXT \(reference), more TEXT);
      INSERT INTO new_t (id, kind) SELECT id, kind FROM t; DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      """
    #expect(try lint.found(script).contains("SL424 warning") == isLost)
  }

  @Test(
    "a foreign key is replaced by one to the same table with another column",
    arguments: [("FOREIGN KEY (tenant, p) REFERENCES parents (tenant, id)", false), ("", true)])
  func referenceWithTenant(reference: String, isLost: Bool) throws {
    let lint = Case(
      before: """
        CREATE TABLE parents (id INTEGER PRIMARY KEY);
        CREATE TABLE t (id INTEGER PRIMARY KEY, p INTEGER REFERENCES parents);
        """)
    let script = """
      CREATE TABLE new_parents (tenant TEXT NOT NULL DEFAULT 'x', id INTEGER, PRIMARY KEY (tenant, id));
      INSERT INTO new_parents (id) SELECT id FROM parents;
      CREATE TABLE new_t (id INTEGER PRIMARY KEY, p INTEGER, tenant TEXT NOT NULL DEFAULT 'x'\(reference.isEmpty ? "" : ", ")
        \(reference.replacing("parents", with: "new_parents")));
      INSERT INTO new_t (id, p) SELECT id, p FROM t;
      DROP TABLE t; ALTER TABLE new_t RENAME TO t; DROP TABLE parents; ALTER TABLE new_parents RENAME TO parents;
      """
    #expect(try lint.found(script).contains("SL424 warning") == isLost)
  }

  @Test("a foreign key that the old table had besides does not replace another one")
  func otherReference() throws {
    let table = "id INTEGER PRIMARY KEY, p INTEGER, q INTEGER, FOREIGN KEY (p, q) REFERENCES parents (id, q)"
    let lint = Case(
      before: """
        CREATE TABLE parents (id INTEGER PRIMARY KEY, q INTEGER, UNIQUE (id, q));
        CREATE TABLE t (\(table), FOREIGN KEY (p) REFERENCES parents (id));
        """)
    let script = """
      CREATE TABLE new_t (more TEXT, \(table)); INSERT INTO new_t (id, p, q) SELECT id, p, q FROM t;
      DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      """
    #expect(try lint.found(script).contains { $0.hasPrefix("SL424") })
  }

  @Test(
    "a table that takes values of a rebuilt table and to which the new one refers is not left over",
    arguments: [("REFERENCES scripts", false), ("", true)])
  func referredTable(reference: String, isLeftOver: Bool) throws {
    let lint = Case(before: "CREATE TABLE t (id INTEGER PRIMARY KEY, script TEXT NOT NULL);")
    let script = """
      CREATE TABLE scripts (id INTEGER PRIMARY KEY, script TEXT); INSERT INTO scripts (script) SELECT script FROM t;
      CREATE TABLE new_t (id INTEGER PRIMARY KEY, script INTEGER NOT NULL \(reference));
      INSERT INTO new_t (id, script) SELECT id, id FROM scripts; DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      """
    #expect(try lint.found(script).contains("SL421 warning") == isLeftOver)
  }

  @Test(
    "a copy that leaves out rows with NULL keeps duplicates",
    arguments: ["a IS NOT NULL AND b IS NOT NULL", "t.a NOTNULL", "(a NOT NULL)"])
  func duplicatesWithoutNull(condition: String) throws {
    let lint = Case(before: "CREATE TABLE t (a TEXT, b TEXT);")
    func copy(_ condition: String) -> String {
      """
      CREATE TABLE new_t (a TEXT NOT NULL, b TEXT, PRIMARY KEY (a)); INSERT INTO new_t SELECT a, b FROM t WHERE \(condition);
      DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      """
    }
    #expect(try lint.found(copy(condition), except: ["SL418"]) == ["SL436 warning"])
    #expect(try lint.found(copy("rowid IN (SELECT min(rowid) FROM t GROUP BY a)"), except: ["SL418"]) == [])
  }

  @Test("a trigger is not lost if one with another name does the same")
  func renamedTrigger() throws {
    let body = "AFTER UPDATE ON t BEGIN UPDATE t SET c = 1 WHERE a = NEW.a; END;"
    let before = "CREATE TABLE t (a INTEGER, b INTEGER, c TEXT); CREATE TRIGGER touched \(body)"
    let rebuild = Case.rebuilt("a INTEGER, b INTEGER, c TEXT")
    #expect(try Case(before: before).found(rebuild + "CREATE TRIGGER t_touched \(body)") == [])
    let other = body.replacing("c = 1", with: "c = 2")
    #expect(try Case(before: before).found(rebuild + "CREATE TRIGGER t_touched \(other)") == ["SL411 error"])
  }

  @Test(
    "OR IGNORE ignores nothing if a literal takes the place of NULL",
    arguments: [("COALESCE(b, '')", []), ("ifnull(b, 0)", []), ("coalesce(b, c)", ["SL419 warning"])])
  func literalForNull(value: String, expected: [String]) throws {
    let script = """
      CREATE TABLE new_t (a INTEGER PRIMARY KEY, b TEXT NOT NULL, c TEXT);
      INSERT OR IGNORE INTO new_t (a, b, c) SELECT a, \(value), c FROM t; DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      """
    let lint = Case(before: "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c TEXT);")
    #expect(try lint.found(script, except: ["SL435"]) == expected)
  }
}
