import Foundation
import Testing

@testable import SQLiteSchema

@Suite("Population")
struct PopulationTests {
  static let small = """
    CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, email VARCHAR(40) NOT NULL UNIQUE, name TEXT,
      is_admin BOOLEAN NOT NULL DEFAULT 0, status TEXT CHECK (status IN ('active', 'new')) DEFAULT 'new',
      manager_id INTEGER REFERENCES users (id));
    CREATE TABLE posts (id TEXT PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 80), low INT, high INT, CHECK (low < high));
    CREATE TABLE profiles (user_id INTEGER PRIMARY KEY REFERENCES users (id), bio TEXT) STRICT;
    """

  @Test("what is reached is counted, and nothing is broken")
  func small() throws {
    let database = try populated(Self.small)
    #expect(database.coverage.gaps == [])
    #expect(try database.database.foreignKeyViolations().isEmpty)
    #expect(try database.database.integrityFailures() == [])
    #expect(database.coverage.rows["posts"] == 40)
  }

  @Test("the same schema and seed make the same bytes")
  func determinism() throws {
    let files = try (0..<2).map { _ in
      try populated(Self.small).database.file(temporaryFolder: FileManager.default.temporaryDirectory)
    }
    #expect(files[0] == files[1])
  }

  private func populated(
    _ schema: String
  ) throws -> (database: ScratchDatabase, coverage: Population.Coverage) {
    let database = try ScratchDatabase(foreignKeys: true)
    try database.execute(schema)
    return (database, try database.populate(Population(seed: "seed")))
  }
}
