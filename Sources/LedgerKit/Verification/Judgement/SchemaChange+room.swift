internal import SQLiteData
internal import SQLiteSchema
internal import SQLiteSyntax

extension SchemaChange {
  /// Whether Room opens an upgraded database with this difference from a new one: a default that the class of the table does not
  /// name, another type of the same affinity, AUTOINCREMENT, the name of a foreign key, the order of columns, or one more table.
  ///
  /// https://github.com/androidx/androidx/blob/androidx-main/room/room-runtime/src/commonMain/kotlin/androidx/room/util/TableInfo.kt
  var isAcceptedByRoom: Bool {
    switch (kind.part, kind.aspect) {
    // A table that is in no class, such as one that was kept in case of doubt.
    case (.table, .removed), (.columns, .reordered): return true
    case (.column, .defaultValue): return after == nil
    case (.column, .type): return Affinity(type: before ?? "") == Affinity(type: after ?? "")
    case (.primaryKey, _): return before.map(Self.withoutAutoincrement) == after.map(Self.withoutAutoincrement)
    case (.foreignKey, _):
      guard let before, let after else { return false }
      return Self.withoutName(before) == Self.withoutName(after)
    default: return false
    }
  }

  private static func withoutAutoincrement(_ sql: String) -> String { sql.replacing(" AUTOINCREMENT", with: "") }

  /// `CONSTRAINT name FOREIGN KEY (…)`
  private static func withoutName(_ sql: String) -> Substring {
    sql.hasPrefix("CONSTRAINT ")
      ? sql.firstRange(of: "FOREIGN KEY").map { sql[$0.lowerBound...] } ?? sql[...] : sql[...]
  }
}
