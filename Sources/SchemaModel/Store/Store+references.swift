internal import EntityModel
internal import GRDB

/// A column through which rows refer to objects of an entity.
struct RowReference: Sendable {
  let table: String
  let column: String
  /// The column that stores the entity number of the object, if there is one.
  var numberColumn: String?
  /// Whether the table is a join table. Its rows are deleted; in any other table the reference is set to NULL.
  let isJoin: Bool
  /// The property, if it is required; `nil` if it may be `nil`.
  let required: (entity: String, property: String)?

  /// Removes all references to a deleted object.
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
  /// The columns that may refer to an object of an entity, except those of relationships whose delete rule is
  /// `noAction`.
  func references(to entity: EntityDescription) throws -> [RowReference] {
    try schema.descriptions.flatMap { other -> [RowReference] in
      let table = try table(of: other)
      return other.ownProperties.compactMap { property in
        guard let destination = property.relationship?.destination,
          let storage = layout.storage(of: property.name, in: other.name)
        else { return nil }
        let leadsThere = entity.inherits(from: schema.destination(destination))
        switch storage {
        case .ownKey(let column):
          guard leadsThere, property.inverse?.deleteRule != .noAction else { return nil }
          return RowReference(
            table: table.name, column: column,
            numberColumn: layout.entityNumberColumn(of: property.name, in: other.name), isJoin: false,
            required: property.isOptional ? nil : (other.name, property.name))
        case .foreignKey(let table, let column):
          // A key that belongs to no property of this entity.
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
