/// Compares two models, entity by entity.
struct ModelComparison {
  typealias Change = ModelDifference.Change
  typealias Entity = DeclaredModel.Entity

  private let entities: Pairing<Entity>
  /// The new name of each old entity.
  private let entityNames: [String: String]
  /// The new name of each old property, by the old name of its entity.
  private let propertyNames: [String: [String: String]]

  init(from: DeclaredModel, to: DeclaredModel) {
    entities = Pairing(from.entities, to.entities)
    entityNames = Dictionary(entities.pairs.map { ($0.before.name, $0.after.name) }) { first, _ in first }
    propertyNames = Dictionary(
      entities.pairs.map { before, after in
        let attributes = Pairing(before.attributes, after.attributes).pairs.map { ($0.before.name, $0.after.name) }
        let others = Pairing(before.relationships, after.relationships).pairs.map { ($0.before.name, $0.after.name) }
        return (before.name, Dictionary(attributes + others) { first, _ in first })
      }
    ) { first, _ in first }
  }

  func changes() -> [Change] {
    entities.added.map { change($0.name, nil, .added, nil, $0.superentity.map { "inherits from \($0)" } ?? "") }
      + entities.removed.map { change($0.name, nil, .removed, "", nil) } + entities.pairs.flatMap { compare($0, $1) }
  }

  private func compare(_ before: Entity, _ after: Entity) -> [Change] {
    var collector = ChangeCollector(entity: after.name, property: nil)
    collector.addNames(before, after)
    collector.add(.superentity, before.superentity.map { entityNames[$0] ?? $0 }, after.superentity)
    collector.add(
      .abstractness, before.isAbstract ? "abstract" : "concrete", after.isAbstract ? "abstract" : "concrete")
    collector.add(.hashModifier, before.hashModifier, after.hashModifier)
    let uniqueness = before.uniquenessConstraints.map { renamed($0, of: before) }
    collector.addLists(.uniqueness, uniqueness, after.uniquenessConstraints)
    collector.addLists(
      .index, before.indexes.map { [$0.text { renamed($0, of: before) }] },
      after.indexes.map { [$0.text { $0 }] })
    return collector.changes + compareProperties(before, after) + compareTransients(before, after)
  }

  private func compareTransients(_ before: Entity, _ after: Entity) -> [Change] {
    let names = Set(before.transientAttributes.map(\.name) + after.transientAttributes.map(\.name))
    return names.sorted().flatMap { name in
      var collector = ChangeCollector(entity: after.name, property: name)
      let old = before.transientAttributes.first { $0.name == name }
      let new = after.transientAttributes.first { $0.name == name }
      collector.add(.transience, old?.summary, new?.summary)
      return collector.changes
    }
  }

  private func compareProperties(_ before: Entity, _ after: Entity) -> [Change] {
    let attributes = Pairing(before.attributes, after.attributes)
    let relationships = Pairing(before.relationships, after.relationships)
    var changes = attributes.pairs.flatMap { compare($0, $1, entity: after.name, prefix: "") }
    changes += relationships.pairs.flatMap { compare($0, $1, of: before, after) }
    let gone = attributes.removed.map { ($0.name, $0.summary) } + relationships.removed.map { ($0.name, $0.summary) }
    let new =
      attributes.added.map { ($0.name, $0.originalName, $0.summary) }
      + relationships.added.map { ($0.name, $0.originalName, $0.summary) }
    for (name, summary) in gone {
      // An attribute that became a relationship, or vice versa.
      let successor = new.first { $0.1 == name } ?? new.first { $0.0 == name }
      changes.append(
        change(after.name, successor?.0 ?? name, successor == nil ? .removed : .property, summary, successor?.2))
    }
    for (name, original, summary) in new where !gone.contains(where: { $0.0 == original || $0.0 == name }) {
      changes.append(change(after.name, name, .added, nil, summary))
    }
    return changes
  }

  private func compare(
    _ before: DeclaredModel.Attribute, _ after: DeclaredModel.Attribute, entity: String, prefix: String
  ) -> [Change] {
    var collector = ChangeCollector(entity: entity, property: prefix + after.name)
    collector.addNames(before, after)
    collector.add(.type, before.type.rawValue, after.type.rawValue)
    collector.add(.valueType, before.valueType, after.valueType)
    collector.add(.optionality, before.isOptional ? "optional" : "required", after.isOptional ? "optional" : "required")
    collector.add(.defaultValue, before.defaultText, after.defaultText)
    collector.addLists(.options, before.options.map { [$0] }, after.options.map { [$0] })
    collector.add(.hashModifier, before.hashModifier, after.hashModifier)
    collector.add(.derivation, before.derivation, after.derivation)
    let components = Pairing(before.components, after.components)
    if components.removed.isEmpty, components.added.isEmpty {
      collector.add(
        .components, components.pairs.isEmpty ? nil : before.components.map(\.name).joined(separator: ", "),
        components.pairs.isEmpty
          ? nil : after.components.map { after in components.before(after) ?? after.name }.joined(separator: ", "))
    }
    let inner = prefix + after.name + "."
    return collector.changes + components.removed.map { change(entity, inner + $0.name, .removed, $0.summary, nil) }
      + components.added.map { change(entity, inner + $0.name, .added, nil, $0.summary) }
      + components.pairs.flatMap { compare($0, $1, entity: entity, prefix: inner) }
  }

