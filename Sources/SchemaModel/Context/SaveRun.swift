internal import Foundation
internal import GRDB
internal import Synchronization

/// The contents and the progress of one save, for one of the stores.
final class SaveRun {
  /// A new object whose unique values a row already has.
  struct Merge {
    let model: any PersistentModel
    let new: BackingData
  }

  let context: ModelContext
  let store: Store
  /// The files of this save. Those of a migration stage are settled when the migration ends.
  let external: ExternalChanges
  let inserted: [BackingData]
  let changed: [BackingData]
  let deleted: [BackingData]
  /// Whether any of the new and changed objects can refer to others.
  var isLinked = false
  /// Recorded when the save ends, before the objects lose their keys.
  var deletedIdentifiers: [PersistentIdentifier] = []
  var merged: [Merge] = []
  /// Whether the store has the changes, whatever happens to those of other stores.
  var isCommitted = false
  /// New objects that update an existing row.
  var updates: Set<ObjectIdentifier> = []
  /// New objects that update the row of another new object.
  var duplicates: [(second: BackingData, first: BackingData)] = []

  /// The number of lists that the saves of all contexts have made: an object may change its context. A number in each object
  /// is a faster way to find duplicates than a set of the objects.
  private static let lists = Atomic<Int>(0)

  /// - Throws: `StoreError` if an object cannot be saved.
  init(_ context: ModelContext, _ store: Store) throws {
    self.context = context
    self.store = store
    external = store.stageFiles ?? ExternalChanges(in: store.external)
    func data(of models: [any PersistentModel], _ state: BackingData.State) -> [BackingData] {
      let list = Self.lists.wrappingAdd(1, ordering: .relaxed).newValue
      return models.compactMap { model in
        let data = model.persistentBackingData
        guard data.state == state, data.list != list, context.store(of: data.entity) === store else { return nil }
        data.list = list
        return data
      }
    }
    inserted = data(of: context.insertedModels, .inserted)
    changed = data(of: context.changedModels, .changed)
    deleted = data(of: context.deletedModels, .deleted).filter { !$0.wasInserted && $0.key != nil }
    for data in inserted { try validate(data) }
    for data in changed { try validate(data) }
  }

  var isEmpty: Bool { inserted.isEmpty && changed.isEmpty && deleted.isEmpty }

  /// The table of an object. The last result is kept, because consecutive objects of a save usually belong to the same
  /// entity.
  func table(of data: BackingData) throws -> ObjectTable {
    if let last = lastTable, last.entity === data.entity { return last }
    let table = try store.table(of: data.entity)
    lastTable = table
    return table
  }
  private var lastTable: ObjectTable?

  /// Removes the keys of new objects after the transaction that assigned them was rolled back.
  func discardKeys() {
    for data in inserted { data.key = nil }
    merged = []
    updates = []
    duplicates = []
  }

  /// Whether a new object updates an existing row.
  func isMerged(_ data: BackingData) -> Bool { updates.contains(ObjectIdentifier(data)) }

  // MARK: Writing

  /// Writes deletions and updates first. This frees unique values, and shows which rows new objects will update. Only
  /// then are the keys of new objects known. References to deleted objects are removed last.
  func write(to database: Database) throws {
    for data in deleted { try delete(data, database) }
    try freeUniqueValues(database)
    try updateChanged(database)
    try assignKeys(database)
    if isLinked {
      for data in changed where refersToNewObject(data) { try update(data, database, where: isNew) }
    }
    for data in inserted {
      if updates.contains(ObjectIdentifier(data)) {
        try overwrite(data, database)
      } else {
        try insert(data, database)
      }
    }
    try clearOthers(database)
    if isLinked { try writeLinks(database) }
    for data in deleted { try clearReferences(to: data, database) }
    try writeHistory(database)
  }

  func isNew(_ value: BackingData.Value) -> Bool {
    if case .object(let model) = value { model.persistentBackingData.state == .inserted } else { false }
  }

  private func refersToNewObject(_ data: BackingData) -> Bool {
    data.entity.linkSlots.contains { isNew(data.values[$0]) }
  }

