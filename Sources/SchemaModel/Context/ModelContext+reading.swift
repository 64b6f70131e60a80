internal import EntityModel
internal import Foundation
internal import GRDB

/// Converts rows to objects.
extension ModelContext {
  /// The object of a statement's current row. If the program already holds the object, it is refreshed, unless it has
  /// unsaved changes.
  func object(at statement: Statement, of reader: RowReader) throws -> any PersistentModel {
    let key = RowKey(root: reader.root, primaryKey: statement.integer(at: 0))
    let known = registered[key]
    if let known, known.state != .clean { return object(of: known) }
    guard let member = reader.member(Int(statement.integer(at: 1))) else {
      throw StoreError.invalidValue(
        entity: reader.table.entity.name, primaryKey: key.primaryKey, property: "Z_ENT",
        reason: "\(statement.integer(at: 1)) is not the number of an entity")
    }
    let values = try values(at: statement, key, member)
    if let known {
      refresh(known, values, member)
      return object(of: known)
    }
    let data = BackingData(entity: member.table.entity, values: values)
    data.state = .clean
    register(data, key)
    let model = member.table.entity.type.init(backingData: data)
    data.model = model
    return model
  }

  /// The values of a row by slot.
  private func values(
    at statement: Statement, _ key: RowKey, _ member: RowReader.Member
  ) throws -> ContiguousArray<BackingData.Value> {
    var values: ContiguousArray<BackingData.Value> = []
    values.reserveCapacity(member.scalars.count)
    for slot in member.scalars.indices { values.append(try value(at: statement, slot, key, member)) }
    return values
  }

  private func value(
    at statement: Statement, _ slot: Int, _ key: RowKey, _ member: RowReader.Member
  ) throws -> BackingData.Value {
    guard let scalar = member.scalars[slot] else {
      guard let place = member.placesBySlot[slot] else { return member.empty.values[slot] }
      return try value(at: statement, place, key, member)
    }
    let value = statement.value(at: scalar.column)
    if case .null = value, scalar.isRequired, !container.isUnfinished, let place = member.placesBySlot[slot] {
      throw missing(place.field, key, member)
    }
    return .stored(value)
  }

  private func value(
    at statement: Statement, _ place: RowReader.Place, _ key: RowKey, _ member: RowReader.Member
  ) throws -> BackingData.Value {
    let field = place.field
    switch field.content {
    case .scalar: return .stored(statement.value(at: place.column))
    case .external:
      let column = statement.value(at: place.column)
      if field.isRequired, column == .null, !container.isUnfinished { throw missing(field, key, member) }
      do {
        return .stored(try store(of: member.table.entity).external.value(of: column))
      } catch ExternalFileError.missing(let path) {
        throw StoreError.missingFile(
          entity: member.table.entity.name, primaryKey: key.primaryKey, property: field.name, path: path)
      } catch {
        throw invalid(field, key, member, "\(error)")
      }
    case .rawValue(let codec):
      let value = statement.value(at: place.column)
      if field.isRequired, value == .null, !container.isUnfinished { throw missing(field, key, member) }
      if value != .null { _ = try decode([value], codec, field, key, member) }
      return .stored(value)
    case .key(let root):
      return statement.isNull(at: place.column)
        ? .nothing : .key(RowKey(root: root, primaryKey: statement.integer(at: place.column)))
    case .encoded(let codec):
      let columns = field.columns.indices.map { statement.value(at: place.column + Int32($0)) }
      if field.isRequired, columns == [.null] {
        guard container.isUnfinished else { throw missing(field, key, member) }
        return .stored(.null)
      }
      // The migration stage may still have to fill in required parts.
      if columns.count > 1, container.isUnfinished {
        return (try? codec.decode(columns)).map { .decoded($0) } ?? .columns(columns)
      }
      return .decoded(try decode(columns, codec, field, key, member))
    }
  }

  private func decode(
    _ columns: [StoredValue], _ codec: AttributeCodec, _ field: ObjectTable.Field, _ key: RowKey,
    _ member: RowReader.Member
  ) throws -> Any {
    do {
      return try codec.decode(columns)
    } catch {
      throw invalid(field, key, member, "\(error)")
    }
  }

  private func invalid(
    _ field: ObjectTable.Field, _ key: RowKey, _ member: RowReader.Member, _ reason: String
  ) -> StoreError {
    .invalidValue(
      entity: member.table.entity.name, primaryKey: key.primaryKey, property: field.name, reason: reason)
  }

  private func missing(_ field: ObjectTable.Field, _ key: RowKey, _ member: RowReader.Member) -> StoreError {
    .missingValue(entity: member.table.entity.name, primaryKey: key.primaryKey, property: field.name)
  }

  /// Updates an object with the values of its row, because another context may have saved it. Relationships without a
  /// column keep their loaded objects.
  private func refresh(_ data: BackingData, _ values: ContiguousArray<BackingData.Value>, _ member: RowReader.Member) {
    var isDifferent = false
    for place in member.places {
      let slot = place.field.slot
      switch (data.values[slot], values[slot]) {
      case (.stored(let old), .stored(let new)):
        if old == new { continue }
        isDifferent = true
      case (.object(let model), .key(let key)):
        if model.persistentBackingData.key == key { continue }
        isDifferent = true
      default: break
      }
      data.values[slot] = values[slot]
    }
    if isDifferent { data.model?._$didChangeAll() }
  }

