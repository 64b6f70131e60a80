import TestSupport
import Testing

@testable import LedgerKit

@Suite("Statements about tables in a text")
struct TableStatementsTests {
  @Test(
    "CREATE and the kind of object are one statement only without punctuation between them",
    arguments: [
      ("Request.Create({ index: \"http://example.org\" })", 0), ("store.create(); view.show()", 0),
      ("db.exec(\"CREATE \" + \"INDEX i ON t (a)\")", 1), ("create unique index i on t (a);", 1),
      ("CREATE /* for search */ VIEW v AS SELECT 1", 0), ("CREATE TEMP\n  TRIGGER g AFTER INSERT ON t", 1),
    ])
  func others(text: String, count: Int) {
    #expect(TableStatements(in: bytes(text)).otherCount == count)
  }

  @Test("tables are counted and named")
  func tables() {
    let statements = TableStatements(
      in: bytes("CREATE TABLE IF NOT EXISTS \"users\" (id); ALTER TABLE users ADD a; let table = create(x)"))
    #expect(statements.created == 1)
    #expect(statements.altered == 1)
    #expect(statements.names == ["users"])
    #expect(statements.changed == ["users"])
  }
}