  private func insert(_ data: BackingData, _ database: Database) throws {
    let table = try table(of: data)
    guard let key = data.key else { return }
    var values: [StoredValue] = [.integer(key.primaryKey), .integer(Int64(table.number))]
    values.reserveCapacity(values.count + table.fields.count)
    for field in table.fields { try append(field, of: data, to: &values, database) }
    try run(inserting(table, database), values, data, database)
  }

  private func overwrite(_ data: BackingData, _ database: Database) throws {
    let table = try table(of: data)
    try update(data, table, table.fields, database)
  }

  private func update(
    _ data: BackingData, _ database: Database, where isMember: (BackingData.Value) -> Bool
  ) throws {
    let table = try table(of: data)
    let fields = try differentFields(of: data, table, where: isMember)
    if !fields.isEmpty { try update(data, table, fields, database) }
  }

  func differentFields(
    of data: BackingData, _ table: ObjectTable, where isMember: (BackingData.Value) -> Bool
  ) throws -> [ObjectTable.Field] {
    var fields: [ObjectTable.Field] = []
    try appendDifferentFields(of: data, table, to: &fields, where: isMember)
    return fields
  }

  func appendDifferentFields(
    of data: BackingData, _ table: ObjectTable, to fields: inout [ObjectTable.Field],
    where isMember: (BackingData.Value) -> Bool
  ) throws {
    for (slot, original) in data.original {
      guard isMember(data.values[slot]), let field = table.field(at: slot) else { continue }
      if try Self.isDifferent(data.values[slot], original, field) { fields.append(field) }
    }
  }

  private static func isDifferent(
    _ value: BackingData.Value, _ original: BackingData.Value, _ field: ObjectTable.Field
  ) throws -> Bool {
    switch (value, original) {
    case (.stored(let value), .stored(let original)): value != original
    case (.key(let key), .key(let original)): key != original
    case (.nothing, .nothing): false
    default: try parameters(value, field) != parameters(original, field)
    }
  }

  func update(
    _ data: BackingData, _ table: ObjectTable, _ fields: [ObjectTable.Field], _ database: Database
  ) throws {
    guard let key = data.key else { return }
    try releaseFiles(of: fields, key, table, database)
    var values: [StoredValue] = []
    values.reserveCapacity(fields.count + 1)
    for field in fields { try append(field, of: data, to: &values, database) }
    values.append(.integer(key.primaryKey))
    try run(updating(table, fields, database), values, data, database)
    guard database.changesCount > 0 else {
      throw StoreError.deletedElsewhere(entity: data.entity.name, primaryKey: key.primaryKey)
    }
  }

  /// Checks that another context has not deleted an object that is about to be referenced.
  func checkRow(of data: BackingData, _ database: Database) throws {
    guard data.state == .clean || data.state == .changed, let key = data.key, !existing.contains(key) else { return }
    let table = try table(of: data)
    var isThere = false
    try database.cachedStatement(sql: "SELECT 1 FROM \(table.name) WHERE Z_PK = ?")
      .forEachRow([.integer(key.primaryKey)], on: database) { _ in isThere = true }
    guard isThere else { throw StoreError.deletedElsewhere(entity: data.entity.name, primaryKey: key.primaryKey) }
    existing.insert(key)
  }
  /// Rows that are known to exist.
  private var existing: Set<RowKey> = []

  /// The statement that updates some fields of a row. The last one is kept, because consecutive objects usually have
  /// changes in the same fields.
  private func updating(
    _ table: ObjectTable, _ fields: [ObjectTable.Field], _ database: Database
  ) throws -> Statement {
    if let last = lastUpdate, last.table === table, last.fields.elementsEqual(fields, by: ===) { return last.statement }
    let columns = fields.flatMap(\.writtenColumns).map { "\($0) = ?" } + ["Z_OPT = Z_OPT + 1"]
    let sql = "UPDATE \(table.name) SET \(columns.joined(separator: ", ")) WHERE Z_PK = ?"
    let statement = try database.cachedStatement(sql: sql)
    lastUpdate = (table, fields, statement)
    return statement
  }
  private var lastUpdate: (table: ObjectTable, fields: [ObjectTable.Field], statement: Statement)?

  private func inserting(_ table: ObjectTable, _ database: Database) throws -> Statement {
    if let last = lastInsertion, last.table === table { return last.statement }
    let statement = try database.cachedStatement(sql: table.insertion)
    lastInsertion = (table, statement)
    return statement
  }
  private var lastInsertion: (table: ObjectTable, statement: Statement)?

