import SQLiteSandbox
import SQLiteSchema
import Testing

@Suite("Checkpoints")
struct CheckpointTests {
  @Test("a copy continues with the rows and the settings of the database", arguments: [false, true])
  func copies(isOn: Bool) throws {
    let database = try ScratchDatabase(tracking: TrackingTables([]), foreignKeys: !isOn)
    let setting = isOn ? "ON" : "OFF"
    try database.execute(
      """
      CREATE TABLE t (a); INSERT INTO t VALUES (1);
      PRAGMA foreign_keys = \(setting); PRAGMA legacy_alter_table = \(setting);
      """)
    let checkpoint = try #require(try database.checkpoint())
    try database.execute("DELETE FROM t")
    let copy = try ScratchDatabase(checkpoint, tracking: TrackingTables([]), stubs: Stubs(), timeLimit: 60)
    #expect(try copy.rows("SELECT a FROM t") == [["1"]])
    #expect(try copy.rows("PRAGMA foreign_keys") == [[isOn ? "1" : "0"]])
    #expect(try copy.rows("PRAGMA legacy_alter_table") == [[isOn ? "1" : "0"]])
    #expect(try database.rows("SELECT a FROM t").isEmpty)
  }

  @Test("there is none within a transaction")
  func transaction() throws {
    let database = try ScratchDatabase(tracking: TrackingTables([]))
    try database.execute("CREATE TABLE t (a); BEGIN; INSERT INTO t VALUES (1);")
    #expect(try database.checkpoint() == nil)
  }
}
