/// Applies delete rules.
extension ModelContext {
  /// Applies the delete rules of all objects deleted since the last call.
  ///
  /// - Throws: `StoreError.denied`.
  func followDeleteRules() throws {
    // The list grows while rules are applied.
    while followed < deletedModels.count {
      let model = deletedModels[followed]
      followed += 1
      let data = model.persistentBackingData
      guard data.state == .deleted else { continue }
      for property in data.entity.properties where property.relationship != nil {
        follow(property, of: data)
      }
      if data.wasInserted {
        data.detach()
        // Remaining references to the object are treated as empty.
        data.state = .gone
      }
    }
    for model in deletedModels where model.persistentBackingData.state == .deleted {
      try checkDenied(model.persistentBackingData)
    }
  }

  private func follow(_ property: PropertyDescription, of data: BackingData) {
    guard property.deleteRule == .cascade || property.deleteRule == .nullify else { return }
    for other in data.related(property) where !other.isDeleted {
      if property.deleteRule == .cascade {
        delete(other)
      } else if let inverse = property.inverse {
        other.persistentBackingData.unlink(inverse, from: data)
      }
    }
  }

  private func checkDenied(_ data: BackingData) throws {
    for property in data.entity.properties where property.deleteRule == .deny && property.relationship != nil {
      let others = data.related(property).filter { !$0.isDeleted }
      guard others.isEmpty else {
        throw StoreError.denied(entity: data.entity.name, property: property.name, count: others.count)
      }
    }
  }
}

extension BackingData {
  /// The objects of a to-one or to-many relationship.
  ///
  /// An unchanged list is fetched again, because another context may have added to it.
  func related(_ property: PropertyDescription) -> [any PersistentModel] {
    if case .objects = values[property.slot], key != nil, !original.contains(where: { $0.slot == property.slot }) {
      values[property.slot] = .fault
    }
    return property.relationship?.isToMany == true
      ? objects(at: property.slot) : object(at: property.slot).map { [$0] } ?? []
  }
}
