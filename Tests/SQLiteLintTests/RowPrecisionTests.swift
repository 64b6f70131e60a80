import Findings
import SQLiteLint
import SQLiteSandbox
import Testing

/// Cases from real repositories in which a rule must be silent or give a note, each beside one in which it must not.
@Suite("Precision of lint rules about rows")
struct RowPrecisionTests {
  private typealias Case = PrecisionCase

  @Test("an UPDATE of a key by one value concerns one row")
  func keyOfOneRow() throws {
    let lint = Case(before: "CREATE TABLE log (id INTEGER PRIMARY KEY, word TEXT);")
    let deletion = "DELETE FROM log WHERE id <> (SELECT min(id) FROM log);"
    #expect(try lint.found(deletion + "UPDATE log SET id = 1;") == [])
    #expect(try lint.found(deletion + "UPDATE log SET word = 'x';") == ["SL453 warning"])
  }

  @Test(
    "a unique index is not reported if no row can violate it",
    arguments: [
      // A copy computes the values from each row.
      (
        """
        CREATE TABLE new_t (n INTEGER, name TEXT);
        INSERT INTO new_t (n, name) SELECT n, 'user-' || n FROM t;
        DROP TABLE t; ALTER TABLE new_t RENAME TO t; CREATE UNIQUE INDEX t_name ON t (name);
        """, []
      ),
      (
        """
        CREATE TABLE new_t (n INTEGER, name TEXT);
        INSERT INTO new_t (n, name) SELECT n, lower(hex(randomblob(8))) FROM t;
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
      ("ALTER TABLE t ADD COLUMN code TEXT; CREATE UNIQUE INDEX i ON t (a, lower(code));", []),
      ("ALTER TABLE t ADD COLUMN code TEXT; CREATE UNIQUE INDEX i ON t (a, ifnull(code, ''));", ["SL436 warning"]),
      ("ALTER TABLE t ADD COLUMN code TEXT DEFAULT 'x'; CREATE UNIQUE INDEX i ON t (lower(code));", ["SL436 warning"]),
      // The table had the index, over the same rows or over more.
      ("DROP INDEX t_lower; CREATE UNIQUE INDEX t_lower ON t (a, lower(name));", []),
      ("DROP INDEX t_lower; CREATE UNIQUE INDEX t_lower ON t (a, lower(name)) WHERE a > 0;", []),
      ("DROP INDEX t_lower; CREATE UNIQUE INDEX t_lower ON t (lower(name));", ["SL436 warning"]),
      ("DROP INDEX t_some; CREATE UNIQUE INDEX t_some ON t (upper(name));", ["SL436 warning"]),
      // A rowid is unique.
      (
        """
        CREATE TABLE new_t (id INTEGER PRIMARY KEY, name TEXT, a INTEGER);
        INSERT INTO new_t (id, name, a) SELECT rowid, name, a FROM t;
        DROP TABLE t; ALTER TABLE new_t RENAME TO t; CREATE UNIQUE INDEX t_lower ON t (a, lower(name));
        """, []
      ),
    ])
  func unique(script: String, expected: [String]) throws {
    let before = """
      CREATE TABLE t (n INTEGER, name TEXT, a INTEGER);
      CREATE UNIQUE INDEX t_lower ON t (a, lower(name));
      CREATE UNIQUE INDEX t_some ON t (upper(name)) WHERE a > 0;
      """
    #expect(try Case(before: before).found(script, except: ["SL412", "SL424"]) == expected)
  }

  @Test(
    "a unique index is not new if its column only has another name",
    arguments: [
      ("DROP INDEX t_a; ALTER TABLE t RENAME COLUMN a TO b; CREATE UNIQUE INDEX t_b ON t (b);", []),
      (
        """
        DROP INDEX t_a; ALTER TABLE t RENAME COLUMN a TO x; ALTER TABLE t RENAME COLUMN x TO b;
        CREATE UNIQUE INDEX t_b ON t (b);
        """, []
      ),
      (
        "ALTER TABLE t RENAME COLUMN a TO b; ALTER TABLE t RENAME COLUMN n TO a; CREATE UNIQUE INDEX t_n ON t (a);",
        ["SL436 warning"]
      ),
    ])
  func renamedColumn(script: String, expected: [String]) throws {
    let found = try Case(before: "CREATE TABLE t (n INTEGER, a TEXT); CREATE UNIQUE INDEX t_a ON t (a);").found(
      script, except: ["SL412"])
    #expect(found.filter { $0.hasPrefix("SL436") } == expected)
  }

  @Test(
    "a column that no user has yet is not NULL if each row gets its default",
    arguments: [
      ("TEXT DEFAULT 'x'", "", []), ("TEXT", "", ["SL435 warning"]), ("TEXT DEFAULT NULL", "", ["SL435 warning"]),
      ("TEXT DEFAULT 'x'", "INSERT INTO t (a, c) SELECT a, NULL FROM t;", ["SL435 warning"]),
    ])
  func newColumn(type: String, statement: String, expected: [String]) throws {
    var lint = Case(before: "CREATE TABLE t (a INTEGER, b INTEGER);")
    let add = "ALTER TABLE t ADD COLUMN c \(type);" + statement
    let rebuild = Case.rebuilt("a INTEGER, b INTEGER, c TEXT NOT NULL")
    #expect(try lint.found(add, rebuild) == expected)
    lint.isReleasedEach = true
    // The rebuild forgets the default, which users have now.
    #expect(try lint.found(add, rebuild, except: ["SL424"]) == ["SL435 warning"])
  }

  @Test(
    "an integer key that does not number the rows is a note",
    arguments: [
      ("id BIGINT PRIMARY KEY", "warning"), ("user_id INT PRIMARY KEY", "warning"), ("pk INT PRIMARY KEY", "warning"),
      ("block_height BIGINT PRIMARY KEY", "note"), ("user_id INT PRIMARY KEY REFERENCES users (id)", "note"),
    ])
  func naturalKey(column: String, severity: String) throws {
    let lint = Case(before: "CREATE TABLE users (id INTEGER PRIMARY KEY);")
    #expect(try lint.found("CREATE TABLE t (\(column), a TEXT);") == ["SL441 \(severity)"])
  }

  @Test("a DELETE of every row is a note if a later statement drops the table")
  func deletedAndDropped() throws {
    let lint = Case(before: "CREATE TABLE t (a); CREATE TABLE u (a);")
    let script = "DELETE FROM t; DROP TABLE t; CREATE TABLE t (a, b);"
    #expect(try lint.found(script) == ["SL453 note"])
    #expect(try lint.found("DELETE FROM t; DROP TABLE u;") == ["SL453 warning"])
    #expect(try lint.found("ALTER TABLE u RENAME TO v; DELETE FROM t; DROP TABLE v;") == ["SL453 warning"])
  }

  @Test("the name of an index or a trigger of another table is not free, so DROP is no help")
  func nameOfOtherTable() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE t (a); CREATE TABLE u (a); CREATE INDEX i ON t (a);
      CREATE TRIGGER g AFTER DELETE ON t BEGIN SELECT 1; END;
      """)
    var lint = ScriptLint(on: database)
    let script = """
      CREATE INDEX IF NOT EXISTS i ON u (a);
      CREATE INDEX IF NOT EXISTS i ON t (a DESC);
      CREATE TRIGGER IF NOT EXISTS g AFTER DELETE ON u BEGIN SELECT 1; END;
      """
    #expect(try lint.add(script, isWrapped: false) == nil)
    #expect(
      try lint.findings()[0].map(\.violation.help.text) == [
        "choose another name: all of a database's index names are different",
        "run DROP INDEX i; first",
        "choose another name: all of a database's trigger names are different",
      ])
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
    let script = Case.rebuilt("a INTEGER NOT NULL, b INTEGER, c TEXT, \(constraint)")
    #expect(try Case(before: before).found(script, except: ["SL424"]) == expected)
  }

