internal import Foundation
internal import GRDB

/// Work on all objects of a model in bounded memory, for the operations of a migration stage.
extension ModelContext {
  /// Calls a function with all objects of a model, one page after the other, and saves the changes after each page.
  ///
  /// Pages follow the primary key, so neither changed nor deleted objects can make the next page skip or repeat one.
  ///
  /// - Parameters:
  ///   - type: the model.
  ///   - size: the number of objects of a page.
  ///   - order: the order of the objects; none for the order of primary keys. With an order, the identifiers of all objects
  ///     are read first.
  ///   - body: is called with each page.
  package func forEachPage<Model: PersistentModel>(
    of type: Model.Type, size: Int, sortedBy order: [SortDescriptor<Model>] = [], _ body: ([Model]) throws -> Void
  ) throws {
    try readPages(of: type, size: size, sortedBy: order) { try body($0.models) }
  }

  private func readPages<Model: PersistentModel>(
    of type: Model.Type, size: Int, sortedBy order: [SortDescriptor<Model>], _ body: (Page<Model>) throws -> Void
  ) throws {
    let pages = try RowPages(Model.self, size: size, order: order, in: self)
    while let page = try pages.next() {
      try body(page)
      try saveAndRelease(page.data)
    }
  }

  /// Saves the changes, and releases what the given objects refer to, so that they can be freed.
  package func saveAndRelease(_ models: [any PersistentModel]) throws {
    try saveAndRelease(models.map(\.persistentBackingData))
  }

  private func saveAndRelease(_ objects: [BackingData]) throws {
    if hasChanges { try save() }
    for data in objects where data.state == .clean { data.releaseLinks() }
  }

  /// Gives objects of a model a computed value, one page after the other.
  ///
  /// An attribute with one column is written without the machinery of a save: no object takes the place of another that has
  /// the same unique value, and the history does not record the change.
  ///
  /// - Parameters:
  ///   - keyPath: the property.
  ///   - onlyUnset: whether to leave out objects whose value is neither `nil` nor the property's default.
  ///   - size: the number of objects of a page.
  ///   - order: the order of the objects; none for the order of primary keys.
  ///   - compute: the value of an object. What it changes of objects is saved.
  package func fill<Model: PersistentModel, Value>(
    _ keyPath: ReferenceWritableKeyPath<Model, Value>, onlyUnset: Bool, size: Int,
    sortedBy order: [SortDescriptor<Model>], compute: (Model) throws -> Value
  ) throws {
    let property = EntityDescription.of(Model.self).property(at: keyPath)
    let column = try property.flatMap { try PlainColumn<Value>($0, of: Model.self, in: self) }
    func isUnset(_ model: Model, _ data: BackingData) throws -> Bool {
      guard let property else { return Self.isNil(model[keyPath: keyPath]) }
      return try data.isUnset(property)
    }
    try readPages(of: Model.self, size: size, sortedBy: order) { page in
      let chosen = try page.data.indices.filter { try !onlyUnset || isUnset(page.models[$0], page.data[$0]) }
      guard let column else {
        for index in chosen { try page.models[index].assign(try compute(page.models[index]), at: keyPath) }
        return
      }
      var changes: [ColumnChange] = []
      changes.reserveCapacity(chosen.count)
      for index in chosen { changes.append(try column.change(of: page.data[index], to: compute(page.models[index]))) }
      // Without a choice, an order and unsaved deletions, the rows between the first and the last are those of the page.
      let areSuccessive = chosen.count == page.data.count && order.isEmpty && !hasChanges
      // Before the rows are written, so that an older value of an object cannot overwrite a new one.
      if hasChanges { try save() }
      try column.write(changes, areSuccessive: areSuccessive)
    }
  }

  /// Whether an optional value is `nil`.
  private static func isNil(_ value: Any) -> Bool {
    guard let optional = value as? any OptionalValue else { return false }
    return optional.wrappedValue == nil
  }
}

/// Reads the objects of a model page by page.
private final class RowPages<Model: PersistentModel> {
  private let context: ModelContext
  private let reader: RowReader
  private let size: Int
  private var last: Int64 = 0
  /// The primary keys that are left, last one first; `nil` in the order of primary keys.
  private var keys: [Int64]?

  init(_ type: Model.Type, size: Int, order: [SortDescriptor<Model>], in context: ModelContext) throws {
    self.context = context
    self.size = max(1, size)
    reader = try context.container.reader(of: type)
    guard !order.isEmpty else { return }
    keys = try context.fetchIdentifiers(FetchDescriptor<Model>(sortBy: order)).map(\.id.primaryKey).reversed()
  }

  /// The next page; `nil` after the last one. Objects that were deleted meanwhile are left out.
  func next() throws -> Page<Model>? {
    guard let found = try keys == nil ? following() : listed() else { return nil }
    return Page(found)
  }

