internal import GitStore
internal import MigrationSources

/// A Swift package whose executable makes and migrates stores. It also describes their models, unless it runs GRDB's
/// migrator.
struct SwiftSource: SchemaSource {
  let package: SwiftPackage

  /// - Throws: `LedgerError.noSourceFile` if there is no package.
  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition {
    if let migrator = package.migrator {
      var listing = try migrator.listing(in: snapshot, beside: present)
      // The program runs all of them.
      listing.programStep = nil
      listing.notices.removeAll { $0.reason == .statement }
      var definition = SourceDefinition(
        kind: "swift", creation: .command(package.create()), forward: .command(package.migrate()))
      definition.registered = (listing, migrator.convention)
      return definition
    }
    let manifest = package.folder.isEmpty ? "Package.swift" : package.folder + "/Package.swift"
    guard try snapshot.read(manifest) != nil else { throw LedgerError.noSourceFile(paths: [manifest], place: "") }
    return SourceDefinition(kind: "swift", creation: .command(package.create()), forward: .command(package.migrate()))
  }
}