  /// Fetches the objects of a query. Its result columns must be those of the reader.
  func objects(_ sql: String, _ parameters: [StoredValue], _ reader: RowReader) throws -> [any PersistentModel] {
    try objects(sql, parameters, reader) { $0 }
  }

  /// Fetches the objects of a query that are of a type.
  func objects<Model: PersistentModel>(
    _ sql: String, _ parameters: [StoredValue], _ reader: RowReader, as _: Model.Type
  ) throws -> [Model] {
    try objects(sql, parameters, reader) { object in
      // Most objects are of the type itself, and a cast looks up both.
      type(of: object) == Model.self ? unsafeDowncast(object, to: Model.self) : object as? Model
    }
  }

  private func objects<Model>(
    _ sql: String, _ parameters: [StoredValue], _ reader: RowReader, _ typed: (any PersistentModel) -> Model?
  ) throws -> [Model] {
    func read() throws -> [Model] {
      try store(of: reader.table.entity).connection.read { database in
        var models: [Model] = []
        try database.cachedStatement(sql: sql).forEachRow(parameters, on: database) { statement in
          if let model = typed(try object(at: statement, of: reader)) { models.append(model) }
        }
        return models
      }
    }
    var missing: String?
    while true {
      do {
        return try read()
      } catch StoreError.missingFile(_, _, _, let path) where path != missing {
        // Another context may have replaced the value since this transaction began. Its file is named by no row then.
        missing = path
      }
    }
  }
}

/// Fetches related objects on access. An accessor cannot throw, so if the store has become unreadable since it was
/// opened, the program stops with the reason.
extension ModelContext {
  func object(for key: RowKey, of property: PropertyDescription) -> (any PersistentModel)? {
    guard let destination = property.relationship?.destination else { return nil }
    return object(for: key, of: container.schema.destination(destination))
  }

  func object(for key: RowKey, named name: String) -> (any PersistentModel)? {
    container.schema.descriptions.first { $0.name == name }.flatMap { object(for: key, of: $0) }
  }

  private func object(for key: RowKey, of entity: EntityDescription) -> (any PersistentModel)? {
    registeredObject(key) ?? reading { try storedObject(key, of: entity) }
  }

  /// The object of a row, if the row exists.
  func storedObject(_ key: RowKey, named name: String) throws -> (any PersistentModel)? {
    guard let entity = container.schema.descriptions.first(where: { $0.name == name }) else { return nil }
    return try reporting(store(of: entity)) { try storedObject(key, of: entity) }
  }

  private func storedObject(_ key: RowKey, of entity: EntityDescription) throws -> (any PersistentModel)? {
    let reader = try store(of: entity).reader(of: entity.type)
    let sql = "SELECT \(reader.columns) FROM \(reader.table.name) t0 WHERE t0.Z_PK = ?"
    return try objects(sql, [.integer(key.primaryKey)], reader).first
  }

  func objects(from data: BackingData, of property: PropertyDescription) -> [any PersistentModel] {
    guard let destination = property.relationship?.destination else { return [] }
    var models: [any PersistentModel] = []
    if let key = data.key {
      models = reading {
        let reader = try container.reader(of: container.schema.destination(destination).type)
        guard let sql = try linkQuery(property, data, reader) else { return [] }
        return try objects(sql, [.integer(key.primaryKey)], reader)
      }
    }
    return withPending(models, data, property)
  }

  private func linkQuery(_ property: PropertyDescription, _ data: BackingData, _ reader: RowReader) throws -> String? {
    let table = try store(of: data.entity).table(of: data.entity)
    guard let link = table.links.first(where: { $0.slot == property.slot }) else { return nil }
    let select = "SELECT \(reader.columns) FROM \(reader.table.name) t0 "
    switch link.storage {
    case .ownKey: return nil
    case .foreignKey(_, let column): return select + "WHERE t0.\(column) = ? ORDER BY t0.Z_PK"
    case .joinTable(let name, let own, let other):
      return select + "JOIN \(name) j ON j.\(other) = t0.Z_PK WHERE j.\(own) = ? ORDER BY t0.Z_PK"
    }
  }

  /// Adds objects that have been linked to this one since the last save, and removes those that have been unlinked.
  private func withPending(
    _ models: [any PersistentModel], _ data: BackingData, _ property: PropertyDescription
  ) -> [any PersistentModel] {
    guard let inverse = property.inverse else { return models }
    let owner = container.schema.destination(inverse.entity)
    guard let slot = owner.counterpart(of: inverse)?.slot else { return models }
    func refersHere(_ other: BackingData) -> Bool {
      if case .objects(let list) = other.values[slot] { return list.contains { $0.persistentBackingData === data } }
      return other.refers(slot, to: data)
    }
    func isOpen(_ other: BackingData) -> Bool {
      if case .fault = other.values[slot] { true } else { false }
    }
    var seen: Set<ObjectIdentifier> = []
    var result = models.filter { model in
      let other = model.persistentBackingData
      guard isOpen(other) || refersHere(other) else { return false }
      return seen.insert(ObjectIdentifier(other)).inserted
    }
    for model in insertedModels + changedModels {
      let other = model.persistentBackingData
      guard other.state == .inserted || other.state == .changed, other.entity.inherits(from: owner),
        refersHere(other), seen.insert(ObjectIdentifier(other)).inserted
      else { continue }
      result.append(model)
    }
    return result
  }

  private func reading<T>(_ body: () throws -> T) -> T {
    do {
      return try body()
    } catch {
      preconditionFailure("a relationship could not be read: \(error)")
    }
  }
}
