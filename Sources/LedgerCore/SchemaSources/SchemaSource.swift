public import GitStore

/// A source of a schema. Every kind of source is first turned into a SQLite database, so that the code that uses it
/// does not depend on the kind.
public protocol SchemaSource: Sendable {
  /// Reads the definition of the schema in `snapshot`. Runs nothing.
  ///
  /// - Parameter present: the present files if `snapshot` is an earlier commit, or `nil` if it is the present. An earlier
  ///   commit may lack what the configuration names today, and cannot be corrected.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition
}

extension SchemaSource {
  /// Reads the definition of the schema in the present files. Runs nothing.
  ///
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  public func read(from snapshot: FileSnapshot) throws -> SourceDefinition {
    try read(from: snapshot, beside: nil)
  }
}

extension DatabaseConfiguration {
  /// The source that this configuration describes.
  public var schemaSource: any SchemaSource {
    switch source {
    case .migrations(let folder): MigrationsSource(folder: folder)
    case .schema(let files, let past, let forward): SchemaFileSource(files: files, past: past, forward: forward)
    case .command(let create, let migrate): CommandSource(create: create, migrate: migrate)
    case .swift(let package): SwiftSource(package: package)
    case .models(let source): ModelSource(source: source)
    case .room(let room): RoomSource(room: room)
    case .database(let path, let past, let forward): DatabaseSource(paths: [path] + past, forward: forward)
    }
  }
}
