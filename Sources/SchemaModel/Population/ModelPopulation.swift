internal import EntityModel
internal import Foundation

/// Fills an empty store with objects, so that a migration test can detect lost data. It creates objects of every entity
/// with every optional property `nil` in some of them; texts that are empty, long or not ASCII; extreme numbers; and
/// relationships to no, one and many objects. The same schema always produces the same objects.
package struct ModelPopulation {
  /// The default number of objects of each entity.
  package static let defaultRows = 40

  /// Entities and properties that could not be filled, with the reasons; sorted.
  package private(set) var gaps: [String] = []
  private let context: ModelContext
  private let rows: Int
  private var objects: [ObjectIdentifier: [any PersistentModel]] = [:]

  /// Adds objects to a store and saves them.
  ///
  /// - Throws: as `ModelContext.save()`.
  package init(of container: ModelContainer, rows: Int = defaultRows) throws {
    context = ModelContext(container)
    self.rows = rows
    for entity in container.schema.descriptions { make(entity) }
    for entity in container.schema.descriptions { link(entity) }
    dropIncomplete()
    try context.save()
    gaps.sort()
  }

  // MARK: Values

  private mutating func make(_ entity: EntityDescription) {
    let unique = Set(entity.allUniquenessConstraints.flatMap { $0 })
    var samples: [(slot: Int, values: [BackingData.Value])] = []
    for property in entity.properties where property.isStored {
      guard let codec = property.codec else { continue }
      let values = PropertySamples(property, codec, isUnique: unique.contains(property.name)).values(rows)
      guard !values.isEmpty else {
        gaps.append("\(entity.name): cannot generate a value of \(property.valueType) for \(property.name)")
        return
      }
      samples.append((property.slot, values))
    }
    for row in 0..<rows {
      let data = BackingData(for: entity.type)
      for (slot, values) in samples { data.values[slot] = values[row % values.count] }
      let model = entity.type.init(backingData: data)
      data.model = model
      context.insert(model)
      objects[ObjectIdentifier(entity.type), default: []].append(model)
    }
  }

  // MARK: Relationships

  private func link(_ entity: EntityDescription) {
    guard let own = objects[ObjectIdentifier(entity.type)] else { return }
    for property in entity.properties {
      guard let relationship = property.relationship else { continue }
      let destination = context.container.schema.destination(relationship.destination).type
      let others = objects[ObjectIdentifier(destination)] ?? []
      guard !others.isEmpty else { continue }
      if relationship.isToMany {
        linkToMany(property, own, others)
      } else {
        linkToOne(property, own, others)
      }
    }
  }

  private func linkToOne(
    _ property: PropertyDescription, _ own: [any PersistentModel], _ others: [any PersistentModel]
  ) {
    let isOneToOne = property.inverse?.relationship?.isToMany == false
    for (row, model) in own.enumerated() {
      let data = model.persistentBackingData
      if case .object = data.values[property.slot] { continue }
      if property.isOptional, row % 4 == 3 { continue }
      // The first object of the other entity gets many links; some objects get none.
      let other = isOneToOne ? others[row % others.count] : others[row < 5 ? 0 : (row * 7) % others.count]
      if isOneToOne, let inverse = property.inverse, let taken = others.first(where: { $0 === other }),
        let back = taken.persistentBackingData.entity.counterpart(of: inverse),
        case .object = taken.persistentBackingData.values[back.slot]
      {
        continue
      }
      data.link(property.slot, to: other)
    }
  }

  /// Links many-to-many and one-sided relationships. A one-to-many relationship is set through its inverse.
  private func linkToMany(
    _ property: PropertyDescription, _ own: [any PersistentModel], _ others: [any PersistentModel]
  ) {
    if let inverse = property.inverse, inverse.relationship?.isToMany == false { return }
    let most = min(property.maximumCount ?? 3, 3)
    let least = property.minimumCount ?? 0
    let isShared = property.inverse != nil
    var next = 0
    for (row, model) in own.enumerated() {
      let count = max(least, row % (most + 1))
      var list: [any PersistentModel] = []
      for _ in 0..<count {
        if !isShared, next >= others.count { break }
        list.append(others[next % others.count])
        next += 1
      }
      model.persistentBackingData.link(property.slot, toAll: list)
    }
  }

  /// Removes objects whose required relationship could not be set, because no program could have saved them.
  private mutating func dropIncomplete() {
    var isDone = false
    while !isDone {
      isDone = true
      for model in context.insertedModelsArray {
        let data = model.persistentBackingData
        let missing = data.entity.properties.first { property in
          guard let relationship = property.relationship, !relationship.isToMany, !property.isOptional else {
            return false
          }
          guard case .object(let other) = data.values[property.slot] else { return true }
          return other.persistentBackingData.state != .inserted
        }
        guard let missing else { continue }
        let gap = "\(data.entity.name): some objects have no value for \(missing.name), which is required"
        if !gaps.contains(gap) { gaps.append(gap) }
        context.delete(model)
        isDone = false
      }
    }
  }
}

/// Generates values for a property.
private struct PropertySamples {
  let property: PropertyDescription
  let codec: AttributeCodec
  let isUnique: Bool

  init(_ property: PropertyDescription, _ codec: AttributeCodec, isUnique: Bool) {
    self.property = property
    self.codec = codec
    self.isUnique = isUnique
  }

  /// Up to `rows` values; the caller repeats them if there are fewer.
  func values(_ rows: Int) -> [BackingData.Value] {
    var found = (0..<rows).compactMap { row in
      value(SampleColumns(isUnique: isUnique).columns(codec.type, codec.components, row).map(StoredValue.init))
    }
    if found.isEmpty { found = fallbacks.compactMap(value) }
    if found.isEmpty, let made = property.defaultValue?() { found = [.decoded(made)] }
    guard codec.isOptional, !found.isEmpty else { return found }
    let none: BackingData.Value =
      codec.isPlain ? .stored(.null) : .columns(Array(repeating: .null, count: codec.columnCount))
    return found.enumerated().map { $0.offset % 5 == 4 ? none : $0.element } + (found.count < 5 ? [none] : [])
  }

  /// A value of the property; `nil` if the columns do not decode to its type.
  private func value(_ columns: [StoredValue]) -> BackingData.Value? {
    guard let decoded = try? codec.decode(columns) else { return nil }
    return codec.isPlain ? columns.first.map { .stored($0) } : .decoded(decoded)
  }

  /// Candidates for encoded values and enumerations: texts and numbers that many types accept.
  private var fallbacks: [[StoredValue]] {
    let json = ["[\"a\",\"ü\"]", "[1,2]", "[]", "{\"a\":\"b\"}", "{}", "\"a\"", "0"].map {
      StoredValue.blob(Data($0.utf8))
    }
    return codec.placeholders
      + (codec.columnCount == 1 ? (json + (0..<8).map { .integer($0) }).map { [$0] } : [])
  }
}
