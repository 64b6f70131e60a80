import Foundation
import SwiftData
import Testing

@Suite("Models written from a frozen schema")
struct FrozenModelsTests {
  /// LedgerKitTests writes the file from the model again.
  @Test("a compiled file declares the model that it was written from")
  func compiled() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("FrozenModels")
    let frozen = try String(contentsOf: folder.appendingPathComponent("model.json"), encoding: .utf8)
    #expect(Schema(versionedSchema: SchemaV1_2_0.self).modelDocument + "\n" == frozen)
  }
}
