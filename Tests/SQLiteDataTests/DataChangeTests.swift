import Foundation
import SQLiteData
import SQLiteSandbox
import SQLiteSyntax
import Testing

@Suite("DataChange")
struct DataChangeTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before: String
    let migration: String
    var foreignKeys = false
    /// `kind table.column count/total other`
    let changes: [String]

    init(_ description: String, _ before: String, _ migration: String, foreignKeys: Bool = false, _ changes: String...)
    {
      testDescription = description
      self.before = before
      self.migration = migration
      self.foreignKeys = foreignKeys
      self.changes = changes
    }
  }

  static let people = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT);
    INSERT INTO t VALUES (1, 'x', 'one'), (2, 'y', 'two'), (5, NULL, 'three');
    """

  /// Two columns whose names are canonically equal, with 3 and 2 values.
  static let canonical = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, "\u{E9}" TEXT, "e\u{301}" TEXT);
    INSERT INTO t VALUES (1, 'x', 'one'), (2, 'y', 'two'), (5, 'z', NULL);
    """

  static let kept: [Case] = [
    Case(
      "columns with canonically equal names copied", canonical,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, \"e\u{301}\" TEXT, \"\u{E9}\" TEXT); INSERT INTO n (id, \"\u{E9}\", \"e\u{301}\") SELECT id, \"\u{E9}\", \"e\u{301}\" FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;"
    ),
    Case("a column added", people, "ALTER TABLE t ADD COLUMN c DEFAULT 'x'"),
    Case("a table renamed", people, "ALTER TABLE t RENAME TO u"),
    Case("a column renamed", people, "ALTER TABLE t RENAME COLUMN a TO c; ALTER TABLE t RENAME TO u;"),
    Case(
      "a table made anew", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, b TEXT, a TEXT); INSERT INTO n (id, a, b) SELECT id, a, b FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;"
    ),
    Case(
      "the old one put aside first", people,
      "ALTER TABLE t RENAME TO o; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO t SELECT * FROM o; DROP TABLE o;"
    ),
    Case(
      "the old one put aside and kept", people,
      "ALTER TABLE t RENAME TO o; CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT, a TEXT); INSERT INTO t SELECT id, b, a FROM o;"
    ),
    Case(
      "out and back again", people,
      "CREATE TEMPORARY TABLE k (id, a, b); INSERT INTO k SELECT id, a, b FROM t; DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO t SELECT id, a, b FROM k; DROP TABLE k;"
    ),
    Case(
      "out by CREATE TABLE AS", people,
      "CREATE TABLE k AS SELECT * FROM t; DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO t SELECT * FROM k; DROP TABLE k;"
    ),
    Case(
      "a column renamed in a copy", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, c TEXT, b TEXT); INSERT INTO n (id, c, b) SELECT id, a, b FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;"
    ),
    Case(
      "a key added to a table without one", "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (1, 2), (3, NULL);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a, b); INSERT INTO n (a, b) SELECT a, b FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;"
    ),
    Case(
      "rows with other rowids", "CREATE TABLE t (a, b); INSERT INTO t (rowid, a) VALUES (7, 1), (9, 2), (12, NULL);",
      "CREATE TABLE n (b, a); INSERT INTO n (a, b) SELECT a, b FROM t ORDER BY a DESC; DROP TABLE t; ALTER TABLE n RENAME TO t;"
    ),
    Case(
      "two copies that have all rows together", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n SELECT * FROM t WHERE a IS NULL; INSERT INTO n SELECT * FROM t WHERE a NOT NULL; DROP TABLE t; ALTER TABLE n RENAME TO t;"
    ),
    Case(
      "a copy with the rows of a LEFT JOIN", people,
      "CREATE TABLE g (id INTEGER PRIMARY KEY, n); CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT, g); INSERT INTO n SELECT t.*, g.n FROM t LEFT JOIN g ON g.id = t.id; DROP TABLE t; ALTER TABLE n RENAME TO t;"
    ),
    Case("new rows", people, "INSERT INTO t VALUES (9, 'z', 'nine')"),
    Case(
      "words of a string that is one", people, "ALTER TABLE t ADD COLUMN state TEXT; UPDATE t SET state = \"active\""),
    Case(
      "a value moved by hand into a new column", people,
      "ALTER TABLE t ADD COLUMN c TEXT; UPDATE t SET c = a; ALTER TABLE t DROP COLUMN a;"),
    Case(
      "a table WITHOUT ROWID from one with",
      "CREATE TABLE t (k TEXT PRIMARY KEY, v); INSERT INTO t VALUES ('a', 1), ('b', 2);",
      "CREATE TABLE n (k TEXT NOT NULL PRIMARY KEY, v) WITHOUT ROWID; INSERT INTO n SELECT * FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;"
    ),
    Case(
      "two columns exchanged by their names", people,
      "ALTER TABLE t RENAME COLUMN a TO x; ALTER TABLE t RENAME COLUMN b TO a; ALTER TABLE t RENAME COLUMN x TO b;"),
  ]

  static let meant: [Case] = [
    Case(
      "one of two columns with canonically equal names dropped", canonical, "ALTER TABLE t DROP COLUMN \"e\u{301}\"",
      "columnDropped t.e\u{301} 2/2"),
    Case(
      "the other one dropped", canonical, "ALTER TABLE t DROP COLUMN \"\u{E9}\"", "columnDropped t.\u{E9} 3/3"),
    Case("a table dropped", people, "DROP TABLE t", "tableDropped t 3/3"),
    Case(
      "a table dropped and made again", people, "DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY)",
      "tableDropped t 3/3"),
    Case(
      "words in a column of numbers",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER); INSERT INTO t VALUES (1, 1), (2, 0), (3, NULL);",
      "UPDATE t SET a = 'false' WHERE a = 0", "rewritten t.a 1/2", "storageClassNew t.a 1/2 text"),
    Case(
      "words in a new column of numbers", people,
      "ALTER TABLE t ADD COLUMN n INTEGER; UPDATE t SET n = 'yes' WHERE id > 1;", "storageClassNew t.n 2/2 text"),
    Case(
      "numbers in a new column of numbers", people,
      "ALTER TABLE t ADD COLUMN n INTEGER; UPDATE t SET n = '7' WHERE id > 1;"),
    Case(
      "numbers copied into a column of texts",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER); INSERT INTO t VALUES (1, 10), (2, 9), (3, NULL);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO n SELECT id, a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "storageClassNew t.a 2/2 text"),
    Case(
      "numbers converted to texts",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER); INSERT INTO t VALUES (1, 10), (2, 9), (3, NULL);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO n SELECT id, CAST(a AS TEXT) FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "storageClassChanged t.a 2/2"),
    Case(
      "integers as reals",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER); INSERT INTO t VALUES (1, 10), (2, 9);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a REAL); INSERT INTO n SELECT id, a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "storageClassChanged t.a 2/2"),
    Case(
      "a key that became NULL",
      "CREATE TABLE t (k TEXT PRIMARY KEY, a); INSERT INTO t VALUES ('x', 1), ('y', 1), ('z', 2);",
      "CREATE TABLE n (k TEXT PRIMARY KEY, a); INSERT INTO n SELECT NULL, a + 1 FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "becameNull t.k 3/3", "rewritten t.a 2/3"),
    Case(
      "a key of words that the copy leaves out",
      "CREATE TABLE t (k TEXT PRIMARY KEY, a) WITHOUT ROWID; INSERT INTO t VALUES ('x', 1), ('y', 2);",
      "CREATE TABLE n (k TEXT PRIMARY KEY, a); INSERT INTO n (a) SELECT a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "notCopied t.k 2/2"),
    Case(
      "a part of the key that became one value",
      "CREATE TABLE t (k TEXT, l TEXT, PRIMARY KEY (k, l)); INSERT INTO t VALUES ('x', 'a'), ('y', 'b'), ('z', 'c');",
      "CREATE TABLE n (k TEXT, l TEXT, PRIMARY KEY (k, l)); INSERT INTO n SELECT k, 0 FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "becameConstant t.l 3/3"),
    Case(
      "a key in lower case",
      "CREATE TABLE t (k TEXT PRIMARY KEY, a); INSERT INTO t VALUES ('X', 1), ('y', 2);",
      "CREATE TABLE n (k TEXT PRIMARY KEY, a); INSERT INTO n SELECT lower(k), a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rewritten t.k 1/2"),
    Case(
      "a table put aside, made anew, and no rows copied", people,
      "ALTER TABLE t RENAME TO o; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT); DROP TABLE o;",
      "rowsLost t 3/3"),
    Case(
      "a table put aside and made anew, and rows copied into another one only", people,
      "CREATE TABLE x (id INTEGER PRIMARY KEY, b TEXT); INSERT INTO x SELECT id, b FROM t; ALTER TABLE t RENAME TO o; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); DROP TABLE o;",
      "rowsLost t 3/3", "columnDropped t.b 3/3"),
    Case(
      "out, and not back again", people,
      "CREATE TEMPORARY TABLE k AS SELECT * FROM t; DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT); DROP TABLE k;",
      "rowsLost t 3/3"),
    Case(
      "a column made anew, and no values copied", people,
      "ALTER TABLE t ADD COLUMN n TEXT; ALTER TABLE t DROP COLUMN b; ALTER TABLE t RENAME COLUMN n TO b;",
      "notCopied t.b 3/3"),
    Case(
      "a column made anew, with its values", people,
      "ALTER TABLE t ADD COLUMN n TEXT; UPDATE t SET n = b; ALTER TABLE t DROP COLUMN b; ALTER TABLE t RENAME COLUMN n TO b;"
    ),
    Case("a column dropped", people, "ALTER TABLE t DROP COLUMN a", "columnDropped t.a 2/2"),
    Case(
      "a column dropped and added again", people, "ALTER TABLE t DROP COLUMN a; ALTER TABLE t ADD COLUMN a INTEGER",
      "columnDropped t.a 2/2"),
    Case(
      "a column that the new table lacks", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO n SELECT id, a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "columnDropped t.b 3/3"),
    Case("rows deleted", people, "DELETE FROM t WHERE id > 1", "rowsDeleted t 2/3"),
    Case(
      "a class changed",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT); INSERT INTO t VALUES (1, '12'), (2, NULL), (3, '-5')",
      "CREATE TABLE x (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO x SELECT * FROM t; DROP TABLE t; ALTER TABLE x RENAME TO t;",
      "storageClassChanged t.n 2/2"),
    Case("an expression", people, "UPDATE t SET a = upper(a)", "rewritten t.a 2/2"),
    Case("a default for NULL", people, "UPDATE t SET a = '' WHERE a IS NULL", "filled t.a 1/1"),
    Case("a reset", people, "UPDATE t SET b = ''", "rewritten t.b 3/3"),
    Case("a column emptied", people, "UPDATE t SET b = NULL", "rewritten t.b 3/3"),
    Case(
      "a unit changed",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, p REAL); INSERT INTO t VALUES (1, 1.5), (2, 0.25), (3, 0.001)",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, cents INTEGER); INSERT INTO n SELECT id, CAST(p * 100 AS INTEGER) FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rewritten t.p 3/3"),
    Case(
      "a table put into another", people + "CREATE TABLE u (id INTEGER PRIMARY KEY, a TEXT, b TEXT);",
      "CREATE TABLE all_of_them (a TEXT, b TEXT); INSERT INTO all_of_them SELECT a, b FROM t; INSERT INTO all_of_them SELECT a, b FROM u; DROP TABLE u; DROP TABLE t;",
      "tableDropped t 3/3 all_of_them"),
  ]

  static let family = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE);
    CREATE TABLE s (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE SET NULL);
    INSERT INTO p VALUES (1, 'a'), (2, 'b'); INSERT INTO c VALUES (1, 1), (2, 1), (3, NULL); INSERT INTO s VALUES (1, 2);
    """
  static let anew =
    "CREATE TABLE n (id INTEGER PRIMARY KEY, n TEXT NOT NULL); INSERT INTO n SELECT id, n FROM p; DROP TABLE p; ALTER TABLE n RENAME TO p;"

  static let lost: [Case] = [
    Case("foreign keys off", family, anew),
    Case(
      "a cascade", family, anew, foreignKeys: true,
      "rowsLost c 2/3 CASCADE of p", "becameNull s.p 1/1 SET NULL of p"),
    Case(
      "a DELETE and what follows from it", family, "DELETE FROM p WHERE id = 1", foreignKeys: true,
      "rowsLost c 2/3 CASCADE of p", "rowsDeleted p 1/2"),
    Case(
      "a DELETE of all parents, and of all children", family, "DELETE FROM p; DELETE FROM c", foreignKeys: true,
      "rowsDeleted c 3/3", "rowsDeleted p 2/2", "becameNull s.p 1/1 SET NULL of p"),
    Case(
      "values that an UPDATE has changed, and that are put into another table",
      "CREATE TABLE k (id INTEGER PRIMARY KEY, unit TEXT, n INTEGER); INSERT INTO k VALUES (1, 'a', 4), (2, 'b', 7);",
      "UPDATE k SET n = n + 1; CREATE TABLE c (k INTEGER PRIMARY KEY, n INTEGER); INSERT INTO c SELECT id, n FROM k; CREATE TABLE m (id INTEGER PRIMARY KEY, unit TEXT); INSERT INTO m SELECT id, unit FROM k; DROP TABLE k; ALTER TABLE m RENAME TO k;",
      "columnDropped k.n 2/2"),
    Case(
      "a table that is made anew without its rows", family,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE); DROP TABLE c; ALTER TABLE n RENAME TO c;",
      foreignKeys: true, "rowsLost c 3/3"),
    Case(
      "a table that is made anew after a DELETE of its rows", family,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE); DELETE FROM c; DROP TABLE c; ALTER TABLE n RENAME TO c;",
      foreignKeys: true, "rowsDeleted c 3/3"),
    Case(
      "numbers of rows to which others refer by another column",
      "CREATE TABLE p (id INTEGER PRIMARY KEY, k TEXT UNIQUE); CREATE TABLE c (id INTEGER PRIMARY KEY, k REFERENCES p (k)); INSERT INTO p VALUES (2, 'a'), (5, 'b'); INSERT INTO c VALUES (1, 'b');",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, k TEXT UNIQUE); INSERT INTO n (k) SELECT k FROM p ORDER BY id; DROP TABLE p; ALTER TABLE n RENAME TO p;"
    ),
    Case(
      "a copy of another column over empty texts",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO t VALUES (1, '', 'x'), (2, '', 'y'), (3, '', 'z');",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n SELECT id, b, b FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rewritten t.a 3/3"
    ),
    Case(
      "a copy with a WHERE", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n SELECT * FROM t WHERE a NOT NULL; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/3 WHERE"),
    Case(
      "a copy with a WHERE that is NULL", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n SELECT * FROM t WHERE a <> ''; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLost t 1/3 WHERE"),
    Case(
      "a copy with a JOIN", people,
      "CREATE TABLE g (id INTEGER PRIMARY KEY); INSERT INTO g VALUES (1); CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n SELECT t.id, t.a, t.b FROM t JOIN g ON g.id = t.id; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLost t 2/3 JOIN"),
    Case(
      "a copy that passes over", "CREATE TABLE t (a); INSERT INTO t VALUES (1), (1), (2);",
      "CREATE TABLE n (a UNIQUE); INSERT OR IGNORE INTO n SELECT a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/3 OR IGNORE"),
    Case(
      "a copy that passes over rows with other values", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT UNIQUE, b TEXT); INSERT INTO n VALUES (9, 'x', 'nine'); INSERT OR IGNORE INTO n SELECT * FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLost t 1/3 OR IGNORE"),
    Case(
      "a copy with a WHERE that compares", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n SELECT * FROM t WHERE a <> 'x'; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/3 WHERE", "rowsLost t 1/3 WHERE"),
    Case(
      "a copy with a WHERE that also names NULL", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n SELECT * FROM t WHERE a <> 'x' OR a IS NULL; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/3 WHERE"),
    Case(
      "a copy without a list that has NULL", people,
      "CREATE TABLE g (x); INSERT INTO g VALUES (NULL); CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n SELECT * FROM t WHERE id NOT IN (SELECT x FROM g); DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLost t 3/3 WHERE"),
    Case(
      "a copy with one row of each group",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 1), (3, 2);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a UNIQUE); INSERT INTO n SELECT id, a FROM t GROUP BY a; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/3 GROUP BY"),
    Case(
      "a copy with the lowest number of each group",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 1), (3, 2);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a); INSERT INTO n SELECT * FROM t WHERE id IN (SELECT min(id) FROM t GROUP BY a); DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/3 WHERE"),
    Case(
      "a copy with the first number of each partition",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 1), (3, 2);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a); INSERT INTO n SELECT id, a FROM (SELECT *, row_number() OVER (PARTITION BY a ORDER BY id) AS i FROM t) WHERE i = 1; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/3 ROW_NUMBER"),
    Case(
      "a copy without what has a lower number",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 1), (3, 2);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a); INSERT INTO n SELECT * FROM t WHERE NOT EXISTS (SELECT 1 FROM t AS o WHERE o.a = t.a AND o.id < t.id); DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/3 WHERE"),
    Case(
      "a copy with the rows of a reference",
      "CREATE TABLE g (id INTEGER PRIMARY KEY); INSERT INTO g VALUES (1); CREATE TABLE t (id INTEGER PRIMARY KEY, g INT); INSERT INTO t VALUES (1, 1), (2, 7), (3, NULL);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, g INT); INSERT INTO n SELECT t.* FROM t JOIN g ON g.id = t.g; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/3 JOIN", "rowsLost t 1/3 JOIN"),
    Case(
      "a copy with the rows of a reference, by a comma",
      "CREATE TABLE g (id INTEGER PRIMARY KEY); INSERT INTO g VALUES (1); CREATE TABLE t (id INTEGER PRIMARY KEY, g INT); INSERT INTO t VALUES (1, 1), (2, 7);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, g INT); INSERT INTO n SELECT t.* FROM t, g WHERE g.id = t.g; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/2 JOIN+WHERE"),
    Case(
      "a LEFT JOIN that a WHERE makes an inner one",
      "CREATE TABLE g (id INTEGER PRIMARY KEY, n); INSERT INTO g VALUES (1, 1); CREATE TABLE t (id INTEGER PRIMARY KEY, g INT); INSERT INTO t VALUES (1, 1), (2, 7);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, g INT); INSERT INTO n SELECT t.* FROM t LEFT JOIN g ON g.id = t.g WHERE g.n = 1; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLost t 1/2 WHERE"),
    Case(
      "a LEFT JOIN for rows without a partner",
      "CREATE TABLE g (id INTEGER PRIMARY KEY, n); INSERT INTO g VALUES (1, 1); CREATE TABLE t (id INTEGER PRIMARY KEY, g INT); INSERT INTO t VALUES (1, 1), (2, 7);",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, g INT); INSERT INTO n SELECT t.* FROM t LEFT JOIN g ON g.id = t.g WHERE g.id IS NULL; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLeftOut t 1/2 WHERE"),
    Case(
      "a column whose values another table gets", people,
      "CREATE TABLE u (t INT, v TEXT); INSERT INTO u SELECT id, b FROM t WHERE b <> ''; ALTER TABLE t DROP COLUMN b;",
      "columnDropped t.b 3/3"),
    Case(
      "a column of whose values another table gets none", people,
      "CREATE TABLE u (t INT, v TEXT); INSERT INTO u SELECT id, 'x' FROM t WHERE b <> ''; ALTER TABLE t DROP COLUMN b;",
      "columnDropped t.b 3/3", "notMoved t.b 3/3 u"),
    Case(
      "a column of whose values another table gets some", people,
      "CREATE TABLE u (t INT, v TEXT); INSERT INTO u SELECT id, b FROM t WHERE id > 1; CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO n SELECT id, a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "columnDropped t.b 3/3", "notMoved t.b 1/3 u"),
    Case(
      "a column that an expression puts into another table", people,
      "CREATE TABLE u (t INT, v TEXT); INSERT INTO u SELECT id, upper(b) FROM t; ALTER TABLE t DROP COLUMN b;",
      "columnDropped t.b 3/3"),
    Case(
      "a column of whose values two tables get all", people,
      "CREATE TABLE u (v TEXT); CREATE TABLE w (v TEXT); INSERT INTO u SELECT b FROM t WHERE id = 1; INSERT INTO w SELECT b FROM t WHERE id > 1; ALTER TABLE t DROP COLUMN b;",
      "columnDropped t.b 3/3"),
    Case(
      "a column that another table has nothing of", people,
      "CREATE TABLE u (v TEXT); INSERT INTO u SELECT a FROM t WHERE id = 1; ALTER TABLE t DROP COLUMN b;",
      "columnDropped t.b 3/3"),
    Case(
      "a column merged with another in a copy", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO n SELECT id, a || ' ' || b FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "columnDropped t.b 3/3", "merged t.a 2/2 b"),
    Case(
      "a column that replaces an empty one",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, '', 'x'), (2, 'y', 'z');",
      "UPDATE t SET a = b WHERE a = ''", "merged t.a 1/2 b"),
    Case(
      "two columns merged into a new one",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 'v', 'x'), (2, 'y', ''), (3, 'w', 'z');",
      "ALTER TABLE t ADD COLUMN c; UPDATE t SET c = a WHERE a <> ''; UPDATE t SET c = b WHERE b <> ''; ALTER TABLE t DROP COLUMN a; ALTER TABLE t DROP COLUMN b;",
      "columnDropped t.b 3/3 c", "merged t.a 2/3 b"),
    Case(
      "no copy", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "rowsLost t 3/3"),
    Case(
      "a column that the copy forgot", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n (id, a) SELECT id, a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "notCopied t.b 3/3"),
    Case(
      "a column lost on the way out and back", people,
      "CREATE TABLE k AS SELECT id, a FROM t; DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO t (id, a) SELECT * FROM k; DROP TABLE k;",
      "notCopied t.b 3/3"),
    Case(
      "NULL in place of a column", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n SELECT id, a, NULL FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "becameNull t.b 3/3"),
    Case(
      "a constant in place of a column", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO n SELECT id, a, 'z' FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "becameConstant t.b 3/3"),
    Case("an UPDATE without its WHERE", people, "UPDATE t SET b = 'admin'", "becameConstant t.b 3/3"),
    Case(
      "a text cut",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT); INSERT INTO t VALUES (1, 'abcdefgh'), (2, 'abcdefghi'), (3, 'ab')",
      "UPDATE t SET n = substr(n, 1, 5)", "truncated t.n 2/3"),
    Case(
      "digits cut",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n REAL); INSERT INTO t VALUES (1, 1.5), (2, 2.0), (3, 7.25)",
      "CREATE TABLE x (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO x SELECT id, CAST(n AS INTEGER) FROM t; DROP TABLE t; ALTER TABLE x RENAME TO t;",
      "storageClassChanged t.n 1/3", "digitsLost t.n 2/3"),
    Case(
      "a class lost",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT); INSERT INTO t VALUES (1, '007'), (2, '1e5'), (3, 'x'), (4, '8')",
      "CREATE TABLE x (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO x SELECT * FROM t; DROP TABLE t; ALTER TABLE x RENAME TO t;",
      "storageClassChanged t.n 1/4", "storageClassLost t.n 2/4"),
    Case(
      "two columns exchanged by SELECT *", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, b TEXT, a TEXT); INSERT INTO n SELECT * FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "moved t.b 3/3 a", "moved t.a 3/2 b"),
    Case(
      "another column in the place of one", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO n (id, a) SELECT id, b FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "columnDropped t.b 3/3", "moved t.a 3/2 b"),
    Case(
      "a misspelt name", people,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, bb TEXT); INSERT INTO n SELECT id, \"aa\", b FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "filledWithName t.a 3/2 aa"),
    Case(
      "a misspelt name in a new column",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, 'x'), (2, 'y');",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO n SELECT id, \"nmae\" FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "columnDropped t.name 2/2", "filledWithName t.title 2/2 nmae"),
    Case(
      "a column's own name",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, e_mail TEXT); INSERT INTO t VALUES (1, 'x'), (2, 'y');",
      "ALTER TABLE t ADD COLUMN email TEXT; UPDATE t SET email = \"email\" || ''; UPDATE t SET e_mail = \"email\";",
      "rewritten t.e_mail 2/2"),
    Case(
      "numbers that can be given again",
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a); INSERT INTO t VALUES (1, 1), (9, 9); DELETE FROM t WHERE id = 9;",
      "CREATE TABLE n (id INTEGER PRIMARY KEY AUTOINCREMENT, a); INSERT INTO n SELECT * FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;",
      "sequenceLost t 8/9"),
  ]

  /// Two tables that delete rows of `c` with theirs.
  static let parents = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT);
    CREATE TABLE q (id INTEGER PRIMARY KEY, n TEXT);
    CREATE TABLE c (
      id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE, q REFERENCES q ON DELETE CASCADE,
      c REFERENCES c ON DELETE CASCADE);
    INSERT INTO p VALUES (1, 'a'), (2, 'b'); INSERT INTO q VALUES (1, 'a'), (2, 'b');
    INSERT INTO c VALUES (1, 1, 2, NULL), (2, 2, 2, 1), (3, 1, NULL, NULL), (4, NULL, 1, NULL);
    """
  static func anew(_ table: String) -> String {
    "CREATE TABLE n (id INTEGER PRIMARY KEY, n TEXT NOT NULL); INSERT INTO n SELECT id, n FROM \(table); DROP TABLE \(table); ALTER TABLE n RENAME TO \(table);"
  }

  static let cascades: [Case] = [
    Case("the first parent is made anew", parents, anew("p"), foreignKeys: true, "rowsLost c 3/4 CASCADE of p"),
    Case("the second parent is made anew", parents, anew("q"), foreignKeys: true, "rowsLost c 3/4 CASCADE of q"),
    Case(
      "the second parent is emptied and filled again", parents,
      "CREATE TABLE k AS SELECT * FROM q; DELETE FROM q; INSERT INTO q SELECT * FROM k; DROP TABLE k;",
      foreignKeys: true, "rowsLost c 3/4 CASCADE of q"),
    Case(
      "a row of the second parent is replaced", parents, "INSERT OR REPLACE INTO q VALUES (2, 'B');",
      foreignKeys: true, "rowsLost c 2/4 CASCADE of q", "rewritten q.n 1/2"),
    Case(
      "a row of the second parent is deleted by a trigger", parents,
      "CREATE TEMP TRIGGER t AFTER UPDATE ON p BEGIN DELETE FROM q WHERE id = 2; END; UPDATE p SET n = 'A' WHERE id = 1; DROP TRIGGER t;",
      foreignKeys: true, "rowsLost c 2/4 CASCADE of q", "rewritten p.n 1/2", "rowsLost q 1/2"),
    Case(
      "a parent that is no longer referred to is dropped", parents,
      "CREATE TABLE m (id INTEGER PRIMARY KEY, q REFERENCES q ON DELETE CASCADE); INSERT INTO m SELECT id, q FROM c; DROP TABLE c; ALTER TABLE m RENAME TO c; DROP TABLE p; \(anew("q"))",
      foreignKeys: true, "columnDropped c.p 3/3", "columnDropped c.c 1/1", "rowsLost c 3/4 CASCADE of q",
      "tableDropped p 2/2"),
    Case(
      "both parents are made anew", parents, anew("p") + anew("q"), foreignKeys: true,
      "rowsLost c 4/4 CASCADE of q+p"),
    Case(
      "either parent can be the cause", parents + "DELETE FROM c WHERE p IS NULL OR q IS NULL;", anew("p") + anew("q"),
      foreignKeys: true, "rowsLost c 2/2 CASCADE of q+p"),
    Case(
      "no parent can be the cause", parents + "INSERT INTO c (id) VALUES (5);",
      "CREATE TEMP TRIGGER t AFTER INSERT ON p BEGIN DELETE FROM c WHERE id = 5; END; INSERT INTO p VALUES (3, 'c');",
      foreignKeys: true, "rowsLost c 1/5"),
    Case(
      "a row of the table itself is deleted", parents, "DELETE FROM c WHERE id = 1", foreignKeys: true,
      "rowsDeleted c 1/4", "rowsLost c 1/4 CASCADE of c"),
    Case(
      "rows without a key",
      "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT); CREATE TABLE q (id INTEGER PRIMARY KEY, n TEXT); CREATE TABLE c (p REFERENCES p ON DELETE CASCADE, q REFERENCES q ON DELETE CASCADE); INSERT INTO p VALUES (1, 'a'); INSERT INTO q VALUES (1, 'a'); INSERT INTO c VALUES (1, 1), (1, 1), (1, NULL);",
      "CREATE TABLE m (q REFERENCES q ON DELETE CASCADE, p REFERENCES p ON DELETE CASCADE); INSERT INTO m (p, q) SELECT p, q FROM c; DROP TABLE c; ALTER TABLE m RENAME TO c; \(anew("q"))",
      foreignKeys: true, "rowsLost c 2/3 CASCADE of q"),
  ]

  @Test("kept rows, intended changes and lost values are distinguished", arguments: kept + meant + lost + cascades)
  func changes(example: Case) throws {
    let old = try ScratchDatabase(tracking: .none)
    try old.execute(example.before)
    let file = try old.file()
    let new = try ScratchDatabase(file: file, tracking: .none, foreignKeys: example.foreignKeys)
    var lineage = try new.lineage()
    try new.execute(example.migration)
    let deleted =
      example.migration.contains("DELETE")
      ? [
        try old.rows("SELECT 1 FROM \(example.before.contains("TABLE p") ? "p WHERE id = 1" : "t WHERE id > 1")").count
      ] : []
    lineage.follow(example.migration, named: "m", deleted: deleted)
    let found = try new.changes(since: .bytes(file), lineage: lineage, foreignKeys: example.foreignKeys)
    #expect(found.changes.map(\.line) == example.changes)
    #expect(found.gaps.isEmpty)
    // Some of the changes can be found again without comparing every table.
    let subjects = Set(found.changes.map(\.subject))
    let again = try new.changes(
      since: .bytes(old.reducedImage() ?? file), lineage: lineage, foreignKeys: example.foreignKeys, of: subjects)
    #expect(again.changes.filter { subjects.contains($0.subject) }.map(\.line) == example.changes)
  }

  @Test("if several scripts delete rows and it is not known how many, one change names all of them")
  func uncountedDeletions() throws {
    let old = try ScratchDatabase(tracking: .none)
    try old.execute(Self.people)
    let file = try old.file()
    let new = try ScratchDatabase(file: file, tracking: .none, foreignKeys: false)
    var lineage = try new.lineage()
    for (name, row) in [("one", 1), ("two", 5)] {
      try new.execute("DELETE FROM t WHERE id = \(row)")
      lineage.follow("DELETE FROM t", named: name)
    }
    let changes = try new.changes(since: .bytes(file), lineage: lineage, foreignKeys: false).changes
    #expect(changes.map(\.line) == ["rowsDeleted t 2/3"])
    #expect(changes.first?.scripts == ["one", "two"])
  }

  @Test("a deletion of some rows of a table does not explain why other rows are missing")
  func deletionsOfSomeRows() throws {
    let old = try ScratchDatabase(tracking: .none)
    try old.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, kind INTEGER, a TEXT);
      INSERT INTO t VALUES (1, 1, 'x'), (2, 2, 'y'), (3, 2, 'z'), (4, 1, 'w'), (5, 3, 'v');
      """)
    let file = try old.file()
    let new = try ScratchDatabase(file: file, tracking: .none, foreignKeys: false)
    var lineage = try new.lineage()
    try new.execute("DELETE FROM t WHERE kind <> 3 AND id <> 4")
    lineage.delete(from: "t", RowLineage.EarlierRows(column: "kind", values: [2, 3]), named: "stage", index: 0)
    let changes = try new.changes(since: .bytes(file), lineage: lineage, foreignKeys: false).changes
    #expect(changes.map(\.line) == ["rowsDeleted t 2/5", "rowsLost t 1/5"])
    #expect(changes.map(\.samples) == [[], []])
  }

  @Test("the reduced image has all tables with their rows and unique indexes, and nothing else")
  func reducedImage() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE, b TEXT);
      CREATE INDEX one ON t (a);
      CREATE UNIQUE INDEX two ON t (b);
      CREATE VIEW v AS SELECT a FROM t;
      CREATE TRIGGER first INSTEAD OF INSERT ON v BEGIN INSERT INTO t (a) VALUES (NEW.a); END;
      CREATE TRIGGER second AFTER INSERT ON t BEGIN DELETE FROM t WHERE id > 3; END;
      INSERT INTO t VALUES (1, 'x', 'y');
      """)
    let reduced = try ScratchDatabase(file: database.reducedImage(), tracking: .none)
    #expect(try reduced.rows("SELECT name FROM sqlite_master WHERE sql NOT NULL ORDER BY name") == [["t"], ["two"]])
    #expect(try reduced.rows("SELECT * FROM t") == [["1", "x", "y"]])
  }
}

extension DataChange {
  fileprivate var line: String {
    let why: String? =
      switch cause {
      case .copy(let words): words.joined(separator: "+")
      case .action(let action, let parents): "\(action) of \(parents.joined(separator: "+"))"
      case nil: nil
      }
    let place = table.text + (column.map { ".\($0)" } ?? "")
    return (["\(kind.rawValue) \(place) \(count)/\(total)"] + [other?.text, why].compactMap { $0 }).joined(
      separator: " ")
  }
}
