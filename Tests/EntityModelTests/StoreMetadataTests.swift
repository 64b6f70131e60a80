import EntityModel
import Foundation
import GRDB
import Testing

@Suite("StoreMetadata")
struct StoreMetadataTests {
  @Test("the metadata of a SwiftData store", arguments: Stores.versions)
  func real(_ version: String) throws {
    let list = try Stores.read(version) { try Data.fetchOne($0, sql: "SELECT Z_PLIST FROM Z_METADATA") }
    let metadata = try #require(StoreMetadata(propertyList: list.map { Array($0) } ?? []))
    #expect(metadata.versionIdentifiers == [version])
    #expect(metadata.modelDocument == nil)
    #expect(metadata.hasVersionHashes)
  }

  @Test("written metadata is read back, here and by Foundation, and has no hashes")
  func written() throws {
    let document = Stores.model("2.0.0").bytes
    let metadata = StoreMetadata(versionIdentifiers: ["2.0.0", "größer"], modelDocument: document)
    #expect(StoreMetadata(propertyList: metadata.propertyList) == metadata)
    let read = try PropertyListSerialization.propertyList(from: Data(metadata.propertyList), format: nil)
    let members = try #require(read as? [String: Any])
    #expect(members["NSStoreModelVersionIdentifiers"] as? [String] == ["2.0.0", "größer"])
    #expect(members["NSStoreType"] as? String == "SQLite")
    #expect(members["SchemaModelDocument"] as? Data == Data(document))
    #expect(members["NSStoreModelVersionHashes"] == nil)
    #expect(StoreMetadata(versionIdentifiers: []).propertyList == StoreMetadata(versionIdentifiers: []).propertyList)
  }

  @Test("a property list from Foundation, and bytes that are not one")
  func foundation() throws {
    let long = String(repeating: "x", count: 300)
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["NSStoreModelVersionIdentifiers": [long], "n": 1.5, "d": Date(timeIntervalSince1970: 0)],
      format: .binary, options: 0)
    #expect(StoreMetadata(propertyList: Array(data))?.versionIdentifiers == [long])
    let list = try PropertyListSerialization.data(fromPropertyList: ["1"], format: .binary, options: 0)
    #expect(StoreMetadata(propertyList: Array(list)) == nil)
    #expect(StoreMetadata(propertyList: []) == nil)
  }
}
