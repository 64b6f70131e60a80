internal import EntityModel
internal import Foundation

/// Encodes a model document, or a document with a single entity or property, as a string: the canonical JSON that is
/// frozen as `model.json`. Any encoder keeps it exactly.
struct ModelDocumentText: Codable {
  let model: DeclaredModel

  init(_ model: DeclaredModel) { self.model = model }
  init(_ entity: DeclaredModel.Entity) { model = DeclaredModel(version: "1.0.0", entities: [entity]) }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      model = try DeclaredModel(parsing: Array(text.utf8))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.message))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: model.bytes, as: UTF8.self))
  }

  /// The only entity.
  var entity: DeclaredModel.Entity { model.entities.first ?? DeclaredModel.Entity(name: "") }

  static func missing(_ what: String, _ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "the model document has no \(what)"))
  }
}
