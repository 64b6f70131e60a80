internal import GitStore

/// SQL files that hold the whole desired schema, beside the migrations that move older databases to it.
struct SchemaFileSource: SchemaSource {
  let files: [String]
  let folder: MigrationFolderConfiguration?

  func read(from snapshot: FileSnapshot) throws -> SourceDefinition {
    let steps = try files.map { path in
      guard let bytes = try snapshot.read(path) else { throw LedgerError.noSourceFile(path: path, place: "") }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw LedgerError.notText(path: path) }
      return Migration(id: path, path: path, title: path, up: text, down: nil, transaction: .none)
    }
    let listing = try folder.map { try $0.listing(in: snapshot) }
    return SourceDefinition(
      steps: steps, migrations: listing?.migrations, notices: listing?.notices ?? [], kind: "schema",
      convention: folder?.convention)
  }
}
