internal import GitStore
internal import MigrationSources
internal import PathPatterns

/// SQL files with the whole desired schema, and an upgrade path for older databases.
struct SchemaFileSource: SchemaSource {
  /// Files, folders of files, and patterns for files.
  let files: [String]
  /// The former paths of a single file or folder.
  let past: [String]
  let forward: ForwardConfiguration?

  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition {
    let steps = try files.flatMap { try Self.scripts(at: [$0] + past, in: snapshot) }
    var forward = try forward?.read(from: snapshot, beside: present)
    if case .migrations(var listing, let convention) = forward {
      // A schema file may be in the folder of migrations.
      listing.notices.removeAll { notice in steps.contains { $0.path == notice.path } }
      forward = .migrations(listing, convention: convention)
    }
    return SourceDefinition(kind: "schema", creation: .scripts(steps), forward: forward)
  }

  /// The scripts at the first of the paths that exists.
  private static func scripts(at paths: [String], in snapshot: FileSnapshot) throws -> [Migration] {
    for path in paths {
      if let bytes = try snapshot.read(path) { return [try Migration(script: path, bytes)] }
      let pattern = PathPattern(path)
      let files = try ScriptFolder.files(of: pattern.place, in: snapshot) { file in
        !pattern.hasPatternAsName || pattern.matches(file)
      }
      if !files.isEmpty { return try files.map { try Migration(script: $0, snapshot.read($0) ?? []) } }
    }
    throw LedgerError.noSourceFile(paths: paths, place: "")
  }
}
