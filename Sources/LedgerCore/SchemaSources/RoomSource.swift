package import GitStore
internal import MigrationSources

/// The schemas that Android's Room exports for one database.
struct RoomSource: SchemaSource {
  let room: RoomConfiguration

  /// - Throws: `LedgerError.noSourceFolder`, `.room`, `GitError`.
  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition {
    do {
      for path in room.paths {
        guard let schemas = try RoomSchemas(folder: path, in: snapshot, readsCode: true) else { continue }
        var definition = SourceDefinition(kind: RoomConfiguration.kind, creation: .room(schemas), forward: nil)
        // A past commit is compared, and nothing is upgraded to it.
        if present == nil { definition.roomMigrations = try RoomMigrations(of: path, in: snapshot) }
        return definition
      }
      throw LedgerError.noSourceFolder(paths: room.paths, place: "")
    } catch let error as RoomExportError {
      throw LedgerError.room(error)
    }
  }
}
