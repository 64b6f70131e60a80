package import SQLiteSyntax

/// References that the schema does not declare, such as `user_id` if there is a table `users`. Applications maintain
/// such references, and a migration that turns them into foreign keys may rely on them.
package enum ImpliedReference {
  /// The table to whose key a column refers: the name of the column says so, and SQLite converts the values of both alike.
  ///
  /// - Parameters:
  ///   - column: the name of the column and its declared type.
  ///   - table: the table of the column.
  ///   - keyType: the type of a table's primary key, if that is one column.
  package static func parent(
    of column: (name: Identifier, type: String), in table: Identifier, keyType: (Identifier) -> String?
  ) -> Identifier? {
    parents(column.name, in: table).first { parent in
      keyType(parent).map { Affinity(type: $0) == Affinity(type: column.type) } ?? false
    }
  }

  /// Adds the implied references of a table to its declared ones.
  static func add(to table: inout PopulatedTable, _ tables: [Identifier: PopulatedTable]) {
    for position in table.columns.indices where table.columns[position].isSettable {
      let column = table.columns[position]
      let isReference = table.references.contains { $0.columns.contains(position) }
      guard !isReference, column.facts.words == nil, column.keyPosition == 0 || table.primaryKey.count > 1,
        let reference = reference(position, table, tables)
      else { continue }
      table.references.append(reference)
    }
  }

  private static func reference(
    _ position: Int, _ table: PopulatedTable, _ tables: [Identifier: PopulatedTable]
  ) -> PopulatedTable.Reference? {
    let column = table.columns[position]
    for candidate in parents(column.name, in: table.name) {
      guard let parent = tables[candidate], parent.primaryKey.count == 1,
        let keyColumn = parent.column(named: parent.primaryKey[0]),
        parent.columns[keyColumn].affinity == column.affinity
      else { continue }
      return PopulatedTable.Reference(
        columns: [position], parent: parent.name, parentColumns: parent.primaryKey, isImplied: true)
    }
    return nil
  }

  /// Whether the column's name says that it refers to the table `parent`.
  static func isReference(_ column: Identifier, in table: Identifier, to parent: Identifier) -> Bool {
    parents(column, in: table).contains(parent)
  }

  /// Whether the column's name is that of a thing in the table `parent` and of its column `key`, such as `blob_hash`.
  static func isNamed(_ column: Identifier, after parent: Identifier, and key: Identifier) -> Bool {
    let (words, keys) = (NameWords(column.text).words, NameWords(key.text).words)
    guard words.count > keys.count, Array(words.suffix(keys.count)) == keys else { return false }
    return names(words.dropLast(keys.count).joined(separator: "_")).contains { $0.identifier == parent }
  }

  /// The possible names of the table to which a column refers; empty if its name is not that of a reference.
  private static func parents(_ column: Identifier, in table: Identifier) -> [Identifier] {
    // Most columns are no reference, and a large schema has many.
    guard column.text.lowercased().contains("id") else { return [] }
    let words = NameWords(column.text).words
    guard words.count > 1, let key = words.last, ["id", "uuid", "guid", "uid"].contains(key) else { return [] }
    let stem = words.dropLast().joined(separator: "_")
    return stem == "parent" ? [table] : names(stem).map(\.identifier)
  }

  /// The possible names of the table that contains such things.
  private static func names(_ stem: String) -> [String] {
    var names = [stem, stem + "s", stem + "es"]
    if stem.hasSuffix("y") { names.append(stem.dropLast() + "ies") }
    return names + names.map { $0.filter { $0 != "_" } }
  }
}
