internal import EntityModel
internal import GRDB

/// A column in which rows of other tables name objects of an entity.
struct RowReference: Sendable {
  let table: String
  let column: String
  /// Beside the column: which entity the object is of.
  var numberColumn: String?
  /// Of a join table the row ends, of any other it loses the reference.
  let isJoin: Bool
  /// The property that must not be nil; nil for one that may.
  let required: (entity: String, property: String)?

  /// An object is deleted, and nothing must lead to it any more.
  ///
  /// - Throws: `StoreError.requiredRelationship`.
  func clear(_ key: Int64, _ database: Database) throws {
    if let required {
      var isNamed = false
      try database.cachedStatement(sql: "SELECT 1 FROM \(table) WHERE \(column) = ? LIMIT 1")
        .forEachRow([.integer(key)], on: database) { _ in isNamed = true }
      guard !isNamed else {
        throw StoreError.requiredRelationship(entity: required.entity, property: required.property)
      }
      return
    }
    let nothing = [column, numberColumn].compactMap { $0.map { "\($0) = NULL" } }.joined(separator: ", ")
    let sql = "\(isJoin ? "DELETE FROM \(table)" : "UPDATE \(table) SET \(nothing)") WHERE \(column) = ?"
    try database.cachedStatement(sql: sql).run([.integer(key)], on: database)
  }
}

extension Store {
  /// The columns that may name an object of an entity, but for those of a relationship that asks for no action.
  func references(to entity: EntityDescription) throws -> [RowReference] {
    try schema.descriptions.flatMap { other -> [RowReference] in
      let table = try table(of: other)
      return other.ownProperties.compactMap { property in
        guard let destination = property.relationship?.destination,
          let storage = layout.storage(of: property.name, in: other.name)
        else { return nil }
        let leadsThere = entity.inherits(from: .of(destination))
        switch storage {
        case .ownKey(let column):
          guard leadsThere, property.inverse?.deleteRule != .noAction else { return nil }
          return RowReference(
            table: table.name, column: column,
            numberColumn: layout.entityNumberColumn(of: property.name, in: other.name), isJoin: false,
            required: property.isOptional ? nil : (other.name, property.name))
        case .foreignKey(let table, let column):
          // A key that no property shows.
          guard property.inverse == nil, entity.inherits(from: other) else { return nil }
          return RowReference(table: table, column: column, isJoin: false, required: nil)
        case .joinTable(let name, let own, let otherColumn):
          if entity.inherits(from: other) {
            return RowReference(table: name, column: own, isJoin: true, required: nil)
          }
          return leadsThere ? RowReference(table: name, column: otherColumn, isJoin: true, required: nil) : nil
        }
      }
    }
  }
}
