import SQLiteSyntax
import Testing

@testable import SQLiteTestSupport

@Suite("Coverage of generated schemas")
struct CoverageTests {
  private static let plain = [
    "NOT NULL ON CONFLICT", "DEFAULT(", "DEFAULT-", "DEFAULT '", "DEFAULT x'", "DEFAULT CURRENT_TIMESTAMP", "COLLATE",
    "GENERATED ALWAYS AS", "STORED", "PRIMARY KEY(", "AUTOINCREMENT", "WITHOUT ROWID", "STRICT", "STRICT,WITHOUT ROWID",
    "UNIQUE(", "CHECK(", "FOREIGN KEY", "ON DELETE SET NULL", "ON UPDATE CASCADE", "MATCH FULL",
    "DEFERRABLE INITIALLY DEFERRED", "CONSTRAINT", " DESC", "CREATE UNIQUE INDEX", "USING fts5", "USING rtree",
    "CREATE VIEW",
    "WITH RECURSIVE", "NOT MATERIALIZED", "UNION ALL", "INTERSECT", "EXCEPT", "VALUES(", "LEFT JOIN", "CROSS JOIN",
    "NATURAL JOIN", "FULL JOIN", "DISTINCT", "GROUP BY", "HAVING", "ORDER BY", "NULLS LAST", "LIMIT", "OFFSET", "OVER(",
    "OVER \"r 3\"", "WINDOW", "PARTITION BY", "ROWS BETWEEN", "GROUPS ", "EXCLUDE", "FILTER(", "json_each(", "EXISTS(",
    "IN(SELECT", "SELECT*", "CASE ", " ELSE ", "CAST(", "BETWEEN", "LIKE", "GLOB", "ESCAPE", " IS NOT NULL", "->>",
    "||", "<<",
    "NOT IN(", "INSTEAD OF", "BEFORE INSERT", "AFTER UPDATE", "AFTER DELETE", "UPDATE OF", " WHEN", "INSERT OR",
    "UPDATE OR", "DO NOTHING", "DO UPDATE SET", "DELETE FROM", "RAISE(ABORT", "RAISE(IGNORE)", "FROM(SELECT", "NEW . ",
    "OLD . ",
    "SET(", "\"order\"", "\"two words\"", "\"say \"\"hi\"\"\"", "日本", "\"1st\"", "\"new\nline\"", "'it''s'", "0x1F",
  ]

  private static let layouts = [
    "/* ; */", "-- '\n", "\r\n", "[order]", "`order`", "'order'", "DEFERRABLE INITIALLY IMMEDIATE", "NO ACTION",
    "MATCH SIMPLE", " ASC", "FOR EACH ROW", "INNER JOIN", "LEFT OUTER JOIN", "IF NOT EXISTS", "ON CONFLICT ABORT", "==",
    "!=",
    "IS NOT DISTINCT FROM", "NOTNULL", "ISNULL", "REPLACE INTO", "VIRTUAL", "SELECT ALL", "cReAte",
    "create",
  ]

  @Test("every feature occurs in enough schemas")
  func features() {
    var counts: [String: Int] = [:]
    for seed in 0..<1000 {
      let model = SchemaGenerator.schema(seed: seed)
      let sql = Array(SQLWriter.sql(model, .plain).utf8)
      let other = Array(SQLWriter.sql(model, Layout(seed: seed)).utf8)
      for needle in Self.plain where counts[needle, default: 0] < 5 && Self.contains(sql, needle) {
        counts[needle, default: 0] += 1
      }
      for needle in Self.layouts where counts["layout " + needle, default: 0] < 3 && Self.contains(other, needle) {
        counts["layout " + needle, default: 0] += 1
      }
    }
    #expect(Self.plain.filter { counts[$0, default: 0] < 5 }.isEmpty)
    #expect(Self.layouts.filter { counts["layout " + $0, default: 0] < 1 }.isEmpty)
  }

  private static func contains(_ bytes: [UInt8], _ needle: String) -> Bool {
    guard bytes.count >= needle.utf8.count, !needle.isEmpty else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      needle.withBytes { needle in
        (0...(bytes.count - needle.count)).contains { start in
          var length = 0
          while length < needle.count, bytes[start + length] == needle[length] { length += 1 }
          return length == needle.count
        }
      }
    }
  }

  @Test("the same seed gives the same schema and the same text")
  func determinism() {
    for seed in 0..<50 {
      #expect(SchemaGenerator.schema(seed: seed) == SchemaGenerator.schema(seed: seed))
      let model = SchemaGenerator.schema(seed: seed)
      #expect(SQLWriter.sql(model, Layout(seed: seed)) == SQLWriter.sql(model, Layout(seed: seed)))
    }
  }
}
