import SQLiteSchema
import Testing

@testable import LedgerKit

@Suite("Migration book")
struct MigrationBookTests {
  /// A convention, `user_version`, and which of the migrations 1 to 3 a store has had.
  static let counters: [(convention: String, version: Int, had: [String], unknown: [String])] = [
    ("plain", 1, ["1"], []), ("plain", 3, ["1", "2", "3"], []), ("plain", 5, ["1", "2", "3"], ["5"]),
    // 1.sqm leads from version 1 to version 2.
    ("sqldelight", 1, [], []), ("sqldelight", 2, ["1"], []), ("sqldelight", 4, ["1", "2", "3"], []),
    ("sqldelight", 6, ["1", "2", "3"], ["5"]),
  ]

  @Test("user_version counts as the convention counts", arguments: counters)
  func counter(convention: String, version: Int, had: [String], unknown: [String]) throws {
    let database = try ScratchDatabase()
    try database.execute("PRAGMA user_version = \(version)")
    let migrations = ["1", "2", "3"].map { id in
      Migration(id: id, path: id, title: "", up: "", down: nil, transaction: .none)
    }
    let sorted = try #require(try MigrationBook(of: convention, in: database)).sort(migrations)
    #expect(sorted.had.map(\.id) == had)
    #expect(sorted.unknown == unknown)
  }
}
