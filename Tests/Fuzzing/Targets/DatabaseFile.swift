import Foundation
import MigrationSources
import SQLiteSandbox
import SQLiteSchema

extension FuzzTarget {
  /// Database files that somebody made or damaged.
  static let database = FuzzTarget(
    name: "database", share: 40, seeds: { databases }, words: sqlWords,
    read: { bytes in
      guard let database = try? ScratchDatabase(file: bytes, tracking: .known, timeLimit: 0.5) else { return false }
      _ = try? database.storedText()
      _ = try? database.integrityFailures()
      _ = try? database.foreignKeyViolations()
      _ = try? database.compilationFailures()
      guard let schema = try? database.schema() else { return false }
      _ = schema.sql
      _ = schema.digests
      _ = SchemaDiff(from: schema, to: schema)
      try? database.execute("CREATE TABLE schemaledger_new (a); INSERT INTO schemaledger_new VALUES (1);")
      return true
    })

  private static let databases: [[UInt8]] = Corpus.schemas.enumerated().filter { $0.offset % 8 == 0 }.compactMap {
    guard let database = try? ScratchDatabase(tracking: .known) else { return nil }
    try? database.execute("PRAGMA page_size = 512")
    try? database.execute(String(decoding: $0.element, as: UTF8.self))
    return try? database.file()
  }.filter { $0.count <= Mutation.longest }
}
