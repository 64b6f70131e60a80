extension MadeRows {
  /// A relationship, the entity that declares it, and its inverse.
  private struct Link {
    let entity: String
    let relationship: DeclaredModel.Relationship
    /// The inverse, and the entity that declares it.
    let inverse: (entity: String, relationship: DeclaredModel.Relationship)?

    /// Whether the relationship is its own inverse.
    var isReflexive: Bool {
      guard let inverse else { return false }
      return (inverse.entity, inverse.relationship.name) == (entity, relationship.name)
    }
  }

  /// Links the objects, and returns what the relationships lack.
  mutating func link() -> [RowGap] {
    let links = source.model.entities.flatMap { entity in
      entity.relationships.map { Link(entity: entity.name, relationship: $0, inverse: inverse(of: $0)) }
    }
    return links.filter { !isUnlinked($0) }.flatMap { link -> [RowGap] in
      switch source.layout.storage(of: link.relationship.name, in: link.entity) {
      case .ownKey(let column)?: setKeys(column, link)
      case .foreignKey(_, let column)? where link.inverse == nil: setKeysWithoutInverse(column, link)
      case .joinTable(let name, let own, let other)?: addPairs(name, own, other, link)
      // With an inverse, its key is set.
      case .foreignKey?, nil: []
      }
    }
  }

  /// A relationship and its inverse have the same links.
  private func isUnlinked(_ link: Link) -> Bool {
    let ends =
      [(link.entity, link.relationship.name)] + (link.inverse.map { [($0.entity, $0.relationship.name)] } ?? [])
    return ends.contains { source.unlinked.contains(InferredMapping.Property(entity: $0.0, name: $0.1)) }
  }

  private func inverse(
    of relationship: DeclaredModel.Relationship
  ) -> (entity: String, relationship: DeclaredModel.Relationship)? {
    guard let name = relationship.inverse else { return nil }
    for entity in source.model.lineage(of: relationship.destination) {
      if let found = entity.relationships.first(where: { $0.name == name }) { return (entity.name, found) }
    }
    return nil
  }

  /// The objects that a relationship can link. Its inverse may belong to a superentity of the destination, and its
  /// destination may be a superentity or subentity of the one that declares the relationship.
  private func ends(_ link: Link) -> (own: [Object], others: [Object]) {
    guard let inverse = link.inverse else {
      return (objects(of: link.entity), objects(of: link.relationship.destination))
    }
    return (
      objects(of: link.entity, inverse.relationship.destination),
      objects(of: link.relationship.destination, inverse.entity)
    )
  }

  private func tooFew(_ relationship: DeclaredModel.Relationship, of entity: String, _ counts: [Int]) -> [RowGap] {
    let least = max(0, relationship.minimumCount ?? 0)
    let count = counts.count { $0 < least && !(relationship.isOptional && $0 == 0) }
    return count == 0 ? [] : [.tooFewObjects(entity: entity, relationship: relationship.name, count: count)]
  }

  // MARK: To-one

  private mutating func setKeys(_ column: String, _ link: Link) -> [RowGap] {
    let (own, others) = ends(link)
    let relationship = link.relationship
    let numberColumn = source.layout.entityNumberColumn(of: relationship.name, in: link.entity)
    let isOrdered = link.inverse.map { $0.relationship.isToMany && $0.relationship.isOrdered } ?? false
    let most = link.inverse?.relationship.maximumCount.flatMap { $0 > 0 ? $0 : nil } ?? .max
    var counts: [Object: Int] = [:]
    for (row, object) in own.enumerated() {
      guard let other = destination(row, link, own, others, column, counts, most) else { continue }
      set(column, of: object, to: other.key)
      if let numberColumn { set(numberColumn, of: object, to: Int64(other.number)) }
      counts[other, default: 0] += 1
      if isOrdered {
        set(StoreLayout.orderColumn(ofToOne: relationship.name), of: object, to: Self.order(counts[other] ?? 1))
      }
    }
    var gaps: [RowGap] = []
    let missing = objects(of: link.entity).count - counts.values.reduce(0, +)
    if !source.isExact || !relationship.isOptional, missing > 0 {
      gaps.append(.missingObjects(entity: link.entity, relationship: relationship.name, count: missing))
    }
    if let inverse = link.inverse, inverse.relationship.isToMany {
      gaps += tooFew(inverse.relationship, of: inverse.entity, objects(of: inverse.entity).map { counts[$0] ?? 0 })
    }
    return gaps
  }

  /// The object to which a row refers; `nil` for none.
  private func destination(
    _ row: Int, _ link: Link, _ own: [Object], _ others: [Object], _ column: String, _ counts: [Object: Int],
    _ most: Int
  ) -> Object? {
    guard !others.isEmpty else { return nil }
    if let inverse = link.inverse, !inverse.relationship.isToMany {
      return counterpart(row, link, inverse, own, others)
    }
    let isOptional = source.isExact && link.relationship.isOptional
    if isOptional, row % 4 == 3 { return nil }
    if isUniqueKey(column, in: own[row].table) { return row < others.count ? others[row] : nil }
    // Every object has an object before it as its parent, so that there are no circles.
    let isTree = isOptional && own == others
    if isTree, row == 0 { return nil }
    // If each object must have one and there is a limit, all are needed.
    let found = isTree || !isOptional && most < .max ? others : Self.some(of: others)
    let count = isTree ? row : found.count
    // The first object gets many references.
    let start = row < 5 ? 0 : row * Self.step(found.count) % found.count % count
    return (0..<count).lazy.map { found[(start + $0) % count] }.first { counts[$0, default: 0] < most }
  }

  /// The objects without every eighth, which is left without a link.
  private static func some(of objects: [Object]) -> [Object] {
    objects.enumerated().filter { $0.offset % 8 != 7 }.map(\.element)
  }

  /// The object at the other end of a one-to-one relationship, both ends of which have a key: the one at the same position
  /// or, if both ends are of the same objects, the next one.
  private func counterpart(
    _ row: Int, _ link: Link, _ inverse: (entity: String, relationship: DeclaredModel.Relationship), _ own: [Object],
    _ others: [Object]
  ) -> Object? {
    let isOptional = source.isExact && link.relationship.isOptional && inverse.relationship.isOptional
    guard own == others else {
      return row < others.count && !(isOptional && row % 4 == 3) ? others[row] : nil
    }
    if link.isReflexive {
      // Pairs; the last object of an odd number has only itself.
      let partner = row ^ 1
      if isOptional, row % 4 > 1 { return nil }
      return partner < others.count ? others[partner] : isOptional ? nil : others[row]
    }
    // A chain: the relationship that comes first leads forwards, its inverse back.
    let isForward = (link.entity, link.relationship.name) < (inverse.entity, inverse.relationship.name)
    let from = isForward ? row : (row + others.count - 1) % others.count
    if isOptional, from % 4 == 3 || from == others.count - 1 { return nil }
    return others[isForward ? (row + 1) % others.count : from]
  }

  /// A number that has no common divisor with another one, so that its multiples lead to different objects.
  private static func step(_ count: Int) -> Int { [7, 5, 11, 3, 13].first { count % $0 != 0 } ?? 1 }

  /// The value of an order column, which is larger for the later of two objects.
  private static func order(_ position: Int) -> Int64 { Int64(position) * 1024 }

  // MARK: To-many

  /// Every object belongs to at most one list.
  private mutating func setKeysWithoutInverse(_ column: String, _ link: Link) -> [RowGap] {
    let (own, others) = ends(link)
    let most = link.relationship.maximumCount.flatMap { $0 > 0 ? $0 : nil } ?? .max
    let owners = (link.relationship.minimumCount ?? 0) > 0 ? own : Self.some(of: own)
    var counts: [Object: Int] = [:]
    for (row, other) in others.enumerated() where row % 4 != 3 && !owners.isEmpty {
      let object = owners[row / 2 % owners.count]
      guard counts[object, default: 0] < most else { continue }
      set(column, of: other, to: object.key)
      counts[object, default: 0] += 1
    }
    return tooFew(link.relationship, of: link.entity, own.map { counts[$0] ?? 0 })
  }

  private mutating func addPairs(_ table: String, _ own: String, _ other: String, _ link: Link) -> [RowGap] {
    // The other end is the same table.
    guard let inverse = link.inverse, let join = source.layout.joinTables.first(where: { $0.name == table }),
      (join.entity, join.relationship) == (link.entity, link.relationship.name)
    else { return [] }
    let pairs = pairs(link, inverse.relationship)
    var counts: (own: [Object: Int], others: [Object: Int]) = ([:], [:])
    for (object, target) in pairs {
      counts.own[object, default: 0] += 1
      counts.others[target, default: 0] += 1
      var row: JoinRow = [(own, object.key), (other, target.key)]
      let orders = [(other, counts.own[object] ?? 1), (own, counts.others[target] ?? 1)]
      for (column, position) in orders.map({ (StoreLayout.orderColumn(ofKeys: $0.0), $0.1) })
      where join.orderColumns.contains(column) {
        row.append((column, Self.order(position)))
      }
      self.join(table, row)
    }
    return tooFew(link.relationship, of: link.entity, objects(of: link.entity).map { counts.own[$0] ?? 0 })
      + (link.isReflexive
        ? []
        : tooFew(inverse.relationship, of: inverse.entity, objects(of: inverse.entity).map { counts.others[$0] ?? 0 }))
  }

  /// Different pairs of objects. A relationship that is its own inverse has each pair in both directions.
  private func pairs(_ link: Link, _ inverse: DeclaredModel.Relationship) -> [(own: Object, other: Object)] {
    let all = ends(link)
    let others = (inverse.minimumCount ?? 0) > 0 ? all.others : Self.some(of: all.others)
    let own = link.isReflexive ? others : all.own
    let most = [link.relationship, inverse].map { $0.maximumCount.flatMap { $0 > 0 ? $0 : nil } ?? .max }
    let least = max(0, link.relationship.minimumCount ?? 0)
    var found: [(own: Object, other: Object)] = []
    var seen: Set<[Object]> = []
    var counts: (own: [Object: Int], others: [Object: Int]) = ([:], [:])
    func add(_ object: Object, _ other: Object) {
      guard counts.own[object, default: 0] < most[0], counts.others[other, default: 0] < most[1],
        seen.insert([object, other]).inserted
      else { return }
      counts.own[object, default: 0] += 1
      counts.others[other, default: 0] += 1
      found.append((object, other))
    }
    for (row, object) in own.enumerated() where !others.isEmpty {
      for place in 0..<max(least, row % 4) {
        let other = others[(row + (all.own == all.others ? 1 : 0) + place * Self.step(others.count)) % others.count]
        add(object, other)
        if link.isReflexive { add(other, object) }
      }
    }
    return found
  }
}
