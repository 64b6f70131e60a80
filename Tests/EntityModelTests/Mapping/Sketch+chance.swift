import EntityModel

extension Sketch {
  /// A model of a few entities, some with superentities, with attributes of all shapes and relationships of all kinds.
  static func chosen(by chance: inout Chance) -> Sketch {
    var sketch = Sketch()
    for position in 0..<(2 + chance.below(4)) {
      let superentity = position > 0 && chance.below(3) == 0 ? sketch.entities[chance.below(position)].id : nil
      sketch.addEntity(below: superentity, &chance)
    }
    for _ in 0..<(3 + chance.below(8)) { sketch.addAttribute(&chance) }
    for _ in 0..<chance.below(6) { sketch.addLink(&chance) }
    return sketch
  }

  /// The next version, made by several kinds of edits.
  func edited(by chance: inout Chance) -> Sketch {
    var (next, touched) = (self, Set<Int>())
    for _ in 0..<(1 + chance.below(5)) { next.edit(&chance, &touched) }
    return next
  }

  private mutating func edit(_ chance: inout Chance, _ touched: inout Set<Int>) {
    switch chance.below(14) {
    case 0: addAttribute(&chance)
    case 1: addLink(&chance)
    case 2: addEntity(below: chance.below(2) == 0 ? pick(entities, &chance)?.id : nil, &chance)
    case 3: removeEntity(&chance, &touched)
    case 4: rename(&chance, &touched)
    case 5: swap(&chance, &touched)
    case 6: removeProperty(&chance, &touched)
    case 7: toggleOptional(&chance, &touched)
    case 8: widen(&chance, &touched)
    case 9: addInverse(&chance, &touched)
    case 10: moveUp(&chance, &touched)
    case 11: moveDown(&chance, &touched)
    case 12: leaveHierarchy(&chance, &touched)
    default: renameEntity(&chance, &touched)
    }
  }

  private func pick<Element>(_ elements: [Element], _ chance: inout Chance) -> Element? {
    elements.isEmpty ? nil : elements[chance.below(elements.count)]
  }

  private func pickProperty(
    _ chance: inout Chance, _ touched: Set<Int>, where condition: (Property) -> Bool = { _ in true }
  ) -> Property? {
    pick(entities.flatMap(\.properties).filter { !touched.contains($0.id) && condition($0) }, &chance)
  }

  /// Names begin with a random letter, so that entity numbers and column positions vary.
  private mutating func freshName(_ chance: inout Chance) -> String {
    let letters = Array("bdfhjlnprtvx")
    return "\(letters[chance.below(letters.count)])\(nextID())"
  }

  mutating func addEntity(below superentity: Int?, _ chance: inout Chance) {
    entities.append(Entity(id: nextID(), name: freshName(&chance).uppercased(), superentity: superentity))
  }

  private mutating func addAttribute(_ chance: inout Chance) {
    let types: [DeclaredModel.AttributeType] = [.string, .integer64, .composite]
    let isOptional = chance.below(2) == 0
    let kind = Property.Kind.value(
      types[chance.below(3)], isOptional: isOptional, isDefaulted: !isOptional || chance.below(2) == 0)
    let entity = chance.below(entities.count)
    entities[entity].properties.append(Property(id: nextID(), name: freshName(&chance), kind: kind))
  }

  private mutating func addLink(_ chance: inout Chance) {
    let (from, to) = (chance.below(entities.count), chance.below(entities.count))
    let (link, inverse) = (nextID(), chance.below(3) > 0 ? nextID() : nil)
    let ends = (entities[from].id, entities[to].id)
    entities[from].properties.append(
      Property(
        id: link, name: freshName(&chance), kind: .link(to: ends.1, isToMany: chance.below(2) == 0, inverse: inverse)))
    guard let inverse else { return }
    entities[to].properties.append(
      Property(
        id: inverse, name: freshName(&chance), kind: .link(to: ends.0, isToMany: chance.below(2) == 0, inverse: link)))
  }

  /// Removes an entity without subentities, and all relationships to it.
  private mutating func removeEntity(_ chance: inout Chance, _ touched: inout Set<Int>) {
    let leaves = entities.filter { children(of: $0.id).isEmpty && !touched.contains($0.id) }
    guard entities.count > 1, let entity = pick(leaves, &chance) else { return }
    for property in entity.properties { remove(property) }
    for property in entities.flatMap(\.properties) {
      if case .link(to: entity.id, _, _) = property.kind { remove(property) }
    }
    entities.removeAll { $0.id == entity.id }
  }

  private mutating func removeProperty(_ chance: inout Chance, _ touched: inout Set<Int>) {
    guard let property = pickProperty(&chance, touched) else { return }
    remove(property)
  }

  /// Removes a relationship and its inverse.
  private mutating func remove(_ property: Property) {
    var gone: Set<Int> = [property.id]
    if case .link(_, _, let inverse?) = property.kind { gone.insert(inverse) }
    for entity in entities.indices { entities[entity].properties.removeAll { gone.contains($0.id) } }
  }

