import SQLiteSchema
import SQLiteSyntax
import Testing

@Suite("Meaning of a script")
struct ScriptMeaningTests {
  @Test(
    "the layout does not affect the meaning",
    arguments: [
      ("INSERT INTO t(a) VALUES(1);", "insert into \"t\" ( [a] )\n  values (1) -- one\n;;"),
      ("CREATE TABLE t(a INT DEFAULT ((5)), b TEXT);", "create table [t] (\"A\" int default 5 /* five */, b text)"),
      ("CREATE INDEX i ON t(a)", "CREATE INDEX \"i\" on t (a);"),
      ("UPDATE t SET a = 0X1F WHERE \"t\".b = 1E3", "update t set a=0x1f where t.b=1e3"),
      ("ALTER TABLE t ADD COLUMN c TEXT DEFAULT yes", "alter table \"t\" add column \"c\" text default 'yes'"),
      ("DROP TABLE IF EXISTS t", "drop table if exists \"T\""),
      ("INSERT INTO t VALUES('a;b'); SELECT 1", "INSERT INTO t VALUES('a;b');\n\nSELECT 1;"),
    ])
  func same(one: String, other: String) {
    #expect(Script.meaning(of: one) == Script.meaning(of: other))
  }

  @Test(
    "everything else affects the meaning",
    arguments: [
      ("INSERT INTO t VALUES(\"Active\")", "INSERT INTO t VALUES(\"active\")"),
      ("UPDATE t SET s = \"active\"", "UPDATE t SET s = active"),
      ("UPDATE t SET a = 1 WHERE s = \"Bob\"", "UPDATE t SET a = 1 WHERE s = 'Bob'"),
      ("ALTER TABLE t ADD c DEFAULT Yes", "ALTER TABLE t ADD c DEFAULT yes"),
      ("INSERT INTO t VALUES('a  b')", "INSERT INTO t VALUES('a b')"),
      ("INSERT INTO t VALUES('-- x')", "INSERT INTO t VALUES('')"),
      ("INSERT INTO t VALUES(5)", "INSERT INTO t VALUES(5.0)"),
      ("CREATE TABLE t(a)", "CREATE TABLE IF NOT EXISTS t(a)"),
      ("CREATE TABLE t(a DEFAULT 'A')", "CREATE TABLE t(a DEFAULT 'a')"),
      ("CREATE TABLE t(a INT)", "CREATE TABLE t(a INTEGER)"),
      ("DELETE FROM t; DELETE FROM u", "DELETE FROM u; DELETE FROM t"),
    ])
  func different(one: String, other: String) {
    #expect(Script.meaning(of: one) != Script.meaning(of: other))
  }
}
