internal import Foundation
internal import GRDB

/// Checks that a migration test makes.
extension ModelContainer {
  /// The number of objects of each entity, without its subentities.
  package func rowCounts() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for store in stores {
      try store.connection.read { database in
        for entity in store.schema.descriptions {
          let table = try store.table(of: entity)
          counts[entity.name] = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM \(table.name) WHERE Z_ENT = \(table.number)")
        }
      }
    }
    return counts
  }

  /// Reads every object with all its values.
  ///
  /// - Throws: `StoreError` for an object that cannot be read.
  package func readAll() throws {
    for entity in schema.descriptions where entity.superentity == nil { try readAll(entity.type) }
  }

  private func readAll<T: PersistentModel>(_ type: T.Type) throws {
    let context = ModelContext(self)
    try context.enumerate(FetchDescriptor<T>()) { _ in }
  }

  /// An object that cannot be read.
  package struct UnreadableObject: Sendable, Hashable {
    package let entity: String
    package let primaryKey: Int64
    package let reason: String
  }

  /// The objects that cannot be read with all their values.
  ///
  /// - Throws: `StoreError` if not even their keys can be read.
  package func unreadableObjects() throws -> [UnreadableObject] {
    try schema.descriptions.filter { $0.superentity == nil }.flatMap { try unreadableObjects(of: $0.type) }
  }

  private func unreadableObjects<T: PersistentModel>(of type: T.Type) throws -> [UnreadableObject] {
    if (try? readAll(type)) != nil { return [] }
    var found: [UnreadableObject] = []
    for identifier in try ModelContext(self).fetchIdentifiers(FetchDescriptor<T>()) {
      do {
        let one = FetchDescriptor<T>(predicate: #Predicate { $0.persistentModelID == identifier })
        _ = try ModelContext(self).fetch(one)
      } catch {
        found.append(
          UnreadableObject(
            entity: identifier.entityName, primaryKey: identifier.id.primaryKey,
            reason: (error as? StoreError)?.message ?? "\(error)"))
      }
    }
    return found
  }

  /// The first problem that SQLite's integrity check reports; `nil` if there is none.
  /// https://www.sqlite.org/pragma.html#pragma_integrity_check
  package func integrityProblem() throws -> String? {
    for store in stores {
      let problem = try store.connection.read { database in
        try String.fetchOne(database, sql: "PRAGMA integrity_check").flatMap { $0 == "ok" ? nil : $0 }
      }
      if let problem { return problem }
    }
    return nil
  }
}

extension StoreIdentity {
  /// The SQL of the store's schema, by table, tables before indexes. Each statement ends with a semicolon and a
  /// newline.
  package static func storedSQL(at url: URL) throws -> String {
    try StoreConnection.file(at: url, readOnly: true).read { database in
      try String.fetchAll(
        database,
        sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY tbl_name, type DESC, name"
      ).map { $0 + ";\n" }.joined()
    }
  }
}
