/// Infers an ``InferredMapping``: matches names, compares declarations, and collects the reasons why a mapping cannot
/// be inferred.
struct Inference {
  private let from: DeclaredModel
  private let to: DeclaredModel
  private let isCustom: Bool
  private let isDownward: Bool
  private let rules: RenameRules
  /// The old name of each entity of `to`.
  private var sources: [String: String] = [:]
  private(set) var reasons: Set<MappingError.Reason> = []
  private(set) var unfilled: Set<InferredMapping.Property> = []

  init(from: DeclaredModel, to: DeclaredModel, stage: StagePath.Kind, rules: RenameRules) {
    self.rules = rules
    self.from = from
    self.to = to
    isCustom = stage == .custom
    isDownward = rules == .schemaModel && VersionOrder.isDownward(from: from.version, to: to.version)
  }

  var sortedReasons: [MappingError.Reason] {
    reasons.sorted { ($0.entity, $0.property ?? "", $0.message) < ($1.entity, $1.property ?? "", $1.message) }
  }

  mutating func entityMappings() -> [EntityMapping] {
    let newer = to.entities.map { Renames.Declared(name: $0.name, originalName: $0.originalName) }
    let older = from.entities.map { Renames.Declared(name: $0.name, originalName: $0.originalName) }
    sources = matches(newer, older) { name, kind in MappingError.Reason(entity: name, kind: kind) }
    return to.entities.map { mapping(of: $0.name) }
  }

  /// - Parameter reason: creates a reason for a name of `to`.
  private mutating func matches(
    _ new: [Renames.Declared], _ old: [Renames.Declared],
    reason: (String, MappingError.Kind) -> MappingError.Reason
  ) -> [String: String] {
    guard !isDownward else { return Renames(newer: old, older: new).reversed }
    let renames = Renames(newer: new, older: old, rules: rules)
    for (original, names) in renames.conflicting {
      reasons.insert(reason(names[0], .nameClaimed(original: original, by: names)))
    }
    for name in renames.unmatched { reasons.insert(reason(name.name, .nameUnknown(original: name.originalName))) }
    return renames.older
  }

  private mutating func mapping(of name: String) -> EntityMapping {
    let new = to.inheritedProperties(of: name)
    guard let source = sources[name] else {
      return EntityMapping(
        name: name, source: nil,
        attributes: new.attributes.map { AttributeMapping(attribute: $0, source: nil, parts: $0.parts(from: nil)) },
        relationships: new.relationships.map { RelationshipMapping(relationship: $0, source: nil) })
    }
    let old = from.inheritedProperties(of: source)
    let older = matches(new.names, old.names) { property, kind in
      MappingError.Reason(entity: new.owner[property] ?? name, property: property, kind: kind)
    }
    return EntityMapping(
      name: name, source: source,
      attributes: new.attributes.map { attribute in
        let source = old.attributes.first { $0.name == older[attribute.name] }
        let owner = new.owner[attribute.name] ?? name
        if let other = old.relationships.first(where: { $0.name == older[attribute.name] }), !isCustom {
          refuse(owner, attribute.name, .typeChanged(before: other.kindName, after: attribute.type.rawValue))
        }
        return mapping(of: attribute, from: source, in: owner)
      },
      relationships: new.relationships.map { relationship in
        let source = old.relationships.first { $0.name == older[relationship.name] }
        let owner = new.owner[relationship.name] ?? name
        if let other = old.attributes.first(where: { $0.name == older[relationship.name] }), !isCustom {
          refuse(owner, relationship.name, .typeChanged(before: other.type.rawValue, after: relationship.kindName))
        }
        return mapping(of: relationship, from: source, in: owner)
      })
  }

  // MARK: Attributes

