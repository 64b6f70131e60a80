internal import GRDB
public import SQLiteSandbox
internal import SQLiteSchema
public import SQLiteSyntax

/// Conditions on the earlier rows under which the foreign keys of later tables hold.
extension RowLineage {
  /// A foreign key of a later table.
  struct ForeignKey {
    let parent: Identifier
    let columns: [Identifier]
    /// The key of the parent; empty for its primary key.
    let key: [Identifier]
  }

  /// The condition under which a foreign key of a later table to `parent` holds.
  ///
  /// - Returns: `nil` if the table has no such key or several, or if the key is about a table or columns that the earlier
  ///   database does not have.
  /// - Throws: `SchemaError`.
  public func condition(
    forKeyOf table: Identifier, to parent: Identifier, on database: ScratchDatabase
  ) throws -> Assumption? {
    let keys = try database.foreignKeys(of: table).filter { $0.parent == parent }
    guard keys.count == 1, let known = id(of: table).flatMap({ tables[$0] }) else { return nil }
    let origins = keys[0].columns.compactMap { column in known.index(of: column).flatMap { known.columns[$0].origin } }
    guard let first = origins.first, origins.count == keys[0].columns.count,
      origins.allSatisfy({ $0.table == first.table })
    else { return nil }
    return condition(keys[0], of: first.table, origins.map(\.column))
  }

  /// The condition on the columns of an earlier table.
  func condition(_ key: ForeignKey, of table: Identifier, _ columns: [Identifier]) -> Assumption? {
    guard let parent = id(of: key.parent).flatMap({ tables[$0] }), let origin = parent.origin else { return nil }
    let parentColumns = key.key.compactMap { name in
      parent.index(of: name).flatMap { parent.columns[$0].origin }.flatMap { $0.table == origin ? $0.column : nil }
    }
    guard parentColumns.count == key.key.count else { return nil }
    func list(_ names: [Identifier]) -> String { "(\(names.map(Keyword.quote).joined(separator: ", ")))" }
    return Assumption(
      table: table,
      condition: "FOREIGN KEY \(list(columns)) REFERENCES \(Keyword.quote(origin))"
        + (parentColumns.isEmpty ? "" : " \(list(parentColumns))"))
  }
}

extension ScratchDatabase {
  /// The foreign keys of a table, in the order in which `PRAGMA foreign_key_list` has them.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_foreign_key_list
  ///
  /// - Throws: `SchemaError`.
  func foreignKeys(of table: Identifier) throws -> [RowLineage.ForeignKey] {
    try SchemaError.catching {
      try queue.inDatabase { db in
        let rows = try Row.fetchAll(db, sql: "PRAGMA main.foreign_key_list(\(Keyword.quoteAlways(table)))")
        let keys = Dictionary(grouping: rows) { $0["id"] as Int }
        return keys.sorted { $0.key < $1.key }.map { _, rows in
          let rows = rows.sorted { ($0["seq"] as Int) < ($1["seq"] as Int) }
          return RowLineage.ForeignKey(
            parent: Identifier(rows[0]["table"]), columns: rows.map { Identifier($0["from"]) },
            key: rows.compactMap { ($0["to"] as String?)?.identifier })
        }
      }
    }
  }
}
