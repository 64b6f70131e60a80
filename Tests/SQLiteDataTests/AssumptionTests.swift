import Foundation
import SQLiteData
import SQLiteSandbox
import SQLiteSyntax
import Testing

@Suite("Assumptions")
struct AssumptionTests {
  /// A schema, assumptions as `table: condition`, and queries that give 1.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let schema: String
    let assumptions: [String]
    let holds: [String]

    init(_ description: String, _ schema: String, _ assumptions: [String], _ holds: String...) {
      testDescription = description
      self.schema = schema
      self.assumptions = assumptions
      self.holds = holds
    }
  }

  static let cases = [
    Case(
      "a column is not NULL", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT)", ["t: a IS NOT NULL"],
      "SELECT count(*) = 40 AND count(a) = 40 AND count(b) < 40 FROM t"),
    Case(
      "table names ignore case, and comments end with the condition",
      "CREATE TABLE Notes (id INTEGER PRIMARY KEY, a INT)", ["nOTES: A > 5 -- never less"],
      "SELECT count(a) > 20 AND min(a) > 5 AND count(*) > count(a) FROM notes"),
    Case(
      "a condition on several columns, one of them generated",
      "CREATE TABLE t (a INT, b INT, c INT AS (a + b), \"odd \"\" name\" TEXT DEFAULT 'x')",
      ["t: a < b", "t: c > 10", "t: t.\"odd \"\" name\" <> 'x'"],
      "SELECT count(*) >= 40 AND sum(NOT coalesce(a < b AND c > 10, 1)) = 0 AND sum(\"odd \"\" name\" = 'x') = 0 FROM t"
    ),
    Case(
      "words and JSON", "CREATE TABLE t (state TEXT, data TEXT NOT NULL)",
      ["t: state IN ('on', 'off')", "t: json_valid(data)", "t: json_type(data) = 'array'"],
      "SELECT count(DISTINCT state) = 2 AND min(json_valid(data)) = 1 AND min(json_type(data)) = 'array' FROM t"),
    Case(
      "no two rows have the same values",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b INT NOT NULL, c TEXT NOT NULL) ",
      ["t: UNIQUE (a)", "t: UNIQUE (b, c)"],
      "SELECT count(*) = 40 AND count(DISTINCT a) = 40 AND (SELECT count(*) = 40 FROM (SELECT DISTINCT b, c FROM t)) FROM t"
    ),
    Case(
      "no two rows of a table WITHOUT ROWID have the same values",
      "CREATE TABLE t (id TEXT PRIMARY KEY, a TEXT) WITHOUT ROWID", ["t: UNIQUE (a)"],
      "SELECT count(*) >= 40 AND count(DISTINCT a) = count(a) FROM t"),
    Case(
      "a column refers to a table whose name differs",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, owner TEXT NOT NULL); CREATE TABLE people (id TEXT PRIMARY KEY)",
      ["c: FOREIGN KEY (owner) REFERENCES people (id)"],
      "SELECT count(*) = 40 AND sum(owner IN (SELECT id FROM people)) = 40 AND count(DISTINCT owner) > 5 FROM c"),
    Case(
      "tables that refer to each other",
      "CREATE TABLE a (id INTEGER PRIMARY KEY, x INT, n INT); CREATE TABLE b (id INTEGER PRIMARY KEY, y INT NOT NULL)",
      [
        "a: FOREIGN KEY (x) REFERENCES b", "b: FOREIGN KEY (y) REFERENCES a (id)", "a: x IS NOT NULL OR n IS NOT NULL",
      ],
      "SELECT count(x) > 10 AND sum(coalesce(x IN (SELECT id FROM b), 1)) = count(*) FROM a",
      "SELECT sum(coalesce(x, n) IS NULL) = 0 FROM a", "SELECT sum(y IN (SELECT id FROM a)) = count(*) FROM b"),
    Case(
      "FALSE leaves a table empty", "CREATE TABLE t (a); CREATE TABLE u (a); CREATE TABLE v (a)",
      ["t: FALSE", "u: 0"],
      "SELECT NOT EXISTS (SELECT 1 FROM t) AND NOT EXISTS (SELECT 1 FROM u) AND EXISTS (SELECT 1 FROM v)"),
    Case(
      "rows that triggers write satisfy it too",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL); CREATE TABLE log (a TEXT);
      CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO log VALUES (NEW.a); END;
      """, ["log: length(a) > 3"], "SELECT count(*) > 30 AND min(length(a)) > 3 FROM log"),
  ]

  @Test("generated rows satisfy assumptions", arguments: cases)
  func satisfied(example: Case) throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(example.schema)
    let assumptions = example.assumptions.map(Self.assumption)
    let coverage = try database.populate(Population(seed: "seed", assumptions: assumptions))
    #expect(coverage.appliedAssumptions == assumptions.sorted())
    for query in example.holds { #expect(try database.rows(query) == [["1"]], "\(query)") }
    for assumption in assumptions {
      #expect(try #require(try database.violations(of: assumption)).violating == 0, "\(assumption)")
    }
    #expect(try database.rows("SELECT name FROM sqlite_temp_master") == [])
    #expect(try database.integrityFailures() == [])
  }

  @Test(
    "an assumption that this schema has no column for, or that is not SQL, has no effect",
    arguments: [
      "u: a > 1", "t: b > 1", "t: \"b\" IS NOT NULL", "t: a >", "t: a > 1; DROP TABLE t", "t: a > 1) OR (1",
      "t: a > 1 /* open", "t: unknown(a)", "t: UNIQUE (b)", "t: UNIQUE (a), UNIQUE (a)",
      "t: FOREIGN KEY (a) REFERENCES u",
      "t: FOREIGN KEY (a) REFERENCES t (b)", "v: a > 1", "t: a = ?",
    ])
  func inapplicable(text: String) throws {
    let schema = "CREATE TABLE t (a INT); CREATE VIEW v AS SELECT a FROM t"
    let (plain, assumed) = (try ScratchDatabase(tracking: .none), try ScratchDatabase(tracking: .none))
    for database in [plain, assumed] { try database.execute(schema) }
    _ = try plain.populate(Population(seed: "seed"))
    let coverage = try assumed.populate(Population(seed: "seed", assumptions: [Self.assumption(text)]))
    #expect(coverage.appliedAssumptions == [])
    #expect(try assumed.violations(of: Self.assumption(text)) == nil)
    #expect(try assumed.image() == plain.image())
  }

  @Test("a condition that takes too long names itself")
  func timeLimit() throws {
    let database = try ScratchDatabase(tracking: .none, timeLimit: 0.2)
    try database.execute("CREATE TABLE t (a INT); INSERT INTO t VALUES (1)")
    let condition = "a < (WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n) SELECT max(v) FROM n)"
    #expect(throws: SchemaError.timedOut(seconds: 0.2, work: "the assumption \(condition) on t")) {
      try database.violations(of: Self.assumption("t: \(condition)"))
    }
  }

  @Test("violations are counted, and existing rows that violate an assumption stay")
  func violations() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1);
      CREATE TABLE t (a INT, data TEXT, p INT);
      INSERT INTO t VALUES (1, '{"a": 1}', 1), (1, '[', 1), (NULL, NULL, 7), (2, '{"a": 2}', NULL), (1, '{}', 9);
      """)
    func count(_ text: String) throws -> [Int] {
      try database.violations(of: Self.assumption(text)).map { [$0.violating, $0.total] } ?? []
    }
    #expect(try count("t: a IS NOT NULL") == [1, 5])
    #expect(try count("t: data IS NULL OR json_valid(data)") == [1, 5])
    #expect(try count("t: json_extract(data, '$.a') = 1") == [2, 5])
    #expect(try count("t: UNIQUE (a)") == [2, 5])
    #expect(try count("t: UNIQUE (a, data)") == [0, 5])
    #expect(try count("t: FOREIGN KEY (p) REFERENCES p") == [2, 5])
    #expect(try count("t: FALSE") == [5, 5])
    let assumption = Self.assumption("t: a > 1")
    _ = try database.populate(Population(seed: "seed", assumptions: [assumption]))
    #expect(try count("t: a > 1") == [3, Int(try database.rows("SELECT count(*) FROM t")[0][0] ?? "") ?? 0])
  }

  @Test("a table that no row can fill is reported with the assumption")
  func impossible() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE t (a INT NOT NULL CHECK (a > 5))")
    let coverage = try database.populate(Population(seed: "seed", assumptions: [Self.assumption("t: a < a")]))
    #expect(coverage.gaps.map(\.reason) == ["has no rows: assumption failed: a < a"])
    let empty = try database.populate(Population(seed: "seed", assumptions: [Self.assumption("t: FALSE")]))
    #expect(empty.gaps.map(\.reason) == ["has no rows: an assumption excludes all of them"])
  }

  private static func assumption(_ text: String) -> Assumption {
    let parts = text.split(separator: ": ", maxSplits: 1)
    return Assumption(table: Identifier(String(parts[0])), condition: String(parts[1]))
  }
}
