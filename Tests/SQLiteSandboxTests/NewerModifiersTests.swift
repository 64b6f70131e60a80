import SQLiteSandbox
import Testing

@Suite struct NewerModifiersTests {
  @Test(
    arguments: [
      ("unixepoch('subsec')", "946684800.0"), ("unixepoch('2020-01-02 03:04:05.678', 'subsec')", "1577934245.678"),
      ("unixepoch('2020-01-02 03:04:05.678')", "1577934245"), ("datetime('now', 'SubSec')", "2000-01-01 00:00:00.000"),
      ("time('2020-01-02 03:04:05.678', '+1 hour', 'subsecond')", "04:04:05.678"),
      ("date('2020-01-02', 'subsec')", "2020-01-02"), ("unixepoch('nonsense', 'subsec')", nil),
    ] as [(String, String?)])
  func `Fractions of seconds are those of SQLite 3.42`(_ expression: String, _ expected: String?) throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES (CAST(\(expression) AS TEXT)); -- subsec")
    #expect(try database.rows("SELECT a FROM t") == [[expected]])
  }

  @Test func `A default of a database that is loaded has the modifier`() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE t (a, b INTEGER NOT NULL DEFAULT (unixepoch('subsec') * 1000))")
    let copy = try ScratchDatabase(file: try #require(try database.image()), tracking: .none)
    try copy.execute("INSERT INTO t (a) VALUES (1)")
    #expect(try copy.rows("SELECT b FROM t") == [["946684800000"]])
  }
}
