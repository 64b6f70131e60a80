import SQLiteSandbox
import Testing

@Suite("Deleted rows")
struct DeletedRowsTests {
  @Test("each DELETE of a script is counted, without those of virtual tables and triggers")
  func counts() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
      CREATE TABLE log (a TEXT);
      CREATE VIRTUAL TABLE s USING fts5 (a);
      CREATE TRIGGER t_deleted AFTER DELETE ON t BEGIN
        DELETE FROM s WHERE rowid = old.id;
        DELETE FROM log;
      END;
      INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, 'z'), (4, 'w');
      INSERT INTO s (rowid, a) SELECT id, a FROM t;
      """)
    let script = """
      -- A comment
      DELETE FROM s WHERE rowid = 1;
      CREATE TABLE gone AS SELECT id FROM t WHERE id > 2;
      DELETE FROM t WHERE id IN (SELECT id FROM gone);
      /* another */ WITH a AS (SELECT 1 AS id) DELETE FROM t WHERE id IN (SELECT id FROM a);
      DELETE FROM t WHERE id = 9
      """
    #expect(try database.executeCounting(script) == [1, 2, 1, 0])
    #expect(try database.executeCounting("SELECT 1") == [])
  }
}
