public import GitStore

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
    case .schema(let files, let past, let forward): SchemaFileSource(files: files, past: past, forward: forward)
    case .command(let create, let migrate): CommandSource(create: create, migrate: migrate)
    case .swift(let package): SwiftSource(package: package)
    case .database(let path, let past, let forward): DatabaseSource(paths: [path] + past, forward: forward)
    }
  }
}
