import SQLiteSandbox
import SQLiteSyntax
import SQLiteTestSupport
import Testing

@testable import SQLiteSchema

@Suite("Tables that are read once")
struct TableMemoTests {
  private static let child = "CREATE TABLE memo_child (a INTEGER PRIMARY KEY, b REFERENCES memo_parent (x))"

  private func schema(_ statements: String...) throws -> CanonicalSchema {
    let database = try ScratchDatabase(tracking: .none)
    for statement in statements { try database.execute(statement) }
    return try database.schema()
  }

  private func child(in schema: CanonicalSchema) throws -> CanonicalTable {
    try #require(schema.tables.first { $0.name == "memo_child" })
  }

  @Test("schemas share a table with the same statement, and nothing differs in it")
  func shared() throws {
    let one = try child(in: schema("CREATE TABLE memo_parent (x)", Self.child))
    let other = try child(in: schema("CREATE TABLE memo_parent (x)", Self.child, "CREATE TABLE memo_more (y)"))
    #expect(one.isSame(as: other))
    #expect(one.sql == one.written)
  }

  @Test("a name that is declared in another letter case makes another table of the same statement")
  func spelling() throws {
    let one = try child(in: schema("CREATE TABLE memo_parent (x)", Self.child))
    let other = try child(in: schema("CREATE TABLE Memo_Parent (X)", Self.child))
    #expect(one.storedSQL == other.storedSQL)
    #expect(!one.isSame(as: other))
    #expect(one.sql.contains("memo_parent (x)"))
    #expect(other.sql.contains("Memo_Parent (X)"))
    #expect(try child(in: schema("CREATE TABLE memo_parent (x)", Self.child)).sql == one.sql)
  }

  @Test("a foreign key without columns is compared by the columns of its parent")
  func parentColumns() throws {
    let child = "CREATE TABLE memo_child (a REFERENCES memo_key)"
    let one = try self.child(in: schema("CREATE TABLE memo_key (x PRIMARY KEY)", child))
    let other = try self.child(in: schema("CREATE TABLE memo_key (y PRIMARY KEY)", child))
    #expect(!one.isSame(as: other))
    #expect(one.foreignKeys.map(\.effective.text) == ["FOREIGN KEY (a) REFERENCES memo_key (x)"])
    #expect(other.foreignKeys.map(\.effective.text) == ["FOREIGN KEY (a) REFERENCES memo_key (y)"])
  }

  @Test("a statement that SQLite reports otherwise is read anew")
  func otherReport() throws {
    var stored = StoredSchema()
    let sql = "CREATE TABLE memo_other (a INT)"
    stored.columns["memo_other"] = [.init(name: "a", type: "INT", hidden: 0, keyPosition: 0)]
    stored.foreignKeys["memo_other"] = 0
    let one = TableMemo.table("memo_other", sql: sql, stored, spelling: [:])
    #expect(one.opaque == nil)
    stored.columns["memo_other"] = [.init(name: "b", type: "INT", hidden: 0, keyPosition: 0)]
    #expect(TableMemo.table("memo_other", sql: sql, stored, spelling: [:]).opaque != nil)
    stored.columns["memo_other"] = [.init(name: "a", type: "INT", hidden: 0, keyPosition: 0)]
    #expect(TableMemo.table("memo_other", sql: sql, stored, spelling: [:]).opaque == nil)
  }
}
