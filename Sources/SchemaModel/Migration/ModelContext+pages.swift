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
    let pages = try RowPages(Model.self, size: size, order: order, in: self)
    while let models = try pages.next() {
      try body(models)
      try saveAndRelease(models)
    }
  }

  /// Saves the changes, and releases what the given objects refer to, so that they can be freed.
  package func saveAndRelease(_ models: [any PersistentModel]) throws {
    if hasChanges { try save() }
    for model in models where model.persistentBackingData.state == .clean {
      model.persistentBackingData.releaseLinks()
    }
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
    try forEachPage(of: Model.self, size: size, sortedBy: order) { page in
      let models = try page.filter { model in
        guard onlyUnset else { return true }
        guard let property else { return Self.isNil(model[keyPath: keyPath]) }
        return try model.persistentBackingData.isUnset(property)
      }
      guard let property, let column = try PlainColumn(property, of: Model.self, in: self) else {
        for model in models { try model.assign(try compute(model), at: keyPath) }
        return
      }
      let values = try models.map { try compute($0) }
      // Before the rows are written, so that an older value of an object cannot overwrite a new one.
      if hasChanges { try save() }
      try column.write(values, to: models)
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
  func next() throws -> [Model]? {
    let models = try keys == nil ? following() : listed()
    return models.map { models in
      models.filter { ![.deleted, .gone].contains($0.persistentBackingData.state) }
    }
  }

  private func following() throws -> [Model]? {
    let condition = [reader.table.condition(alias: "t0"), "t0.Z_PK > ?"].compactMap(\.self).joined(separator: " AND ")
    let models = try context.objects(
      "SELECT \(reader.columns) FROM \(reader.table.name) t0 WHERE \(condition) ORDER BY t0.Z_PK LIMIT ?",
      [.integer(last), .integer(Int64(size))], reader
    ) { $0 as? Model }
    last = models.last?.persistentBackingData.key?.primaryKey ?? last
    return models.isEmpty ? nil : models
  }

  private func listed() throws -> [Model]? {
    guard let left = keys, !left.isEmpty else { return nil }
    let page = left.suffix(size).reversed()
    keys = left.dropLast(size)
    let list = "[" + page.map(String.init).joined(separator: ",") + "]"
    return try context.objects(
      """
      SELECT \(reader.columns) FROM json_each(?) j JOIN \(reader.table.name) t0 ON t0.Z_PK = j.value ORDER BY j.key
      """, [.text(list)], reader
    ) { $0 as? Model }
  }
}

/// An attribute with one column that contains its value.
private struct PlainColumn {
  private let codec: AttributeCodec
  private let slot: Int
  private let name: String
  private let table: EntityTable
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
    name = column
  }

  func write(_ values: [Any], to models: [any PersistentModel]) throws {
    try store.connection.write { database in
      let statement = try database.cachedStatement(
        sql: "UPDATE \(table.name) SET \(name) = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?")
      for (value, model) in zip(values, models) {
        let data = model.persistentBackingData
        guard let key = data.key, let stored = try codec.encode(value).first else { continue }
        do {
          try statement.run([stored, .integer(key.primaryKey)], on: database)
        } catch let error as DatabaseError {
          throw StoreError.notUnique(error, in: [table], reason: "another object has the same values") ?? error
        }
        data.values[slot] = codec.isPlain ? .stored(stored) : .decoded(value)
      }
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
