import SQLiteSandbox
import SQLiteSchema
import Testing

@testable import SQLiteSyntax

@Suite("Type")
struct TypeTests {
  static let words = [
    "x", "INT", "TEXTB", "größe", "key", "\"x\"", "\"INT\"", "\"INTEGER\"", "\"B  C\"", "\"a\"\"b\"", "\"\u{FFFD}\"",
    "\"\u{1}\"",
    "\"select\"", "\"\"", "'TEXT'", "[b]", "[b c]", "`a`", "`a``b`", "a$b", "\"1\"",
  ]

  @Test("a type of several words is read back unchanged", arguments: words)
  func readsBack(first: String) throws {
    for second in Self.words + [""] {
      for third in ["", "TEXTB", "\"INT\"", "'x y'", "(10)", "(10, \"a\")", "(+1.5)"] {
        try check("\(first) \(second) \(third)")
        try check("\(first)\(second.hasPrefix("\"") ? "" : "/*INT*/")\(second)  \(third)")
      }
    }
  }

  @Test("quoted INTEGER makes a rowid alias if it is the whole type", arguments: ["", " x", " \"y z\"", "/* */ [b]"])
  func rowid(rest: String) throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE t(b 'INTEGER'\(rest) PRIMARY KEY);")
    let again = try ScratchDatabase(tracking: .none)
    try again.execute(try database.schema().sql)
    for one in [database, again] {
      try one.execute("INSERT INTO t VALUES (NULL);")
      #expect(try one.rows("SELECT b FROM t") == [[rest.isEmpty ? "1" : nil]])
    }
  }

  @Test(
    "a keyword that is allowed in a type is read back", arguments: Keyword.reserved.sorted() + ["KEY", "IF", "ANY"])
  func keyword(word: String) throws {
    for type in ["\(word) TEXT", "\(word) \"B  C\" INT", "TEXT \(word)", "\"\(word)\" TEXT"] { try check(type) }
  }

  private func check(_ type: String) throws {
    let database = try ScratchDatabase(tracking: .none)
    // What is no type is no concern here.
    guard (try? database.execute("CREATE TABLE t(a INT, b \(type));")) != nil else { return }
    let schema = try database.schema()
    let again = try ScratchDatabase(tracking: .none)
    try again.execute(schema.sql)
    let other = try again.schema()
    #expect(other.sql == schema.sql, "\(type)")
    #expect(try affinity(again) == affinity(database), "\(type)")
  }

  /// As SQLite has it: what it makes of a text that is a number.
  private func affinity(_ database: ScratchDatabase) throws -> [[String?]] {
    try database.execute("INSERT INTO t(b) VALUES ('1.5e0'), (1);")
    return try database.rows("SELECT typeof(b), b FROM t")
  }
}
