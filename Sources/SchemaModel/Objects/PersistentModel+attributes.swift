/// Called by the accessors that `@Model` generates for attributes. The slot is the index of the property in the layout
/// of its class.
///
/// Those of scalars are inlinable: in a program's own module the compiler knows their types, while generic code would look
/// up metadata at each access.
extension PersistentModel {
  /// The value of a property.
  @inlinable
  public func getValue<Value: PersistentScalar>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, observed registrar: ModelObservationRegistrar
  ) -> Value {
    registrar.access(self, keyPath: keyPath)
    if let stored = persistentBackingData.stored(slot), let value = Value(storedValue: stored) { return value }
    return persistentBackingData.missing(slot)
  }

  /// The value of an optional property.
  @inlinable
  public func getValue<Value: PersistentScalar>(
    forKey keyPath: KeyPath<Self, Value?>, slot: Int, observed registrar: ModelObservationRegistrar
  ) -> Value? {
    registrar.access(self, keyPath: keyPath)
    switch persistentBackingData.stored(slot) {
    // NULL is NaN only for a number that is not optional.
    case nil, .null: return nil
    case .some(let stored): return Value(storedValue: stored)
    }
  }

  /// The value of an enumeration.
  public func getValue<Value: RawRepresentable>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, observed registrar: ModelObservationRegistrar
  ) -> Value where Value.RawValue: PersistentScalar {
    registrar.access(self, keyPath: keyPath)
    if case .stored(let stored) = persistentBackingData.values[slot],
      let raw = Value.RawValue(storedValue: stored), let value = Value(rawValue: raw)
    {
      return value
    }
    return persistentBackingData.missing(slot)
  }

  /// The value of an optional enumeration.
  public func getValue<Value: RawRepresentable>(
    forKey keyPath: KeyPath<Self, Value?>, slot: Int, observed registrar: ModelObservationRegistrar
  ) -> Value? where Value.RawValue: PersistentScalar {
    registrar.access(self, keyPath: keyPath)
    guard case .stored(let stored) = persistentBackingData.values[slot], stored != .null else { return nil }
    return Value.RawValue(storedValue: stored).flatMap(Value.init(rawValue:))
  }

  /// The value of an encoded property.
  @_disfavoredOverload
  public func getValue<Value: Codable>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, observed registrar: ModelObservationRegistrar
  ) -> Value {
    registrar.access(self, keyPath: keyPath)
    return persistentBackingData.decoded(slot, as: Value.self)
  }

  /// Sets a property.
  @inlinable
  public func setValue<Value: PersistentScalar>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value, observed registrar: ModelObservationRegistrar
  ) {
    registrar.withMutation(of: self, keyPath: keyPath) {
      persistentBackingData.change(self, slot, to: value.storedValue)
    }
  }

  /// Sets an optional property.
  @inlinable
  public func setValue<Value: PersistentScalar>(
    forKey keyPath: KeyPath<Self, Value?>, slot: Int, to value: Value?, observed registrar: ModelObservationRegistrar
  ) {
    registrar.withMutation(of: self, keyPath: keyPath) {
      persistentBackingData.change(self, slot, to: value?.storedValue ?? .null)
    }
  }

  /// Sets an enumeration.
  public func setValue<Value: RawRepresentable>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value, observed registrar: ModelObservationRegistrar
  ) where Value.RawValue: PersistentScalar {
    registrar.withMutation(of: self, keyPath: keyPath) {
      persistentBackingData.change(self, slot, to: value.rawValue.storedValue)
    }
  }

  /// Sets an optional enumeration.
  public func setValue<Value: RawRepresentable>(
    forKey keyPath: KeyPath<Self, Value?>, slot: Int, to value: Value?, observed registrar: ModelObservationRegistrar
  ) where Value.RawValue: PersistentScalar {
    registrar.withMutation(of: self, keyPath: keyPath) {
      persistentBackingData.change(self, slot, to: value?.rawValue.storedValue ?? .null)
    }
  }

  /// Sets an encoded property.
  @_disfavoredOverload
  public func setValue<Value: Codable>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value, observed registrar: ModelObservationRegistrar
  ) {
    registrar.withMutation(of: self, keyPath: keyPath) {
      persistentBackingData.model = self
      persistentBackingData.set(slot, .decoded(value))
    }
  }
}

