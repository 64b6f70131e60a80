package import SQLiteSyntax

/// Tables that Core Data, and so SwiftData, keeps in a store beside the objects: numbers of entities, what the store is,
/// and the history of its changes.
///
/// They are part of the schema, because SwiftData creates them: a store with different ones is a different store. Their
/// rows are not the user's.
package enum StoreSystemTables {
  package static let names: Set<Identifier> = [
    "z_primarykey", "z_metadata", "z_modelcache", "achange", "atransaction", "atransactionstring",
  ]

  /// Columns with a value that differs between stores with the same content, by table, each with the SQL
  /// expression that replaces it in a fixture.
  package static let normalizedColumns: [Identifier: [Identifier: String]] = [
    "z_metadata": ["z_uuid": "'00000000-0000-0000-0000-000000000000'"]
  ]

  /// The names of system tables; empty unless the tables of a database are those of a store.
  package static func names(amongTables tables: some Sequence<Identifier>) -> Set<Identifier> {
    let tables = Set(tables)
    guard tables.contains("z_primarykey"), tables.contains("z_metadata") else { return [] }
    return names
  }

  /// Whether a table with these columns contains a store's objects: `Z_ENT` is the entity of a row, and `Z_OPT` counts
  /// how often it was saved.
  package static func hasObjects(_ columns: [Identifier]) -> Bool {
    columns.prefix(3) == ["z_pk", "z_ent", "z_opt"]
  }
}
