internal import EntityModel
internal import Foundation
internal import GRDB

/// The contents of Core Data's system table `Z_METADATA`: the store's identifier and its models.
struct StoreMetadataRow {
  /// `Z_UUID`
  var identifier: String
  /// `NSStoreModelVersionIdentifiers`
  var versions: [String]
  /// The model the store was created for; `nil` if SwiftData or Core Data created the store.
  var model: DeclaredModel?

  /// Reads the system tables of a database; `nil` if there is no `Z_METADATA`.
  static func read(_ database: Database) throws -> StoreMetadataRow? {
    guard try database.tableExists("Z_METADATA"),
      let row = try Row.fetchOne(database, sql: "SELECT Z_UUID, Z_PLIST FROM Z_METADATA")
    else { return nil }
    let data: Data = row["Z_PLIST"] ?? Data()
    let metadata = StoreMetadata(propertyList: [UInt8](data))
    return StoreMetadataRow(
      identifier: row["Z_UUID"] ?? "", versions: metadata?.versionIdentifiers ?? [],
      model: try metadata?.modelDocument.map { try DeclaredModel(parsing: $0) })
  }

  func write(to database: Database) throws {
    let metadata = StoreMetadata(versionIdentifiers: versions, modelDocument: model?.bytes)
    try database.execute(
      sql: "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
      arguments: [identifier, Data(metadata.propertyList)])
  }

  /// The same store with a different model.
  func with(_ model: DeclaredModel) -> StoreMetadataRow {
    StoreMetadataRow(identifier: identifier, versions: [model.version], model: model)
  }
}
