import CanonicalJSON

@testable import EntityModel

extension FuzzTarget {
  /// The model that a store brings: refused, or one that can be written as a document and read back. Also without the
  /// compression, behind which mutations do not get far.
  static let modelCache = FuzzTarget(
    name: "model-cache", share: 60,
    seeds: {
      Corpus.modelCaches
        + Corpus.modelCaches.compactMap { try? DeclaredModel.decompressed($0, limit: Mutation.longest) }
    }, words: ["bplist00", "NSEntities", "NSProperties", "NS.objects", "$null", "$class", "root"],
    read: { bytes in
      let model: DeclaredModel
      do throws(ModelCacheError) {
        model =
          try bytes.starts(with: "bplist00".utf8)
          ? ManagedObjectModel.read(bytes) : DeclaredModel(managedObjectModel: bytes)
      } catch {
        guard !error.message.isEmpty else { throw Violation("nothing said") }
        return false
      }
      guard (try? DeclaredModel(parsing: model.bytes)) == model else {
        throw Violation("the document is another model")
      }
      _ = try? StoreLayout(of: model)
      return true
    })

  /// `model.json`: refused, or its bytes come back.
  static let modelDocument = FuzzTarget(
    name: "model-document", share: 60,
    seeds: { documents.map { Array($0.utf8) } }, words: words,
    read: { bytes in
      let model: DeclaredModel
      do throws(ModelDocumentError) { model = try DeclaredModel(parsing: bytes) } catch {
        guard !error.message.isEmpty else { throw Violation("nothing said") }
        return false
      }
      guard model.bytes == bytes || model.bytes + [UInt8(ascii: "\n")] == bytes else { throw Violation("other bytes") }
      guard ModelDifference(from: model, to: model).changes.isEmpty else { throw Violation("differs from itself") }
      _ = try? StoreLayout(of: model)
      return true
    })

  private static let documents = [
    #"{"entities":[{"attributes":[{"name":"createdAt","optional":true,"type":"date"},{"name":"name","type":"string"}],"name":"User"}],"format":1,"version":"1.0.0"}"#,
    #"{"entities":[{"name":"Post","relationships":[{"destination":"User","inverse":"posts","name":"author"}]},{"attributes":[{"components":[{"name":"x","type":"double"}],"name":"at","options":["a"],"originalName":"b","type":"composite"}],"indexes":[{"properties":["at"]}],"name":"User","relationships":[{"deleteRule":"cascade","destination":"Post","inverse":"author","name":"posts","toMany":true}],"superentity":"Person","unique":[["at"]]}],"format":1,"version":"2"}"#,
  ]

  private static let words =
    [
      "{", "}", "[", "]", ":", ",", "null", "true", "false", "1", "{}", "[]", "\"\"", "\\u0000", "é", "e\u{301}",
      "\"string\"", "\"composite\"", "\"date\"", "\"User\"", "\"Post\"", "\"name\":\"User\"",
    ] + keys.map { "\"\($0)\":" }

  private static let keys = [
    "attributes", "components", "default", "deleteRule", "destination", "entities", "format", "hashModifier", "indexes",
    "inverse", "kind", "maximumCount", "minimumCount", "name", "optional", "options", "originalName", "properties",
    "relationships", "superentity", "toMany", "type", "unique", "valueType", "version",
  ]
}
