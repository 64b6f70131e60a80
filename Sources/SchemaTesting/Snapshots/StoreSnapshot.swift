internal import Digests
internal import Foundation
internal import SchemaModel

/// All objects of a store as JSON: for each model, its objects in the order of their primary keys.
///
///     {
///       "Post": [
///         {
///           "fields": { "author": "Author/1", "createdAt": "2023-11-14T22:13:20Z", "title": "Hello" },
///           "id": "Post/1"
///         }
///       ]
///     }
///
/// Nothing in it depends on the run: no identifier of a store, no path.
struct StoreSnapshot {
  /// Longer data is represented by its length and its digest.
  private static let longestData = 96

  let text: String

  /// - Parameter ignored: properties to leave out, such as `Author.id`.
  /// - Throws: ``SnapshotError/unknownProperty(name:known:)``; `StoreError` for an object that cannot be read.
  init(of container: ModelContainer, ignoring ignored: Set<String> = []) throws {
    let entities = container.schema.entities
    let known = Set(entities.flatMap { entity in entity.properties.map { "\(entity.name).\($0.name)" } })
    for name in ignored.sorted() where !known.contains(name) {
      throw SnapshotError.unknownProperty(name: name, known: known.sorted())
    }
    var models: [String: [SnapshotValue]] = [:]
    for entity in entities { models[entity.name] = [] }
    try container.forEachObject { object in
      let entity = object.reference.entity
      let kept = object.properties.filter { !ignored.contains("\(entity).\($0.name)") }
      let fields = Dictionary(kept.map { ($0.name, Self.value($0.value)) }) { first, _ in first }
      models[entity, default: []].append(.object(["id": Self.identifier(object.reference), "fields": .object(fields)]))
    }
    text = SnapshotValue.object(models.mapValues { .list($0) }).text
  }

  private static func identifier(_ reference: ObjectValues.Reference) -> SnapshotValue {
    .text("\(reference.entity)/\(reference.primaryKey)")
  }

  private static func value(_ value: ObjectValues.Value) -> SnapshotValue {
    switch value {
    case .none: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .date(let seconds): .text(SnapshotDate(secondsSinceReferenceDate: seconds).text)
    case .data(let data) where data.count > longestData:
      .object(["bytes": .integer(Int64(data.count)), "sha256": .text(sha256([UInt8](data)))])
    case .data(let data): .object(["base64": .text(data.base64EncodedString())])
    case .json(let json): SnapshotValue(json: json)
    case .parts(let parts):
      .object(Dictionary(parts.map { ($0.name, Self.value($0.value)) }) { first, _ in first })
    case .object(let reference): identifier(reference)
    case .objects(let references): .list(references.map(identifier))
    }
  }
}
