import SQLiteSandbox
import Testing

@Suite("Integrity")
struct IntegrityTests {
  @Test("a false report of NULL is ignored, and a real failure with it is reported")
  func doubtful() throws {
    let database = try ScratchDatabase(tracking: .none)
    // More rows than failures are asked for.
    try database.execute(
      """
      CREATE TABLE w (first INT, h TEXT NOT NULL, k INTEGER PRIMARY KEY) WITHOUT ROWID;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT INTO w SELECT i, 'x', i FROM n;
      """)
    #expect(try database.integrityFailures() == [])
    try database.execute(
      """
      CREATE TABLE z (a INT CHECK (a > 0));
      PRAGMA ignore_check_constraints = ON; INSERT INTO z VALUES (-1); PRAGMA ignore_check_constraints = OFF;
      """)
    #expect(try database.integrityFailures() == ["CHECK constraint failed in z"])
  }

  @Test("a row that violates two foreign keys to one parent is counted and listed once")
  func foreignKeys() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE branches (id INTEGER PRIMARY KEY);
      CREATE TABLE repos (id INTEGER PRIMARY KEY, base INTEGER REFERENCES branches, head INTEGER REFERENCES branches);
      INSERT INTO repos VALUES (1, 7, 8), (2, NULL, 9);
      """)
    let violations = try database.foreignKeyViolations()
    let violation = try #require(violations.keys.first)
    #expect(violations == [violation: 2])
    #expect(try database.samples(of: violation) == ["rowid 1: head 8, base 7", "rowid 2: head 9"])
  }
}
