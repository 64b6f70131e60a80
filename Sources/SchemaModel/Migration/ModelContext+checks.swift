package import EntityModel
internal import Foundation
internal import GRDB

/// Questions about all objects of a model that SQLite answers, for the operations of a migration stage.
extension ModelContext {
  /// The number of objects whose attribute has no value; `nil` if SQLite cannot tell, because the property is computed or
  /// a relationship.
  package func countOfObjects(without keyPath: AnyKeyPath, of type: any PersistentModel.Type) throws -> Int? {
    guard let columns = try AttributeColumns(keyPath, of: type, in: self) else { return nil }
    return try columns.integer("SELECT count(*) FROM \(columns.table) WHERE \(columns.isNull)")
  }

  /// The number of objects beyond the first with each value of an attribute; objects without a value do not count. `nil`
  /// if SQLite cannot tell, because the property is computed, a relationship, or may be in a file.
  package func countOfDuplicates(of keyPath: AnyKeyPath, of type: any PersistentModel.Type) throws -> Int? {
    guard let columns = try AttributeColumns(keyPath, of: type, in: self), !columns.isExternal else { return nil }
    return try columns.integer(
      """
      SELECT coalesce(sum(n - 1), 0) FROM
        (SELECT count(*) n FROM \(columns.table) WHERE NOT (\(columns.isNull)) GROUP BY \(columns.names))
      """)
  }

  /// Deletes all objects of a model with one statement, if no delete rule, relationship or file is involved.
  ///
  /// - Returns: whether the objects were deleted.
  package func deleteRows(of type: any PersistentModel.Type) throws -> Bool {
    let store = try container.store(of: type)
    let table = try store.table(of: .of(type))
    let family = store.schema.descriptions.filter { $0.inherits(from: .of(type)) }
    let names = Set(family.map(\.name))
    let isLinked = store.schema.declaredModel.entities.contains { entity in
      entity.relationships.contains { names.contains(entity.name) || names.contains($0.destination) }
    }
    let isInherited = family.contains { entity in entity.properties.contains { $0.relationship != nil } }
    let hasFiles = try family.contains { try !store.table(of: $0).externalFields.isEmpty }
    // Objects that the program holds would not know that their rows are gone.
    guard !isLinked, !isInherited, !hasFiles, !hasChanges, registered.isEmpty else { return false }
    let condition = table.condition(alias: table.name).map { " WHERE \($0)" } ?? ""
    try store.connection.write { try $0.execute(sql: "DELETE FROM \(table.name)" + condition) }
    return true
  }
}

/// The columns of an attribute.
private struct AttributeColumns {
  let table: String
  let names: String
  /// A condition that selects the rows without a value.
  let isNull: String
  let isExternal: Bool
  private let store: Store

  init?(_ keyPath: AnyKeyPath, of type: any PersistentModel.Type, in context: ModelContext) throws {
    let store = try context.container.store(of: type)
    let table = try store.reader(of: type).table
    guard let property = EntityDescription.of(type).property(at: keyPath), property.codec != nil,
      let field = table.field(at: property.slot)
    else { return nil }
    self.store = store
    self.table = table.condition(alias: "t").map { "(SELECT * FROM \(table.name) t WHERE \($0))" } ?? table.name
    names = field.columns.joined(separator: ", ")
    isNull = field.columns.map { "\($0) IS NULL" }.joined(separator: " AND ")
    isExternal = field.isExternal
  }

  func integer(_ sql: String) throws -> Int { try store.connection.read { try Int.fetchOne($0, sql: sql) ?? 0 } }
}

extension Schema {
  /// The stored attribute at a key path of a model, with the names of the model's entity and of the attribute's own; `nil`
  /// if the property is computed or a relationship, or if the model is not part of the schema.
  package func attribute(at keyPath: AnyKeyPath, of type: any PersistentModel.Type) -> StoredAttribute? {
    guard let entity = description(of: type), let property = entity.property(at: keyPath), property.isStored,
      let declaration = property.attributeDeclaration
    else { return nil }
    return StoredAttribute(
      entity: entity.name, owner: EntityDescription.of(property.entity).name, declaration: declaration)
  }

  /// Whether a model is part of the schema.
  package func contains(_ type: any PersistentModel.Type) -> Bool { description(of: type) != nil }

  /// The name of a property, also of one that is not stored.
  package static func name(of keyPath: AnyKeyPath, in type: any PersistentModel.Type) -> String {
    let entity = EntityDescription.of(type)
    let name = entity.property(at: keyPath)?.name ?? entity.transientName(at: keyPath)
    // A key path does not know the name of a computed property.
    return name ?? "(a computed \(Swift.type(of: keyPath).valueType))"
  }
}

/// An attribute that a key path leads to.
package struct StoredAttribute: Sendable, Hashable {
  /// The entity of the key path's root.
  package let entity: String
  /// The entity that declares the attribute: ``entity`` or one of its superentities.
  package let owner: String
  package let declaration: DeclaredModel.Attribute
}
