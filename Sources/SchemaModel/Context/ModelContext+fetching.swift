internal import EntityModel
internal import Foundation
internal import GRDB

extension ModelContext {
  /// Fetches the objects that match a descriptor, including objects with unsaved changes.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a type that is not part of the container's schema,
  ///   `.unsupportedPredicate` for a predicate on a property that is not stored, `StoreError`, and any error that the
  ///   predicate throws.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let plan = try FetchPlan(descriptor, in: self)
    let models = try reporting(plan.store) {
      try objects(plan.query(columns: plan.reader.columns), plan.parameters, plan.reader, as: T.self)
    }
    let result = try plan.finish(models)
    try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: result)
    return result
  }

  /// Fetches the identifiers of the objects that match a descriptor. Each object is fetched on access.
  ///
  /// - Throws: as ``fetch(_:)``, and `SwiftDataError.includePendingChangesWithBatchSize` if there are unsaved changes.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    FetchResultsCollection(context: self, identifiers: try fetchIdentifiers(descriptor, batchSize: batchSize))
  }

  /// Counts the objects that match a descriptor.
  ///
  /// - Throws: as ``fetch(_:)``.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    let plan = try FetchPlan(descriptor, in: self)
    guard plan.isExact else { return try fetch(descriptor).count }
    return try reporting(plan.store) {
      try plan.store.connection.read { database in
        var count = 0
        try database.cachedStatement(sql: plan.count).forEachRow(plan.parameters, on: database) {
          count = Int($0.integer(at: 0))
        }
        return count
      }
    }
  }

  /// Fetches the identifiers of the objects that match a descriptor.
  ///
  /// - Throws: as ``fetch(_:)``.
  public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier] {
    let plan = try FetchPlan(descriptor, in: self)
    guard plan.isExact else { return try fetch(descriptor).map(\.persistentModelID) }
    return try reporting(plan.store) {
      try plan.store.connection.read { database in
        var identifiers: [PersistentIdentifier] = []
        let names = Dictionary(
          uniqueKeysWithValues: plan.store.schema.descriptions.map { (plan.store.layout.number(of: $0.name), $0.name) })
        try database.cachedStatement(sql: plan.query(columns: "t0.Z_PK, t0.Z_ENT"))
          .forEachRow(plan.parameters, on: database) { row in
            identifiers.append(
              PersistentIdentifier(
                storeIdentifier: plan.store.identifier, entityName: names[Int(row.integer(at: 1))] ?? "",
                primaryKey: row.integer(at: 0)))
          }
        return identifiers
      }
    }
  }

  /// Fetches the identifiers of the objects that match a descriptor. `batchSize` exists for source compatibility: all
  /// identifiers are fetched at once.
  ///
  /// - Throws: as ``fetch(_:)``, and `SwiftDataError.includePendingChangesWithBatchSize` if there are unsaved changes.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> [PersistentIdentifier] {
    if descriptor.includePendingChanges, hasChanges { throw SwiftDataError.includePendingChangesWithBatchSize }
    return try fetchIdentifiers(descriptor)
  }

  /// Calls a function for each object that matches a descriptor. At most one batch of objects is in memory, apart from
  /// objects that the program holds or has changed.
  ///
  /// - Parameters:
  ///   - descriptor: the objects to enumerate.
  ///   - batchSize: the number of rows to read at once.
  ///   - allowEscapingMutations: has no effect and exists for source compatibility. Objects that the function changes
  ///     stay in memory until they are saved.
  ///   - block: is called with each object.
  /// - Throws: as ``fetch(_:)``, and any error from the function.
  public func enumerate<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (T) throws -> Void
  ) throws {
    let plan = try FetchPlan(descriptor, in: self)
    guard plan.isExact, descriptor.sortBy.isEmpty, descriptor.fetchOffset == nil else {
      for model in try fetch(descriptor) { try block(model) }
      return
    }
    var last: Int64 = 0
    var left = descriptor.limit
    while left > 0 {
      let size = min(left, max(1, batchSize))
      let query = plan.batch(after: last, size: size)
      let models = try reporting(plan.store) { try objects(query.sql, query.parameters, plan.reader) }
      for model in models {
        last = model.persistentBackingData.key?.primaryKey ?? last
        // The function may delete objects that have not been enumerated yet, and save.
        let state = model.persistentBackingData.state
        if let model = model as? T, state != .deleted, state != .gone { try block(model) }
      }
      for model in models where model.persistentBackingData.state == .clean {
        model.persistentBackingData.releaseLinks()
      }
      if models.count < size { return }
      left -= size
    }
  }

  private func prefetch<T: PersistentModel>(_ keyPaths: [PartialKeyPath<T>], of models: [T]) throws {
    for keyPath in keyPaths {
      guard let property = EntityDescription.of(T.self).property(at: keyPath),
        let destination = property.relationship?.destination, property.relationship?.isToMany == false
      else { continue }
      let keys = Set(
        models.compactMap { model -> Int64? in
          if case .key(let key) = model.persistentBackingData.values[property.slot] { key.primaryKey } else { nil }
        })
      guard !keys.isEmpty else { continue }
      let reader = try container.reader(of: container.schema.destination(destination).type)
      let list = "[" + keys.sorted().map(String.init).joined(separator: ",") + "]"
      let sql =
        "SELECT \(reader.columns) FROM \(reader.table.name) t0 WHERE t0.Z_PK IN (SELECT value FROM json_each(?))"
      // Kept alive until the objects that refer to them hold them.
      let found = try objects(sql, [.text(list)], reader)
      withExtendedLifetime(found) {
        for model in models { _ = model.persistentBackingData.object(at: property.slot) }
      }
    }
  }

  func reporting<Result>(_ store: Store, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw StoreError.of(error, store.path)
    }
  }
}

