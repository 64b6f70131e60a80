import Foundation
import SQLiteData
import SQLiteSandbox
import SQLiteSyntax
import Testing

@Suite("Profile")
struct ProfileTests {
  @Test("values are counted by shape, length and storage class")
  func counts() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b BLOB, c, d TEXT NOT NULL);
      INSERT INTO t (a, b, c, d) VALUES ('', x'00FF', 1, '{"a": 1}'), ('ab', x'', 2.5, '[1]'), ('äöü', NULL, 'x', '{broken}'),
        (NULL, NULL, 1700000000, '{}'), ('ab', NULL, -5, '17');
      CREATE TABLE empty (a); CREATE VIEW v AS SELECT 1; CREATE VIRTUAL TABLE f USING fts5 (x);
      """)
    let profile = try database.profile()
    #expect(profile.tables.map(\.name) == ["empty", "t"])
    let columns = profile.tables[1].columns
    #expect(columns.map(\.name) == ["id", "a", "b", "c", "d"])
    #expect(columns.map(\.nulls) == [0, 1, 3, 0, 0])
    #expect(columns.map(\.distinct) == [5, 3, 2, 5, 5])
    #expect(columns.map(\.isUnique) == [true, false, true, true, true])
    #expect(columns.map(\.lengths) == [nil, 0...3, 0...2, 1...1, 2...8])
    #expect(columns[1].empty == 1 && columns[4].objects == 2 && columns[4].arrays == 1)
    #expect(columns[1].shapes == [.empty: 1, .word: 2, .unicode: 1])
    #expect(columns[3].shapes == [.bit: 1, .real: 1, .word: 1, .seconds: 1, .negative: 1])
    #expect(columns[3].storage == ["integer": 3, "real": 1, "text": 1])
    #expect(columns[0].isKey && columns[4].isRequired && !columns[1].isRequired)
  }

  static let shapes: [(String, ValueShape)] = [
    ("", .empty), ("0123", .digits), ("-12", .decimal), ("1.5", .decimal), ("a", .word), ("kind-of_this.v2", .word),
    ("123e4567-e89b-12d3-a456-426614174000", .uuid), ("d41d8cd98f00b204e9800998ecf8427e", .hex),
    ("2024-01-31", .date), ("2024-01-31 10:00:00", .timestamp), ("2024-01-31T10:00:00.123Z", .timestamp),
    ("someone@example.org", .email), ("https://example.org/x", .url), ("/srv/a/b", .path), ("a/b", .path),
    ("{\"a\": \"é\"}", .object), ("[]", .array), ("two words", .text), ("naïve", .unicode), ("a@b c.d", .text),
  ]

  @Test("a text has one shape", arguments: shapes)
  func shape(text: String, shape: ValueShape) throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('\(text)')")
    #expect(try database.profile().tables[0].columns[0].shapes == [shape: 1])
  }

  @Test("assumptions are proposed if all rows satisfy them and the schema does not declare them")
  func proposals() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, owner INT, "key" TEXT, data TEXT, title TEXT NOT NULL CHECK (title <> 'x'), code TEXT UNIQUE, mail TEXT);
      WITH n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
      INSERT INTO notes SELECT i + 1, i / 6, 'k' || (i % 6), CASE WHEN i % 9 THEN '{"i": ' || i || '}' END, CASE i % 7 WHEN 0 THEN '' ELSE 'Title' END,
        'c' || i, 'user' || i || '@example.org' FROM n;
      CREATE TABLE few (a); INSERT INTO few VALUES (1), (2);
      """)
    let proposals = try database.profile().proposals
    #expect(Set(proposals.map(\.assumption.table)) == ["notes"])
    #expect(
      proposals.map(\.assumption.condition) == [
        "owner IS NOT NULL", "\"key\" IS NOT NULL", "\"key\" <> ''", "data IS NULL OR json_valid(data)",
        "code IS NOT NULL", "code <> ''", "mail IS NOT NULL", "mail <> ''", "UNIQUE (mail)", "UNIQUE (owner, \"key\")",
      ])
    for proposal in proposals {
      #expect(try #require(try database.violations(of: proposal.assumption)).violating == 0)
    }
  }

  @Test("profiles of several databases are added up")
  func merging() throws {
    func profile(_ rows: String) throws -> DatabaseProfile {
      let database = try ScratchDatabase(tracking: .none)
      try database.execute("CREATE TABLE T (a TEXT, b INT); INSERT INTO T VALUES \(rows)")
      return try database.profile()
    }
    let one = try profile("('x', 1), ('yy', 2)")
    let two = try profile("('x', NULL), (NULL, NULL), ('zzzz', 2)")
    let merged = one.merging(two).tables[0]
    #expect(merged.rows == 5)
    #expect(merged.columns.map(\.nulls) == [1, 2] && merged.columns.map(\.rows) == [5, 5])
    #expect(merged.columns[0].lengths == 1...4 && merged.columns[0].isUnique)
    #expect(one.merging(two) == two.merging(one))
    #expect(try !profile("('x', 1), ('x', 2)").merging(one).tables[0].columns[0].isUnique)
  }

  @Test("generated rows follow a profile")
  func following() throws {
    let schema =
      "CREATE TABLE t (id INTEGER PRIMARY KEY, ref TEXT, always TEXT, data TEXT, rare TEXT, never INT, short TEXT, a INT, b INT)"
    let real = try ScratchDatabase(tracking: .none)
    try real.execute(
      """
      \(schema);
      WITH n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
      INSERT INTO t SELECT i + 1, printf('%08x-1111-4222-8333-%012x', i, i), 'Text ' || (i % 50), '[' || i || ']',
        CASE WHEN i % 20 = 0 THEN 'some text' END, NULL, 'abc' || (i % 10), i / 20, i % 20 FROM n;
      """)
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(schema)
    let coverage = try database.populate(Population(rows: 60, seed: "seed", profile: try real.profile()))
    #expect(coverage.appliedAssumptions == [])
    for query in [
      "SELECT count(always) = count(*) AND min(length(always)) >= 6 AND max(length(always)) <= 7 FROM t",
      "SELECT count(DISTINCT ref) = count(*) AND min(length(ref)) = 36 FROM t",
      "SELECT min(json_type(data) = 'array') AND count(*) >= 60 FROM t",
      "SELECT count(rare) BETWEEN 1 AND 12 AND count(never) <= 3 FROM t",
      "SELECT min(length(short)) = 4 AND max(length(short)) = 4 FROM t",
      "SELECT count(*) = (SELECT count(*) FROM (SELECT DISTINCT a, b FROM t)) AND count(DISTINCT a) < count(*) FROM t",
    ] {
      #expect(try database.rows(query) == [["1"]], "\(query)")
    }
  }
}
