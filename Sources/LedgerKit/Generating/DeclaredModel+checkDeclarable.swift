internal import EntityModel

extension DeclaredModel {
  /// Checks that SwiftData can declare the model.
  func checkDeclarable() throws(FrozenModelsError) {
    for entity in entities {
      let place = FrozenPlace(entity: entity.name)
      // The macro makes a variable of each property's name after an underscore.
      guard SwiftText.isIdentifier(entity.name), !entity.name.hasPrefix("_") else {
        throw place.error(.name(entity.name))
      }
      guard entity.originalName == entity.name else { throw place.error(.unsupported(what: "a renamed entity")) }
      guard !entity.isAbstract else { throw place.error(.unsupported(what: "an abstract entity")) }
      guard entity.hashModifier == nil else {
        throw place.error(.unsupported(what: "an entity with a version hash modifier"))
      }
      if let name = entity.superentity, self.entity(named: name) == nil { throw place.error(.unknown(name: name)) }
      guard lineage(of: entity.name).last?.superentity == nil else {
        throw place.error(.unsupported(what: "an entity above itself"))
      }
      // The name of the class would be that of the property in the class.
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      guard !names.contains(entity.name) else {
        throw place.error(.unsupported(what: "an entity with a property of the same name"))
      }
      if let attribute = entity.transientAttributes.first {
        throw FrozenPlace(entity: entity.name, property: attribute.name)
          .error(.unsupported(what: "a transient attribute of Core Data"))
      }
      for attribute in entity.attributes {
        try attribute.checkDeclarable(FrozenPlace(entity: entity.name, property: attribute.name))
      }
      for relationship in entity.relationships { try check(relationship, of: entity) }
      try checkConstraints(of: entity)
    }
  }

  private func check(_ relationship: Relationship, of entity: Entity) throws(FrozenModelsError) {
    let place = FrozenPlace(entity: entity.name, property: relationship.name)
    guard SwiftText.isIdentifier(relationship.name) else { throw place.error(.name(relationship.name)) }
    guard !relationship.isOrdered else { throw place.error(.unsupported(what: "an ordered relationship")) }
    guard self.entity(named: relationship.destination) != nil else {
      throw place.error(.unknown(name: relationship.destination))
    }
    if try inverse(of: relationship, in: entity) == nil, let name = inferredInverse(of: relationship, in: entity) {
      throw place.error(.inferredInverse(name))
    }
  }

  private func checkConstraints(of entity: Entity) throws(FrozenModelsError) {
    let place = FrozenPlace(entity: entity.name)
    let names = Set(lineage(of: entity.name).flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) })
    for name in (entity.uniquenessConstraints + entity.indexes.map(\.properties)).joined() where !names.contains(name) {
      throw place.error(.unknown(name: name))
    }
    let isDeclarable = { (index: Index) in
      index.kind != .compound && index.name == nil && index.descending.isEmpty && index.condition == nil
    }
    guard entity.indexes.allSatisfy(isDeclarable) else {
      throw place.error(.unsupported(what: "an entity with a fetch index of Core Data"))
    }
  }
}

extension DeclaredModel.Attribute {
  private static let knownOptions: Set = [
    "allowsCloudEncryption", "ephemeral", "externalStorage", "preserveValueOnDeletion", "spotlight",
  ]

  fileprivate func checkDeclarable(_ place: FrozenPlace) throws(FrozenModelsError) {
    guard SwiftText.isIdentifier(name) else { throw place.error(.name(name)) }
    guard derivation == nil else { throw place.error(.unsupported(what: "a derived attribute")) }
    for option in options where !Self.knownOptions.contains(option) && FrozenClasses.transformer(option) == nil {
      throw place.error(.unsupported(what: "an attribute with the option '\(option)'"))
    }
    guard (type == .transformable) == options.contains(where: { FrozenClasses.transformer($0) != nil }) else {
      throw place.error(.unsupported(what: "a transformable attribute without a transformer"))
    }
    if let defaultText, DefaultText(defaultText) == nil { throw place.error(.defaultText) }
    try checkComponents(place)
  }

