package import MigrationSources
internal import SQLiteSyntax

extension Migration {
  /// An SQL file that is run as a whole, outside a folder of migrations.
  ///
  /// - Throws: `LedgerError.notText`, `MigrationFolderError.refusedText` for marks of a tool or a template.
  package init(script path: String, _ bytes: [UInt8]) throws {
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
