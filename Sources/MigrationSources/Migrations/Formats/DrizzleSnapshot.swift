internal import CanonicalJSON

/// The tables that a tool's own file says the migrations make.
package struct StatedTables: Sendable, Equatable {
  /// Repository path of the file.
  package let path: String
  /// The names of the columns of each table.
  package private(set) var columns: [String: Set<String>] = [:]
  /// The names of the indexes.
  package private(set) var indexes: Set<String> = []
}

extension StatedTables {
  /// Reads the snapshot that Drizzle Kit writes beside each migration, with the schema that the project's code had then.
  ///
  /// Version 6 has an object of tables. Version 7 has a list of tables, columns, indexes and so on:
  /// [snapshot.ts](https://github.com/drizzle-team/drizzle-orm/blob/beta/drizzle-kit/src/dialects/sqlite/snapshot.ts).
  ///
  /// - Returns: `nil` if the text is not such a snapshot for SQLite.
  init?(drizzle text: String, path: String) {
    guard let json = JSONValue(parsing: Array(text.utf8), allowsFractions: true), json["dialect"]?.string == "sqlite"
    else {
      return nil
    }
    self.path = path
    if let tables = json["tables"]?.object {
      for table in tables.values {
        guard let name = table["name"]?.string, let columns = table["columns"]?.object else { return nil }
        self.columns[name] = Set(columns.values.compactMap { $0["name"]?.string })
        indexes.formUnion((table["indexes"]?.object ?? [:]).values.compactMap { $0["name"]?.string })
      }
      return
    }
    guard let entities = json["ddl"]?.array else { return nil }
    for entity in entities {
      switch (entity["entityType"]?.string, entity["name"]?.string, entity["table"]?.string) {
      case ("tables", let name?, _): columns[name, default: []].formUnion([])
      case ("columns", let name?, let table?): columns[table, default: []].insert(name)
      case ("indexes", let name?, _): indexes.insert(name)
      default: break
      }
    }
  }
}
