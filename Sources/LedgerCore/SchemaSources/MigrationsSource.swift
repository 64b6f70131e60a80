package import GitStore
package import MigrationSources

/// A folder of SQL migrations, run in the order that its migration tool uses.
struct MigrationsSource: SchemaSource {
  let folder: MigrationFolderConfiguration

  func read(from snapshot: FileSnapshot) throws -> SourceDefinition {
    let listing = try folder.listing(in: snapshot)
    return SourceDefinition(
      kind: "migrations", creation: .scripts(listing.fresh ?? listing.migrations),
      forward: .migrations(listing, convention: folder.convention))
  }
}

extension MigrationFolderConfiguration {
  /// Lists the migrations in the first of the paths that exists.
  ///
  /// - Throws: `LedgerError.noSourceFolder`, `MigrationFolderError`, `GitError`.
  package func listing(in snapshot: FileSnapshot) throws -> MigrationListing {
    for path in paths where try snapshot.list(path) != nil {
      guard let convention = MigrationConvention.named(convention) else { break }
      return try convention.listing(in: path, of: snapshot, placeholders: placeholders)
    }
    throw LedgerError.noSourceFolder(paths: paths, place: "")
  }
}