  private func compare(
    _ before: DeclaredModel.Relationship, _ after: DeclaredModel.Relationship, of old: Entity, _ new: Entity
  ) -> [Change] {
    var collector = ChangeCollector(entity: new.name, property: after.name)
    collector.addNames(before, after)
    collector.add(.destination, entityNames[before.destination] ?? before.destination, after.destination)
    collector.add(.cardinality, before.isToMany ? "to-many" : "to-one", after.isToMany ? "to-many" : "to-one")
    collector.add(.optionality, before.isOptional ? "optional" : "required", after.isOptional ? "optional" : "required")
    collector.add(.deleteRule, before.deleteRule.rawValue, after.deleteRule.rawValue)
    let inverse = before.inverse.map { propertyNames[before.destination]?[$0] ?? $0 }
    collector.add(.inverse, inverse, after.inverse)
    collector.add(.minimumCount, before.minimumCount.map(String.init), after.minimumCount.map(String.init))
    collector.add(.maximumCount, before.maximumCount.map(String.init), after.maximumCount.map(String.init))
    collector.add(.hashModifier, before.hashModifier, after.hashModifier)
    collector.add(.order, before.isOrdered ? "ordered" : "unordered", after.isOrdered ? "ordered" : "unordered")
    return collector.changes
  }

  private func renamed(_ properties: [String], of before: Entity) -> [String] {
    properties.map { propertyNames[before.name]?[$0] ?? $0 }
  }

  private func change(
    _ entity: String, _ property: String?, _ kind: Change.Kind, _ before: String?, _ after: String?
  ) -> Change {
    Change(entity: entity, property: property, kind: kind, before: before, after: after)
  }
}

/// Collects the changes of one entity or property.
private struct ChangeCollector {
  let entity: String
  let property: String?
  private(set) var changes: [ModelDifference.Change] = []

  init(entity: String, property: String?) { (self.entity, self.property) = (entity, property) }

  mutating func add(_ kind: ModelDifference.Change.Kind, _ before: String?, _ after: String?) {
    guard before != after else { return }
    changes.append(
      ModelDifference.Change(entity: entity, property: property, kind: kind, before: before, after: after))
  }

  /// Adds a change for each list that only one of the versions contains.
  mutating func addLists(_ kind: ModelDifference.Change.Kind, _ before: [[String]], _ after: [[String]]) {
    for list in before where !after.contains(list) { add(kind, list.joined(separator: ", "), nil) }
    for list in after where !before.contains(list) { add(kind, nil, list.joined(separator: ", ")) }
  }

  mutating func addNames(_ before: some Renamable, _ after: some Renamable) {
    if before.name != after.name {
      add(.renamed, before.name, after.name)
    } else {
      add(
        .originalName, before.originalName == before.name ? nil : before.originalName,
        after.originalName == after.name ? nil : after.originalName)
    }
  }
}

extension Pairing {
  fileprivate func before(_ after: Element) -> String? { pairs.first { $0.after.name == after.name }?.before.name }
}

extension DeclaredModel.Index {
  /// A short description, with the new names of its properties.
  fileprivate func text(_ renamed: ([String]) -> [String]) -> String {
    let names = zip(properties, renamed(properties)).map { descending.contains($0) ? "\($1) descending" : $1 }
    let form =
      switch kind {
      case .binary: ""
      case .rtree: " as an R-tree"
      case .compound: " as a compound index"
      }
    return (name.map { "\($0) " } ?? "") + "(\(names.joined(separator: ", ")))" + form
      + (condition.map { " where \($0)" } ?? "")
  }
}

extension DeclaredModel.TransientAttribute {
  /// A short description.
  fileprivate var summary: String {
    (isOptional ? "an optional " : "a required ") + (type?.rawValue ?? "value")
      + (hashModifier.map { " with the hash modifier \($0)" } ?? "")
  }
}

extension DeclaredModel.Attribute {
  /// A short description.
  fileprivate var summary: String { (isOptional ? "an optional " : "a required ") + (valueType ?? type.rawValue) }
}

extension DeclaredModel.Relationship {
  /// A short description.
  fileprivate var summary: String {
    (isToMany ? "a to-many relationship to " : "a to-one relationship to ") + destination
  }
}
