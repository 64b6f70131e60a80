internal import GitStore

/// SQL files that hold the whole desired schema, beside what moves older databases to it.
struct SchemaFileSource: SchemaSource {
  let files: [String]
  let forward: ForwardConfiguration?

  func read(from snapshot: FileSnapshot) throws -> SourceDefinition {
    let steps = try files.map { path in
      guard let bytes = try snapshot.read(path) else { throw LedgerError.noSourceFile(path: path, place: "") }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw LedgerError.notText(path: path) }
      return Migration(id: path, path: path, title: path, up: text, down: nil, transaction: .none)
    }
    return SourceDefinition(
      kind: "schema", creation: .scripts(steps), forward: try forward?.read(from: snapshot))
  }
}
