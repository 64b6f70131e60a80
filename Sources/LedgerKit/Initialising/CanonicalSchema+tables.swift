internal import SQLiteSchema

extension CanonicalSchema {
  /// Whether migrations that have made this schema are meant to make all of `fresh`. Migrations that only upgrade may run
  /// on an empty database too, and then make almost nothing.
  func hasMostTables(of fresh: CanonicalSchema) -> Bool {
    let made = Set(tables.map(\.name))
    return fresh.tables.count { made.contains($0.name) } * 2 >= fresh.tables.count
  }
}