  private mutating func rename(_ chance: inout Chance, _ touched: inout Set<Int>) {
    guard let property = pickProperty(&chance, touched) else { return }
    touched.insert(property.id)
    let name = freshName(&chance)
    edit(property.id) { $0.name = name }
    // A new property takes the freed name.
    guard chance.below(2) == 0,
      let owner = entities.firstIndex(where: { $0.properties.contains { $0.id == property.id } })
    else { return }
    let kind = Property.Kind.value(.string, isOptional: true, isDefaulted: false)
    let added = Property(id: nextID(), name: property.name, kind: kind)
    touched.insert(added.id)
    entities[owner].properties.append(added)
  }

  private mutating func swap(_ chance: inout Chance, _ touched: inout Set<Int>) {
    guard let entity = pick(entities, &chance) else { return }
    let free = entity.properties.filter { !touched.contains($0.id) }
    guard free.count > 1 else { return }
    let (one, other) = (free[0], free[1 + chance.below(free.count - 1)])
    touched.formUnion([one.id, other.id])
    edit(one.id) { $0.name = other.name }
    edit(other.id) { $0.name = one.name }
  }

  private mutating func toggleOptional(_ chance: inout Chance, _ touched: inout Set<Int>) {
    guard let property = pickProperty(&chance, touched, where: { !$0.isLink }),
      case .value(let type, let isOptional, _) = property.kind
    else { return }
    touched.insert(property.id)
    edit(property.id) { $0.kind = .value(type, isOptional: !isOptional, isDefaulted: isOptional) }
  }

  private mutating func widen(_ chance: inout Chance, _ touched: inout Set<Int>) {
    let link = pickProperty(&chance, touched) { if case .link(_, false, _) = $0.kind { true } else { false } }
    guard let link, case .link(let destination, _, let inverse) = link.kind else { return }
    touched.formUnion([link.id, inverse ?? link.id])
    edit(link.id) { $0.kind = .link(to: destination, isToMany: true, inverse: inverse) }
  }

  private mutating func addInverse(_ chance: inout Chance, _ touched: inout Set<Int>) {
    let link = pickProperty(&chance, touched) { if case .link(_, _, nil) = $0.kind { true } else { false } }
    guard let link, case .link(let destination, let isToMany, _) = link.kind, let owner = property(link.id)?.owner
    else { return }
    let inverse = nextID()
    touched.formUnion([link.id, inverse])
    edit(link.id) { $0.kind = .link(to: destination, isToMany: isToMany, inverse: inverse) }
    let back = Property(
      id: inverse, name: freshName(&chance), kind: .link(to: owner.id, isToMany: chance.below(2) == 0, inverse: link.id)
    )
    for entity in entities.indices where entities[entity].id == destination { entities[entity].properties.append(back) }
  }

  /// Moves an attribute of a subentity to the superentity.
  private mutating func moveUp(_ chance: inout Chance, _ touched: inout Set<Int>) {
    let movable = entities.filter { $0.superentity != nil }.flatMap(\.properties)
    guard let property = pick(movable.filter { !$0.isLink && !touched.contains($0.id) }, &chance),
      let owner = self.property(property.id)?.owner, let parent = owner.superentity,
      case .value(let type, _, _) = property.kind
    else { return }
    touched.insert(property.id)
    var moved = property
    moved.kind = .value(type, isOptional: true, isDefaulted: false)
    remove(property)
    for entity in entities.indices where entities[entity].id == parent { entities[entity].properties.append(moved) }
  }

  /// Moves an attribute of a superentity to one subentity, or to each, with the same name.
  private mutating func moveDown(_ chance: inout Chance, _ touched: inout Set<Int>) {
    let parents = entities.filter { !children(of: $0.id).isEmpty }
    guard let parent = pick(parents, &chance),
      let property = pick(parent.properties.filter { !$0.isLink && !touched.contains($0.id) }, &chance)
    else { return }
    touched.insert(property.id)
    remove(property)
    let heirs = children(of: parent.id).map(\.id).prefix(1 + chance.below(2))
    for entity in entities.indices where heirs.contains(entities[entity].id) {
      entities[entity].properties.append(property)
    }
  }

  private mutating func leaveHierarchy(_ chance: inout Chance, _ touched: inout Set<Int>) {
    let members = entities.filter { $0.superentity != nil && !touched.contains($0.id) }
    guard let entity = pick(members, &chance), let parent = entity.superentity else { return }
    touched.insert(entity.id)
    let inherited = properties(of: parent).filter { !$0.isLink }
    touched.formUnion(inherited.map(\.id))
    for position in entities.indices where entities[position].id == entity.id {
      entities[position].superentity = nil
      entities[position].properties += inherited
    }
  }

  private mutating func renameEntity(_ chance: inout Chance, _ touched: inout Set<Int>) {
    guard let entity = pick(entities.filter { !touched.contains($0.id) }, &chance) else { return }
    touched.insert(entity.id)
    let name = freshName(&chance).uppercased()
    for position in entities.indices where entities[position].id == entity.id { entities[position].name = name }
  }
}
