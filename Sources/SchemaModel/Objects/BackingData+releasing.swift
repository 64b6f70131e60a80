/// What an object leads to, and letting go of it: after a save or a rollback, with its row, with its context.
extension BackingData {
  /// Turns objects back into rows that were not asked for yet: objects that lead to each other would never end.
  func releaseLinks() {
    for slot in entity.linkSlots {
      switch values[slot] {
      case .object(let model):
        if let key = model.persistentBackingData.key { values[slot] = .key(key) }
      case .objects: values[slot] = .fault
      default: break
      }
    }
  }

  /// Has relationships to many fetched again.
  ///
  /// - Returns: Whether there were any.
  func releaseLists() -> Bool {
    var isAny = false
    for slot in entity.linkSlots {
      guard case .objects = values[slot] else { continue }
      values[slot] = .fault
      isAny = true
    }
    return isAny
  }

  /// The context has ended, or has no part in it any more. What was read stays readable.
  func detach() {
    context = nil
    switch state {
    case .inserted, .deleted: if key == nil { state = .detached }
    case .clean, .changed, .detached, .gone: break
    }
  }

  /// Its row is gone. It keeps its values, and what it leads to that is still there; objects that are gone with it would
  /// hold each other, and a context that has ended must not be asked.
  func detachAfterDeletion() {
    for slot in entity.linkSlots {
      switch values[slot] {
      case .object(let model):
        let other = model.persistentBackingData
        values[slot] = other.state == .gone ? .nothing : other.key.map { .key($0) } ?? values[slot]
      case .objects(let models): values[slot] = .objects(models.filter { $0.persistentBackingData.state != .gone })
      default: break
      }
    }
    context = nil
  }

  /// Objects that a relationship leads to, and that are here already.
  var linkedModels: [any PersistentModel] {
    entity.linkSlots.flatMap { slot -> [any PersistentModel] in
      switch values[slot] {
      case .object(let model): [model]
      case .objects(let models): models
      default: []
      }
    }
  }
}
