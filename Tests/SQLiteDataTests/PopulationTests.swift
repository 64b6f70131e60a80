import Foundation
import SQLiteData
import SQLiteSandbox
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

  @Test("the same schema and seed give the same bytes, another seed gives others")
  func determinism() throws {
    let schema = (PopulationCase.columns + PopulationCase.keys).map(\.schema)[2...5].enumerated()
      .map { $1.replacing("TABLE t", with: "TABLE t\($0)") }.joined(separator: ";")
    let files = try ["a", "a", "b"].map { seed in
      let database = try ScratchDatabase(tracking: .none)
      try database.execute(schema)
      _ = try database.populate(Population(seed: seed))
      return try database.file(temporaryFolder: FileManager.default.temporaryDirectory)
    }
    #expect(files[0] == files[1])
    #expect(files[0] != files[2])
  }

  @Test("words come from the pending migrations if the schema has none")
  func vocabulary() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE posts (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'draft', title TEXT)")
    let migrations = [
      "CREATE TABLE new_posts (id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('draft', 'out', 'gone')), title TEXT)",
      "INSERT INTO new_posts SELECT id, CASE state WHEN 'published' THEN 'out' ELSE state END, title FROM posts WHERE title <> 'Untitled'",
      "CREATE TABLE others (state TEXT CHECK (state IN ('never')))",
    ]
    _ = try database.populate(Population(seed: "seed", texts: migrations))
    #expect(
      try database.rows("SELECT DISTINCT state FROM posts ORDER BY 1").map { $0[0] }
        == ["draft", "gone", "out", "published"])
    #expect(try database.rows("SELECT count(*) > 0 FROM posts WHERE title = 'Untitled'") == [["1"]])
  }

  @Test("at the time limit, missing tables are reported and written rows are kept")
  func timeLimit() throws {
    let database = try ScratchDatabase(tracking: .none, timeLimit: 0.3)
    try database.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE b (id INTEGER PRIMARY KEY)")
    let coverage = try database.populate(Population(rows: 5_000_000, seed: "seed"))
    #expect(
      coverage.gaps.map(\.reason) == [
        "does not have all of its rows: the time limit was reached", "has no rows: the time limit was reached",
      ])
    #expect(try #require(coverage.rows["a"]) > 100)
    try database.execute("INSERT INTO b VALUES (1)")
    #expect(!database.isInTransaction)
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
