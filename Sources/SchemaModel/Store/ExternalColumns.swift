internal import EntityModel
internal import Foundation
internal import GRDB

/// The columns of a store whose values may be in files.
struct ExternalColumns {
  struct Place: Hashable {
    let table: String
    let column: String
  }

  let places: Set<Place>

  init(of model: DeclaredModel, _ layout: StoreLayout) {
    places = Set(
      model.entities.flatMap { entity in
        entity.attributes.filter(\.isExternal).compactMap { attribute in
          layout.column(of: attribute.name, in: entity.name).map {
            Place(table: layout.table(of: entity.name), column: $0.name)
          }
        }
      })
  }

  /// Whether the same columns of a layout belong to both sets.
  func agree(with other: ExternalColumns, in layout: StoreLayout) -> Bool {
    places.symmetricDifference(other.places).allSatisfy { place in
      !layout.entityTables.contains { $0.name == place.table && $0.columns.map(\.name).contains(place.column) }
    }
  }

  /// The values of these columns that refer to a file.
  func references(in database: Database) throws -> Set<StoredValue> {
    var found: Set<StoredValue> = []
    for place in places {
      let sql = "SELECT \(place.column) FROM \(place.table) WHERE substr(\(place.column), 1, 1) = x'02'"
      try database.cachedStatement(sql: sql).forEachRow([], on: database) { found.insert($0.value(at: 0)) }
    }
    return found
  }
}

extension ExternalColumns {
  /// The names of the files to which these columns refer.
  func files(in database: Database) throws -> Set<String> {
    Set(
      try references(in: database).compactMap { value in
        guard case .blob(let bytes) = value, case .file(let name) = ExternalValue(bytes) else { return nil }
        return name
      })
  }
}

/// Converts the values of an attribute that gets or loses `.externalStorage` in a migration stage.
struct ExternalConversion {
  let files: ExternalChanges
  let database: Database

  /// - Throws: `StoreError.invalidValue`, `.missingFile` for a value that cannot be read.
  func run(_ mapping: InferredMapping, _ layout: StoreLayout) throws {
    for entity in mapping.entities {
      for attribute in mapping.to.entity(named: entity.name)?.attributes ?? [] {
        guard let source = entity.attributes.first(where: { $0.attribute.name == attribute.name })?.source,
          source.isExternal != attribute.isExternal, attribute.type == .binary,
          let column = layout.column(of: attribute.name, in: entity.name)
        else { continue }
        let place = ExternalColumns.Place(table: layout.table(of: entity.name), column: column.name)
        try convert(place, of: entity.name, attribute.name, toExternal: attribute.isExternal)
      }
    }
  }

  private func convert(
    _ place: ExternalColumns.Place, of entity: String, _ property: String, toExternal: Bool
  ) throws {
    let (table, column) = (place.table, place.column)
    let keys = try Int64.fetchAll(database, sql: "SELECT Z_PK FROM \(table) WHERE \(column) IS NOT NULL")
    let reading = try database.cachedStatement(sql: "SELECT \(column) FROM \(table) WHERE Z_PK = ?")
    let writing = try database.cachedStatement(sql: "UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?")
    for key in keys {
      var old = StoredValue.null
      try reading.forEachRow([.integer(key)], on: database) { old = $0.value(at: 0) }
      let new: StoredValue
      do {
        new = toExternal ? try files.column(of: old) : try files.folder.value(of: old)
      } catch let error as ExternalFileError {
        if case .missing(let path) = error {
          throw StoreError.missingFile(entity: entity, primaryKey: key, property: property, path: path)
        }
        throw StoreError.invalidValue(
          entity: entity, primaryKey: key, property: property, reason: "\(error)")
      }
      try writing.run([new, .integer(key)], on: database)
    }
  }
}
