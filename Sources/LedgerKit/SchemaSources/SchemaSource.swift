public import GitStore
public import SQLiteSchema

/// Where a schema comes from. Whatever kind it is, it becomes a SQLite database first, and nothing that uses one knows
/// which kind it was.
public protocol SchemaSource: Sendable {
  /// Reads what makes the schema, as it stands in `snapshot`; runs nothing.
  ///
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  func read(from snapshot: FileSnapshot) throws -> SourceDefinition
}

extension DatabaseConfiguration {
  /// The source this configuration describes.
  public var schemaSource: any SchemaSource {
    switch source {
    case .migrations(let folder): MigrationsSource(folder: folder)
    case .schema(let files, let folder): SchemaFileSource(files: files, folder: folder)
    }
  }
}

/// The SQL that makes a schema, and the migrations that move older databases there.
public struct SourceDefinition: Sendable {
  /// What makes the schema from nothing, in order.
  public let steps: [Migration]
  /// What moves a database of an older version forward, in order; the same list, for a migrations folder.
  /// Nil where the source has no way forward.
  public let migrations: [Migration]?
  /// What was left out of the folder.
  public let notices: [MigrationNotice]
  /// `migrations` or `schema`.
  public let kind: String
  /// The name of the ``MigrationConvention``; nil without a folder of migrations.
  public let convention: String?

  /// What an entry records of the migrations.
  public var records: [MigrationRecord] { (migrations ?? []).map(MigrationRecord.init) }
}

/// A database that a source made.
public struct BuiltSource {
  /// What was run.
  public let text: SourceDefinition
  /// The database, in memory.
  public let database: ScratchDatabase
  /// The schema of ``database``, without the tables that the configuration ignores.
  public let schema: CanonicalSchema
}

extension SourceDefinition {
  /// Runs the steps in an empty database.
  ///
  /// - Throws: `LedgerError.sqlFailed` with the file and the line, `.transactionLeftOpen`, `SchemaError`.
  public func build(
    ignoring ignoredTables: [String], timeLimit: Double = ScratchDatabase.defaultTimeLimit
  ) throws -> BuiltSource {
    let database = try ScratchDatabase(timeLimit: timeLimit)
    for step in steps { try step.run(on: database) }
    return BuiltSource(text: self, database: database, schema: try database.schema(ignoring: ignoredTables))
  }
}
