internal import GRDB
internal import SQLiteSchema
internal import SQLiteSyntax

/// A table of one of the databases that a connection has open, with the details that a comparison of rows needs.
struct TableSide {
  /// `main`, or the schema name under which the other database is attached.
  let schema: String
  let name: Identifier
  /// All columns in order, including generated ones, without `Z_ENT` and `Z_OPT` of a Core Data store.
  let columns: [Identifier]
  let generated: Set<Identifier>
  /// The primary key's columns; empty if there is none.
  let key: [Identifier]
  /// Whether ``key`` cannot be NULL.
  let isKeyComplete: Bool
  /// The columns of each UNIQUE constraint and unique index that has no expressions and no WHERE.
  let uniques: [[Identifier]]
  /// A name of the rowid; `nil` in a table WITHOUT ROWID, and if columns have all its names.
  let rowid: String?

  /// The place of each column in ``columns``. No table has two columns of one name.
  var positions: [Identifier: Int] {
    Dictionary(zip(columns, columns.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The table's qualified name as SQL.
  var sql: String { "\(schema).\(Keyword.quoteAlways(name))" }

  init(_ name: Identifier, in schema: String, of db: GRDB.Database) throws {
    self.schema = schema
    self.name = name
    let quoted = Keyword.quoteAlways(name)
    // 1 is a hidden column of a virtual table. https://www.sqlite.org/pragma.html#pragma_table_xinfo
    let rows = try Row.fetchAll(db, sql: "PRAGMA \(schema).table_xinfo(\(quoted))").filter {
      ($0["hidden"] as Int) != 1
    }
    let names = rows.map { Identifier($0["name"]) }
    columns = StoreSystemTables.hasObjects(names) ? names.filter { !["Z_ENT", "Z_OPT"].contains($0) } : names
    generated = Set(rows.filter { ($0["hidden"] as Int) > 1 }.map { Identifier($0["name"]) })
    let keyed = rows.filter { ($0["pk"] as Int) > 0 }.sorted { ($0["pk"] as Int) < ($1["pk"] as Int) }
    key = keyed.map { Identifier($0["name"]) }
    let indexes = try Row.fetchAll(db, sql: "PRAGMA \(schema).index_list(\(quoted))")
    // Only the rowid needs no index.
    let isAlias = key.count == 1 && !indexes.contains { ($0["origin"] as String) == "pk" }
    isKeyComplete = isAlias || keyed.allSatisfy { ($0["notnull"] as Int) == 1 }
    uniques = try indexes.filter {
      ($0["unique"] as Int) == 1 && ($0["partial"] as Int) == 0 && ($0["origin"] as String) != "pk"
    }.compactMap { index in
      let parts = try Row.fetchAll(
        db, sql: "PRAGMA \(schema).index_xinfo(\(Keyword.quoteAlways(index["name"])))"
      ).filter { ($0["key"] as Int) == 1 }
      let names = parts.compactMap { ($0["name"] as String?)?.identifier }
      return names.count == parts.count ? names : nil
    }
    let taken = Set(columns)
    // `pragma_table_list` would read the list of all tables. A table WITHOUT ROWID has a primary key, whose index is the
    // table itself; any other index ends with the rowid: "-1 if the column is the rowid".
    // https://www.sqlite.org/pragma.html#pragma_index_xinfo
    let primary = indexes.first { ($0["origin"] as String) == "pk" }.map { $0["name"] as String }
    let hasRowid = try primary.map { name in
      try Row.fetchAll(db, sql: "PRAGMA \(schema).index_xinfo(\(Keyword.quoteAlways(name)))")
        .contains { ($0["cid"] as Int) == -1 }
    }
    rowid = hasRowid ?? true ? ["rowid", "_rowid_", "oid"].first { !taken.contains(Identifier($0)) } : nil
  }
}

/// The rule that identifies equal rows of two tables.
struct RowMatch {
  let left: TableSide
  let right: TableSide
  /// The columns that are equal in the same row; empty if rows are matched by rowid.
  let key: [(left: Identifier, right: Identifier)]

  /// The SQL condition for a row `a` of the left table and a row `b` of the right one.
  var condition: String {
    if key.isEmpty { return "a.\(left.rowid ?? "rowid") = b.\(right.rowid ?? "rowid")" }
    // In a table with a rowid, a key may be NULL. https://www.sqlite.org/lang_createtable.html#the_primary_key
    return key.map { "a.\(Keyword.quoteAlways($0.left)) IS b.\(Keyword.quoteAlways($0.right))" }
      .joined(separator: " AND ")
  }

  /// The SQL condition that is true if a LEFT JOIN has found no row `b`.
  var isMissing: String { "b.\(right.rowid ?? Keyword.quoteAlways(right.key.first ?? "rowid")) IS NULL" }

  /// The SQL condition that is true if values differ, bit by bit, regardless of collations.
  static func differs(_ left: Identifier, _ right: Identifier) -> String {
    let (one, other) = ("a." + Keyword.quoteAlways(left), "b." + Keyword.quoteAlways(right))
    return "\(one) IS NOT \(other) COLLATE BINARY OR typeof(\(one)) <> typeof(\(other))"
  }

  /// The FROM clause that selects the rows that only one side has.
  func only(_ side: TableSide) -> String {
    let (one, other) =
      side.schema == left.schema ? (left.sql + " AS a", right.sql + " AS b") : (right.sql + " AS b", left.sql + " AS a")
    return "FROM \(one) WHERE NOT EXISTS (SELECT 1 FROM \(other) WHERE \(condition))"
  }
}