  private mutating func mapping(
    of attribute: DeclaredModel.Attribute, from old: DeclaredModel.Attribute?, in entity: String
  ) -> AttributeMapping {
    var source = old
    if let old, let change = attribute.typeChange(from: old, rules: rules) {
      if !isCustom { refuse(entity, attribute.name, change) }
      source = nil
    }
    if source.map(\.isOptional) != false { require(attribute, isNew: source == nil, in: entity) }
    let parts = attribute.parts(from: source)
    for (part, path) in zip(parts, attribute.partNames) where source != nil && part.isRequired {
      // SwiftData reads a stored structure without the new part.
      let isAdded = part.source == nil && (rules == .coreData || !attribute.hasDefault)
      // A default applies to the whole attribute; a value that has some of its components keeps those.
      guard isAdded || part.wasOptional && attribute.type.hasComponents else { continue }
      isCustom
        ? note(entity, attribute.name)
        : refuse(entity, path, isAdded ? .addedWithoutDefault : .requiredWithoutDefault)
    }
    return AttributeMapping(attribute: attribute, source: source, parts: parts)
  }

  private mutating func require(_ attribute: DeclaredModel.Attribute, isNew: Bool, in entity: String) {
    guard !attribute.isOptional, !attribute.hasDefault else { return }
    guard !isCustom else { return note(entity, attribute.name) }
    // A reason about the same property, such as a changed type, suffices.
    guard !reasons.contains(where: { $0.entity == entity && $0.property == attribute.name }) else { return }
    refuse(entity, attribute.name, isNew ? .addedWithoutDefault : .requiredWithoutDefault)
  }

  private mutating func note(_ entity: String, _ property: String) {
    unfilled.insert(InferredMapping.Property(entity: entity, name: property))
  }

  private mutating func refuse(_ entity: String, _ property: String?, _ kind: MappingError.Kind) {
    reasons.insert(MappingError.Reason(entity: entity, property: property, kind: kind))
  }

  // MARK: Relationships

  private mutating func mapping(
    of relationship: DeclaredModel.Relationship, from old: DeclaredModel.Relationship?, in entity: String
  ) -> RelationshipMapping {
    var source = old
    if let old, let change = change(of: relationship, from: old) {
      if !isCustom { refuse(entity, relationship.name, change) }
      source = nil
    }
    if !relationship.isToMany, !relationship.isOptional {
      let losesObjects = source.map { !keepsObjects(relationship, $0) } ?? false
      if source.map(\.isOptional) != false || losesObjects { require(relationship, isNew: source == nil, in: entity) }
    }
    return RelationshipMapping(relationship: relationship, source: source)
  }

  private mutating func require(_ relationship: DeclaredModel.Relationship, isNew: Bool, in entity: String) {
    guard !isCustom else { return note(entity, relationship.name) }
    guard !reasons.contains(where: { $0.entity == entity && $0.property == relationship.name }) else { return }
    refuse(entity, relationship.name, .requiredRelationship(isNew: isNew))
  }

  private func change(
    of relationship: DeclaredModel.Relationship, from old: DeclaredModel.Relationship
  ) -> MappingError.Kind? {
    if old.isToMany && !relationship.isToMany { return .toManyToOne }
    let reached = to.family(of: relationship.destination).compactMap { sources[$0.name] }
    let hierarchy = Set(from.family(of: from.rootEntity(of: old.destination)).map(\.name))
    guard !hierarchy.isDisjoint(with: reached) else {
      return .destinationChanged(before: old.destination, after: relationship.destination)
    }
    return nil
  }

  /// Whether each object that the old relationship could link can still be linked.
  private func keepsObjects(_ relationship: DeclaredModel.Relationship, _ old: DeclaredModel.Relationship) -> Bool {
    let reached = Set(to.family(of: relationship.destination).compactMap { sources[$0.name] })
    return from.family(of: old.destination).allSatisfy { reached.contains($0.name) }
  }

  // MARK: Hierarchies

  /// "You cannot merge entity hierarchies: if two existing entities do not share a common parent in the source, they
  /// cannot share a common parent in the destination."
  mutating func checkHierarchies(_ entities: [EntityMapping]) {
    for root in to.entities where root.superentity == nil {
      let members = Set(to.family(of: root.name).map(\.name))
      let roots = entities.filter { members.contains($0.name) }.compactMap(\.source).map(from.rootEntity(of:))
      if Set(roots).count > 1 { refuse(root.name, nil, .hierarchiesMerged(roots: Set(roots).sorted())) }
    }
  }
}

extension DeclaredModel.Relationship {
  fileprivate var kindName: String { "a relationship to \(destination)" }
}
