/// A property or an entity of the older of two versions that an inferred mapping drops, with its values or objects.
public struct DroppedValues: Sendable, Hashable {
  /// The name of the entity that declares the property, or of the dropped entity, in the older version.
  public let entity: String
  /// The name of the property in the older version; `nil` if the entity is dropped.
  public let property: String?
  /// The name of the entity in the newer version; `nil` if the entity is dropped.
  public let newEntity: String?
  /// The only new attribute of the property's type, if the property is the only one of that type that is gone.
  public let candidate: String?
}

extension DroppedValues {
  /// What is dropped between two versions, by entity and property. What has no values is left out: abstract entities, and
  /// attributes that are transient or derived. So are relationships whose links are also in a kept inverse, or lead to
  /// dropped objects.
  public static func all(from older: DeclaredModel, to newer: DeclaredModel) -> [DroppedValues] {
    var inference = Inference(from: older, to: newer, stage: .custom, rules: .coreData)
    let mappings = inference.entityMappings()
    let kept = Set(mappings.compactMap(\.source))
    var found: Set<DroppedValues> = []
    for entity in older.entities where !entity.isAbstract && !kept.contains(entity.name) {
      found.insert(DroppedValues(entity: entity.name, property: nil, newEntity: nil, candidate: nil))
    }
    func keepsLinks(_ relationship: String, of entity: String) -> Bool {
      mappings.contains { $0.source == entity && $0.relationships.contains { $0.source?.name == relationship } }
    }
    for mapping in mappings {
      guard let source = mapping.source, older.entity(named: source)?.isAbstract == false else { continue }
      let old = older.inheritedProperties(of: source)
      let attributes = Set(mapping.attributes.compactMap(\.source?.name))
      var names = old.attributes.filter { $0.derivation == nil }.map(\.name).filter { !attributes.contains($0) }
      for relationship in old.relationships where !keepsLinks(relationship.name, of: source) {
        let targets = older.family(of: relationship.destination).map(\.name)
        let isKept = relationship.inverse.map { inverse in targets.contains { keepsLinks(inverse, of: $0) } } ?? false
        // Of two ends that are dropped, one is told.
        let isSecond =
          relationship.inverse.map { inverse in
            let owner =
              older.inheritedProperties(of: relationship.destination).owner[inverse] ?? relationship.destination
            return (owner, inverse) < (old.owner[relationship.name] ?? source, relationship.name)
          } ?? false
        if !isKept, !isSecond, !kept.isDisjoint(with: targets) { names.append(relationship.name) }
      }
      for name in names {
        // A property whose type changes is refused, not dropped.
        if newer.inheritedProperties(of: mapping.name).owner[name] != nil { continue }
        found.insert(
          DroppedValues(
            entity: old.owner[name] ?? source, property: name, newEntity: mapping.name,
            candidate: older.laterName(of: name, in: source, of: newer)))
      }
      for pair in mapping.attributes {
        guard let former = pair.source else { continue }
        for part in former.parts(without: pair.attribute) {
          found.insert(
            DroppedValues(
              entity: old.owner[former.name] ?? source, property: "\(former.name).\(part)", newEntity: mapping.name,
              candidate: nil))
        }
      }
    }
    return found.sorted {
      ($0.entity, $0.property ?? "", $0.newEntity ?? "") < ($1.entity, $1.property ?? "", $1.newEntity ?? "")
    }
    .reduce(into: []) { all, one in
      // Subentities drop what they inherit together.
      if all.last.map({ ($0.entity, $0.property) != (one.entity, one.property) }) ?? true { all.append(one) }
    }
  }
}

extension DeclaredModel.Attribute {
  /// The parts of a structure that another attribute lacks, by their dotted names below the attribute.
  fileprivate func parts(without later: DeclaredModel.Attribute) -> [String] {
    guard type == .composite, later.type == .composite else { return [] }
    return components.flatMap { component -> [String] in
      guard let kept = later.components.first(where: { $0.name == component.name }) else { return [component.name] }
      return component.parts(without: kept).map { "\(component.name).\($0)" }
    }
  }
}
