internal import EntityModel
internal import Foundation
internal import GRDB

/// A store that SwiftData or Core Data created. It is read with the layout of its own models, which are in
/// `Z_MODELCACHE`: the columns of an attribute depend on all attributes of its table, and the code may declare fewer.
struct ForeignStore {
  private let path: String
  private let model: DeclaredModel
  let layout: StoreLayout

  /// - Throws: `StoreError.unreadableModels` if the store has no models, or cannot have been laid out from them.
  init(_ database: Database, path: String) throws {
    guard try database.tableExists("Z_MODELCACHE"),
      let content = try Data.fetchOne(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE")
    else { throw StoreError.unreadableModels(path: path, reason: "it has no Z_MODELCACHE") }
    do {
      model = try DeclaredModel(managedObjectModel: [UInt8](content))
      layout = try StoreLayout(of: model)
    } catch {
      throw StoreError.unreadableModels(path: path, reason: "\(error)")
    }
    self.path = path
    try checkLayout(database)
  }

  /// Checks that the tables have the columns of the layout, so that no value is read from another attribute's column.
  /// The order of columns depends on the migrations of the store, too.
  private func checkLayout(_ database: Database) throws {
    let tables =
      layout.entityTables.map { ($0.name, $0.columns.map(\.definition)) }
      + layout.joinTables.map { ($0.name, $0.columns.map { "\($0) INTEGER" }) }
    for (table, expected) in tables {
      guard try database.tableExists(table) else {
        throw StoreError.unreadableModels(path: path, reason: "it lacks the table \(table) of its models")
      }
      let differences = Set(try database.columns(in: table).map { "\($0.name) \($0.type)" })
        .symmetricDifference(expected)
      guard !differences.isEmpty else { continue }
      let list = differences.sorted().joined(separator: ", ")
      throw StoreError.unreadableModels(
        path: path, reason: "the columns of \(table) are not those of its models: \(list)")
    }
    for row in try Row.fetchAll(database, sql: "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") {
      guard let number = Int.fromDatabaseValue(row["Z_ENT"]), let name = String.fromDatabaseValue(row["Z_NAME"]),
        layout.number(of: name) > 0, layout.number(of: name) != number
      else { continue }
      throw StoreError.unreadableModels(path: path, reason: "\(name) does not have the number of its models: \(number)")
    }
  }

  /// Checks that the store has everything that a model declares.
  ///
  /// - Throws: `StoreError.editedVersion` with the differences, or `.unreadableModels` if only the store or only the
  ///   model has an attribute in external storage, whose columns have another form.
  func check(_ declared: DeclaredModel) throws {
    for entity in declared.entities {
      let stored = model.entity(named: entity.name)?.attributes ?? []
      for attribute in entity.attributes {
        guard let found = stored.first(where: { $0.name == attribute.name }) else { continue }
        let isExternal = found.options.contains("externalStorage")
        guard isExternal != attribute.isExternal else { continue }
        let name = "\(entity.name).\(attribute.name)"
        throw StoreError.unreadableModels(
          path: path,
          reason: isExternal
            ? "\(name) is in external storage there, but the code does not declare it as Data with .externalStorage"
            : "\(name) is not in external storage there, but the code declares .externalStorage")
      }
    }
    let (stored, expected) = (model.storedForm, declared.storedForm)
    let entities = expected.entities.map { entity in
      // What only the store has does not matter, except entities that share a table.
      let found = stored.entity(named: entity.name)
      let attributes = found?.attributes.filter { one in entity.attributes.contains { $0.name == one.name } }
      let relationships = found?.relationships.filter { one in entity.relationships.contains { $0.name == one.name } }
      return found.map {
        DeclaredModel.Entity(
          name: $0.name, superentity: $0.superentity, attributes: attributes ?? [], relationships: relationships ?? [])
      }
    }
    let shared = stored.entities.filter { entity in
      entity.superentity != nil && expected.entity(named: entity.name) == nil
        && expected.entity(named: stored.rootEntity(of: entity.name)) != nil
    }
    let compared = DeclaredModel(version: declared.version, entities: entities.compactMap { $0 } + shared)
    guard compared.entities != expected.entities else { return }
    throw StoreError.editedVersion(
      path: path, version: model.version,
      differences: ModelDifference(from: compared, to: expected).changes.map(\.message))
  }
}
