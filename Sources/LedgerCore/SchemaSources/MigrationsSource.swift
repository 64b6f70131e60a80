package import GitStore
package import MigrationSources
internal import PathPatterns

/// A folder of SQL migrations, run in the order that its migration tool uses.
struct MigrationsSource: SchemaSource {
  let folder: MigrationFolderConfiguration

  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition {
    let listing = try folder.listing(in: snapshot, beside: present)
    return SourceDefinition(
      kind: "migrations", creation: .scripts(listing.fresh ?? listing.migrations),
      forward: .migrations(listing, convention: folder.convention))
  }
}

extension MigrationFolderConfiguration {
  /// Whether the migrations are part of a program's source, and not files of their own.
  package var isOfProgram: Bool { MigrationConvention.named(convention)?.readsFile == true }

  /// Lists the migrations in the first of the paths that exists, and reads the files of ``before``.
  ///
  /// - Parameter present: as for ``SchemaSource/read(from:beside:)``. A file of ``before`` that the earlier commit lacks is
  ///   read from there.
  /// - Throws: `LedgerError.noSourceFolder`, `.noSourceFile`, `.notText`, `MigrationFolderError`, `GitError`.
  package func listing(in snapshot: FileSnapshot, beside present: FileSnapshot? = nil) throws -> MigrationListing {
    guard let convention = MigrationConvention.named(convention) else {
      throw LedgerError.noSourceFolder(paths: paths, place: "")
    }
    for path in paths {
      guard try snapshot.list(path) != nil || convention.readsFile && snapshot.read(path) != nil else { continue }
      let files = leavingOutExcluded(of: snapshot, in: path)
      var listing = try convention.listing(
        in: path, of: files, placeholders: placeholders, migrator: migrator, isPast: present != nil)
      listing.programStep = try skipsPrograms ? nil : listing.programStep ?? Self.programStep(in: listing, of: files)
      listing.before = try before.map { try Self.script($0, in: snapshot, beside: present) }
      // A script may be in the folder of migrations.
      listing.notices.removeAll { before.contains($0.path) }
      return listing
    }
    throw LedgerError.noSourceFolder(paths: paths, place: "")
  }

  private func leavingOutExcluded(of snapshot: FileSnapshot, in folder: String) -> FileSnapshot {
    if excluded.isEmpty { return snapshot }
    let prefix = folder.isEmpty ? "" : folder + "/"
    return snapshot.leavingOut { path in
      path.hasPrefix(prefix) && excluded.contains { $0.matches(String(path.dropFirst(prefix.count))) }
    }
  }

  /// The first program among the migrations that changes the schema, or that a migration without SQL names.
  private static func programStep(
    in listing: MigrationListing, of snapshot: FileSnapshot
  ) throws -> MigrationFolderError? {
    for notice in listing.notices where notice.reason == .codeStep {
      guard let bytes = try snapshot.read(notice.path),
        let statement = ProgramStatement(firstIn: String(decoding: bytes, as: UTF8.self))
      else { continue }
      return .programStep(notice.path, line: statement.line, statement: statement.words)
    }
    for migration in listing.migrations {
      guard let reference = ProgramReference(in: migration) else { continue }
      return .programNamed(migration.path, line: reference.line, program: reference.program)
    }
    return nil
  }

  private static func script(
    _ path: String, in snapshot: FileSnapshot, beside present: FileSnapshot?
  ) throws -> Migration {
    guard let bytes = try snapshot.read(path) ?? present?.read(path) else {
      throw LedgerError.noSourceFile(paths: [path], place: "")
    }
    return try Migration(script: path, bytes)
  }
}
