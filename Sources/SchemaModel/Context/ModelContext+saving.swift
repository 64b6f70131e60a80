internal import EntityModel
internal import Foundation
internal import GRDB

extension ModelContext {
  /// Writes all changes, in one transaction. Of an object whose unique properties a row has already, the row is updated
  /// instead: the two are one object then.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` for objects that cannot be saved, with the reason as
  ///   `underlyingError`; `StoreError`. Nothing is written then, and all changes are still there.
  public func save() throws {
    if let error = postponed.first {
      postponed = []
      throw error
    }
    do {
      try followDeleteRules()
      guard hasChanges else {
        forgetChanges()
        return
      }
      guard !store.isReadOnly else { throw StoreError.readOnly(path: store.path) }
      NotificationCenter.default.post(name: Self.willSave, object: self)
      // What a notification's observers have changed is saved too.
      try followDeleteRules()
      let run = try SaveRun(self)
      do {
        try store.connection.write { database in try run.write(to: database) }
      } catch {
        run.takeBackKeys()
        throw StoreError.of(error, store.path)
      }
      finish(run)
    } catch let error as StoreError where error.isOfModels {
      throw SwiftDataError.modelValidationFailure.because(error)
    }
  }

  private func finish(_ run: SaveRun) {
    for data in run.inserted where !run.isMerged(data) {
      if let key = data.key { register(data, key) }
    }
    for update in run.merged { merge(update) }
    let identifiers: [NotificationKey: [PersistentIdentifier]] = [
      .insertedIdentifiers: run.inserted.map(\.identifier), .updatedIdentifiers: run.changed.map(\.identifier),
      .deletedIdentifiers: run.deleted.map(\.identifier),
    ]
    let saved = run.inserted + run.changed
    for data in saved {
      data.state = .clean
      data.forgetOriginal()
    }
    for data in run.deleted {
      if let key = data.key { forget(key, of: data) }
      data.state = .gone
      data.forgetOriginal()
    }
    // Only now: what an object leads to has its key.
    for data in saved { data.releaseLinks() }
    forgetChanges()
    let information = Dictionary(uniqueKeysWithValues: identifiers.map { ($0.key.rawValue, $0.value) })
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: information)
  }

  /// A new object turned out to be one that somebody holds already: both get the same values from now on.
  private func merge(_ update: SaveRun.Merge) {
    guard let key = update.new.key else { return }
    guard let known = registered[key]?.takeUnretainedValue() else {
      register(update.new, key)
      return
    }
    known.values = update.new.values
    known.state = .clean
    known.forgetOriginal()
    known.releaseLinks()
    update.model.persistentBackingData = known
    known.model?._$didChangeAll()
  }
}

/// What one save writes, and how far it got.
final class SaveRun {
  /// A new object that has the unique values of a row.
  struct Merge {
    let model: any PersistentModel
    let new: BackingData
  }

  let context: ModelContext
  let inserted: [BackingData]
  let changed: [BackingData]
  let deleted: [BackingData]
  private(set) var merged: [Merge] = []
  /// New objects that update a row.
  private var updates: Set<ObjectIdentifier> = []

  /// - Throws: `StoreError` for an object that cannot be saved.
  init(_ context: ModelContext) throws {
    self.context = context
    func data(of models: [any PersistentModel], _ state: BackingData.State) -> [BackingData] {
      models.compactMap { model in
        let data = model.persistentBackingData
        return data.state == state ? data : nil
      }
    }
    inserted = data(of: context.insertedModels, .inserted)
    changed = data(of: context.changedModels, .changed)
    deleted = data(of: context.deletedModels, .deleted).filter { !$0.wasInserted && $0.key != nil }
    for data in inserted { try validate(data) }
    for data in changed { try validate(data) }
  }

  /// Most objects of a save are of the same kind as the one before.
  private func table(of data: BackingData) throws -> EntityTable {
    if let last = lastTable, last.entity === data.entity { return last }
    let table = try context.store.table(of: data.entity)
    lastTable = table
    return table
  }
  private var lastTable: EntityTable?

