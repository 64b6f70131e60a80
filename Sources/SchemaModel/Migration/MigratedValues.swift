internal import EntityModel
internal import GRDB

/// The values of a migrated store that the types of its new version must be able to represent: raw values of enumerations,
/// and structures that are encoded in one or several columns.
///
/// SQLite accepts any value in a column, so a raw value that the new enumeration lacks would pass the mapping and make every
/// later fetch of its entity fail, when the old version no longer exists.
struct MigratedValues {
  let schema: Schema
  /// The version before the migration.
  let from: String

  /// - Throws: `StoreError.stageFailed` with the first value that cannot be read.
  func check(_ database: Database) throws {
    let layout = try schema.layout()
    for entity in schema.descriptions {
      let table = ObjectTable(entity, in: schema, layout)
      for field in table.fields {
        switch field.content {
        case .rawValue(let codec), .encoded(let codec): try check(field, codec, of: table, database)
        case .scalar, .external, .key: break
        }
      }
    }
  }

  private func check(
    _ field: ObjectTable.Field, _ codec: AttributeCodec, of table: ObjectTable, _ database: Database
  ) throws {
    let columns = field.columns.joined(separator: ", ")
    // An enumeration has few values.
    let isRawValue = if case .rawValue = field.content { true } else { false }
    let sql =
      "SELECT min(Z_PK), count(*), \(columns) FROM \(table.name) WHERE Z_ENT = \(table.number) "
      + "GROUP BY \(isRawValue ? columns : "Z_PK")"
    try database.cachedStatement(sql: sql).forEachRow([], on: database) { row in
      let values = field.columns.indices.map { row.value(at: Int32($0) + 2) }
      // A required value that is missing is an error of the stage.
      guard values.contains(where: { $0 != .null }) else { return }
      do {
        _ = try codec.decode(values)
      } catch {
        let (key, count) = (row.integer(at: 0), row.integer(at: 1))
        let others = count > 1 ? ", which \(count) rows have" : ""
        throw StoreError.stageFailed(
          from: from, to: schema.version.description, step: "the check of the migrated values",
          cause: StoreError.invalidValue(
            entity: table.entity.name, primaryKey: key, property: field.name, reason: "\(error)\(others)"))
      }
    }
  }
}
