import Foundation
import SQLiteData
import SQLiteSandbox
import SQLiteSyntax
import Testing

@Suite("Table comparison")
struct TableComparisonTests {
  /// What both databases begin with, what is done in the second, and what the comparison of the only table says.
  static let cases: [(before: String, change: String, outcome: TableComparison.Outcome)] = [
    ("CREATE TABLE t (k INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 1), (2, 2)", "", same("k")),
    (
      "CREATE TABLE t (k INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 1), (2, 2)",
      "DELETE FROM t WHERE k = 1; INSERT INTO t VALUES (5, 5), (6, 6); UPDATE t SET v = NULL WHERE k = 2",
      .compared(onlyBefore: 1, onlyAfter: 2, changed: 1, key: ["k"])
    ),
    // What is equal to SQLite, and is not the same.
    (
      "CREATE TABLE t (k TEXT PRIMARY KEY, v COLLATE NOCASE, w); INSERT INTO t VALUES ('a', 'x', 1), ('b', 'y', 2)",
      "UPDATE t SET v = 'X' WHERE k = 'a'; UPDATE t SET w = 2.0 WHERE k = 'b'",
      .compared(onlyBefore: 0, onlyAfter: 0, changed: 2, key: ["k"])
    ),
    (
      "CREATE TABLE t (a, b, v, PRIMARY KEY (b, a)) WITHOUT ROWID; INSERT INTO t VALUES (1, 1, 1), (1, 2, 1)",
      "UPDATE t SET v = 3 WHERE b = 2", .compared(onlyBefore: 0, onlyAfter: 0, changed: 1, key: ["b", "a"])
    ),
    ("CREATE TABLE t (k TEXT PRIMARY KEY, v); INSERT INTO t VALUES (NULL, 1)", "", same("k")),
    (
      "CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)", "UPDATE t SET v = 3 WHERE v = 1",
      .compared(onlyBefore: 0, onlyAfter: 0, changed: 1, key: [])
    ),
    (
      "CREATE TABLE t (rowid, _rowid_, oid); INSERT INTO t VALUES (1, 2, 3)", "",
      .notCompared(reason: "its rows have no key")
    ),
    // Columns that only one side has do not count, nor do those that are computed.
    (
      "CREATE TABLE t (k INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 1)",
      "ALTER TABLE t ADD COLUMN w DEFAULT 3; ALTER TABLE t ADD COLUMN x AS (v + 1)", same("k")
    ),
    (
      "CREATE TABLE t (k INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 1)",
      "DROP TABLE t; CREATE TABLE t (v INTEGER PRIMARY KEY, k); INSERT INTO t VALUES (1, 1)",
      .notCompared(reason: "its primary key is different")
    ),
    // Names are what SQLite takes for the same, and may be any text.
    (
      #"CREATE TABLE t ("k "" x" INTEGER PRIMARY KEY, "select"); INSERT INTO t VALUES (1, 1)"#,
      #"ALTER TABLE t RENAME TO other; ALTER TABLE other RENAME TO T; UPDATE t SET "select" = 'a'"#,
      .compared(onlyBefore: 0, onlyAfter: 0, changed: 1, key: [#"k " x"#])
    ),
  ]

  private static func same(_ key: Identifier...) -> TableComparison.Outcome {
    .compared(onlyBefore: 0, onlyAfter: 0, changed: 0, key: key)
  }

  @Test("rows are matched by key and compared bit by bit", arguments: cases)
  func rows(before: String, change: String, outcome: TableComparison.Outcome) throws {
    let tables = try compare(before, change)
    #expect(tables.map(\.outcome) == [outcome])
  }

  @Test("only ordinary tables that both databases have are compared")
  func tables() throws {
    let tables = try compare(
      "CREATE TABLE t (a); CREATE TABLE gone (a); CREATE VIEW v AS SELECT 1; CREATE VIRTUAL TABLE f USING fts5 (a)",
      "DROP TABLE gone; CREATE TABLE new (a)")
    #expect(tables.map(\.name) == ["t"])
  }

  @Test("an unknown collation is reported as a reason")
  func collation() throws {
    let stubs = Stubs(collations: ["theirs"])
    let tables = try compare("CREATE TABLE t (k TEXT COLLATE theirs PRIMARY KEY); INSERT INTO t VALUES (1)", "", stubs)
    #expect(tables.map(\.outcome) == [.notCompared(reason: "no such collation sequence: theirs")])
    #expect(tables.map(\.rowsBefore) == [1])
  }

  private func compare(_ before: String, _ change: String, _ stubs: Stubs = Stubs()) throws -> [TableComparison] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "comparison-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = try ScratchDatabase(tracking: .none, stubs: stubs)
    try database.execute(before)
    let (one, two) = (folder.appending(path: "one.db"), folder.appending(path: "two.db"))
    try Data(try database.file()).write(to: one)
    try database.execute(change)
    try Data(try database.file()).write(to: two)
    return try DatabaseFile.compareRows(one.path, two.path)
  }
}
