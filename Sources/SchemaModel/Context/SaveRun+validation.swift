/// Checks objects before anything is written.
extension SaveRun {
  func validate(_ data: BackingData) throws {
    _ = try table(of: data)
    guard !data.entity.linkSlots.isEmpty else { return }
    isLinked = true
    for slot in data.entity.linkSlots {
      let property = data.entity.properties[slot]
      guard let relationship = property.relationship else { continue }
      switch data.values[property.slot] {
      case .nothing where !relationship.isToMany && !property.isOptional:
        throw StoreError.requiredRelationship(entity: data.entity.name, property: property.name)
      case .object(let other):
        let other = other.persistentBackingData
        guard other.context === context || other.state == .gone else {
          throw StoreError.otherContext(entity: other.entity.name)
        }
        if other.state == .deleted || other.state == .gone, !property.isOptional, property.deleteRule != .noAction {
          throw StoreError.requiredRelationship(entity: data.entity.name, property: property.name)
        }
      case .objects(let others):
        let others = others.map(\.persistentBackingData).filter { $0.state != .deleted && $0.state != .gone }
        guard others.allSatisfy({ $0.context === context }) else {
          throw StoreError.otherContext(entity: String(describing: relationship.destination))
        }
        try checkCount(others.count, property, data)
      case .fault where property.minimumCount != nil || property.maximumCount != nil:
        try checkCount(data.objects(at: slot).count, property, data)
      default: break
      }
    }
  }

  private func checkCount(_ count: Int, _ property: PropertyDescription, _ data: BackingData) throws {
    // > If the relationship is optional, zero is allowed whatever the minimum count says.
    if count == 0, property.isOptional { return }
    if count >= property.minimumCount ?? 0, count <= property.maximumCount ?? .max { return }
    throw StoreError.count(
      entity: data.entity.name, property: property.name, count: count, minimum: property.minimumCount,
      maximum: property.maximumCount)
  }
}
