/// Called by the accessors that `@Model` generates for relationships.
extension PersistentModel {
  /// The object of a to-one relationship.
  public func getValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, observed registrar: ModelObservationRegistrar
  ) -> Value {
    registrar.access(self, keyPath: keyPath)
    let data = persistentBackingData
    data.model = self
    return data.visibleObject(at: slot).map { data.typed($0, slot) } ?? data.missing(slot)
  }

  /// The object of an optional to-one relationship.
  public func getValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value?>, slot: Int, observed registrar: ModelObservationRegistrar
  ) -> Value? {
    registrar.access(self, keyPath: keyPath)
    let data = persistentBackingData
    data.model = self
    return data.visibleObject(at: slot).map { data.typed($0, slot) }
  }

  /// The objects of a to-many relationship.
  public func getValue<Value: RelationshipCollection>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, observed registrar: ModelObservationRegistrar
  ) -> Value {
    registrar.access(self, keyPath: keyPath)
    let data = persistentBackingData
    data.model = self
    return Value(models: data.visibleObjects(at: slot).map { data.typed($0, slot) })
  }

  /// Sets the object of a to-one relationship.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value, observed registrar: ModelObservationRegistrar
  ) {
    registrar.withMutation(of: self, keyPath: keyPath) {
      persistentBackingData.model = self
      persistentBackingData.link(slot, to: value)
    }
  }

  /// Sets the object of an optional to-one relationship.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value?>, slot: Int, to value: Value?, observed registrar: ModelObservationRegistrar
  ) {
    registrar.withMutation(of: self, keyPath: keyPath) {
      persistentBackingData.model = self
      persistentBackingData.link(slot, to: value)
    }
  }

  /// Sets the objects of a to-many relationship. Duplicates are removed.
  public func setValue<Value: RelationshipCollection>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value, observed registrar: ModelObservationRegistrar
  ) {
    registrar.withMutation(of: self, keyPath: keyPath) {
      persistentBackingData.model = self
      persistentBackingData.link(slot, toAll: value.models)
    }
  }
}

extension BackingData {
  /// An object as the type that a property declares. In a version whose model refers to another version's type of the same
  /// name, the object is of another type, and the program must not read the property.
  fileprivate func typed<Value>(_ model: any PersistentModel, _ slot: Int) -> Value {
    guard let value = model as? Value else {
      preconditionFailure(
        "\(entity.name).\(entity.properties[slot].name) is declared as \(String(reflecting: Value.self)), "
          + "but this store has \(String(reflecting: type(of: model)))")
    }
    return value
  }

  /// Sets the initial object of a to-one relationship.
  public func setInitial<Value: PersistentModel>(
    slot: Int, to value: Value
  ) {
    values[slot] = .object(value)
    unlinked.append(slot)
  }

  /// Sets the initial object of an optional to-one relationship.
  public func setInitial<Value: PersistentModel>(
    slot: Int, to value: Value?
  ) {
    guard let value else { return }
    values[slot] = .object(value)
    unlinked.append(slot)
  }

  /// Sets the initial objects of a to-many relationship.
  public func setInitial<Value: RelationshipCollection>(
    slot: Int, to value: Value
  ) {
    let models = value.models
    guard !models.isEmpty else { return }
    values[slot] = .objects(distinct(models))
    unlinked.append(slot)
  }
}

// MARK: Reading

extension BackingData {
  /// The object of a to-one relationship; `nil` if it was deleted. A deleted object of a required relationship stays
  /// visible: the next save rejects it.
  func visibleObject(at slot: Int) -> (any PersistentModel)? {
    guard let model = object(at: slot) else { return nil }
    return model.isDeleted && entity.properties[slot].isOptional ? nil : model
  }

  /// The objects of a to-many relationship, without deleted ones.
  func visibleObjects(at slot: Int) -> [any PersistentModel] {
    let models = objects(at: slot)
    return models.contains(where: \.isDeleted) ? models.filter { !$0.isDeleted } : models
  }

  /// The object of a to-one relationship, fetched on first access.
  func object(at slot: Int) -> (any PersistentModel)? {
    linkInitial()
    switch values[slot] {
    case .object(let model): return model.persistentBackingData.state == .gone ? nil : model
    case .key(let key):
      guard let model = link?.reader.object(for: key, of: entity.properties[slot]) else { return nil }
      keep(.object(model), at: slot)
      return model
    default: return nil
    }
  }

  /// The objects of a to-many relationship, fetched on first access.
  func objects(at slot: Int) -> [any PersistentModel] {
    linkInitial()
    switch values[slot] {
    case .objects(let models):
      return models.contains { $0.persistentBackingData.state == .gone }
        ? models.filter { $0.persistentBackingData.state != .gone } : models
    case .fault:
      guard let link else { return [] }
      let models = link.reader.objects(from: self, of: entity.properties[slot])
      keep(.objects(models), at: slot)
      return models
    default: return []
    }
  }

  /// Keeps related objects, so that they are not fetched again. Without a context, nothing would end the references that
  /// objects have to each other, so none are kept.
  private func keep(_ value: Value, at slot: Int) {
    if context != nil { values[slot] = value }
  }

  /// Whether a to-one relationship refers to `other`. Does not fetch anything.
  func refers(_ slot: Int, to other: BackingData) -> Bool {
    switch values[slot] {
    case .object(let model): model.persistentBackingData === other
    case .key(let key): key == other.key
    default: false
    }
  }
}

// MARK: Writing, on both sides

