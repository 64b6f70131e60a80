internal import SQLiteSchema
internal import SQLiteSyntax

extension CanonicalSchema {
  /// The names of the tables, the virtual ones included.
  var tableNames: [Identifier] { tables.map(\.name) + virtualTables.map(\.name) }

  /// Whether migrations that have made this schema are meant to make all of `fresh`. Migrations that only upgrade may run
  /// on an empty database too, and then make almost nothing.
  func hasMostTables(of fresh: CanonicalSchema) -> Bool {
    let made = Set(tables.map(\.name))
    return fresh.tables.count { made.contains($0.name) } * 2 >= fresh.tables.count
  }
}