  /// The statement of a query for the row with given unique values.
  func finding(_ query: String, _ database: Database) throws -> Statement {
    if let last = lastFinding, last.query == query { return last.statement }
    let statement = try database.cachedStatement(sql: query)
    lastFinding = (query, statement)
    return statement
  }
  private var lastFinding: (query: String, statement: Statement)?

  private func delete(_ data: BackingData, _ database: Database) throws {
    let table = try table(of: data)
    guard let key = data.key else { return }
    try releaseFiles(of: table.fields, key, table, database)
    try database.cachedStatement(sql: "DELETE FROM \(table.name) WHERE Z_PK = ?")
      .run([.integer(key.primaryKey)], on: database)
  }

  /// Notes the files of a row whose columns are about to be replaced or deleted.
  private func releaseFiles(
    of fields: [ObjectTable.Field], _ key: RowKey, _ table: ObjectTable, _ database: Database
  ) throws {
    guard !table.externalFields.isEmpty else { return }
    let columns = fields.filter(\.isExternal).flatMap(\.columns)
    guard !columns.isEmpty else { return }
    try database.cachedStatement(sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table.name) WHERE Z_PK = ?")
      .forEachRow([.integer(key.primaryKey)], on: database) { row in
        for index in columns.indices { external.release(row.value(at: Int32(index))) }
      }
  }

  private func clearReferences(to data: BackingData, _ database: Database) throws {
    guard let key = data.key else { return }
    for reference in try store.references(to: data.entity) {
      try reference.clear(key.primaryKey, database)
    }
  }

  func run(_ statement: Statement, _ values: [StoredValue], _ data: BackingData, _ database: Database) throws {
    do {
      try statement.run(values, on: database)
    } catch let error as DatabaseError {
      throw StoreError.notUnique(
        error, in: [try table(of: data)], reason: "another object has the same values") ?? error
    }
  }

  // MARK: Values

  private func append(
    _ field: ObjectTable.Field, of data: BackingData, to values: inout [StoredValue], _ database: Database
  ) throws {
    if case .stored(let value) = data.values[field.slot], field.columns.count == 1 {
      values.append(field.isExternal ? try external.column(of: value) : value)
    } else {
      if case .object(let model) = data.values[field.slot] {
        try checkRow(of: model.persistentBackingData, database)
      }
      values += try parameters(of: data, field)
    }
    if let column = field.numberColumn {
      values.append(try entityNumber(data.values[field.slot], column.table, database))
    }
  }

  /// `Z_ENT` of the object of a to-one relationship.
  private func entityNumber(
    _ value: BackingData.Value, _ table: String, _ database: Database
  ) throws -> StoredValue {
    switch value {
    case .object(let model):
      let data = model.persistentBackingData
      guard data.state != .deleted, data.state != .gone else { return .null }
      return .integer(Int64(try store.table(of: data.entity).number))
    // An object that was deleted and then inserted again.
    case .key(let key):
      let number = try database.cachedStatement(sql: "SELECT Z_ENT FROM \(table) WHERE Z_PK = ?")
        .integer(with: [.integer(key.primaryKey)], on: database)
      return number.map(StoredValue.integer) ?? .null
    default: return .null
    }
  }

  func parameters(of data: BackingData, _ field: ObjectTable.Field) throws -> [StoredValue] {
    try Self.parameters(data.values[field.slot], field)
  }

  private static func parameters(_ value: BackingData.Value, _ field: ObjectTable.Field) throws -> [StoredValue] {
    switch value {
    case .stored(let value): return field.columns.count == 1 ? [value] : field.columns.map { _ in .null }
    case .columns(let values): return values
    case .decoded(let value):
      guard case .encoded(let codec) = field.content else { return [.null] }
      return try codec.encode(value)
    case .key(let key): return [.integer(key.primaryKey)]
    case .object(let model):
      let data = model.persistentBackingData
      guard data.state != .deleted, data.state != .gone else { return [.null] }
      return [data.key.map { .integer($0.primaryKey) } ?? .null]
    case .nothing, .fault, .objects: return [.null]
    }
  }
}
