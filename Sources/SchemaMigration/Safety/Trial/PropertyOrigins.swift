internal import EntityModel

/// Follows the entities and properties of a version through the mappings of a plan's stages.
struct PropertyOrigins {
  /// An entity of the version that was reached, and the names in the first version. An origin is `nil` for what is new.
  private struct Origins {
    let entity: String?
    let properties: [String: String?]
  }

  private let start: [String: Origins]
  private var current: [String: Origins]

  init(_ model: DeclaredModel) {
    let all = model.entities.map { entity in
      let names = model.lineage(of: entity.name).flatMap {
        $0.attributes.map(\.name) + $0.relationships.map(\.name)
      }
      let properties = names.map { ($0, Optional("\(entity.name).\($0)")) }
      return (entity.name, Origins(entity: entity.name, properties: Dictionary(properties) { first, _ in first }))
    }
    start = Dictionary(all) { first, _ in first }
    current = start
  }

  /// Goes on to the next version.
  mutating func apply(_ mapping: InferredMapping) {
    let all = mapping.entities.map { entity in
      let source = entity.source.flatMap { current[$0] }
      func origin(_ name: String?) -> String? { name.flatMap { source?.properties[$0] ?? nil } }
      let properties =
        entity.attributes.map { ($0.attribute.name, origin($0.source?.name)) }
        + entity.relationships.map { ($0.relationship.name, origin($0.source?.name)) }
      return (entity.name, Origins(entity: source?.entity, properties: Dictionary(properties) { first, _ in first }))
    }
    current = Dictionary(all) { first, _ in first }
  }

  /// The entities and properties of the first version that nothing comes from.
  var lost: [String] {
    let entities = Set(current.values.compactMap(\.entity))
    let properties = Set(current.values.flatMap { $0.properties.values.compactMap(\.self) })
    return start.flatMap { name, origins -> [String] in
      guard entities.contains(name) else { return [name] }
      return origins.properties.values.compactMap(\.self).filter { !properties.contains($0) }
    }.sorted()
  }

  /// The entities and properties of the last version that come from nothing.
  var filled: [String] {
    current.flatMap { name, origins -> [String] in
      guard origins.entity != nil else { return [name] }
      return origins.properties.filter { $0.value == nil }.map { "\(name).\($0.key)" }
    }.sorted()
  }
}
