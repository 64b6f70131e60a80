import SQLiteSyntax
import Testing

/// A schema, what has to be true of its rows, and what they do not reach.
struct PopulationCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let schema: String
  /// Queries that give 1.
  let holds: [String]
  let gaps: [String]

  init(_ description: String, _ schema: String, _ holds: String..., gaps: [String] = []) {
    testDescription = description
    self.schema = schema
    self.holds = holds
    self.gaps = gaps
  }
}

extension PopulationCase {
  static let columns = [
    PopulationCase(
      "a column that may be NULL is so in some rows and not in others",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b INT, c REAL, d BLOB, e DATETIME)",
      "SELECT min(count(a), count(b), count(c), count(d), count(e)) > 5 AND max(count(a), count(b), count(c)) < 36 FROM t",
      "SELECT count(*) = 1 FROM t WHERE coalesce(a, b, c, d, e) IS NULL",
      "SELECT count(*) > 0 FROM t WHERE a NOT NULL AND b NOT NULL AND c NOT NULL AND d NOT NULL AND e NOT NULL"),
    PopulationCase(
      "values have the storage class of their column",
      "CREATE TABLE t (a INTEGER, b TEXT, c REAL, d BLOB, e VARCHAR(9), f BIGINT, g DOUBLE PRECISION, h BOOLEAN, i NUMERIC(9, 3), j DATETIME)",
      """
      SELECT count(*) = 0 FROM t WHERE typeof(a) NOT IN ('null', 'integer') OR typeof(b) NOT IN ('null', 'text')
        OR typeof(c) NOT IN ('null', 'real') OR typeof(d) NOT IN ('null', 'blob') OR typeof(e) NOT IN ('null', 'text')
        OR typeof(f) NOT IN ('null', 'integer') OR typeof(g) NOT IN ('null', 'real')
        OR coalesce(h, 0) NOT IN (0, 1) OR typeof(i) NOT IN ('null', 'integer', 'real') OR datetime(j) IS NOT j
      """, "SELECT max(length(e)) BETWEEN 1 AND 9 FROM t"),
    PopulationCase(
      "a STRICT table has rows of each type",
      "CREATE TABLE t (a INT NOT NULL, b INTEGER, c REAL, d TEXT, e BLOB, f ANY, created_at INTEGER, is_on INT) STRICT",
      "SELECT count(*) = 40 AND count(DISTINCT typeof(f)) > 1 FROM t", "SELECT max(is_on) = 1 FROM t"),
    PopulationCase(
      "texts are empty, long, not ASCII, look like numbers, have quotes and newlines",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT NOT NULL)",
      """
      SELECT min(length(body)) = 0 AND max(length(body)) > 300 AND sum(body GLOB '*[^ -~]*') > 0
        AND sum(body GLOB '[0-9]*' AND body = body + 0.0 || '') >= 0 AND sum(body GLOB '0[0-9]*') > 0
        AND sum(instr(body, char(10))) > 0 AND sum(instr(body, '''')) > 0 FROM t
      """, "SELECT count(DISTINCT body) < count(*) FROM t"),
    PopulationCase(
      "whole numbers are more than 32 bits and a REAL hold, and below 0",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER NOT NULL)",
      "SELECT min(x) < -9007199254740992 AND max(x) > 9007199254740992 AND sum(x) > 0 FROM t",
      "SELECT sum(CAST(CAST(x AS REAL) AS INTEGER) <> x) > 0 FROM t"),
    PopulationCase(
      "a rowid has gaps, and a big one is last",
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a)",
      "SELECT min(id) = 1 AND max(id) > 4294967296 AND (SELECT count(*) FROM t AS o WHERE id < 100) < (SELECT max(id) FROM t WHERE id < 1000) FROM t",
      "SELECT seq = (SELECT max(id) FROM t) FROM sqlite_sequence"),
    PopulationCase(
      "names tell what is in a column",
      """
      CREATE TABLE t (email TEXT, home_url TEXT, uuid TEXT, created_at INTEGER, updated_at TEXT, is_admin INTEGER,
        price INTEGER, metadata TEXT, color TEXT, ip TEXT, lang TEXT, birth_date TEXT)
      """,
      """
      SELECT count(*) = 0 FROM t WHERE email NOT LIKE '%_@_%._%' OR home_url NOT LIKE 'https://%' OR length(uuid) <> 36
        OR created_at NOT BETWEEN 1600000000 AND 1800000000 OR datetime(updated_at) IS NOT updated_at
        OR is_admin NOT IN (0, 1) OR price NOT BETWEEN 0 AND 1000000 OR (metadata NOT NULL AND NOT json_valid(metadata))
        OR color NOT GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]' OR length(ip) < 7 OR length(lang) > 7
        OR date(birth_date) IS NOT birth_date
      """),
    PopulationCase(
      "moments have the form of the default",
      """
      CREATE TABLE t (a DATETIME DEFAULT (strftime('%s', 'now')), b INTEGER DEFAULT (unixepoch() * 1000),
        c TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')), d DATE DEFAULT CURRENT_DATE,
        e TIMESTAMP DEFAULT '1970-01-01 00:00:00.000+00:00')
      """,
      """
      SELECT count(*) = 0 FROM t WHERE a NOT BETWEEN 946684800 AND 1800000000
        OR b NOT BETWEEN 946684800000 AND 1800000000000
        OR c NOT GLOB '????-??-??T??:??:??Z' OR date(d) IS NOT d OR e NOT GLOB '????-??-?? ??:??:??.000+00:00'
      """, "SELECT count(DISTINCT a) > 20 AND count(DISTINCT e) > 20 FROM t"),
    PopulationCase(
      "a default is used and overridden",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER NOT NULL DEFAULT 7, label TEXT DEFAULT 'none', state TEXT DEFAULT 'new')",
      "SELECT sum(n = 7) > 0 AND sum(n <> 7) > 20 AND sum(label = 'none') > 0 AND sum(label <> 'none') > 10 FROM t",
      "SELECT sum(state = 'new') > 0 AND count(DISTINCT state) > 2 FROM t"),
    PopulationCase(
      "two columns of a row never have the same value",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c INT, d INT, e REAL, f REAL, g DATETIME, h DATETIME, i TEXT NOT NULL, j TEXT NOT NULL, k UUID, l UUID)",
      "SELECT count(*) = 0 FROM t WHERE a = b OR c = d OR e = f OR g = h OR i = j OR a = i OR b = j OR id = c OR k = l"),
    PopulationCase(
      "two flags are not the same in all rows",
      "CREATE TABLE t (a BOOLEAN NOT NULL, b BOOLEAN NOT NULL, c BOOLEAN)",
      "SELECT sum(a <> b) > 5 AND sum(b <> c) > 5 AND sum(a <> c) > 5 AND sum(a = b) > 5 FROM t"),
    PopulationCase(
      "a generated column is not set",
      "CREATE TABLE t (a INTEGER, b INTEGER AS (a * 2), c INTEGER GENERATED ALWAYS AS (a + 1) STORED UNIQUE)",
      "SELECT count(*) = 40 AND sum(b = a * 2) > 20 FROM t"),
  ]

  static let keys = [
    PopulationCase(
      "UNIQUE", "CREATE TABLE t (a TEXT UNIQUE, b INT UNIQUE, c VARCHAR(2) UNIQUE NOT NULL, UNIQUE (a, b))",
      "SELECT count(*) = 40 AND count(DISTINCT c) = 40 FROM t"),
    PopulationCase(
      "a key of several columns has the same value in one of them",
      "CREATE TABLE t (a INT NOT NULL, b TEXT NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID",
      "SELECT count(*) = 40 AND count(DISTINCT a) < 40 FROM t"),
    PopulationCase(
      "a unique index on an expression",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL); CREATE UNIQUE INDEX i ON t (lower(name))",
      "SELECT count(*) = 40 FROM t"),
    PopulationCase(
      "a unique index on a part of the rows",
      "CREATE TABLE t (g INT CHECK (g IN (1, 2, 3)), is_default INTEGER NOT NULL DEFAULT 0); CREATE UNIQUE INDEX i ON t (g) WHERE is_default = 1",
      "SELECT count(*) = 40 AND sum(is_default) > 0 FROM t"),
    PopulationCase(
      "keys of no more values than there are",
      "CREATE TABLE t (kind TEXT PRIMARY KEY CHECK (kind IN ('a', 'b', 'c')), v)", "SELECT count(*) = 3 FROM t"),
    PopulationCase(
      "one row at most", "CREATE TABLE t (id INTEGER PRIMARY KEY CHECK (id = 1), v NOT NULL)",
      "SELECT count(*) = 1 FROM t"),
    PopulationCase(
      "what a conflict clause would take away is not written",
      "CREATE TABLE t (a INT UNIQUE ON CONFLICT ROLLBACK CHECK (a < 5 AND a > 0), b NOT NULL ON CONFLICT REPLACE DEFAULT 3)",
      "SELECT count(DISTINCT a) = 4 FROM t"),
  ]

  static let checks = [
    PopulationCase(
      "every word of a list is there",
      "CREATE TABLE t (a TEXT CHECK (a IN ('x', 'y', 'z')), b TEXT NOT NULL CHECK (b = 'p' OR b = 'q' OR b IN ('r')), c INT CHECK (c IS NULL OR c IN (10, 20)))",
      "SELECT count(DISTINCT a) = 3 AND count(DISTINCT b) = 3 AND count(DISTINCT c) = 2 FROM t"),
    PopulationCase(
      "bounds, both of which are reached",
      "CREATE TABLE t (a INT CHECK (a BETWEEN 1 AND 5), b REAL CHECK (b >= 0 AND b < 1), c INT CHECK (c > 1000000), d INT NOT NULL CHECK (-3 <= d AND d <= 3))",
      "SELECT min(a) = 1 AND max(a) = 5 AND min(d) = -3 AND max(d) = 3 AND count(*) = 40 FROM t"),
    PopulationCase(
      "lengths",
      "CREATE TABLE t (a TEXT CHECK (length(a) = 3), b TEXT NOT NULL CHECK (length(b) BETWEEN 5 AND 7), c TEXT CHECK (length(trim(c)) > 0), d BLOB CHECK (length(d) = 16))",
      "SELECT count(*) = 40 AND count(a) > 20 AND count(DISTINCT b) > 20 FROM t"),
    PopulationCase(
      "patterns",
      """
      CREATE TABLE t (a TEXT CHECK (a LIKE 'ab%'), b TEXT CHECK (b GLOB '[A-Z][0-9][0-9]-*'),
        c TEXT CHECK (c NOT GLOB '*[^0-9a-f]*'), email TEXT CHECK (email LIKE '%_@__%.__%'),
        d TEXT CHECK (d GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'), code TEXT UNIQUE CHECK (code LIKE '__\\__' ESCAPE '\\'))
      """,
      "SELECT count(*) = 40 AND count(DISTINCT b) > 20 AND count(DISTINCT c) > 20 AND count(DISTINCT email) > 20 AND count(DISTINCT d) > 5 FROM t"
    ),
    PopulationCase(
      "JSON",
      "CREATE TABLE t (a TEXT NOT NULL CHECK (json_valid(a)), b JSON DEFAULT '[]', c TEXT CHECK (json_valid(c)), d TEXT CHECK (json_type(d) = 'array'))",
      "SELECT count(*) = 40 AND count(DISTINCT json_type(a)) = 1 AND sum(json_type(b) <> 'array') = 0 FROM t"),
    PopulationCase(
      "storage classes",
      "CREATE TABLE t (a CHECK (typeof(a) = 'integer'), b NOT NULL CHECK (typeof(b) IN ('text')), c CHECK (c IS NULL OR typeof(c) = 'real'))",
      "SELECT count(*) = 40 AND sum(typeof(b) = 'text') = 40 FROM t"),
    PopulationCase(
      "what must not be NULL", "CREATE TABLE t (a TEXT CHECK (a IS NOT NULL), b INT CHECK (b NOT NULL AND b <> 3))",
      "SELECT count(*) = 40 AND count(a) = 40 AND count(b) = 40 FROM t"),
    PopulationCase(
      "moments",
      "CREATE TABLE t (a TEXT CHECK (datetime(a) IS NOT NULL), b TEXT CHECK (b = date(b)), c TEXT CHECK (c IS strftime('%Y-%m-%d %H:%M:%S', c)))",
      "SELECT count(*) = 40 AND count(DISTINCT b) > 20 FROM t"),
    PopulationCase(
      "letter case", "CREATE TABLE t (a TEXT NOT NULL CHECK (a = lower(a)), b TEXT CHECK (b = upper(b)))",
      "SELECT count(*) = 40 AND count(DISTINCT a) > 20 FROM t"),
    PopulationCase(
      "one column beside another",
      """
      CREATE TABLE t (start_at INT, end_at INT, low INT, high INT, a TEXT, b TEXT, kind TEXT NOT NULL CHECK (kind IN ('x', 'y')), ref TEXT,
        CHECK (start_at < end_at), CHECK (low <= high), CHECK ((a IS NULL) <> (b IS NULL)), CHECK (kind <> 'x' OR ref IS NOT NULL))
      """, "SELECT count(*) = 40 AND count(DISTINCT kind) = 2 AND count(a) > 3 AND count(b) > 3 FROM t"),
    PopulationCase(
      "a function of the application", "CREATE TABLE t (a TEXT CHECK (is_fine(a, 3) <> 'never'), b TEXT)",
      "SELECT count(*) = 40 FROM t"),
    PopulationCase(
      "a CHECK that no row can have", "CREATE TABLE t (a INT NOT NULL CHECK (a * 0 = 1))", "SELECT count(*) = 0 FROM t",
      gaps: ["t -: has no rows: CHECK constraint failed: a * 0 = 1"]),
    PopulationCase(
      "a word that another CHECK forbids",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL CHECK (a IN ('x', 'y')), CONSTRAINT never_y CHECK (a || '' <> 'y'))",
      "SELECT count(*) > 10 FROM t", gaps: ["t a: is never 'y': CHECK constraint failed: never_y"]),
  ]

  static let references = [
    PopulationCase(
      "parents with no, one and several children",
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (id INTEGER PRIMARY KEY, p INT NOT NULL REFERENCES p, q INT REFERENCES p (id))",
      "SELECT count(*) = 40 AND count(q) BETWEEN 10 AND 39 FROM c",
      "SELECT count(*) = 0 FROM c WHERE p = q OR p = id OR q = id"),
    PopulationCase(
      "a table that refers to itself",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, up INT REFERENCES t, top INT NOT NULL REFERENCES t)",
      "SELECT count(*) = 40 AND sum(up >= id) = 0 FROM t"),
    PopulationCase(
      "keys of several columns, one of them shared",
      """
      CREATE TABLE tenants (id INTEGER PRIMARY KEY);
      CREATE TABLE users (tenant INT NOT NULL REFERENCES tenants, n INT NOT NULL, PRIMARY KEY (tenant, n));
      CREATE TABLE posts (id INTEGER PRIMARY KEY, tenant INT NOT NULL REFERENCES tenants, author INT NOT NULL, reader INT,
        FOREIGN KEY (tenant, author) REFERENCES users, FOREIGN KEY (tenant, reader) REFERENCES users (tenant, n))
      """, "SELECT count(*) = 40 AND count(reader) > 3 FROM posts"),
    PopulationCase(
      "a parent's UNIQUE instead of its primary key",
      "CREATE TABLE p (id INTEGER PRIMARY KEY, code TEXT UNIQUE); CREATE TABLE c (code TEXT REFERENCES p (code))",
      "SELECT count(*) = 40 AND count(code) > 20 FROM c"),
    PopulationCase(
      "one to one",
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p INTEGER PRIMARY KEY REFERENCES p, note TEXT); CREATE TABLE d (p INT UNIQUE REFERENCES p)",
      "SELECT count(*) = 32 FROM c"),
    PopulationCase(
      "tables that refer to each other",
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, b INT REFERENCES b); CREATE TABLE b (id INTEGER PRIMARY KEY, a INT NOT NULL REFERENCES a);
      CREATE TABLE c (id INTEGER PRIMARY KEY, d INT NOT NULL REFERENCES d DEFERRABLE INITIALLY DEFERRED);
      CREATE TABLE d (id INTEGER PRIMARY KEY, c INT NOT NULL REFERENCES c)
      """, "SELECT count(*) = 40 AND count(b) BETWEEN 20 AND 39 FROM a", "SELECT count(*) = 40 FROM c",
      "SELECT count(*) = 40 FROM d"),
    PopulationCase(
      "many to many, each pair once",
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (id TEXT PRIMARY KEY);
      CREATE TABLE ab (a INT REFERENCES a, b TEXT REFERENCES b, PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE TABLE loose (a_id INT NOT NULL, b_id TEXT NOT NULL, created_at DATETIME)
      """, "SELECT count(*) = 40 FROM ab", "SELECT count(*) = 40 FROM (SELECT DISTINCT a_id, b_id FROM loose)",
      "SELECT count(*) = 0 FROM loose WHERE a_id NOT IN (SELECT id FROM a) OR b_id NOT IN (SELECT id FROM b)"),
    PopulationCase(
      "a parent that is not there",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, p INT REFERENCES nowhere); CREATE TABLE d (p INT NOT NULL REFERENCES nowhere99 (id))",
      "SELECT count(*) = 40 AND count(p) = 0 FROM c", "SELECT count(*) = 40 FROM d",
      gaps: ["c p: is never set: nowhere, to which it refers, does not exist"]),
    PopulationCase(
      "a parent that was renamed",
      "CREATE TABLE feed (id INTEGER PRIMARY KEY); CREATE TABLE cache (n TEXT, p INT NOT NULL REFERENCES feed_old99 (id)); CREATE TABLE d99 (p INT NOT NULL REFERENCES _feed_old (id))",
      "SELECT count(*) = 40 FROM cache", "SELECT count(*) = 40 AND sum(p IN (SELECT id FROM feed)) = 40 FROM d99"),
    PopulationCase(
      "a parent of one row",
      "CREATE TABLE p (id INTEGER PRIMARY KEY CHECK (id = 1)); CREATE TABLE c (p INT NOT NULL REFERENCES p)",
      "SELECT count(*) = 40 FROM c",
      gaps: ["c p: no row of p is referenced just once", "c p: no row of p is unreferenced"]),
  ]

  static let others = [
    PopulationCase(
      "Alembic's table, under a name of the project's",
      """
      CREATE TABLE users (id INTEGER PRIMARY KEY);
      CREATE TABLE shop_alembic_version (version_num VARCHAR(64) NOT NULL PRIMARY KEY);
      INSERT INTO shop_alembic_version VALUES ('a1');
      """, "SELECT count(*) = 1 FROM shop_alembic_version", "SELECT count(*) >= 30 FROM users"),
    PopulationCase(
      "triggers that insert elsewhere",
      """
      CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE settings (user_id INTEGER PRIMARY KEY REFERENCES users, theme TEXT NOT NULL DEFAULT 'x');
      CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT);
      CREATE TRIGGER g AFTER INSERT ON users BEGIN INSERT INTO settings (user_id) VALUES (new.id); INSERT INTO log (what) VALUES (new.name || ''); END;
      """, "SELECT count(*) >= 30 FROM users", "SELECT count(*) > 0 FROM settings",
      gaps: ["settings user_id: no row of users is unreferenced"]),
    PopulationCase(
      "triggers that refuse some rows",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, state TEXT NOT NULL, n INT NOT NULL);
      CREATE TRIGGER g BEFORE INSERT ON t WHEN new.state NOT IN ('on', 'off') BEGIN SELECT RAISE(ABORT, 'bad state'); END;
      CREATE TRIGGER h BEFORE INSERT ON t WHEN new.n % 2 = 1 BEGIN SELECT RAISE(ROLLBACK, 'odd'); END;
      """, "SELECT count(*) > 20 AND count(DISTINCT state) = 2 FROM t"),
    PopulationCase(
      "a trigger that refuses each row",
      "CREATE TABLE t (a); CREATE TRIGGER g BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, 'read only'); END; CREATE TABLE u (a); CREATE TRIGGER h BEFORE INSERT ON u BEGIN SELECT RAISE(IGNORE); END;",
      gaps: ["t -: has no rows: read only", "u -: has no rows: a trigger ignores the row"]),
    PopulationCase(
      "full text, of its own and of another table",
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
      CREATE VIRTUAL TABLE own USING fts5(a, b UNINDEXED);
      CREATE VIRTUAL TABLE fed USING fts5(title, body, content='notes', content_rowid='id');
      CREATE TRIGGER g AFTER INSERT ON notes BEGIN INSERT INTO fed (rowid, title, body) VALUES (new.id, new.title, new.body); END;
      CREATE VIRTUAL TABLE rebuilt USING fts5(title, content=notes, content_rowid=id);
      CREATE VIRTUAL TABLE old USING fts4(x);
      CREATE VIRTUAL TABLE words USING fts5vocab('own', 'row');
      """, "SELECT count(*) = 40 FROM own", "SELECT count(*) > 0 FROM rebuilt WHERE rebuilt MATCH 'title'",
      "SELECT count(*) > 0 FROM fed WHERE fed MATCH 'body'", "SELECT count(*) = 40 FROM old"),
    PopulationCase(
      "rtree",
      "CREATE VIRTUAL TABLE r USING rtree(id, x0, x1, y0, y1); CREATE VIRTUAL TABLE i USING rtree_i32(id, a, b)",
      "SELECT count(*) = 40 AND sum(x0 < x1) > 10 FROM r", "SELECT count(*) = 40 FROM i"),
    PopulationCase(
      "book-keeping tables and views have no rows of ours",
      "CREATE TABLE schema_migrations (version TEXT); CREATE TABLE t (a); CREATE VIEW v AS SELECT a FROM t",
      "SELECT count(*) = 0 FROM schema_migrations"),
    PopulationCase(
      "rows that are there stay",
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT UNIQUE); CREATE TABLE c (id INTEGER PRIMARY KEY, p INT NOT NULL REFERENCES p);
      INSERT INTO p VALUES (1, 'name 1'), (7, 'name Ø’7'); INSERT INTO c VALUES (3, 1), (4, 99);
      """, "SELECT count(*) = 42 FROM p", "SELECT count(*) = 42 AND sum(p = 99) = 1 FROM c"),
  ]
}