  private func following() throws -> [any PersistentModel]? {
    let condition = [reader.table.condition(alias: "t0"), "t0.Z_PK > ?"].compactMap(\.self).joined(separator: " AND ")
    let models = try context.objects(
      "SELECT \(reader.columns) FROM \(reader.table.name) t0 WHERE \(condition) ORDER BY t0.Z_PK LIMIT ?",
      [.integer(last), .integer(Int64(size))], reader)
    last = models.last?.persistentBackingData.key?.primaryKey ?? last
    return models.isEmpty ? nil : models
  }

  private func listed() throws -> [any PersistentModel]? {
    guard let left = keys, !left.isEmpty else { return nil }
    let page = left.suffix(size).reversed()
    keys = left.dropLast(size)
    let list = "[" + page.map(String.init).joined(separator: ",") + "]"
    return try context.objects(
      """
      SELECT \(reader.columns) FROM json_each(?) j JOIN \(reader.table.name) t0 ON t0.Z_PK = j.value ORDER BY j.key
      """, [.text(list)], reader)
  }
}

/// Some objects of a model, and their values in the same order, which code that is not generic reads faster.
private struct Page<Model: PersistentModel> {
  private(set) var models: [Model] = []
  private(set) var data: [BackingData] = []

  init(_ found: [any PersistentModel]) {
    models.reserveCapacity(found.count)
    data.reserveCapacity(found.count)
    for object in found {
      let values = object.persistentBackingData
      guard values.state != .deleted, values.state != .gone, let model = object as? Model else { continue }
      models.append(model)
      data.append(values)
    }
  }
}

/// A new value of an object.
private struct ColumnChange {
  let data: BackingData
  let column: StoredValue
  let value: BackingData.Value
}

/// An attribute with one column that contains its value.
private struct PlainColumn<Value> {
  private let codec: AttributeCodec
  /// The column of a value that is a scalar; `nil` for any other type.
  private let scalar: ((Value) -> StoredValue)?
  private let slot: Int
  private let name: String
  private let table: ObjectTable
  private let store: Store

  /// `nil` for a property that has several columns, files or none, or is a relationship.
  init?(_ property: PropertyDescription, of type: any PersistentModel.Type, in context: ModelContext) throws {
    store = try context.container.store(of: type)
    table = try store.reader(of: type).table
    guard let codec = property.codec, codec.columnCount == 1, !codec.isExternal,
      let column = table.field(at: property.slot)?.columns.first
    else { return nil }
    self.codec = codec
    slot = property.slot
    scalar = codec.isPlain ? (Value.self as? any PersistentScalar.Type).map { Self.column(of: $0) } : nil
    name = column
  }

  /// `Scalar` is the type `Value`. A cast would look up both for every value.
  private static func column<Scalar: PersistentScalar>(of _: Scalar.Type) -> (Value) -> StoredValue {
    { unsafeBitCast($0, to: Scalar.self).storedValue }
  }

  func change(of data: BackingData, to value: Value) throws -> ColumnChange {
    if let scalar {
      let column = scalar(value)
      return ColumnChange(data: data, column: column, value: .stored(column))
    }
    let column = try codec.encode(value).first ?? .null
    return ColumnChange(data: data, column: column, value: codec.isPlain ? .stored(column) : .decoded(value))
  }

  /// - Parameter areSuccessive: whether the changes are those of all rows between the first and the last one, in the order
  ///   of their keys.
  func write(_ changes: [ColumnChange], areSuccessive: Bool) throws {
    do {
      try store.connection.write { database in
        // Rows of other entities may be between those of a shared table.
        if areSuccessive, !table.isShared {
          try writeAll(changes, database)
        } else {
          try writeEach(changes, database)
        }
      }
    } catch let error as DatabaseError {
      throw StoreError.notUnique(error, in: [table], reason: "another object has the same values") ?? error
    }
    for change in changes where change.data.key != nil { change.data.values[slot] = change.value }
  }

  private func writeAll(_ changes: [ColumnChange], _ database: Database) throws {
    let saved = changes.filter { $0.data.key != nil }
    let statement = try database.cachedStatement(sql: RowValues.update([name], of: table.name))
    try RowValues(keys: saved.compactMap { $0.data.key?.primaryKey }, values: saved.map(\.column))
      .run(statement, on: database)
  }

  private func writeEach(_ changes: [ColumnChange], _ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "UPDATE \(table.name) SET \(name) = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?")
    for change in changes {
      guard let key = change.data.key else { continue }
      try statement.run([change.column, .integer(key.primaryKey)], on: database)
    }
  }
}

extension BackingData {
  /// Whether an attribute has no value or its default, or a relationship no object.
  fileprivate func isUnset(_ property: PropertyDescription) throws -> Bool {
    guard let codec = property.codec else { return related(property).isEmpty }
    let columns = try columns(of: property, codec)
    if columns.allSatisfy(\.isNull) { return true }
    guard let value = property.defaultValue?() else { return false }
    return try codec.encode(value) == columns
  }
}
