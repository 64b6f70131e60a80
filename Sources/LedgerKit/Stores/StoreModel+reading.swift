internal import EntityModel
internal import SQLiteSandbox

extension StoreModel {
  /// Reads the model of a store; `nil` if the store does not contain one.
  init?(in database: ScratchDatabase) throws {
    guard let records = try database.modelRecords(limit: Self.maximumSize) else { return nil }
    self.init(metadata: records.metadata, modelCache: records.modelCache)
  }
}