  private func validate(_ data: BackingData) throws {
    _ = try table(of: data)
    for slot in data.entity.linkSlots {
      let property = data.entity.properties[slot]
      guard let relationship = property.relationship else { continue }
      switch data.values[property.slot] {
      case .nothing where !relationship.isToMany && !property.isOptional:
        throw StoreError.requiredRelationship(entity: data.entity.name, property: property.name)
      case .object(let other):
        let other = other.persistentBackingData
        guard other.context === context else { throw StoreError.otherContext(entity: other.entity.name) }
        if other.state == .deleted || other.state == .gone, !property.isOptional, property.deleteRule != .noAction {
          throw StoreError.requiredRelationship(entity: data.entity.name, property: property.name)
        }
      case .objects(let others):
        guard others.allSatisfy({ $0.persistentBackingData.context === context }) else {
          throw StoreError.otherContext(entity: String(describing: relationship.destination))
        }
        try checkCount(others.count { !$0.isDeleted }, property, data)
      default: break
      }
    }
  }

  private func checkCount(_ count: Int, _ property: PropertyDescription, _ data: BackingData) throws {
    // > If the relationship is optional, zero is allowed whatever the minimum count says.
    if count == 0, property.isOptional { return }
    if count >= property.minimumCount ?? 0, count <= property.maximumCount ?? .max { return }
    throw StoreError.count(
      entity: data.entity.name, property: property.name, count: count, minimum: property.minimumCount,
      maximum: property.maximumCount)
  }

  /// New objects have no keys again: the transaction that gave them was undone.
  func takeBackKeys() {
    for data in inserted { data.key = nil }
    merged = []
    updates = []
    twins = []
  }

  /// Whether a new object has turned out to be a row that is there.
  func isMerged(_ data: BackingData) -> Bool { updates.contains(ObjectIdentifier(data)) }

  // MARK: Writing

  /// Deletions first, so that what was unique is free again. Then changes, and new objects; changes that lead to new
  /// objects last, since a new object may turn out to be a row that is there.
  func write(to database: Database) throws {
    for data in deleted { try delete(data, database) }
    for data in deleted { try clearReferences(to: data, database) }
    var late: [BackingData] = []
    for data in changed {
      if leadsToNew(data) {
        late.append(data)
      } else {
        try update(data, database)
      }
    }
    try assignKeys(database)
    for data in inserted {
      if updates.contains(ObjectIdentifier(data)) {
        try overwrite(data, database)
      } else {
        try insert(data, database)
      }
    }
    for data in late { try update(data, database) }
    for data in inserted + changed { try writeLinks(data, database) }
  }

  private func leadsToNew(_ data: BackingData) -> Bool {
    data.entity.linkSlots.contains { slot in
      if case .object(let model) = data.values[slot] { model.persistentBackingData.key == nil } else { false }
    }
  }

  private func assignKeys(_ database: Database) throws {
    var waiting: [Int: [BackingData]] = [:]
    var own: [UniqueValues: BackingData] = [:]
    for data in inserted {
      let table = try table(of: data)
      if !table.uniqueness.isEmpty, let key = try rowWithSame(data, table, &own, database) {
        data.key = key
        updates.insert(ObjectIdentifier(data))
        if let model = data.model { merged.append(Merge(model: model, new: data)) }
      } else {
        waiting[table.root, default: []].append(data)
      }
    }
    for (root, list) in waiting.sorted(by: { $0.key < $1.key }) {
      let last =
        try Int64.fetchOne(
          database, sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ? WHERE Z_ENT = ? RETURNING Z_MAX",
          arguments: [list.count, root]) ?? Int64(list.count)
      let first = last - Int64(list.count) + 1
      for (offset, data) in list.enumerated() { data.key = RowKey(root: root, primaryKey: first + Int64(offset)) }
    }
    // Two new objects with the same unique values: the second updates the first's row.
    for (second, first) in twins { second.key = first.key }
  }

