import SQLiteLint
import SQLiteSandbox
import Testing

/// Cases from real repositories in which a rule must be silent or give a note, each beside one in which it must not.
@Suite("Precision of lint rules")
struct PrecisionTests {
  private struct Case {
    var before = ""
    var isWrapped = false
    var isAssumed = false
    var foreignKeys: Bool?
    var programs = ProgramTexts()
    /// Whether the scripts are released one by one, or all together.
    var isReleasedEach = false
    var declared: String?

    /// The findings of all scripts, such as `SL402 error`, without those of `except`.
    func found(_ scripts: String..., except: Set<String> = ["SL407", "SL414", "SL440", "SL458"]) throws -> [String] {
      let database = try ScratchDatabase(tracking: .none)
      try database.execute(before)
      var lint = ScriptLint(on: database)
      if let declared {
        let other = try ScratchDatabase(tracking: .none)
        try other.execute(declared)
        try lint.declare(other)
      }
      try lint.release()
      for script in scripts {
        let failure = try lint.add(
          script, isWrapped: isWrapped, isAssumed: isAssumed, programs: programs, foreignKeys: foreignKeys)
        #expect(failure == nil)
        if isReleasedEach { try lint.release() }
      }
      return try lint.findings().flatMap { $0 }.filter { !except.contains($0.code) }.map {
        "\($0.code) \($0.severity?.rawValue ?? "")"
      }
    }
  }

  // MARK: Foreign keys

  private static let family = """
    CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER UNIQUE REFERENCES parents (id) ON DELETE CASCADE);
    """
  private static let rebuiltParents = """
    CREATE TABLE new_parents (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO new_parents (id, name) SELECT id, name FROM parents;
    DROP TABLE parents;
    ALTER TABLE new_parents RENAME TO parents;
    """

  @Test(
    "a DROP TABLE of a parent is an error if foreign keys are on, and a note if that is not known",
    arguments: [(true, ["SL402 error"]), (false, []), (nil, ["SL402 note"])] as [(Bool?, [String])])
  func cascade(foreignKeys: Bool?, expected: [String]) throws {
    #expect(try Case(before: Self.family, foreignKeys: foreignKeys).found(Self.rebuiltParents) == expected)
  }

  @Test(
    "children that are copied elsewhere before the DROP TABLE and back after it are not lost",
    arguments: [
      (
        "CREATE TEMP TABLE kept AS SELECT * FROM children;",
        "INSERT INTO children SELECT * FROM kept; DROP TABLE kept;",
        true
      ),
      (
        "CREATE TABLE kept (id, parent); INSERT INTO kept (id, parent) SELECT id, parent FROM children;",
        "INSERT INTO children (id, parent) SELECT id, parent FROM kept; DROP TABLE kept;", true
      ),
      // The copy is not complete, is not copied back, or is of another table.
      (
        "CREATE TEMP TABLE kept AS SELECT * FROM children WHERE id > 9;", "INSERT INTO children SELECT * FROM kept;",
        false
      ),
      ("CREATE TEMP TABLE kept AS SELECT * FROM children;", "DROP TABLE kept;", false),
      ("CREATE TEMP TABLE kept AS SELECT * FROM parents;", "INSERT INTO children SELECT id, id FROM kept;", false),
    ])
  func restored(before: String, after: String, isQuiet: Bool) throws {
    let found = try Case(before: Self.family, foreignKeys: true).found(
      before + Self.rebuiltParents + after, except: ["SL407", "SL418", "SL421", "SL440", "SL458"])
    #expect(found.contains("SL402 error") == !isQuiet)
  }

  @Test("references that ON DELETE SET NULL clears can be restored by an UPDATE from a copy")
  func restoredByUpdate() throws {
    let before = """
      CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents (id) ON DELETE SET NULL);
      """
    let save = "CREATE TEMP TABLE kept AS SELECT id, parent FROM children;"
    let restore = "UPDATE children SET parent = (SELECT parent FROM kept WHERE kept.id = children.id);"
    let lint = Case(before: before, foreignKeys: true)
    #expect(try lint.found(save + Self.rebuiltParents + restore) == [])
    #expect(try lint.found(save + Self.rebuiltParents) == ["SL402 error"])
  }

