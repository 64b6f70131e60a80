internal import Foundation
internal import GRDB

/// What a test of a migration looks at.
extension ModelContainer {
  /// How many objects there are of each entity, without those that inherit from it.
  package func rowCounts() throws -> [String: Int] {
    try store.connection.read { database in
      var counts: [String: Int] = [:]
      for entity in schema.descriptions {
        let table = try store.table(of: entity)
        counts[entity.name] = try Int.fetchOne(
          database, sql: "SELECT count(*) FROM \(table.name) WHERE Z_ENT = \(table.number)")
      }
      return counts
    }
  }

  /// Reads every object with all its values.
  ///
  /// - Throws: `StoreError` for one that cannot be.
  package func readAll() throws {
    for entity in schema.descriptions where entity.superentity == nil { try readAll(entity.type) }
  }

  private func readAll<T: PersistentModel>(_ type: T.Type) throws {
    let context = ModelContext(self)
    try context.enumerate(FetchDescriptor<T>()) { _ in }
  }

  /// What SQLite finds wrong with the file; nil for nothing. https://www.sqlite.org/pragma.html#pragma_integrity_check
  package func integrityProblem() throws -> String? {
    try store.connection.read { database in
      try String.fetchOne(database, sql: "PRAGMA integrity_check").flatMap { $0 == "ok" ? nil : $0 }
    }
  }
}

extension StoreIdentity {
  /// Every statement that a store's SQLite keeps, by table, tables before indexes, each with a semicolon and a newline.
  package static func storedSQL(at url: URL) throws -> String {
    try StoreConnection.file(at: url, readOnly: true).read { database in
      try String.fetchAll(
        database,
        sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY tbl_name, type DESC, name"
      ).map { $0 + ";\n" }.joined()
    }
  }
}