/// Divides a fetch between SQLite and Swift.
struct FetchPlan<T: PersistentModel> {
  let store: Store
  let reader: RowReader
  let parameters: [StoredValue]
  private let descriptor: FetchDescriptor<T>
  private let context: ModelContext
  private let condition: String
  private let order: String?
  /// Whether SQLite evaluates the complete predicate.
  private let isFiltered: Bool
  /// Whether unsaved changes can affect the result.
  private let hasPending: Bool

  /// Whether SQLite performs the complete fetch.
  var isExact: Bool { isFiltered && !hasPending && (order != nil || descriptor.sortBy.isEmpty) }

  init(_ descriptor: FetchDescriptor<T>, in context: ModelContext) throws {
    store = try context.container.store(of: T.self)
    reader = try store.reader(of: T.self)
    self.descriptor = descriptor
    self.context = context
    if descriptor.includePendingChanges { try context.followDeleteRules() }
    let entity = reader.table.entity
    let filter = try descriptor.predicate.map { try FetchFilter($0, in: context) }
    let order = try FetchOrder(descriptor.sortBy, in: context)
    let isPending =
      descriptor.includePendingChanges && context.hasPending(of: entity, filter?.usesRelationships == true)
    hasPending = isPending
    // A row may match only after unsaved changes to related objects. In that case all rows are fetched and filtered in
    // Swift.
    let narrows = !(isPending && filter?.usesRelationships == true)
    var conditions = [reader.table.condition(alias: "t0")].compactMap { $0 }
    var parameters: [StoredValue] = []
    if narrows, let sql = filter?.sql {
      conditions.append(sql)
      parameters = filter?.parameters ?? []
    }
    self.parameters = parameters
    isFiltered = filter == nil || (narrows && filter?.isExact == true)
    condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    self.order = order.sql
  }

  private var from: String { " FROM \(reader.table.name) t0" + condition }

  private var limit: String {
    guard isExact, descriptor.fetchLimit != nil || descriptor.fetchOffset != nil else { return "" }
    return " LIMIT \(descriptor.fetchLimit ?? -1) OFFSET \(descriptor.fetchOffset ?? 0)"
  }

  func query(columns: String) -> String {
    "SELECT \(columns)" + from + (order.map { " ORDER BY \($0)" } ?? "") + limit
  }

  var count: String {
    limit.isEmpty ? "SELECT count(*)" + from : "SELECT count(*) FROM (SELECT 1" + from + limit + ")"
  }

  func batch(after last: Int64, size: Int) -> (sql: String, parameters: [StoredValue]) {
    let sql =
      "SELECT \(reader.columns)" + from + (condition.isEmpty ? " WHERE " : " AND ")
      + "t0.Z_PK > ? ORDER BY t0.Z_PK LIMIT ?"
    return (sql, parameters + [.integer(last), .integer(Int64(size))])
  }

  /// Applies the parts of the fetch that SQLite did not perform: unsaved changes, the rest of the condition, order and
  /// limits.
  func finish(_ models: [T]) throws -> [T] {
    guard !isExact else { return models }
    var result = models
    if hasPending {
      result = result.filter { $0.persistentBackingData.state == .clean }
      result += context.pendingModels(of: reader.table.entity).compactMap { $0 as? T }
    }
    if let predicate = descriptor.predicate, !isFiltered || hasPending {
      result = try result.filter { model in
        if isFiltered, model.persistentBackingData.state == .clean { return true }
        return try predicate.evaluate(model)
      }
    }
    if !descriptor.sortBy.isEmpty { result.sort(using: descriptor.sortBy) }
    let rest = result.dropFirst(descriptor.fetchOffset ?? 0)
    return Array(rest.prefix(descriptor.limit))
  }
}

extension ModelContext {
  /// Whether objects of an entity, or of any entity, have unsaved changes.
  func hasPending(of entity: EntityDescription, _ anyEntity: Bool) -> Bool {
    [insertedModels, changedModels, deletedModels].contains { list in
      list.contains { model in
        let data = model.persistentBackingData
        return data.hasChanges && (anyEntity || data.entity.inherits(from: entity))
      }
    }
  }

  /// The inserted and changed objects of an entity.
  func pendingModels(of entity: EntityDescription) -> [any PersistentModel] {
    var seen: Set<ObjectIdentifier> = []
    return (insertedModels + changedModels).filter { model in
      let data = model.persistentBackingData
      return (data.state == .inserted || data.state == .changed) && data.entity.inherits(from: entity)
        && seen.insert(ObjectIdentifier(data)).inserted
    }
  }
}
