internal import GitStore

/// A Swift package whose executable makes, migrates and describes stores.
struct SwiftSource: SchemaSource {
  let package: SwiftPackage

  /// - Throws: `LedgerError.noSourceFile` if there is no package.
  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition {
    let manifest = package.folder.isEmpty ? "Package.swift" : package.folder + "/Package.swift"
    guard try snapshot.read(manifest) != nil else { throw LedgerError.noSourceFile(paths: [manifest], place: "") }
    return SourceDefinition(kind: "swift", creation: .command(package.create()), forward: .command(package.migrate()))
  }
}