  private struct UniqueValues: Hashable {
    let table: String
    let columns: [String]
    let values: [StoredValue]
  }
  private var twins: [(second: BackingData, first: BackingData)] = []

  private func rowWithSame(
    _ data: BackingData, _ table: EntityTable, _ own: inout [UniqueValues: BackingData], _ database: Database
  ) throws -> RowKey? {
    for constraint in table.uniqueness {
      let columns = constraint.flatMap(\.columns)
      let values = try constraint.flatMap { try parameters(of: data, $0) }
      // > For the purposes of UNIQUE constraints, NULL values are considered distinct from all other values.
      guard !values.contains(.null), !columns.isEmpty else { continue }
      let condition = columns.map { "\($0) = ?" }.joined(separator: " AND ")
      var found: Int64?
      try database.cachedStatement(sql: "SELECT Z_PK FROM \(table.name) WHERE \(condition)")
        .forEachRow(values, on: database) { found = $0.integer(at: 0) }
      if let found { return RowKey(root: table.root, primaryKey: found) }
      let unique = UniqueValues(table: table.name, columns: columns, values: values)
      if let first = own[unique] {
        twins.append((data, first))
        return RowKey(root: table.root, primaryKey: 0)
      }
      own[unique] = data
    }
    return nil
  }

  private func insert(_ data: BackingData, _ database: Database) throws {
    let table = try table(of: data)
    guard let key = data.key else { return }
    var values: [StoredValue] = [.integer(key.primaryKey), .integer(Int64(table.number))]
    values.reserveCapacity(values.count + table.fields.count)
    for field in table.fields { try append(field, of: data, to: &values, database) }
    try run(table.insertion, values, data, database)
  }

  private func overwrite(_ data: BackingData, _ database: Database) throws {
    let table = try table(of: data)
    try update(data, table, table.fields, database)
  }

  private func update(_ data: BackingData, _ database: Database) throws {
    let table = try table(of: data)
    let fields = try data.original.compactMap { slot, original in
      guard let field = table.field(at: slot) else { return nil as EntityTable.Field? }
      return try Self.isDifferent(data.values[slot], original, field) ? field : nil
    }
    if !fields.isEmpty { try update(data, table, fields, database) }
  }

  private static func isDifferent(
    _ value: BackingData.Value, _ original: BackingData.Value, _ field: EntityTable.Field
  ) throws -> Bool {
    switch (value, original) {
    case (.stored(let value), .stored(let original)): value != original
    case (.key(let key), .key(let original)): key != original
    case (.nothing, .nothing): false
    default: try parameters(value, field) != parameters(original, field)
    }
  }

  private func update(
    _ data: BackingData, _ table: EntityTable, _ fields: [EntityTable.Field], _ database: Database
  ) throws {
    guard let key = data.key else { return }
    var values: [StoredValue] = []
    values.reserveCapacity(fields.count + 1)
    for field in fields { try append(field, of: data, to: &values, database) }
    values.append(.integer(key.primaryKey))
    try run(updating(table, fields), values, data, database)
    guard database.changesCount > 0 else {
      throw StoreError.deletedElsewhere(entity: data.entity.name, primaryKey: key.primaryKey)
    }
  }

  /// The statement that writes some fields of a row. Of many objects most have changed in the same ones.
  private func updating(_ table: EntityTable, _ fields: [EntityTable.Field]) -> String {
    let slots = fields.map(\.slot)
    if let last = lastUpdate, last.table === table, last.slots == slots { return last.sql }
    let columns = fields.flatMap(\.writtenColumns).map { "\($0) = ?" } + ["Z_OPT = Z_OPT + 1"]
    let sql = "UPDATE \(table.name) SET \(columns.joined(separator: ", ")) WHERE Z_PK = ?"
    lastUpdate = (table, slots, sql)
    return sql
  }
  private var lastUpdate: (table: EntityTable, slots: [Int], sql: String)?

  private func delete(_ data: BackingData, _ database: Database) throws {
    let table = try table(of: data)
    guard let key = data.key else { return }
    try database.cachedStatement(sql: "DELETE FROM \(table.name) WHERE Z_PK = ?")
      .run([.integer(key.primaryKey)], on: database)
  }

