package import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

extension SourceDefinition {
  /// The versions that Room has exported, or `nil` for any other source.
  package var room: RoomSchemas? {
    if case .room(let schemas) = creation { schemas } else { nil }
  }

  /// Makes the database of the version that has a name.
  ///
  /// - Throws: `LedgerError.room` if there is no such version, and the errors of ``build(_:_:)``.
  func build(_ schemas: RoomSchemas, as name: String, _ settings: BuildSettings) throws -> BuiltSource {
    guard let version = schemas.version(named: name) else {
      throw LedgerError.room(.noSuchVersion(name, folder: schemas.folder, known: schemas.versions.map(\.number)))
    }
    return try build(version, settings)
  }

  /// Makes the database of a version.
  ///
  /// - Throws: `LedgerError.room`, `.sqlFailed`, `.transactionLeftOpen`, `SchemaError`.
  package func build(_ version: RoomSchemas.Version, _ settings: BuildSettings) throws -> BuiltSource {
    let export: RoomExport
    do {
      export = try version.export()
    } catch {
      throw LedgerError.room(error)
    }
    let database = try ScratchDatabase(tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    for statement in export.statements {
      do {
        try database.execute(statement.sql)
      } catch let error as SchemaError {
        throw LedgerError.sqlFailed(path: version.path, line: statement.line, error: error)
      }
    }
    if database.isInTransaction { throw LedgerError.transactionLeftOpen(path: version.path) }
    return BuiltSource(
      text: self, database: database, schema: try database.schema(ignoring: settings.ignoredTables),
      version: version.name)
  }
}
