import Foundation
import SQLiteData
import SQLiteSandbox
import SQLiteSyntax
import TestSupport
import Testing

@Suite("Population")
struct PopulationTests {
  @Test("columns contain values as applications write them", arguments: PopulationCase.columns)
  func columns(example: PopulationCase) throws { try check(example) }

  @Test("keys are satisfied", arguments: PopulationCase.keys)
  func keys(example: PopulationCase) throws { try check(example) }

  @Test("CHECK constraints are satisfied, and all allowed values occur", arguments: PopulationCase.checks)
  func checks(example: PopulationCase) throws { try check(example) }

  @Test("foreign keys refer to existing rows", arguments: PopulationCase.references)
  func references(example: PopulationCase) throws { try check(example) }

  @Test("triggers, virtual tables and existing rows are respected", arguments: PopulationCase.others)
  func others(example: PopulationCase) throws { try check(example) }

  private func check(_ example: PopulationCase) throws {
    let (database, coverage) = try populated(example.schema)
    for query in example.holds { #expect(try database.rows(query) == [["1"]], "\(query)") }
    let gaps = coverage.gaps.map { "\($0.table) \($0.column ?? "-"): \($0.reason)" }
    #expect(gaps == example.gaps)
    #expect(try database.integrityFailures() == [])
    if !example.schema.contains("99") { #expect(try database.foreignKeyViolations().isEmpty) }
  }

  @Test("the time for a row grows with the number of columns, not with its square")
  func manyColumns() throws {
    let growth = try growth(from: 300) { count in
      let columns = (0..<count).map { "c\($0) TEXT" }.joined(separator: ", ")
      return { () throws in _ = try populated("CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns))") }
    }
    #expect(growth < 8)
  }

  @Test("the same schema and seed give the same bytes, another seed gives others")
  func determinism() throws {
    let schema = (PopulationCase.columns + PopulationCase.keys).map(\.schema)[2...5].enumerated()
      .map { $1.replacing("TABLE t", with: "TABLE t\($0)") }.joined(separator: ";")
    let files = try ["a", "a", "b"].map { seed in
      let database = try ScratchDatabase(tracking: .none)
      try database.execute(schema)
      _ = try database.populate(Population(seed: seed))
      return try database.file()
    }
    #expect(files[0] == files[1])
    #expect(files[0] != files[2])
  }

  @Test("words come from the pending migrations if the schema has none, but not those that they write themselves")
  func vocabulary() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE posts (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'draft', title TEXT)")
    let migrations = [
      "CREATE TABLE new_posts (id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('draft', 'out', 'gone')), title TEXT)",
      "INSERT INTO new_posts SELECT id, CASE state WHEN 'published' THEN 'out' ELSE state END, title FROM posts WHERE title <> 'Untitled'",
      "CREATE TABLE others (state TEXT CHECK (state IN ('never')))",
    ]
    _ = try database.populate(Population(seed: "seed", pending: migrations))
    #expect(
      try database.rows("SELECT DISTINCT state FROM posts ORDER BY 1").map { $0[0] }
        == ["draft", "gone", "published"])
    #expect(try database.rows("SELECT count(*) > 0 FROM posts WHERE title = 'Untitled'") == [["1"]])
  }