  private func clearReferences(to data: BackingData, _ database: Database) throws {
    guard let key = data.key else { return }
    for reference in try context.store.references(to: data.entity) {
      try reference.clear(key.primaryKey, database)
    }
  }

  private func run(_ sql: String, _ values: [StoredValue], _ data: BackingData, _ database: Database) throws {
    do {
      try database.cachedStatement(sql: sql).run(values, on: database)
    } catch let error as DatabaseError {
      throw StoreError.notUnique(
        error, in: [try table(of: data)], reason: "another object has the same") ?? error
    }
  }

  // MARK: Values

  private func append(
    _ field: EntityTable.Field, of data: BackingData, to values: inout [StoredValue], _ database: Database
  ) throws {
    if case .stored(let value) = data.values[field.slot], field.columns.count == 1 {
      values.append(value)
    } else {
      values += try parameters(of: data, field)
    }
    if let column = field.numberColumn {
      values.append(try entityNumber(data.values[field.slot], column.table, database))
    }
  }

  /// `Z_ENT` of the object that a to-one relationship leads to.
  private func entityNumber(
    _ value: BackingData.Value, _ table: String, _ database: Database
  ) throws -> StoredValue {
    switch value {
    case .object(let model):
      let data = model.persistentBackingData
      guard data.state != .deleted, data.state != .gone else { return .null }
      return .integer(Int64(try context.store.table(of: data.entity).number))
    // An object that was deleted and is inserted again.
    case .key(let key):
      let number = try Int64.fetchOne(
        database, sql: "SELECT Z_ENT FROM \(table) WHERE Z_PK = ?", arguments: [key.primaryKey])
      return number.map(StoredValue.integer) ?? .null
    default: return .null
    }
  }

  private func parameters(of data: BackingData, _ field: EntityTable.Field) throws -> [StoredValue] {
    try Self.parameters(data.values[field.slot], field)
  }

  private static func parameters(_ value: BackingData.Value, _ field: EntityTable.Field) throws -> [StoredValue] {
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

  // MARK: Relationships that are not in the object's own row

  private func writeLinks(_ data: BackingData, _ database: Database) throws {
    let table = try table(of: data)
    for link in table.links {
      guard case .objects(let models) = data.values[link.slot], let key = data.key else { continue }
      let original = data.original.first { $0.slot == link.slot }
      // What was only read may be otherwise by now.
      guard original != nil || data.state == .inserted else { continue }
      let now = Set(models.filter { !$0.isDeleted }.compactMap { $0.persistentBackingData.key?.primaryKey })
      var before: Set<Int64> = []
      if case .objects(let models)? = original?.value {
        before = Set(models.compactMap { $0.persistentBackingData.key?.primaryKey })
      }
      try write(
        link, key.primaryKey, now.subtracting(before).sorted(), before.subtracting(now).sorted(), data, database)
    }
  }

  private func write(
    _ link: EntityTable.Link, _ key: Int64, _ added: [Int64], _ removed: [Int64], _ data: BackingData,
    _ database: Database
  ) throws {
    let adding: String
    let removing: String
    switch link.storage {
    case .ownKey: return
    case .foreignKey(let table, let column):
      // The other side's property has the column, and writes it.
      guard data.entity.properties[link.slot].inverse == nil else { return }
      adding = "UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?"
      removing = "UPDATE \(table) SET \(column) = NULL WHERE \(column) = ? AND Z_PK = ?"
    case .joinTable(let name, let own, let other):
      adding = "INSERT OR IGNORE INTO \(name) (\(own), \(other)) VALUES (?, ?)"
      removing = "DELETE FROM \(name) WHERE \(own) = ? AND \(other) = ?"
    }
    for other in removed {
      try database.cachedStatement(sql: removing).run([.integer(key), .integer(other)], on: database)
    }
    for other in added {
      try database.cachedStatement(sql: adding).run([.integer(key), .integer(other)], on: database)
    }
  }
}
