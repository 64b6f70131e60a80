internal import Digests
internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Everything that decides which version a store is. It is much cheaper to read than a schema, and stores with the same key
/// have the same answer.
struct StoreKey: Hashable {
  /// The SHA-256 of the stored schema.
  private let schema: String
  private let properties: DatabaseProperties
  /// The record of each convention.
  private let records: [MigrationsTable?]

  /// - Parameter conventions: the names of the conventions whose records may decide.
  init(of database: ScratchDatabase, conventions: [String]) throws {
    schema = sha256(try database.storedText())
    properties = try database.properties()
    records = try conventions.map { try MigrationsTable.own(of: .named($0), in: database) }
  }
}
