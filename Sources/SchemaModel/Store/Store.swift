internal import EntityModel
internal import Foundation
internal import GRDB

/// A database that contains the tables of a schema.
final class Store: Sendable {
  let identifier: String
  let schema: Schema
  let layout: StoreLayout
  let connection: StoreConnection
  let isReadOnly: Bool
  /// Whether SwiftData or Core Data created the store.
  let isForeign: Bool
  /// The position of the store in its container.
  let index: Int
  /// Whether required values may still be missing, because a migration stage is going to fill them in.
  var isUnfinished: Bool { stageFiles != nil }
  /// The file's path, for messages.
  let path: String
  /// The values that are not in the database's file.
  let external: ExternalFolder
  /// The files of the migration to which this store belongs; `nil` outside of a migration.
  let stageFiles: ExternalChanges?
  private let readers: [ObjectIdentifier: RowReader]

  /// - Throws: `StoreError.invalidSchema`.
  init(
    identifier: String, schema: Schema, layout: StoreLayout, connection: StoreConnection, path: String,
    isReadOnly: Bool, external: ExternalFolder, stageFiles: ExternalChanges? = nil, isForeign: Bool = false,
    index: Int = 0
  ) {
    self.identifier = identifier
    self.schema = schema
    self.layout = layout
    self.connection = connection
    self.path = path
    self.external = external
    self.isReadOnly = isReadOnly
    self.stageFiles = stageFiles
    self.isForeign = isForeign
    self.index = index
    let tables = schema.descriptions.map { ObjectTable($0, in: schema, layout, store: index) }
    let made = tables.map { table in
      (
        ObjectIdentifier(table.entity.type),
        RowReader(table, family: tables.filter { $0.entity.inherits(from: table.entity) })
      )
    }
    readers = Dictionary(made) { first, _ in first }
  }

  /// The reader of a model type's rows.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a type of another schema.
  func reader(of type: any PersistentModel.Type) throws -> RowReader {
    guard let reader = readers[ObjectIdentifier(type)] else {
      throw SwiftDataError.unknownSchema.because(
        StoreError.unknownModel(
          type: String(reflecting: type), schema: schema.version.description,
          known: schema.descriptions.map { String(reflecting: $0.type) }))
    }
    return reader
  }

  func table(of entity: EntityDescription) throws -> ObjectTable { try reader(of: entity.type).table }
}

extension Schema {
  /// The tables and columns of the schema.
  ///
  /// - Throws: `StoreError.invalidSchema`.
  func layout() throws -> StoreLayout {
    var reasons = clashes.map { clash in
      "'\(clash.name)' is the name of \(clash.types.joined(separator: " and of ")); "
        + "a version must not refer to the types of another version"
    }
    reasons += typeless.map { "'\($0)' has no model class: it was made by hand or read from a file" }
    for entity in descriptions {
      for property in entity.ownProperties {
        if case .unstorable = property.kind {
          reasons.append("\(entity.name).\(property.name): \(property.valueType) is neither Codable nor a @Model class")
        }
      }
      reasons += entity.allUniquenessConstraints.flatMap(\.self).compactMap { name in
        guard entity.property(named: name)?.codec?.isExternal == true else { return nil }
        return "\(entity.name).\(name): values in external storage cannot be unique"
      }
      reasons += entity.strayKeyPaths.map { "\(entity.name): \($0) in #Unique or #Index is not a persisted property" }
    }
    guard reasons.isEmpty else { throw StoreError.invalidSchema(reasons: reasons) }
    do {
      return try StoreLayout(of: declaredModel)
    } catch {
      throw StoreError.invalidSchema(reasons: ["\(error)"])
    }
  }
}

extension StoreLayout {
  /// Creates all tables in an empty database.
  func create(in database: Database, model: DeclaredModel, identifier: String) throws {
    for statement in statements { try database.execute(sql: statement) }
    for entity in model.entities {
      try database.execute(
        sql: "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)",
        arguments: [number(of: entity.name), entity.name, entity.superentity.map(number(of:)) ?? 0])
    }
    try StoreMetadataRow(identifier: identifier, versions: [model.version], model: model).write(to: database)
  }
}
