import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax

extension FuzzTarget {
  /// SQL that SQLite accepts, to its canonical form and back.
  static let schema = FuzzTarget(
    name: "schema", share: 60, seeds: { Corpus.schemas }, words: sqlWords,
    read: { bytes in
      let sql = String(decoding: bytes, as: UTF8.self)
      guard !sql.utf8.contains(0), let schema = try? scratchSchema(sql) else { return false }
      let text = schema.sql
      let again: CanonicalSchema
      do { again = try scratchSchema(text) } catch { throw Violation("does not run: \(error)\n\(text)") }
      guard again.digests.schema == schema.digests.schema, again.digests.shape == schema.digests.shape else {
        throw Violation("\(text)\nreads back as\n\(again.sql)")
      }
      let diff = SchemaDiff(from: schema, to: again)
      guard diff.verdict <= .cosmetic else { throw Violation("differs from itself: \(diff.changes)") }
      return true
    })

  /// What a repository's SQL makes, without the rows.
  private static func scratchSchema(_ sql: String) throws -> CanonicalSchema {
    let database = try ScratchDatabase(tracking: .known, timeLimit: 0.5)
    // What ran before an error is a schema too.
    for statement in Script.statements(of: sql) {
      let text = String(decoding: Array(sql.utf8)[statement.range], as: UTF8.self)
      guard
        statement.tokens[0].isKeyword("CREATE") || statement.tokens[0].isKeyword("ALTER")
          || statement.tokens[0].isKeyword("DROP")
      else { continue }
      try database.execute(text + ";")
    }
    return try database.schema()
  }
}
