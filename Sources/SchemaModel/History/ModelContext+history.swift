internal import EntityModel
internal import Foundation
internal import GRDB

extension ModelContext {
  /// Fetches the transactions that match a descriptor, in the order of the saves unless it has another. Unsaved changes
  /// are not part of the history.
  ///
  /// All transactions are read before the predicate is evaluated, so delete what you no longer need.
  ///
  /// - Throws: `DataStoreError.unsupportedFeature` for another type of transaction, for a container with several
  ///   stores, and for a store that SwiftData created, because the order of the bits in it is only inferred;
  ///   `StoreError`, and any error that the predicate throws.
  public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
    var found = try history(descriptor)
    if !descriptor.sortBy.isEmpty { found.sort(using: descriptor.sortBy) }
    guard descriptor.fetchLimit > 0 else { return found }
    return Array(found.prefix(Int(clamping: descriptor.fetchLimit)))
  }

  /// Deletes the transactions that match a descriptor immediately, whatever its limit. A token of a deleted transaction
  /// stays valid; SwiftData would throw `historyTokenExpired` for it.
  ///
  /// - Throws: as ``fetchHistory(_:)``.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    let found = try history(descriptor).compactMap { $0 as? DefaultHistoryTransaction }
    let store = container.stores[0]
    guard !store.isReadOnly else { throw StoreError.readOnly(path: store.path) }
    try reporting(store) {
      try store.connection.write { database in
        for transaction in found {
          let key = [StoredValue.integer(transaction.transactionIdentifier)]
          try database.cachedStatement(sql: "DELETE FROM ACHANGE WHERE ZTRANSACTIONID = ?").run(key, on: database)
          try database.cachedStatement(sql: "DELETE FROM ATRANSACTION WHERE Z_PK = ?").run(key, on: database)
        }
      }
    }
  }

  private func history<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
    let store = container.stores[0]
    guard container.stores.count == 1, T.self == DefaultHistoryTransaction.self, !store.isForeign else {
      throw DataStoreError.unsupportedFeature
    }
    let all = try reporting(store) {
      try store.connection.read { try HistoryReader(store, $0).transactions() }
    }.compactMap { $0 as? T }
    guard let predicate = descriptor.predicate else { return all }
    return try all.filter { try predicate.evaluate($0) }
  }
}

/// Reads the history of a store.
private struct HistoryReader {
  let store: Store
  let database: Database
  private let entities: [Int: EntityDescription]

  init(_ store: Store, _ database: Database) {
    self.store = store
    self.database = database
    entities = Dictionary(
      store.schema.descriptions.map { (store.layout.number(of: $0.name), $0) }, uniquingKeysWith: { first, _ in first })
  }

  func transactions() throws -> [DefaultHistoryTransaction] {
    let changes = try changes()
    var list: [DefaultHistoryTransaction] = []
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT t.Z_PK, t.ZTIMESTAMP, coalesce(a.ZNAME, t.ZAUTHOR), coalesce(b.ZNAME, t.ZBUNDLEID),
          coalesce(p.ZNAME, t.ZPROCESSID)
        FROM ATRANSACTION t LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS
          LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS
          LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS
        ORDER BY t.Z_PK
        """)
    for row in rows {
      let number: Int64 = row[0]
      list.append(
        DefaultHistoryTransaction(
          author: row[2], bundleIdentifier: row[3] ?? "", processIdentifier: row[4] ?? "",
          changes: changes[number] ?? [], storeIdentifier: store.identifier,
          timestamp: Date(timeIntervalSinceReferenceDate: row[1] ?? 0),
          token: DefaultHistoryToken(tokenValue: [store.identifier: number]), transactionIdentifier: number))
    }
    return list
  }

  private func changes() throws -> [Int64: [HistoryChange]] {
    var changes: [Int64: [HistoryChange]] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT ZTRANSACTIONID, Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS FROM ACHANGE ORDER BY Z_PK")
    while let row = try rows.next() {
      let kind: Int64 = row[2] ?? -1
      guard let entity = entities[row[3] ?? -1], let kind = HistoryRecord.Kind(rawValue: kind) else { continue }
      let slots = (row[5] as Data?).map(entity.historyColumns.slots) ?? []
      changes[row[0] ?? 0, default: []].append(
        change(kind, entity.type, number: row[1], transaction: row[0] ?? 0, key: row[4] ?? 0, slots))
    }
    return changes
  }

  private func change<Model: PersistentModel>(
    _ kind: HistoryRecord.Kind, _ type: Model.Type, number: Int64, transaction: Int64, key: Int64, _ slots: Set<Int>
  ) -> HistoryChange {
    let entity = EntityDescription.of(type)
    let object = PersistentIdentifier(
      storeIdentifier: store.identifier, entityName: entity.name, primaryKey: key)
    switch kind {
    case .insert:
      return .insert(
        DefaultHistoryInsert<Model>(
          changeIdentifier: number, transactionIdentifier: transaction, changedPersistentIdentifier: object))
    case .update:
      let paths = zip(type._$allKeyPaths, entity.properties).filter { slots.contains($1.slot) }
      return .update(
        DefaultHistoryUpdate<Model>(
          changeIdentifier: number, transactionIdentifier: transaction, changedPersistentIdentifier: object,
          updatedAttributes: paths.compactMap { $0.0 as? PartialKeyPath<Model> }))
    case .delete:
      return .delete(
        DefaultHistoryDelete<Model>(
          changeIdentifier: number, transactionIdentifier: transaction, changedPersistentIdentifier: object))
    }
  }
}
