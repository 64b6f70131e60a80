internal import GitStore
internal import MigrationSources
internal import SQLiteSchema
internal import SQLiteSyntax

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

extension Migration {
  /// An SQL file that is run as a whole, outside a folder of migrations.
  ///
  /// - Throws: `LedgerError.notText`, `MigrationFolderError.refusedText` for marks of a tool or a template.
  init(script path: String, _ bytes: [UInt8]) throws {
    guard let file = String(validating: bytes, as: UTF8.self) else { throw LedgerError.notText(path: path) }
    let text = try ShellLines.removed(from: file, path: path)
    try ForeignText.refuse(in: text, path: path, isMigration: false)
    if let missing = try TemplatePlaceholders([:]).replaced(in: text, path: path).missing.first {
      throw MigrationFolderError.refusedText(
        path, line: missing.line, reason: "contains the placeholder \(missing.written), which a program replaces",
        hint: "use a source of kind: command, which runs the program")
    }
    self.init(
      id: path, path: path, title: path, up: Script.withoutReservedTables(text), down: nil, transaction: .none)
  }
}
