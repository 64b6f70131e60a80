internal import GitStore
internal import MigrationSources

/// SQL files with the whole desired schema, and an upgrade path for older databases.
struct SchemaFileSource: SchemaSource {
  let files: [String]
  /// The former paths of a single file.
  let past: [String]
  let forward: ForwardConfiguration?

  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition {
    let steps = try files.map { file in
      let (path, bytes) = try snapshot.firstSourceFile(of: [file] + past)
      return try Migration(script: path, bytes)
    }
    var forward = try forward?.read(from: snapshot, beside: present)
    if case .migrations(var listing, let convention) = forward {
      // A schema file may be in the folder of migrations.
      listing.notices.removeAll { (files + past).contains($0.path) }
      forward = .migrations(listing, convention: convention)
    }
    return SourceDefinition(kind: "schema", creation: .scripts(steps), forward: forward)
  }
}