  private func checkComponents(_ place: FrozenPlace) throws(FrozenModelsError) {
    guard type.hasComponents else {
      guard components.isEmpty else { throw place.error(.unsupported(what: "a value with components of another type")) }
      return
    }
    guard !components.isEmpty, Set(components.map(\.name)).count == components.count else {
      throw place.error(.unsupported(what: "a value without components, or with two of one name"))
    }
    for part in components {
      let known = DeclaredModel.Attribute(
        name: part.name, type: part.type, valueType: part.valueType, isOptional: part.isOptional,
        components: part.components)
      let isCase = part == DeclaredModel.Attribute(name: part.name, type: .string, isOptional: true)
      guard part == known, part.type != .transformable, type == .composite || isCase else {
        throw place.error(.unsupported(what: "a value whose component '\(part.name)' is an attribute by itself"))
      }
      if type == .enumeration, !SwiftText.isIdentifier(part.name) { throw place.error(.name(part.name)) }
      try part.checkComponents(place)
    }
  }
}

extension DeclaredModel {
  /// The other end of a relationship.
  struct Inverse {
    /// The entity that declares it.
    let owner: String
    let relationship: Relationship
    /// Whether each end is the inverse of the other.
    let isMutual: Bool
    /// Whether `inverse:` is written at the end that was asked for. Only one end may have it.
    let isDeclaredByFirst: Bool
  }

  /// The inverse of a relationship; `nil` if it has none.
  func inverse(of relationship: Relationship, in entity: Entity) throws(FrozenModelsError) -> Inverse? {
    guard let name = relationship.inverse else { return nil }
    let place = FrozenPlace(entity: entity.name, property: relationship.name)
    let found = lineage(of: relationship.destination).lazy.compactMap { owner in
      owner.relationships.first { $0.name == name }.map { (owner: owner, relationship: $0) }
    }.first
    guard let found else { throw place.error(.unknown(name: name)) }
    let leadsBack = lineage(of: found.relationship.destination).contains { $0.name == entity.name }
    let isSelf = found.owner == entity && found.relationship.name == relationship.name
    guard leadsBack, !isSelf else { throw place.error(.oneSidedInverse(name)) }
    guard found.relationship.inverse == relationship.name else {
      // Several relationships may name one inverse, whose own inverse is the first of them.
      guard entity.relationships.contains(where: { $0.name == found.relationship.inverse && $0.inverse == name }) else {
        throw place.error(.oneSidedInverse(name))
      }
      return Inverse(
        owner: found.owner.name, relationship: found.relationship, isMutual: false, isDeclaredByFirst: true)
    }
    let (here, there) = ((entity.name, relationship.name), (found.owner.name, name))
    let isFirst =
      relationship.isToMany == found.relationship.isToMany ? here < there : relationship.isToMany
    return Inverse(
      owner: found.owner.name, relationship: found.relationship, isMutual: true, isDeclaredByFirst: isFirst)
  }

  /// The relationship that would become the inverse of one without an inverse: SwiftData infers it if there is only one
  /// in each direction.
  private func inferredInverse(of relationship: Relationship, in entity: Entity) -> String? {
    guard entity.name != relationship.destination else { return nil }
    let here = free(from: entity.name, to: relationship.destination)
    let there = free(from: relationship.destination, to: entity.name)
    guard here.count == 1, there.count == 1, let inverse = there.first,
      inverse.relationship.destination == entity.name, inverse.owner == relationship.destination
    else { return nil }
    return inverse.relationship.name
  }

  /// The relationships without an inverse from one entity, or from one above it, to another or one above that.
  private func free(from: String, to: String) -> [(owner: String, relationship: Relationship)] {
    let destinations = Set(lineage(of: to).map(\.name))
    return lineage(of: from).flatMap { owner in
      owner.relationships.filter { $0.inverse == nil && destinations.contains($0.destination) }
        .map { (owner.name, $0) }
    }
  }
}
