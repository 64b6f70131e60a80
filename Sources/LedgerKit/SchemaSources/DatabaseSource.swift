internal import GitStore

/// A database file in the repository.
struct DatabaseSource: SchemaSource {
  let path: String
  let forward: ForwardConfiguration?

  func read(from snapshot: FileSnapshot) throws -> SourceDefinition {
    guard let bytes = try snapshot.read(path) else { throw LedgerError.noSourceFile(path: path, place: "") }
    if LargeFilePointer.matches(bytes) { throw LedgerError.notAStore(path: path, reason: "it is a Git LFS pointer") }
    return SourceDefinition(
      kind: "database", creation: .database(path: path, bytes), forward: try forward?.read(from: snapshot))
  }
}
