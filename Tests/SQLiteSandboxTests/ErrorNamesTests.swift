import SQLiteSandbox
import SQLiteSyntax
import Testing

/// SQLite may change the text of its errors. These tests fail if the linked SQLite does.
@Suite("Names in errors")
struct ErrorNamesTests {
  private func error(of sql: String) throws -> SchemaError? {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, "a.b" TEXT, UNIQUE (title, "a.b"));
      INSERT INTO notes VALUES (1, 'one', 'two');
      """)
    do {
      try database.execute(sql)
      return nil
    } catch let error as SchemaError {
      return error
    }
  }

  @Test(
    "an unknown name is read from the error",
    arguments: [
      ("DELETE FROM tags", UnknownName.table("tags")), ("DELETE FROM main.tags", .table("main.tags")),
      ("SELECT f(1)", .function("f")), ("CREATE INDEX i ON notes (f(title))", .function("f")),
      ("CREATE TABLE t (a CHECK (f(a)))", .function("f")),
      ("SELECT * FROM notes ORDER BY title COLLATE german", .collation("german")),
      ("CREATE VIRTUAL TABLE t USING spatial(a)", .module("spatial")),
    ])
  func unknownName(sql: String, name: UnknownName) throws {
    let error = try #require(try error(of: sql))
    #expect(error.unknownName == name, "\(error.message)")
    #expect(error.failedColumns.isEmpty)
  }

  @Test(
    "the columns of a failed constraint are read from the error",
    arguments: [
      ("INSERT INTO notes VALUES (2, NULL, '')", ["title"]), ("INSERT INTO notes VALUES (1, 'two', '')", ["id"]),
      ("INSERT INTO notes VALUES (2, 'one', '')", ["title"]),
      ("CREATE TABLE t (a, b, UNIQUE (a, b)); INSERT INTO t VALUES (1, 2), (1, 2)", ["a", "b"]),
      ("CREATE UNIQUE INDEX i ON notes (1); INSERT INTO notes VALUES (2, 'two', '')", []),
    ])
  func failedColumns(sql: String, columns: [String]) throws {
    let error = try #require(try error(of: sql))
    #expect(error.failedColumns == columns.map(\.identifier), "\(error.message)")
    #expect(error.unknownName == nil)
  }

  @Test("an unknown column is read from the error")
  func unknownColumn() throws {
    #expect(try error(of: "UPDATE notes SET title = body")?.unknownColumn == "body")
    #expect(try error(of: "SELECT n.body FROM notes n")?.unknownColumn == "body")
    #expect(try error(of: "INSERT INTO notes (body) VALUES (1)")?.unknownColumn == "body")
    #expect(try error(of: "DELETE FROM tags")?.unknownColumn == nil)
  }

  @Test("the CHECK, the type and the virtual table of a failure are read from the error")
  func otherNames() throws {
    let check = "CREATE TABLE t (a CHECK (a > 0), b CONSTRAINT positive CHECK (b > 0));"
    #expect(try error(of: check + "INSERT INTO t VALUES (0, 1)")?.failedCheck == "a > 0")
    #expect(try error(of: check + "INSERT INTO t VALUES (1, 0)")?.failedCheck == "positive")
    let type = try error(of: "CREATE TABLE s (n INTEGER) STRICT; INSERT INTO s VALUES ('x')")?.failedType
    #expect(type?.column == "n" && type?.type == "INTEGER")
    #expect(try error(of: "SELECT json_extract(title, '$.a') FROM notes")?.isMalformedJSON == true)
    let index = "CREATE VIRTUAL TABLE v USING fts5(a); CREATE INDEX i ON v (a); SELECT 1"
    #expect(try error(of: index)?.virtualTableOfIndex == "v")
    #expect(try error(of: "SELECT 1 FROM tags")?.virtualTableOfIndex == nil)
  }
}