  @Test("a word that only a pending migration writes does not occur")
  func writtenWords() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, level INT, note TEXT)")
    let pending = [
      "UPDATE t SET kind = 'B', level = 7, note = lower(note) WHERE kind = 'A' AND level = 3;",
      "UPDATE t SET kind = 'C' WHERE kind IN ('B', 'K') AND level IN (7, 8);",
      "INSERT INTO t (id, kind, level) VALUES (1000, 'D', 9); DELETE FROM t WHERE kind = 'D' AND level = 9;",
    ]
    _ = try database.populate(Population(seed: "seed", pending: pending))
    #expect(try database.rows("SELECT DISTINCT kind FROM t ORDER BY 1").map { $0[0] } == ["A", "K"])
    #expect(
      try database.rows("SELECT group_concat(DISTINCT level) FROM t WHERE level IN (3, 7, 8, 9) ORDER BY 1") == [
        ["3,8"]
      ])
    let applied = try ScratchDatabase(tracking: .none)
    try applied.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT NOT NULL)")
    _ = try applied.populate(Population(seed: "seed", texts: ["UPDATE t SET kind = 'B' WHERE kind = 'A'"]))
    #expect(try applied.rows("SELECT DISTINCT kind FROM t ORDER BY 1").map { $0[0] } == ["A", "B"])
  }

  @Test("columns that SQL reads as JSON contain it, with the members and arrays that paths name")
  func json() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT NOT NULL, c TEXT NOT NULL, d TEXT, e TEXT NOT NULL, f TEXT NOT NULL);
      CREATE UNIQUE INDEX i ON t (json_extract(a, '$.key.id'));
      CREATE VIEW v AS SELECT b ->> 'name' FROM t WHERE b -> '$.kind' ->> 'x' = 'on';
      """)
    let pending = [
      "INSERT INTO tags (t, tag) SELECT t.id, json_extract(value, '$.tag') FROM t, json_each(coalesce(t.c, '[]'));",
      "UPDATE t SET d = json_set(d, '$.done', 1) WHERE json_valid(d);",
      "UPDATE t SET e = json_array(e); UPDATE t SET f = '{}'; SELECT json_each(e), json_extract(f, '$.x') FROM t",
    ]
    let coverage = try database.populate(Population(seed: "seed", pending: pending))
    #expect(coverage.rows["t"] ?? 0 >= 40)
    for query in [
      "SELECT min(json_valid(a) AND json_valid(b) AND json_valid(c) AND (d IS NULL OR json_valid(d))) FROM t",
      "SELECT count(json_extract(a, '$.key.id')) > 30 FROM t",
      "SELECT count(b ->> 'name') BETWEEN 25 AND 40 AND sum(b -> 'kind' ->> 'x' = 'on') > 0 FROM t",
      "SELECT min(json_type(c) = 'array') AND sum(json_extract(c, '$[0].tag') NOT NULL) > 10 FROM t",
      "SELECT count(json_extract(d, '$.done')) > 10 FROM t",
      "SELECT sum(json_valid(e)) < 20 AND sum(json_valid(f)) < 20 FROM t",
    ] {
      #expect(try database.rows(query) == [["1"]], "\(query)")
    }
  }

  @Test("rows have the partners by which pending migrations join them")
  func joins() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE network (id CHAR(36) PRIMARY KEY);
      CREATE TABLE credential (id CHAR(36) PRIMARY KEY, net CHAR(36) NOT NULL);
      CREATE TABLE login (id INTEGER PRIMARY KEY, cred CHAR(36) NOT NULL REFERENCES credential (id), net CHAR(36) NOT NULL DEFAULT '');
      CREATE TABLE exchange (id INTEGER PRIMARY KEY, net CHAR(36) NOT NULL DEFAULT '');
      CREATE TABLE memo (id INTEGER PRIMARY KEY, resource TEXT NOT NULL UNIQUE);
      CREATE TABLE reaction (id INTEGER PRIMARY KEY, content TEXT NOT NULL);
      """)
    let pending = [
      "ALTER TABLE memo RENAME COLUMN resource TO uid;",
      "INSERT INTO login_new SELECT l.id FROM login AS l INNER JOIN credential c ON l.cred = c.id AND l.net = c.net;",
      "CREATE TABLE _login_tmp (id INTEGER PRIMARY KEY, net CHAR(36) REFERENCES network (id));",
      "CREATE TABLE _exchange_tmp (id INTEGER PRIMARY KEY, net CHAR(36) NOT NULL REFERENCES network (id));",
      "INSERT INTO r SELECT memo.id FROM reaction JOIN memo ON reaction.content = 'memos/' || memo.uid",
    ]
    _ = try database.populate(Population(seed: "seed", pending: pending))
    for query in [
      "SELECT sum(net NOT IN (SELECT id FROM network)) = 0 FROM login",
      "SELECT count(*) >= 40 FROM login JOIN credential c ON cred = c.id AND login.net = c.net",
      "SELECT count(*) = 0 FROM login WHERE (cred, net) NOT IN (SELECT id, net FROM credential)",
      "SELECT count(*) >= 40 AND count(DISTINCT net) > 5 AND sum(net IN (SELECT id FROM network)) = count(*) FROM exchange",
      // Only a join implies this reference, and the join may leave rows out.
      "SELECT count(*) >= 30 FROM reaction JOIN memo ON content = 'memos/' || resource",
      "SELECT count(*) > 0 FROM reaction WHERE content NOT IN (SELECT 'memos/' || resource FROM memo)",
    ] {
      #expect(try database.rows(query) == [["1"]], "\(query)")
    }
  }

  @Test("a table whose index fails for each value gets rows with NULL")
  func failingIndex() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, n INT NOT NULL); CREATE INDEX i ON t (strftime('%Y', a), json_extract(a || '[', '$'));
      """)
    let coverage = try database.populate(Population(seed: "seed"))
    #expect(coverage.rows["t"] ?? 0 >= 40)
  }

  @Test("at the time limit, missing tables are reported and written rows are kept")
  func timeLimit() throws {
    // A busy machine may need longer for the first rows. All of them take minutes.
    for seconds in [0.3, 2, 10] {
      let database = try ScratchDatabase(tracking: .none, timeLimit: seconds)
      try database.execute(
        "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE b (id INTEGER PRIMARY KEY)")
      let coverage = try database.populate(Population(rows: 5_000_000, seed: "seed"))
      if coverage.rows["a"] ?? 0 <= 100, seconds < 10 { continue }
      #expect(
        coverage.gaps.map(\.reason) == [
          "does not have all of its rows: the time limit was reached", "has no rows: the time limit was reached",
        ])
      #expect(try #require(coverage.rows["a"]) > 100)
      try database.execute("INSERT INTO b VALUES (1)")
      #expect(!database.isInTransaction)
      return
    }
  }

  @Test("a trigger that does not terminate is reported as a gap")
  func endless() throws {
    let database = try ScratchDatabase(tracking: .none, timeLimit: 0.2)
    try database.execute(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE log (n INT NOT NULL);
      CREATE TRIGGER g AFTER INSERT ON a BEGIN
        INSERT INTO log SELECT 1 FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n) WHERE i < 0;
      END
      """)
    let coverage = try database.populate(Population(seed: "seed"))
    #expect(coverage.gaps.contains { $0.table == "a" && $0.reason == "has no rows: the time limit was reached" })
  }

  @Test("with many rows, keys are satisfied and parents have children")
  func many() throws {
    let (database, coverage) = try populated(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE);
      CREATE TABLE c (id TEXT PRIMARY KEY, p INT NOT NULL REFERENCES p, n INT NOT NULL, UNIQUE (p, n));
      CREATE TABLE d (p INT PRIMARY KEY REFERENCES p)
      """, rows: 3000)
    #expect(coverage.gaps == [])
    #expect(coverage.rows == ["p": 3000, "c": 3000, "d": 2400])
    #expect(try database.integrityFailures() == [])
    #expect(try database.foreignKeyViolations().isEmpty)
  }

  private func populated(
    _ schema: String, rows: Int = Population.defaultRows
  ) throws -> (database: ScratchDatabase, coverage: Population.Coverage) {
    let database = try ScratchDatabase(
      tracking: TrackingTables([TrackingTables.Table("schema_migrations", of: "a tool")]),
      stubs: Stubs(functions: ["is_fine": .firstArgument]))
    try database.execute(schema)
    return (database, try database.populate(Population(rows: rows, seed: "seed")))
  }
}
