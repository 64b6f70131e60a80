/// Releases the objects that an object refers to: after a save or a rollback, after its deletion, and at the end of its
/// context.
extension BackingData {
  /// Replaces references to objects by their keys, because objects that refer to each other would never be freed.
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

  /// Puts what is stored in the place of objects that are not saved, when the context ends.
  func releaseUnsavedObjects() {
    for slot in entity.linkSlots {
      guard case .object(let model) = values[slot], model.persistentBackingData.key == nil else { continue }
      values[slot] = original.first { $0.slot == slot }?.value ?? .nothing
    }
  }

  /// Discards the loaded to-many relationships, so that the next access fetches them again.
  ///
  /// - Returns: whether there were any.
  func releaseLists() -> Bool {
    var isAny = false
    for slot in entity.linkSlots {
      guard case .objects = values[slot] else { continue }
      values[slot] = .fault
      isAny = true
    }
    return isAny
  }

  /// Detaches the object from its context, which has ended or has dropped the object. Values that were read stay
  /// readable.
  func detach() {
    link = nil
    switch state {
    case .inserted, .deleted: if key == nil { state = .detached }
    case .clean, .changed, .detached, .gone: break
    }
  }

  /// Detaches the object after its row was deleted. It keeps its values and its references to objects that still exist.
  /// References to other deleted objects are removed, because these would keep each other alive; the context is removed
  /// because it may end first.
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
    link = nil
  }

  /// The related objects that are already loaded.
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