extension BackingData {
  /// Sets a to-one relationship, and its inverse.
  func link(_ slot: Int, to model: (any PersistentModel)?) {
    let property = entity.properties[slot]
    let target = adopt(model)
    if let old = object(at: slot) {
      guard old.persistentBackingData !== model?.persistentBackingData else { return }
      if let inverse = property.inverse { old.persistentBackingData.unlink(inverse, from: self) }
    } else if model == nil {
      if case .nothing = values[slot] { return }
    }
    set(slot, target.map { .object($0) } ?? .nothing)
    if let inverse = property.inverse, let target { target.persistentBackingData.add(self, to: inverse) }
  }

  /// Sets a to-many relationship, and its inverses.
  func link(_ slot: Int, toAll models: [any PersistentModel]) {
    let property = entity.properties[slot]
    let old = objects(at: slot)
    // Deleted objects are hidden, but reappear if they are inserted again.
    let new = distinct(models + old.filter(\.isDeleted)).filter { $0.persistentBackingData.state != .gone }
    for model in new { _ = adopt(model) }
    let (oldSet, newSet) = (Set(old.map(identity)), Set(new.map(identity)))
    set(slot, .objects(new))
    guard let inverse = property.inverse else { return }
    for model in old where !newSet.contains(identity(model)) {
      model.persistentBackingData.unlink(inverse, from: self)
    }
    for model in new where !oldSet.contains(identity(model)) {
      model.persistentBackingData.add(self, to: inverse)
    }
  }

  /// Updates the inverses of the relationships that the initializer has set.
  func linkInitial() {
    guard !unlinked.isEmpty, model != nil else { return }
    let slots = unlinked
    unlinked = []
    for slot in slots {
      guard let inverse = entity.properties[slot].inverse else { continue }
      switch values[slot] {
      case .object(let other): adopt(other)?.persistentBackingData.add(self, to: inverse)
      case .objects(let others): for other in others { adopt(other)?.persistentBackingData.add(self, to: inverse) }
      default: break
      }
    }
  }

  /// Restores the relationships of an object that is inserted again. Its delete rules may have removed it from the
  /// inverses.
  func linkAgain() {
    unlinked = entity.linkSlots.filter { slot in
      switch values[slot] {
      // The other row may have been deleted too.
      case .key: values[slot] = object(at: slot).map { .object($0) } ?? .nothing
      case .object: break
      case .objects(let models): return !models.isEmpty
      default: return false
      }
      return true
    }
    linkInitial()
  }

  /// Inserts `other` into this object's context, or this object into the context of `other`.
  private func adopt(_ other: (any PersistentModel)?) -> (any PersistentModel)? {
    guard let other else { return nil }
    let data = other.persistentBackingData
    data.model = other
    if let context, data.state == .detached {
      context.insert(other)
    } else if state == .detached, let model, let context = data.context, data.state != .deleted {
      context.insert(model)
    }
    return other
  }

  /// Whether the program has released the context of this stored object.
  private var isLeft: Bool { link != nil && context == nil }

  /// Adds `other` after it has set its relationship to this object.
  private func add(_ other: BackingData, to property: PropertyDescription) {
    // Nothing would end the references of two such objects to each other.
    if isLeft { return }
    guard let model = other.model, let property = entity.counterpart(of: property) else { return }
    let slot = property.slot
    guard property.relationship?.isToMany == true else {
      if refers(slot, to: other) { return }
      defer { self.model?._$didChangeAll() }
      // The previous object loses its link to this one.
      if let old = object(at: slot), let inverse = property.inverse {
        old.persistentBackingData.unlink(inverse, from: self)
      }
      set(slot, .object(model))
      return
    }
    defer { self.model?._$didChangeAll() }
    // A relationship that has not been fetched yet includes the change when it is.
    guard case .objects(let models) = values[slot], !defersRebuilding(models, slot, property) else { return }
    if models.contains(where: { $0.persistentBackingData === other }) { return }
    if property.inverse?.relationship?.isToMany == true { willChange(slot) }
    values[slot] = .objects(models + [model])
  }

  /// Removes `other` after it has ended its relationship to this object.
  func unlink(_ property: PropertyDescription, from other: BackingData) {
    guard let property = entity.counterpart(of: property) else { return }
    let slot = property.slot
    defer { model?._$didChangeAll() }
    if property.relationship?.isToMany == true {
      guard case .objects(let models) = values[slot], !defersRebuilding(models, slot, property) else { return }
      if property.inverse?.relationship?.isToMany == true { willChange(slot) }
      values[slot] = .objects(models.filter { $0.persistentBackingData !== other })
    } else if refers(slot, to: other) {
      // A required object stays readable until the save rejects it.
      let isStuck = !property.isOptional && other.state == .deleted
      set(slot, isStuck ? other.model.map { .object($0) } ?? values[slot] : .nothing)
    }
  }

  /// Discards a long one-to-many list, which is then rebuilt on its next access and not at each change. Otherwise,
  /// assigning a hundred thousand articles to an author would copy the list as many times.
  private func defersRebuilding(_ models: [any PersistentModel], _ slot: Int, _ property: PropertyDescription) -> Bool {
    guard models.count >= 64, context != nil, property.inverse?.relationship?.isToMany == false else { return false }
    values[slot] = .fault
    return true
  }

  private func distinct(_ models: [any PersistentModel]) -> [any PersistentModel] {
    var seen: Set<ObjectIdentifier> = []
    return models.filter { seen.insert(identity($0)).inserted }
  }

  /// Objects that a save has merged share their backing data.
  private func identity(_ model: any PersistentModel) -> ObjectIdentifier {
    ObjectIdentifier(model.persistentBackingData)
  }
}
