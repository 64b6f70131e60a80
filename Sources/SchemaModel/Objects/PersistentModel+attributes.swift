/// What the accessors that `@Model` writes call for values. The slot is the property's place in its class's layout.
extension PersistentModel {
  /// The value of a property.
  public func getValue<Value: PersistentScalar>(forKey keyPath: KeyPath<Self, Value>, slot: Int) -> Value {
    if case .stored(let stored) = persistentBackingData.values[slot], let value = Value(storedValue: stored) {
      return value
    }
    return persistentBackingData.missing(slot)
  }

  /// The value of an optional property.
  public func getValue<Value: PersistentScalar>(forKey keyPath: KeyPath<Self, Value?>, slot: Int) -> Value? {
    switch persistentBackingData.values[slot] {
    // To a number that is not optional, NULL is NaN.
    case .stored(.null): nil
    case .stored(let stored): Value(storedValue: stored)
    default: nil
    }
  }

  /// The value of an enumeration.
  public func getValue<Value: RawRepresentable>(forKey keyPath: KeyPath<Self, Value>, slot: Int) -> Value
  where Value.RawValue: PersistentScalar {
    if case .stored(let stored) = persistentBackingData.values[slot],
      let raw = Value.RawValue(storedValue: stored), let value = Value(rawValue: raw)
    {
      return value
    }
    return persistentBackingData.missing(slot)
  }

  /// The value of an optional enumeration.
  public func getValue<Value: RawRepresentable>(forKey keyPath: KeyPath<Self, Value?>, slot: Int) -> Value?
  where Value.RawValue: PersistentScalar {
    guard case .stored(let stored) = persistentBackingData.values[slot], stored != .null else { return nil }
    return Value.RawValue(storedValue: stored).flatMap(Value.init(rawValue:))
  }

  /// The value of a property that is encoded.
  @_disfavoredOverload
  public func getValue<Value: Codable>(forKey keyPath: KeyPath<Self, Value>, slot: Int) -> Value {
    persistentBackingData.decoded(slot, as: Value.self)
  }

  /// Sets a property.
  public func setValue<Value: PersistentScalar>(forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value) {
    persistentBackingData.change(self, slot, to: value.storedValue)
  }

  /// Sets an optional property.
  public func setValue<Value: PersistentScalar>(forKey keyPath: KeyPath<Self, Value?>, slot: Int, to value: Value?) {
    persistentBackingData.change(self, slot, to: value?.storedValue ?? .null)
  }

  /// Sets an enumeration.
  public func setValue<Value: RawRepresentable>(forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value)
  where Value.RawValue: PersistentScalar {
    persistentBackingData.change(self, slot, to: value.rawValue.storedValue)
  }

  /// Sets an optional enumeration.
  public func setValue<Value: RawRepresentable>(forKey keyPath: KeyPath<Self, Value?>, slot: Int, to value: Value?)
  where Value.RawValue: PersistentScalar {
    persistentBackingData.change(self, slot, to: value?.rawValue.storedValue ?? .null)
  }

  /// Sets a property that is encoded.
  @_disfavoredOverload
  public func setValue<Value: Codable>(forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value) {
    persistentBackingData.model = self
    persistentBackingData.set(slot, .decoded(value))
  }
}

/// What the accessors call for a property that a transformer is named for, and for one that cannot be stored.
extension PersistentModel {
  /// The value of a property that is encoded as a whole.
  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, slot: Int) -> Value {
    persistentBackingData.decoded(slot, as: Value.self)
  }

  /// Sets a property that is encoded as a whole.
  public func setTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value) {
    persistentBackingData.model = self
    persistentBackingData.set(slot, .decoded(value))
  }

  /// A property that cannot be stored.
  @available(*, unavailable, message: "a persisted property is a scalar, a Codable value, or leads to models")
  @_disfavoredOverload
  public func getValue<Value>(forKey keyPath: KeyPath<Self, Value>, slot: Int) -> Value {
    persistentBackingData.missing(slot)
  }

  /// A property that cannot be stored.
  @available(*, unavailable, message: "a persisted property is a scalar, a Codable value, or leads to models")
  @_disfavoredOverload
  public func setValue<Value>(forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value) {}
}

/// What initialisers call, when there is no object yet.
extension BackingData {
  /// The first value of a property.
  public func setInitial<Value: PersistentScalar>(
    slot: Int, to value: Value
  ) {
    values[slot] = .stored(value.storedValue)
  }

  /// The first value of an optional property.
  public func setInitial<Value: PersistentScalar>(
    slot: Int, to value: Value?
  ) {
    values[slot] = .stored(value?.storedValue ?? .null)
  }

  /// The first value of an enumeration.
  public func setInitial<Value: RawRepresentable>(
    slot: Int, to value: Value
  ) where Value.RawValue: PersistentScalar {
    values[slot] = .stored(value.rawValue.storedValue)
  }

  /// The first value of an optional enumeration.
  public func setInitial<Value: RawRepresentable>(
    slot: Int, to value: Value?
  ) where Value.RawValue: PersistentScalar {
    values[slot] = .stored(value?.rawValue.storedValue ?? .null)
  }

  /// The first value of a property that is encoded.
  @_disfavoredOverload
  public func setInitial<Value: Codable>(
    slot: Int, to value: Value
  ) {
    values[slot] = .decoded(value)
  }
}

extension BackingData {
  /// The first value of a property that is encoded as a whole.
  public func setInitialTransformable<Value>(slot: Int, to value: Value) { values[slot] = .decoded(value) }

  /// The first value of a property that cannot be stored.
  @available(*, unavailable, message: "a persisted property is a scalar, a Codable value, or leads to models")
  @_disfavoredOverload
  public func setInitial<Value>(slot: Int, to value: Value) {}
}

extension BackingData {
  fileprivate func change(_ model: some PersistentModel, _ slot: Int, to value: StoredValue) {
    if case .stored(let old) = values[slot], old == value, state != .detached { return }
    if self.model == nil { self.model = model }
    set(slot, .stored(value))
  }

  /// Decodes once, and keeps what came of it.
  fileprivate func decoded<Value>(_ slot: Int, as type: Value.Type) -> Value {
    let property = entity.properties[slot]
    switch values[slot] {
    case .decoded(let value):
      if let value = value as? Value { return value }
    case .columns(let columns):
      if let value = try? property.codec?.decode(columns) as? Value { return keep(value, slot) }
    case .stored(let stored):
      if let value = try? property.codec?.decode([stored]) as? Value { return keep(value, slot) }
    default: break
    }
    if let none = (Value.self as? any OptionalValue.Type)?.none as? Value { return none }
    return missing(slot)
  }

  private func keep<Value>(_ value: Value, _ slot: Int) -> Value {
    values[slot] = .decoded(value)
    return value
  }

  /// A fetch throws for a row without a value that is required, and an initialiser sets all: what is left is an object
  /// that was taken apart by hand.
  func missing<Value>(_ slot: Int) -> Value {
    preconditionFailure("\(entity.name).\(entity.properties[slot].name) is required and has no value")
  }
}