  @Test("a program that is part of the migration may prepare the rows of a table that it mentions")
  func programs() throws {
    var lint = Case(before: "CREATE TABLE t (a INTEGER, b INTEGER, c TEXT);")
    let script = Case.rebuilt("a INTEGER NOT NULL, b INTEGER, c TEXT")
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

  @Test(
    "JSON functions fail on a text that is not JSON, unless something says that there is none",
    arguments: [
      ("data TEXT", "json_extract(t.data, '$.a')", "", true),
      ("data TEXT", "data -> 'a'", "WHERE data IS NOT NULL", true),
      ("data", "json_array_length(data)", "WHERE id > 3", true),
      ("data TEXT", "json_extract(data, '$.a')", "WHERE data <> ''", false),
      ("data TEXT", "CASE WHEN json_valid(data) THEN data ->> 'a' END", "", false),
      ("data JSON", "data ->> 'a'", "", false), ("data TEXT DEFAULT '{}'", "data ->> 'a'", "", false),
      ("data TEXT CHECK (json_valid(data))", "data ->> 'a'", "", false),
      ("data TEXT, a GENERATED ALWAYS AS (data ->> 'a') VIRTUAL", "data ->> 'a'", "", false),
      ("data TEXT", "json_object('a', data)", "", false),
    ])
  func textThatIsNotJSON(column: String, value: String, filter: String, isFound: Bool) throws {
    let lint = Case(before: "CREATE TABLE t (id INTEGER PRIMARY KEY, x, \(column));")
    #expect(try lint.found("UPDATE t SET x = \(value) \(filter);").contains("SL442 warning") == isFound)
    let copy = "CREATE TABLE u (x); INSERT INTO u (x) SELECT \(value) FROM t \(filter);"
    #expect(try lint.found(copy).contains("SL442 warning") == isFound)
    // A table that no user has contains no such text.
    let other = Case(before: "CREATE TABLE other (x);")
    let create = "CREATE TABLE t (id INTEGER PRIMARY KEY, x, \(column));"
    #expect(try !other.found(create, "UPDATE t SET x = \(value) \(filter);").contains("SL442 warning"))
  }

  @Test(
    "an UPDATE takes the values of any row if nothing ties the rows, or if a condition compares a column with itself",
    arguments: [
      ("UPDATE t SET x = s.x FROM s;", true), ("UPDATE t SET x = s.x FROM s WHERE s.id = t.id;", false),
      ("WITH m AS (SELECT max(x) AS x FROM s) UPDATE t SET x = m.x FROM m;", false),
      ("WITH m AS (SELECT x FROM s LIMIT 1) UPDATE t SET x = m.x FROM m;", false),
      ("WITH m AS (SELECT x FROM s) UPDATE t SET x = m.x FROM m;", true),
      ("WITH RECURSIVE m(x) AS (SELECT max(x) FROM s UNION SELECT x + 1 FROM m) UPDATE t SET x = m.x FROM m;", true),
      ("UPDATE t SET x = m.x FROM (SELECT max(x) AS x FROM s) AS m;", false),
      ("UPDATE t SET x = (SELECT x FROM s WHERE s.id = id);", true),
      ("UPDATE t SET x = (SELECT x FROM s WHERE id = s.id AND s.x > 0);", true),
      ("UPDATE t SET x = (SELECT x FROM s AS o WHERE o.id = id);", true),
      ("UPDATE t SET x = (SELECT x FROM s WHERE s.id = t.id);", false),
      ("UPDATE t SET x = (SELECT x FROM s WHERE s.only = only);", false),
      ("UPDATE t SET x = (SELECT s.x FROM s JOIN r ON r.id = s.id WHERE s.id = t.id);", false),
    ])
  func anyRow(script: String, isFound: Bool) throws {
    let lint = Case(
      before: """
        CREATE TABLE t (id INTEGER PRIMARY KEY, x); CREATE TABLE s (id INTEGER, x, only); CREATE TABLE r (id INTEGER);
        """)
    #expect(try lint.found(script).contains("SL443 error") == isFound)
  }

  @Test(
    "a column that the migrations set to their version has no values of users",
    arguments: [("1", "2", false), ("2", "2", true), ("1", "'2'", true)])
  func versionColumn(first: String, second: String, isFound: Bool) throws {
    let lint = Case(before: "CREATE TABLE version (number INTEGER NOT NULL);", isReleasedEach: true)
    let found = try lint.found(
      "UPDATE version SET number = \(first);", "UPDATE version SET number = \(second);",
      "UPDATE version SET number = -1;")
    #expect(found.filter { $0.hasPrefix("SL453") }.count == (isFound ? 3 : 0))
    // A column beside others is not only the version.
    let larger = Case(before: "CREATE TABLE version (number INTEGER NOT NULL, a, b);", isReleasedEach: true)
    let inLarger = try larger.found("UPDATE version SET number = 1;", "UPDATE version SET number = 2;")
    #expect(inLarger == ["SL453 warning", "SL453 warning"])
    // Users have run the first one.
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(lint.before)
    var later = ScriptLint(on: database, besides: ["UPDATE version SET number = \(first);"])
    try later.release()
    _ = try later.add("UPDATE version SET number = \(second);", isWrapped: true)
    #expect(try later.findings()[0].contains { $0.code.rawValue == "SL453" } == isFound)
  }

  @Test(
    "a key that a copy into a table of another name leaves out matters if the old table goes and others refer to it",
    arguments: [
      ("", "DROP TABLE file;", "", true), ("id, ", "DROP TABLE file;", "id, ", false), ("", "", "", false),
      ("", "DROP TABLE file; DROP TABLE entry;", "", false),
    ])
  func keyLeftBehind(column: String, end: String, value: String, isFound: Bool) throws {
    let lint = Case(
      before: "CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT); CREATE TABLE entry (file_id INTEGER, x);")
    let script = """
      CREATE TABLE lookup (id INTEGER PRIMARY KEY, path TEXT);
      INSERT INTO lookup (\(column)path) SELECT \(value)path FROM file; \(end)
      """
    #expect(try lint.found(script).contains("SL416 error") == isFound)
  }
}
