internal import GRDB

extension StoreError {
  /// Converts SQLite's uniqueness error to the names of entities and properties; `nil` for any other error.
  ///
  /// - Parameter tables: the tables that may contain the values.
  static func notUnique(_ error: DatabaseError, in tables: [ObjectTable], reason: String) -> StoreError? {
    guard error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE, let message = error.message else { return nil }
    // > UNIQUE constraint failed: ZUSER.ZFIRST, ZUSER.ZLAST
    let places = message.split(separator: ": ").last.map(String.init)?.components(separatedBy: ", ") ?? []
    let properties = tables.lazy.map { table in places.map { table.property(at: $0) } }
    guard let table = zip(tables, properties).first(where: { !$1.contains(nil) }) else {
      return .notUnique(entity: tables.first?.entity.name ?? "", properties: places, reason: reason)
    }
    return .notUnique(entity: table.0.entity.name, properties: table.1.compactMap { $0 }, reason: reason)
  }
}

extension ObjectTable {
  /// The property that is stored in a column such as `ZUSER.ZEMAIL`.
  fileprivate func property(at place: String) -> String? {
    fields.first { field in field.columns.contains { "\(name).\($0)" == place } }?.name
  }
}
