package import GitStore

/// A folder whose SQL files together make a new database.
package enum ScriptFolder {
  /// The paths of the SQL files directly in a folder, in the order of their names as text, as Git, a shell and
  /// [`embed`](https://pkg.go.dev/embed) list them; empty if it has none or does not exist.
  ///
  /// - Parameter isWanted: whether the file at a path counts.
  /// - Throws: `MigrationFolderError.unclearFiles` if the order or the choice of the files would be a guess, `GitError`.
  package static func files(
    of folder: String, in snapshot: FileSnapshot, where isWanted: (_ path: String) -> Bool
  ) throws -> [String] {
    func path(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
    let children = try snapshot.list(folder) ?? []
    let scripts = ScriptName.all(in: children.filter { $0.kind == .file && isWanted(path($0.name)) }.map(\.name))
    func refusal(_ reason: String) -> MigrationFolderError { .unclearFiles(folder, reason: reason) }
    if let script = scripts.first(where: { ($0.dialect ?? .sqlite) != .sqlite }) {
      throw refusal("\(script.name) is for another database")
    }
    if let script = scripts.first(where: { $0.direction == .down }) {
      throw refusal("\(script.name) undoes another file")
    }
    let names = scripts.map(\.name)
    let numbers = names.map { name in VersionNumber(name.prefix { $0.isASCII && $0.isNumber }) }
    for (one, next) in zip(names.indices, names.indices.dropFirst()) {
      if let former = numbers[one], let later = numbers[next], later < former {
        throw refusal("\(names[next]) comes before \(names[one]) by number, and after it as text")
      }
    }
    return names.map(path)
  }

  /// Whether the name of an SQL file says that it undoes another.
  package static func undoes(_ name: String) -> Bool {
    ScriptName(name)?.saying.direction == .down
  }
}
