import SQLiteSandbox
import SQLiteSyntax
import Testing

@Suite("Difference of two databases")
struct DifferenceTests {
  private func database(_ script: String) throws -> ScratchDatabase {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(script)
    return database
  }

  @Test(
    "it is that of their contents",
    arguments: [
      "", "CREATE TABLE t (a, b);", "CREATE TABLE u (a, b);", "PRAGMA user_version = 3;",
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, NULL);",
      // Other orders, and a deleted row in a free part of the page.
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (2, NULL), (1, 'x');",
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (9, 9), (1, 'x'), (2, NULL); DELETE FROM t WHERE a = 9;",
      // Other storage classes, signs and lengths.
      "CREATE TABLE t (a, b); INSERT INTO t VALUES ('1', 'x'), (2, NULL);",
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (1.0, 'x'), (2, NULL);",
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, x'78'), (2, NULL);",
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, '');",
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'xy'), (2, NULL);",
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, NULL), (2, NULL);",
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, NULL);",
    ])
  func content(script: String) throws {
    let scripts = [
      "", "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, NULL);",
      "CREATE TABLE t (a, b); INSERT INTO t VALUES (-0.0, ''); PRAGMA user_version = 4;",
    ]
    for other in scripts {
      let (one, two) = (try database(script), try database(other))
      #expect(try one.difference(to: two) == one.content().difference(to: two.content()))
      #expect(try two.difference(to: one) == two.content().difference(to: one.content()))
      if try one.hasSameFile(as: two) { #expect(try one.difference(to: two) == nil) }
    }
    #expect(try database(script).hasSameFile(as: database(script)))
  }

  @Test("tables without rowids are compared too")
  func others() throws {
    let script = """
      CREATE TABLE t (a PRIMARY KEY, c) WITHOUT ROWID; INSERT INTO t VALUES (1, 'x'), (2, 'y');
      """
    let (one, two) = (try database(script), try database(script))
    try two.execute("UPDATE t SET c = 'z' WHERE a = 2")
    #expect(try one.difference(to: two) == .rows(["t"]))
    #expect(try !one.hasSameFile(as: two))
    try two.execute("UPDATE t SET c = 'y' WHERE a = 2")
    #expect(try one.difference(to: two) == nil)
  }

  @Test("a page that cannot be read is an error")
  func unreadable() throws {
    let whole = try database(
      "CREATE TABLE t (a); INSERT INTO t SELECT zeroblob(100) FROM json_each('[\((0..<500).map { "\($0)" }.joined(separator: ","))]');"
    )
    try whole.readAllRows()
    var file = try #require(try whole.image())
    let page = 4096
    try #require(file.count > 6 * page)
    for index in 4 * page..<5 * page { file[index] = 0 }
    let broken = try ScratchDatabase(file: file, tracking: .none)
    #expect(throws: SchemaError.self) { try broken.content() }
    #expect(throws: SchemaError.self) { try broken.readAllRows() }
    #expect(throws: SchemaError.self) { try broken.difference(to: whole) }
    #expect(throws: SchemaError.self) { try whole.difference(to: broken) }
  }
}
