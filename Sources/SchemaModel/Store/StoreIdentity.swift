package import EntityModel
internal import Foundation
internal import GRDB

/// Identifies the version of a store, including one created by SwiftData or Core Data.
package struct StoreIdentity: Sendable {
  /// `Z_UUID`, which a store keeps for its whole life.
  package let identifier: String
  /// The version's identifier as written in the store; `nil` if the store contains none.
  package let version: String?
  /// Whether SwiftData or Core Data created the store.
  package let isMadeBySwiftData: Bool
  private let path: String
  /// The models the store was created for; `nil` if SwiftData or Core Data created it.
  package let model: DeclaredModel?
  private let tables: [String: Set<String>]

  /// Reads the system tables of a store.
  ///
  /// - Throws: `StoreError.notAStore`, `.notADatabase`, `.file`.
  package init(at url: URL) throws {
    path = url.path
    do {
      let connection = try StoreConnection.file(at: url, readOnly: true)
      let read = try connection.read { database in
        let names = try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        let columns = try names.map { ($0, Set(try database.columns(in: $0).map(\.name))) }
        return (try StoreMetadataRow.read(database), Dictionary(columns) { first, _ in first })
      }
      guard let metadata = read.0 else {
        throw StoreError.notAStore(path: url.path, tables: read.1.keys.sorted())
      }
      identifier = metadata.identifier
      version = metadata.versions.first
      model = metadata.model
      isMadeBySwiftData = metadata.model == nil
      tables = read.1
    } catch {
      throw StoreError.of(error, url.path)
    }
  }

  /// The version of a plan that matches the store. For a store created by SwiftData, it is the version with the same
  /// tables.
  ///
  /// - Throws: `StoreError` if no version matches.
  package func schema(in plan: any SchemaMigrationPlan.Type) throws -> Schema { try schema(in: plan.schemas) }

  /// The version that matches the store. For a store created by SwiftData, it is the version with the same tables.
  ///
  /// - Throws: `StoreError` if no version matches.
  package func schema(in schemas: [any VersionedSchema.Type]) throws -> Schema {
    let versions = schemas.map { Schema(versionedSchema: $0) }
    if let model { return try model.knownVersion(in: versions, path) }
    guard let schema = try matchingSchema(in: versions) else {
      throw StoreError.unknownVersion(
        path: path, found: version ?? "unknown", known: versions.map(\.version.description), nearest: nil,
        differences: [])
    }
    return schema
  }

  /// Whether a plan migrates the store although the plan no longer has its version.
  package func isMigrated(by steps: MigrationSteps) -> Bool {
    model?.successor(in: steps.schemas.map { Schema(versionedSchema: $0) }, of: steps) != nil
  }

  /// Whether another store of the folder, such as `Model.sqlite` for `Model.store`, keeps its large values in the same
  /// folder.
  package static func sharesExternalFolder(_ store: URL) -> Bool {
    let stem = store.deletingPathExtension().lastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: store.deletingLastPathComponent().path)) ?? []
    return names.contains { other in
      other != store.lastPathComponent && (other as NSString).deletingPathExtension == stem
        && !["-wal", "-shm", "-journal"].contains { other.hasSuffix($0) }
    }
  }

  /// Whether the store has the models of a version.
  package func has(_ schema: Schema) throws -> Bool {
    if let model { model.version(in: [schema]) != nil } else { try matchingSchema(in: [schema]) != nil }
  }

  private func matchingSchema(in versions: [Schema]) throws -> Schema? {
    let matches = try versions.filter { schema in
      let layout = try schema.layout()
      let names = Set(layout.entityTables.map(\.name) + layout.joinTables.map(\.name))
      let entities = layout.entityTables.allSatisfy { table in
        tables[table.name] == Set(table.columns.map(\.name) + ["Z_PK", "Z_ENT", "Z_OPT"])
      }
      let others = tables.keys.filter { $0.hasPrefix("Z") && !StoreLayout.systemTableNames.contains($0) }
      return entities && Set(others).isSubset(of: names)
    }
    return matches.first { $0.version.description == version } ?? matches.first
  }

  /// Copies a store, with its write-ahead log or journal and the files of its large values. No other process may write to
  /// the store meanwhile.
  ///
  /// - Throws: the errors of `FileManager`.
  package static func copy(_ store: URL, to copy: URL) throws {
    try FileManager.default.copyItem(at: store, to: copy)
    for suffix in ["-wal", "-journal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
      try FileManager.default.copyItem(atPath: store.path + suffix, toPath: copy.path + suffix)
    }
    let (from, to) = (ExternalFolder.url(ofStore: store), ExternalFolder.url(ofStore: copy))
    guard FileManager.default.fileExists(atPath: from.path) else { return }
    try FileManager.default.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: from, to: to)
  }

  /// Turns a store created by SwiftData into a SchemaModel store. Use it on copies only: SwiftData would no longer
  /// recognise the store.
  ///
  /// - Throws: `StoreError`.
  package static func adopt(_ url: URL, as schema: Schema) throws {
    do {
      try StoreConnection.file(at: url, readOnly: false).write { database in
        let metadata = try StoreMetadataRow.read(database)
        try metadata?.with(schema.declaredModel).write(to: database)
      }
    } catch {
      throw StoreError.of(error, url.path)
    }
  }
}

extension StoreLayout {
  /// Core Data's system tables.
  static let systemTableNames: Set<String> = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]
}
