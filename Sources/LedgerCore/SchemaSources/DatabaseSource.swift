internal import GitStore

/// A database file in the repository.
struct DatabaseSource: SchemaSource {
  /// The current and former paths.
  let paths: [String]
  let forward: ForwardConfiguration?

  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition {
    let (path, bytes) = try snapshot.firstSourceFile(of: paths)
    if LargeFilePointer.matches(bytes) { throw LedgerError.notAStore(path: path, reason: "it is a Git LFS pointer") }
    return SourceDefinition(
      kind: "database", creation: .database(path: path, bytes),
      forward: try forward?.read(from: snapshot, beside: present))
  }
}

extension FileSnapshot {
  /// Reads the first of `paths` that is a file.
  ///
  /// - Throws: `LedgerError.noSourceFile`, `GitError`.
  func firstSourceFile(of paths: [String]) throws -> (path: String, bytes: [UInt8]) {
    for path in paths {
      if let bytes = try read(path) { return (path, bytes) }
    }
    throw LedgerError.noSourceFile(paths: paths, place: "")
  }
}
