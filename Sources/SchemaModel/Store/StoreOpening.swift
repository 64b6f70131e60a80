internal import EntityModel
internal import Foundation
internal import GRDB

/// Opens a configuration's store, and creates or migrates it if necessary.
struct StoreOpening {
  let configuration: ModelConfiguration
  let schema: Schema
  let plan: MigrationSteps?
  /// The position of the store in its container.
  let index: Int

  /// A file with the store's name and this suffix exists while the store is being moved.
  static let journalSuffix = ".strata-journal"

  init(
    _ configuration: ModelConfiguration, _ schema: Schema, _ plan: MigrationSteps?, index: Int = 0
  ) {
    self.index = index
    self.configuration = configuration
    self.schema = schema
    self.plan = plan
  }

  private var path: String { configuration.url.path }

  /// - Throws: `StoreError`, `DatabaseError`.
  func open() throws -> Store {
    let ownLayout = try schema.layout()
    try checkPlace()
    let connection = try connect()
    // A process that moves the store writes its journal first, and then checks that no connection has the store open.
    try checkPlace()
    let external = ExternalFolder(ofStore: configuration.isStoredInMemoryOnly ? nil : configuration.url)
    let (metadata, layout, opened) =
      configuration.allowsSave
      ? try prepare(connection, ownLayout, external)
      : try connection.read { database in
        let (metadata, layout) = try check(database, ownLayout)
        return (metadata, layout, try openedVersion(metadata, layout, database))
      }
    return Store(
      identifier: metadata.identifier, schema: schema, layout: layout,
      connection: StoreConnection(connection, opened: opened), path: path,
      isReadOnly: !configuration.allowsSave, external: external,
      isForeign: metadata.model == nil, index: index)
  }

  private func openedVersion(
    _ metadata: StoreMetadataRow, _ layout: StoreLayout, _ database: Database
  ) throws -> OpenedVersion {
    try OpenedVersion(metadata, declared: schema.declaredModel, layout: layout, path: path, in: database)
  }

  private func prepare(
    _ connection: StoreConnection, _ layout: StoreLayout, _ external: ExternalFolder
  ) throws -> (StoreMetadataRow, StoreLayout, OpenedVersion) {
    let files = ExternalChanges(in: external)
    do {
      let opened = try connection.write { database in
        let metadata = try prepare(database, layout, files)
        return (metadata, layout, try openedVersion(metadata, layout, database))
      }
      files.commit()
      return opened
    } catch {
      files.rollBack()
      throw error
    }
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

  /// Refuses a store that SchemaMigration's `SafeModelContainer` is moving, or has half moved because its process was
  /// killed: its write-ahead log may be in another folder already, and the file itself is going to be replaced.
  private func checkPlace() throws {
    guard !configuration.isStoredInMemoryOnly else { return }
    let journal = configuration.url.resolvingSymlinksInPath().path + StoreOpening.journalSuffix
    guard FileManager.default.fileExists(atPath: journal) else { return }
    throw StoreError.file(
      path: path,
      reason: "the store is being restored or set aside (\(journal)); if that was interrupted, "
        + "SafeModelContainer.make finishes it")
  }

  /// Checks the file's magic number. A connection detects late that a file is not a database, after it has created
  /// journals next to it.
  private func checkHeader() throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw StoreError.folder(path: path)
    }
    guard let header = StoreHeader(of: configuration.url), !header.bytes.isEmpty else { return }
    guard header.isOfDatabase else {
      throw StoreError.notADatabase(path: path, reason: "it lacks SQLite's file header")
    }
  }

  /// Whether another container may write to the file while it is being read. A store created by SwiftData is a copy
  /// here, and no file may be created next to it.
  private func isOwn() throws -> Bool {
    try StoreConnection.file(at: configuration.url, readOnly: true).read {
      try StoreMetadataRow.read($0)?.model != nil
    }
  }

  /// Rejects a file that is not a SchemaModel store. The check comes first because opening a file for writing already
  /// writes to it.
  private func checkOwner() throws {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard let size, size > 0 else { return }
    try StoreConnection.undoInterruptedTransaction(at: configuration.url)
    try StoreConnection.file(at: configuration.url, readOnly: true).read { database in
      guard let metadata = try StoreMetadataRow.read(database) else {
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

  /// Runs in one transaction, so that if two processes open a new file, only one creates the store.
  private func prepare(
    _ database: Database, _ layout: StoreLayout, _ files: ExternalChanges
  ) throws -> StoreMetadataRow {
    guard let metadata = try StoreMetadataRow.read(database) else {
      let tables = try Self.tables(database)
      guard tables.isEmpty else { throw StoreError.notAStore(path: path, tables: tables) }
      try layout.create(in: database, model: schema.declaredModel, identifier: UUID().uuidString)
      guard let made = try StoreMetadataRow.read(database) else { throw StoreError.notAStore(path: path, tables: []) }
      return made
    }
    guard let model = metadata.model else { throw StoreError.madeBySwiftData(path: path) }
    try files.folder.collectFiles { try ExternalColumns(of: model, StoreLayout(of: model)).files(in: database) }
    guard model.identity() != schema.declaredModel.identity() else {
      // Models without a version have the lowest one. It does not replace a higher one, which older code must recognise.
      guard Schema.Version(model.version).map({ $0 < schema.version }) ?? true else { return metadata }
      let raised = metadata.with(schema.declaredModel)
      try raised.write(to: database)
      return raised
    }
    return try StoreMigration(path: path, schema: schema, plan: plan, files: files).run(metadata, model, database)
  }

  /// Checks a store that is opened for reading only, and therefore cannot be migrated.
  private func check(_ database: Database, _ layout: StoreLayout) throws -> (StoreMetadataRow, StoreLayout) {
    guard let metadata = try StoreMetadataRow.read(database) else {
      throw StoreError.notAStore(path: path, tables: try Self.tables(database))
    }
    guard let model = metadata.model else {
      let store = try ForeignStore(database, path: path)
      try store.check(schema.declaredModel)
      return (metadata, store.layout)
    }
    if model.identity() == schema.declaredModel.identity() { return (metadata, layout) }
    try model.checkIsNotNewer(than: [schema], path)
    let columns = ExternalColumns(of: schema.declaredModel, layout)
    let isReadable =
      try layout.missingColumns(in: database).isEmpty
      && columns.agree(with: ExternalColumns(of: model, try StoreLayout(of: model)), in: layout)
    guard isReadable else {
      throw StoreError.editedVersion(
        path: path, version: metadata.versions.first ?? "1.0.0",
        differences: ModelDifference(from: model, to: schema.declaredModel).changes.map(\.message))
    }
    return (metadata, layout)
  }
}

extension StoreLayout {
  /// The tables and columns of this layout that the database lacks, such as `ZUSER.ZEMAIL`.
  fileprivate func missingColumns(in database: Database) throws -> [String] {
    try entityTables.flatMap { table -> [String] in
      guard try database.tableExists(table.name) else { return [table.name] }
      let there = Set(try database.columns(in: table.name).map(\.name))
      return table.columns.map(\.name).filter { !there.contains($0) }.map { "\(table.name).\($0)" }
    }
  }
}
