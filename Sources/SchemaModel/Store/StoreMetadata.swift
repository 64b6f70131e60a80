internal import EntityModel
internal import Foundation
internal import GRDB

/// What `Z_METADATA` says: a store's identity, and a property list. Core Data's keys are read, and written as far as they
/// are no claim that Core Data itself has made the store: no hash of its is among them.
struct StoreMetadata {
  /// `Z_UUID`
  var identifier: String
  /// `NSStoreModelVersionIdentifiers`
  var versions: [String]
  /// The model it was made for; nil in a store of SwiftData's or Core Data's own.
  var model: DeclaredModel?

  private static let modelKey = "SchemaModelDeclaration"

  /// Of a database; nil for one without `Z_METADATA`.
  static func read(_ database: Database) throws -> StoreMetadata? {
    guard try database.tableExists("Z_METADATA"),
      let row = try Row.fetchOne(database, sql: "SELECT Z_UUID, Z_PLIST FROM Z_METADATA")
    else { return nil }
    let data: Data = row["Z_PLIST"] ?? Data()
    let list = (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any] ?? [:]
    let declaration = (list[modelKey] as? Data).map { [UInt8]($0) }
    return StoreMetadata(
      identifier: row["Z_UUID"] ?? "", versions: list["NSStoreModelVersionIdentifiers"] as? [String] ?? [],
      model: try declaration.map { try DeclaredModel(parsing: $0) })
  }

  func write(to database: Database) throws {
    let list: [String: Any] = [
      "NSStoreModelVersionIdentifiers": versions, "NSStoreType": "SQLite", "_NSAutoVacuumLevel": "2",
      Self.modelKey: Data(model?.bytes ?? []),
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    try database.execute(
      sql: "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
      arguments: [identifier, data])
  }
}
