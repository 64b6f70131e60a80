import Foundation
import SQLiteSyntax
import Testing

@testable import SQLiteSandbox

@Suite("A database file and the database that it should have")
struct FileComparisonTests {
  private static let sql = """
    CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT UNIQUE);
    CREATE TABLE tags (name TEXT, weight INT);
    CREATE INDEX tags_by_name ON tags (name);
    CREATE VIEW titles AS SELECT title FROM notes;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
    INSERT INTO notes (title) SELECT 'note ' || i FROM n;
    INSERT INTO tags VALUES ('needle', 1), ('hay', 2), ('straw', 3);
    """

  private func database(_ sql: String = sql, file: [UInt8]? = nil) throws -> ScratchDatabase {
    let database = try ScratchDatabase(file: file, tracking: .none)
    try database.execute(sql)
    return database
  }

  private func file(_ database: ScratchDatabase) throws -> [UInt8] {
    try database.file()
  }

  private func difference(
    of file: [UInt8], from database: ScratchDatabase, isOfThisSQLite: Bool = true
  ) throws -> FileComparison.Difference? {
    try FileComparison(of: file, with: database, stubs: Stubs(), isOfThisSQLite: isOfThisSQLite).difference { _ in false
    }
  }

  /// The difference of the file after changes by SQL.
  private func difference(after change: String) throws -> FileComparison.Difference? {
    let original = try database()
    return try difference(of: file(database(change, file: file(original))), from: original)
  }

  private func rows(_ table: String) -> FileComparison.Difference { .content(.rows([Identifier(table)])) }

  @Test(
    "a file that was written from the database is the same",
    arguments: [
      sql, "PRAGMA encoding = 'UTF-16le';" + sql, "PRAGMA auto_vacuum = 1;" + sql, "PRAGMA page_size = 512;" + sql,
      sql + "DELETE FROM notes WHERE id % 3 = 0; ALTER TABLE tags ADD COLUMN colour TEXT DEFAULT 'red';",
      sql + "DROP TABLE tags; CREATE TABLE w (a TEXT PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO w VALUES ('x', 1);",
      sql + "ANALYZE; CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('some words');",
      "CREATE TABLE a (x REFERENCES b); CREATE INDEX i ON a (x); CREATE TABLE b (id INTEGER PRIMARY KEY);"
        + "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; END; CREATE TABLE c (y);",
    ])
  func same(sql: String) throws {
    let database = try database(sql)
    let file = try file(database)
    #expect(try difference(of: file, from: database) == nil)
    #expect(try difference(of: file, from: database, isOfThisSQLite: false) == nil)
    // The file is compared by its bytes: what a reader cannot notice is the only thing that differs here.
    var counted = file
    counted[27] &+= 1
    #expect(try difference(of: counted, from: database) == nil)
  }

  @Test("bytes that no statement reads are no difference")
  func unused() throws {
    let database = try database()
    var file = try file(database)
    // Between the pointers to the cells and the first cell of the page is unused space.
    // https://www.sqlite.org/fileformat.html#b_tree_pages
    let page = try #require(pages(of: file, kind: 0x0D).last)
    let cells = Int(file[page + 3]) << 8 | Int(file[page + 4])
    file[page + 8 + 2 * cells + 1] = 7
    #expect(try difference(of: file, from: database) == nil)
  }

  @Test("SQLite's own tables and the settings are compared")
  func settings() throws {
    #expect(try difference(after: "UPDATE sqlite_sequence SET seq = 5000") == rows("sqlite_sequence"))
    #expect(try difference(after: "ANALYZE") == .content(.schema))
    #expect(try difference(after: "PRAGMA application_id = 7") == .applicationID(from: 0, to: 7))
    #expect(try difference(after: "PRAGMA user_version = 7") == .content(.userVersion(from: "0", to: "7")))
    let analysed = try database(Self.sql + "ANALYZE;")
    let changed = try database("UPDATE sqlite_stat1 SET stat = '1 1'", file: file(analysed))
    #expect(try difference(of: file(changed), from: analysed) == rows("sqlite_stat1"))
    let wide = try file(database("PRAGMA encoding = 'UTF-16le';" + Self.sql))
    #expect(try difference(of: wide, from: database()) == .encoding(from: "UTF-8", to: "UTF-16le"))
  }

  @Test("rows with other rowids and in another order are a difference")
  func order() throws {
    #expect(try difference(after: "UPDATE tags SET rowid = rowid + 5") == .order)
    #expect(
      try difference(after: "DELETE FROM tags; INSERT INTO tags VALUES ('hay', 2), ('needle', 1), ('straw', 3)")
        == .order)
    #expect(try difference(after: "UPDATE tags SET weight = 4 WHERE weight = 3") == rows("tags"))
  }

  @Test("the size of pages is no difference, and does not hide one")
  func pageSize() throws {
    #expect(try difference(after: "PRAGMA page_size = 8192; VACUUM") == nil)
    #expect(try difference(after: "PRAGMA page_size = 8192; VACUUM; UPDATE tags SET rowid = rowid + 5") == .order)
  }

  @Test("an index that differs from its table is damage")
  func index() throws {
    let database = try database()
    var file = try file(database)
    // The name is in the table and in the index.
    let places = file.indices.filter { file[$0...].starts(with: "needle".utf8) }
    #expect(places.count == 2)
    let page = try #require(places.first { file[($0 / 4096) * 4096] == 0x0A })
    file[page] = UInt8(ascii: "m")
    guard case .damage? = try difference(of: file, from: database) else {
      throw Unexpected(difference: try difference(of: file, from: database))
    }
  }

  @Test("an inner page that leads a search for a rowid astray is damage")
  func innerPage() throws {
    let database = try database()
    var file = try file(database)
    let page = try #require(pages(of: file, kind: 0x05).last)
    let cell = page + (Int(file[page + 12]) << 8 | Int(file[page + 13]))
    // After the number of the left child, the largest rowid below it. A scan of the table does not read it.
    file[cell + 4] = 1
    file[cell + 5] = 1
    #expect(try ScratchDatabase(file: file, tracking: .none).content() == database.content())
    guard case .damage? = try difference(of: file, from: database) else {
      throw Unexpected(difference: try difference(of: file, from: database))
    }
  }

  private struct Unexpected: Error { let difference: FileComparison.Difference? }

  /// The offsets of the pages with this first byte.
  private func pages(of file: [UInt8], kind: UInt8) -> [Int] {
    stride(from: 4096, to: file.count, by: 4096).filter { file[$0] == kind }
  }
}
