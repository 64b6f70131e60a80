internal import Digests
internal import EntityModel
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
  /// The SHA-256 of the model in the store, if it has one.
  private let model: [String?]

  /// - Parameter conventions: the names of the conventions whose records may decide.
  init(of database: ScratchDatabase, conventions: [String]) throws {
    schema = sha256(try database.storedText())
    properties = try database.properties()
    let stored = try database.modelRecords(limit: StoreModel.maximumSize)
    // The metadata of stores of SchemaModel has the model. That of others has the name of the store, and no model.
    let document = stored?.metadata.flatMap { StoreMetadata(propertyList: $0)?.modelDocument }
    model = [document, stored?.modelCache].map { $0.map { sha256($0) } }
    records = try conventions.map { try MigrationsTable.own(of: .named($0), in: database) }
  }
}