  @Test(
    "PRAGMA foreign_keys in a transaction matters only if a later statement checks foreign keys",
    arguments: [
      ("CREATE INDEX parents_name ON parents (name);", ["SL401 note"]),
      ("DELETE FROM parents WHERE name = 'x';", ["SL401 warning"]),
      ("INSERT INTO children (id) VALUES (1);", ["SL401 warning"]),
      (rebuiltParents, ["SL401 error", "SL402 error"]),
    ])
  func pragma(script: String, expected: [String]) throws {
    let lint = Case(before: Self.family, isWrapped: true, foreignKeys: true)
    #expect(try lint.found("PRAGMA foreign_keys = OFF;" + script) == expected)
  }

  @Test("what depends on a transaction is at most a note if the tool is not known")
  func assumedTransaction() throws {
    var lint = Case(before: Self.family, isWrapped: true, isAssumed: true, foreignKeys: true)
    #expect(try lint.found("PRAGMA foreign_keys = OFF;" + Self.rebuiltParents) == ["SL401 note", "SL402 note"])
    #expect(try lint.found("CREATE INDEX i ON parents (name); COMMIT; CREATE INDEX j ON parents (id, name);") == [])
    #expect(try lint.found("VACUUM;") == [])
    lint.isAssumed = false
    #expect(
      try lint.found("CREATE INDEX i ON parents (name); COMMIT; CREATE INDEX j ON parents (id, name);")
        == ["SL471 warning"])
    #expect(try lint.found("VACUUM;") == ["SL472 error"])
  }

  @Test("a foreign key that follows a renamed parent matters only if it is released")
  func renamedParent() throws {
    let rename = """
      ALTER TABLE parents RENAME TO old_parents;
      CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO parents (id, name) SELECT id, name FROM old_parents;
      DROP TABLE old_parents;
      """
    let mend = """
      CREATE TABLE new_children (id INTEGER PRIMARY KEY, parent INTEGER UNIQUE REFERENCES parents (id));
      INSERT INTO new_children (id, parent) SELECT id, parent FROM children;
      DROP TABLE children;
      ALTER TABLE new_children RENAME TO children;
      """
    var lint = Case(before: Self.family, foreignKeys: false)
    #expect(try lint.found(rename) == ["SL404 error"])
    #expect(try lint.found(rename, mend) == [])
    lint.isReleasedEach = true
    #expect(try lint.found(rename, mend) == ["SL404 error"])
  }

  // MARK: Rebuilt tables

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

  private static let indexed = """
    CREATE TABLE t (a INTEGER, b INTEGER, c TEXT);
    CREATE INDEX t_a ON t (a);
    CREATE TRIGGER t_deleted AFTER DELETE ON t BEGIN SELECT 1; END;
    """

  private static func rebuilt(_ columns: String) -> String {
    """
    CREATE TABLE new_t (\(columns));
    INSERT INTO new_t (a, b, c) SELECT a, b, c FROM t;
    DROP TABLE t;
    ALTER TABLE new_t RENAME TO t;
    """
  }

  @Test("an index that a rebuild drops is not lost if a key begins with its columns")
  func coveredIndex() throws {
    let lint = Case(before: Self.indexed)
    let trigger = "CREATE TRIGGER t_deleted AFTER DELETE ON t BEGIN SELECT 1; END;"
    let first = Self.rebuilt("a INTEGER, b INTEGER, c TEXT, PRIMARY KEY (a, b)") + trigger
    let second = Self.rebuilt("a INTEGER, b INTEGER, c TEXT, PRIMARY KEY (b, a)") + trigger
    #expect(try lint.found(first, except: ["SL436", "SL440"]) == [])
    #expect(try lint.found(second, except: ["SL436", "SL440"]) == ["SL412 warning"])
  }

  @Test("what a rebuild loses is not reported if a script of the same release creates it, or new databases lack it")
  func restoredLater() throws {
    var lint = Case(before: Self.indexed)
    let rebuild = Self.rebuilt("a INTEGER, b INTEGER, c TEXT")
    let create = "CREATE INDEX t_a ON t (a); CREATE TRIGGER t_deleted AFTER DELETE ON t BEGIN SELECT 1; END;"
    #expect(try lint.found(rebuild) == ["SL411 error", "SL412 warning"])
    #expect(try lint.found(rebuild, create) == [])
    lint.isReleasedEach = true
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
    #expect(try lint.found(script + Self.rebuilt("a INTEGER, b INTEGER, c TEXT") + end) == [])
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

  // MARK: Rows

  @Test(
    "a unique index is not reported if no row can violate it",
    arguments: [
      // A copy computes the values from each row.
      (
        """
        CREATE TABLE new_t (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO new_t (id, name) SELECT id, 'user-' || id FROM t;
        DROP TABLE t; ALTER TABLE new_t RENAME TO t; CREATE UNIQUE INDEX t_name ON t (name);
        """, []
      ),
      // No row is covered, or the new column is NULL in each.
      ("ALTER TABLE t ADD COLUMN cover NOT NULL DEFAULT 0; CREATE UNIQUE INDEX i ON t (a, cover) WHERE cover = 1;", []),
      (
        "ALTER TABLE t ADD COLUMN cover NOT NULL DEFAULT 1; CREATE UNIQUE INDEX i ON t (a) WHERE cover = 1;",
        ["SL436 warning"]
      ),
      ("ALTER TABLE t ADD COLUMN code TEXT; CREATE UNIQUE INDEX i ON t (a, code);", []),
      ("CREATE UNIQUE INDEX i ON t (a) WHERE name = 'x';", ["SL436 warning"]),
    ])
  func unique(script: String, expected: [String]) throws {
    let before = "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, a INTEGER);"
    #expect(try Case(before: before).found(script, except: ["SL416"]) == expected)
  }

  @Test(
    "a new CHECK is not reported if each row satisfies it",
    arguments: [
      ("CHECK (a IS NOT NULL OR b IS NOT NULL)", []), ("CHECK (b IS NOT NULL)", ["SL437 warning"]),
      ("CHECK (a IS NOT NULL AND b IS NOT NULL)", ["SL437 warning"]), ("CHECK (`A` IS NOT [b])", []),
      ("CHECK (c IN ('x', 'y', 'z'))", []), ("CHECK (c IN ('x'))", ["SL437 warning"]),
      ("CHECK (c NOT IN ('x', 'y', 'z'))", ["SL437 warning"]),
    ])
  func check(constraint: String, expected: [String]) throws {
    let before = "CREATE TABLE t (a INTEGER NOT NULL, b INTEGER, c TEXT, CHECK (a IS NOT b), CHECK (c IN ('y', 'x')));"
    let script = Self.rebuilt("a INTEGER NOT NULL, b INTEGER, c TEXT, \(constraint)")
    #expect(try Case(before: before).found(script) == expected)
  }

  @Test("a program that is part of the migration may prepare the rows of a table that it mentions")
  func programs() throws {
    var lint = Case(before: "CREATE TABLE t (a INTEGER, b INTEGER, c TEXT);")
    let script = Self.rebuilt("a INTEGER NOT NULL, b INTEGER, c TEXT")
    #expect(try lint.found(script) == ["SL435 warning"])
    lint.programs.own = ["UPDATE other SET x = 1"]
    #expect(try lint.found(script) == ["SL435 warning"])
    lint.programs.own = ["db.Exec(\"UPDATE t SET a = 0 WHERE a IS NULL\")"]
    #expect(try lint.found(script) == ["SL435 note"])
  }

  @Test("an earlier program may have created the unique index that a script drops and creates again")
  func earlierProgram() throws {
    var lint = Case(before: "CREATE TABLE t (a INTEGER);")
    let script = "DROP INDEX IF EXISTS t_a; CREATE UNIQUE INDEX t_a ON t (a);"
    #expect(try lint.found(script) == ["SL436 warning"])
    lint.programs.earlier = ["CREATE UNIQUE INDEX `t_a` ON `t` (`a`)"]
    #expect(try lint.found(script) == ["SL436 note"])
  }

  @Test("a text as default is reported where it is introduced, and not again where the table is rebuilt")
  func textDefault() throws {
    let lint = Case(before: "CREATE TABLE t (a INTEGER, b INTEGER, c TEXT);")
    let added = "ALTER TABLE t ADD COLUMN active bool NOT NULL DEFAULT 'false';"
    let made = "CREATE TABLE _t_tmp (a INTEGER, active bool NOT NULL DEFAULT 'false');"
    let other = "CREATE TABLE u (active bool NOT NULL DEFAULT 'false');"
    #expect(try lint.found(added, made, other) == ["SL456 warning", "SL456 warning"])
    #expect(try lint.found(made) == ["SL456 warning"])
  }
}