/// Called by the accessors of properties with a transformer, and of properties that cannot be stored.
extension PersistentModel {
  /// The value of a property that is encoded as a whole.
  public func getTransformableValue<Value>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, observed registrar: ModelObservationRegistrar
  ) -> Value {
    registrar.access(self, keyPath: keyPath)
    return persistentBackingData.decoded(slot, as: Value.self)
  }

  /// Sets a property that is encoded as a whole.
  public func setTransformableValue<Value>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value, observed registrar: ModelObservationRegistrar
  ) {
    registrar.withMutation(of: self, keyPath: keyPath) {
      persistentBackingData.model = self
      persistentBackingData.set(slot, .decoded(value))
    }
  }

  /// Reports that the property cannot be stored.
  @available(
    *, unavailable, message: "a persisted property must be a scalar, a Codable value, or a relationship to models"
  )
  @_disfavoredOverload
  public func getValue<Value>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, observed registrar: ModelObservationRegistrar
  ) -> Value {
    registrar.access(self, keyPath: keyPath)
    return persistentBackingData.missing(slot)
  }

  /// Reports that the property cannot be stored.
  @available(
    *, unavailable, message: "a persisted property must be a scalar, a Codable value, or a relationship to models"
  )
  @_disfavoredOverload
  public func setValue<Value>(
    forKey keyPath: KeyPath<Self, Value>, slot: Int, to value: Value, observed registrar: ModelObservationRegistrar
  ) {}
}

/// Called by initializers, before the object exists.
extension BackingData {
  /// Sets the initial value of a property.
  public func setInitial<Value: PersistentScalar>(
    slot: Int, to value: Value
  ) {
    values[slot] = .stored(value.storedValue)
  }

  /// Sets the initial value of an optional property.
  public func setInitial<Value: PersistentScalar>(
    slot: Int, to value: Value?
  ) {
    values[slot] = .stored(value?.storedValue ?? .null)
  }

  /// Sets the initial value of an enumeration.
  public func setInitial<Value: RawRepresentable>(
    slot: Int, to value: Value
  ) where Value.RawValue: PersistentScalar {
    values[slot] = .stored(value.rawValue.storedValue)
  }

  /// Sets the initial value of an optional enumeration.
  public func setInitial<Value: RawRepresentable>(
    slot: Int, to value: Value?
  ) where Value.RawValue: PersistentScalar {
    values[slot] = .stored(value?.rawValue.storedValue ?? .null)
  }

  /// Sets the initial value of an encoded property.
  @_disfavoredOverload
  public func setInitial<Value: Codable>(
    slot: Int, to value: Value
  ) {
    values[slot] = .decoded(value)
  }
}

extension BackingData {
  /// Sets the initial value of a property that is encoded as a whole.
  public func setInitialTransformable<Value>(slot: Int, to value: Value) { values[slot] = .decoded(value) }

  /// Reports that the property cannot be stored.
  @available(
    *, unavailable, message: "a persisted property must be a scalar, a Codable value, or a relationship to models"
  )
  @_disfavoredOverload
  public func setInitial<Value>(slot: Int, to value: Value) {}
}

extension PersistentModel {
  /// Sets a property without reading it. A key path reads a property before it sets it, but in a migration stage a required
  /// one may have no value yet.
  ///
  /// - Throws: the error of a `Codable` value that cannot be encoded.
  package func assign<Value>(_ value: Value, at keyPath: ReferenceWritableKeyPath<Self, Value>) throws {
    guard let property = persistentBackingData.entity.property(at: keyPath), let codec = property.codec else {
      self[keyPath: keyPath] = value
      return
    }
    if codec.isPlain, let stored = try codec.encode(value).first {
      persistentBackingData.change(self, property.slot, to: stored)
    } else {
      persistentBackingData.model = self
      persistentBackingData.set(property.slot, .decoded(value))
    }
    _$didChangeAll()
  }
}

extension BackingData {
  /// The value of an attribute's column; `nil` if the attribute is decoded or has several.
  @usableFromInline
  func stored(_ slot: Int) -> StoredValue? { if case .stored(let value) = values[slot] { value } else { nil } }

  @usableFromInline
  func change(_ model: any PersistentModel, _ slot: Int, to value: StoredValue) {
    // The initializer of a new object sets each of its properties.
    if state == .detached {
      values[slot] = .stored(value)
      return
    }
    if case .stored(let old) = values[slot], old == value { return }
    let known = self.model
    if known == nil { self.model = model }
    willChange(slot, of: known ?? model)
    values[slot] = .stored(value)
  }

  /// Decodes a value on its first access and keeps the result.
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

  /// Stops the program because a required value is missing. A fetch throws for such a row and an initializer sets every
  /// property, so this occurs only in a migration stage that reads a new property before it sets it, or if the object's
  /// backing data was changed by hand.
  @usableFromInline
  func missing<Value>(_ slot: Int) -> Value {
    let reason =
      context?.container.isUnfinished == true
      ? "has no value yet: the stage must set it before it reads it" : "is required, but has no value"
    preconditionFailure("\(entity.name).\(entity.properties[slot].name) \(reason)")
  }
}
