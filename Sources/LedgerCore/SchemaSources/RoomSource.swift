package import GitStore
internal import MigrationSources

/// The schemas that Android's Room exports for one database.
struct RoomSource: SchemaSource {
  let room: RoomConfiguration

  /// - Throws: `LedgerError.noSourceFolder`, `.room`, `GitError`.
  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition {
    do {
      for path in room.paths {
        // What the code of a past commit says can no longer be changed.
        guard let schemas = try RoomSchemas(folder: path, in: snapshot, readsCode: present == nil) else { continue }
        return SourceDefinition(kind: RoomConfiguration.kind, creation: .room(schemas), forward: nil)
      }
      throw LedgerError.noSourceFolder(paths: room.paths, place: "")
    } catch let error as RoomExportError {
      throw LedgerError.room(error)
    }
  }
}
