package import GitStore
internal import MigrationSources

/// The schemas that Android's Room exports for one database.
struct RoomSource: SchemaSource {
  let room: RoomConfiguration

  /// - Throws: `LedgerError.noSourceFolder`, `.room`, `GitError`.
  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition {
    do {
      // What the code of a past commit says can no longer be changed.
      guard let schemas = try RoomSchemas(folder: room.path, in: snapshot, readsCode: present == nil) else {
        throw LedgerError.noSourceFolder(paths: [room.path], place: "")
      }
      return SourceDefinition(kind: RoomConfiguration.kind, creation: .room(schemas), forward: nil)
    } catch let error as RoomExportError {
      throw LedgerError.room(error)
    }
  }
}
