internal import EntityModel
internal import Foundation
internal import GRDB

/// Opens a configuration's store, makes it, or migrates it.
struct StoreOpening {
  let configuration: ModelConfiguration
  let schema: Schema
  let plan: (any SchemaMigrationPlan.Type)?

  init(_ configuration: ModelConfiguration, _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?) {
    self.configuration = configuration
    self.schema = schema
    self.plan = plan
  }

  private var path: String { configuration.url.path }

  /// - Throws: `StoreError`, `DatabaseError`.
  func open() throws -> Store {
    let layout = try schema.layout()
    let connection = try connect()
    let metadata =
      configuration.allowsSave
      ? try connection.write { database in try prepare(database, layout) }
      : try connection.read { database in try check(database, layout) }
    return Store(
      identifier: metadata.identifier, schema: schema, layout: layout, connection: connection, path: path,
      isReadOnly: !configuration.allowsSave)
  }

  private func connect() throws -> StoreConnection {
    if configuration.isStoredInMemoryOnly { return try .memory() }
    let files = FileManager.default
    if !files.fileExists(atPath: path) {
      guard configuration.allowsSave else { throw StoreError.missing(path: path) }
      try files.createDirectory(
        at: configuration.url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    try checkHeader()
    if configuration.allowsSave { try checkOwner() }
    if configuration.allowsSave { return try .file(at: configuration.url, readOnly: false) }
    return try .file(at: configuration.url, readOnly: true, isShared: isOwn())
  }

  /// SQLite finds out late that a file is no database, and makes journals beside it before.
  /// https://www.sqlite.org/fileformat.html#magic_header_string
  private func checkHeader() throws {
    guard let file = try? FileHandle(forReadingFrom: configuration.url),
      let header = try? file.read(upToCount: 16), !header.isEmpty
    else { return }
    guard header == Data("SQLite format 3\0".utf8) else {
      throw StoreError.notADatabase(path: path, reason: "it begins otherwise")
    }
  }

  /// Whether another container may write to the file while it is read. A store that SwiftData has made is a copy here: no
  /// byte may come to lie beside it.
  private func isOwn() throws -> Bool {
    try StoreConnection.file(at: configuration.url, readOnly: true).read {
      try StoreSystemTables.read($0)?.model != nil
    }
  }

  /// To open a file for writing writes to it: what is somebody else's is found out before.
  private func checkOwner() throws {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard let size, size > 0 else { return }
    try StoreConnection.file(at: configuration.url, readOnly: true).read { database in
      guard let metadata = try StoreSystemTables.read(database) else {
        let tables = try Self.tables(database)
        guard tables.isEmpty else { throw StoreError.notAStore(path: path, tables: tables) }
        return
      }
      if metadata.model == nil { throw StoreError.madeBySwiftData(path: path) }
    }
  }

  private static func tables(_ database: Database) throws -> [String] {
    try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
  }

  /// In one transaction, so that of two processes that open a new file one makes the store.
  private func prepare(_ database: Database, _ layout: StoreLayout) throws -> StoreSystemTables {
    guard let metadata = try StoreSystemTables.read(database) else {
      let tables = try Self.tables(database)
      guard tables.isEmpty else { throw StoreError.notAStore(path: path, tables: tables) }
      try layout.create(in: database, model: schema.declaredModel, identifier: UUID().uuidString)
      guard let made = try StoreSystemTables.read(database) else { throw StoreError.notAStore(path: path, tables: []) }
      return made
    }
    guard let model = metadata.model else { throw StoreError.madeBySwiftData(path: path) }
    guard model.identity() != schema.declaredModel.identity() else {
      if model.version != schema.declaredModel.version {
        try metadata.with(schema.declaredModel).write(to: database)
      }
      return metadata
    }
    return try StoreMigration(path: path, schema: schema, plan: plan).run(metadata, model, database)
  }

  /// For reading only, nothing can be migrated.
  private func check(_ database: Database, _ layout: StoreLayout) throws -> StoreSystemTables {
    guard let metadata = try StoreSystemTables.read(database) else {
      throw StoreError.notAStore(path: path, tables: try Self.tables(database))
    }
    let found = try metadata.model ?? Self.swiftDataModel(database)
    if let model = metadata.model, model.identity() == schema.declaredModel.identity() { return metadata }
    let missing = try layout.missingColumns(in: database)
    guard missing.isEmpty else {
      let differences = found.map { ModelDifference(from: $0, to: schema.declaredModel).changes.map(\.message) }
      throw StoreError.editedVersion(
        path: path, version: metadata.versions.first ?? "1.0.0", differences: differences ?? missing)
    }
    return metadata
  }

  private static func swiftDataModel(_ database: Database) throws -> DeclaredModel? {
    guard try database.tableExists("Z_MODELCACHE"),
      let content = try Data.fetchOne(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE")
    else { return nil }
    return try? DeclaredModel(managedObjectModel: [UInt8](content))
  }
}

extension StoreLayout {
  /// What a store would need to be read with this layout: `ZUSER.ZEMAIL`.
  fileprivate func missingColumns(in database: Database) throws -> [String] {
    try entityTables.flatMap { table -> [String] in
      guard try database.tableExists(table.name) else { return [table.name] }
      let there = Set(try database.columns(in: table.name).map(\.name))
      return table.columns.map(\.name).filter { !there.contains($0) }.map { "\(table.name).\($0)" }
    }
  }
}
