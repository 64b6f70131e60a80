import EntityModel

/// A model whose entities and properties have their own identities, so that the effect of an edit is known without any
/// rule of renaming.
struct Sketch {
  struct Entity {
    let id: Int
    var name: String
    /// An identity.
    var superentity: Int?
    var properties: [Property] = []
  }

  struct Property {
    enum Kind {
      case value(DeclaredModel.AttributeType, isOptional: Bool, isDefaulted: Bool)
      case link(to: Int, isToMany: Bool, inverse: Int?)
    }

    let id: Int
    var name: String
    var kind: Kind

    var isLink: Bool { if case .link = kind { true } else { false } }
  }

  var entities: [Entity] = []
  private(set) var lastID = 0

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  func entity(_ id: Int) -> Entity? { entities.first { $0.id == id } }

  func children(of id: Int) -> [Entity] { entities.filter { $0.superentity == id } }

  /// The identities of an entity and all its subentities.
  func family(of id: Int) -> Set<Int> { children(of: id).reduce([id]) { $0.union(family(of: $1.id)) } }

  func root(of id: Int) -> Int { entity(id)?.superentity.map(root(of:)) ?? id }

  /// Its declared and inherited properties.
  func properties(of id: Int) -> [Property] {
    guard let entity = entity(id) else { return [] }
    return entity.properties + (entity.superentity.map(properties(of:)) ?? [])
  }

  func property(_ id: Int) -> (owner: Entity, property: Property)? {
    for entity in entities {
      if let found = entity.properties.first(where: { $0.id == id }) { return (entity, found) }
    }
    return nil
  }

  mutating func edit(_ id: Int, _ change: (inout Property) -> Void) {
    for entity in entities.indices {
      for property in entities[entity].properties.indices where entities[entity].properties[property].id == id {
        change(&entities[entity].properties[property])
      }
    }
  }

  static let parts = [
    DeclaredModel.Attribute(name: "street", type: .string, isOptional: true),
    DeclaredModel.Attribute(name: "zip", type: .integer64),
  ]

  /// The model. Original names are set for what has another name in `before`.
  func model(_ version: String, before: Sketch? = nil) -> DeclaredModel {
    DeclaredModel(
      version: version,
      entities: entities.map { entity in
        DeclaredModel.Entity(
          name: entity.name, originalName: before?.entity(entity.id)?.name,
          superentity: entity.superentity.flatMap { self.entity($0)?.name },
          attributes: entity.properties.compactMap { attribute($0, before) },
          relationships: entity.properties.compactMap { relationship($0, before) })
      })
  }

  private func attribute(_ property: Property, _ before: Sketch?) -> DeclaredModel.Attribute? {
    guard case .value(let type, let isOptional, let isDefaulted) = property.kind else { return nil }
    return DeclaredModel.Attribute(
      name: property.name, originalName: before?.property(property.id)?.property.name, type: type,
      isOptional: isOptional, defaultText: isDefaulted ? "default" : nil,
      components: type == .composite ? Self.parts : [])
  }

  private func relationship(_ property: Property, _ before: Sketch?) -> DeclaredModel.Relationship? {
    guard case .link(let destination, let isToMany, let inverse) = property.kind else { return nil }
    return DeclaredModel.Relationship(
      name: property.name, originalName: before?.property(property.id)?.property.name,
      destination: entity(destination)?.name ?? "", isToMany: isToMany, isOptional: true,
      inverse: inverse.flatMap { self.property($0)?.property.name })
  }
}

/// Pseudo-random numbers, determined by a seed. https://prng.di.unimi.it/splitmix64.c
struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
