internal import Digests
package import LedgerEntries
package import MigrationSources
internal import SQLiteSchema
internal import SQLiteSyntax

extension MigrationRecord {
  package init(_ migration: Migration) {
    self.init(migration, knowing: [:])
  }

  /// - Parameter frozen: the known meanings, by the digests of frozen texts. They are not computed again.
  package init(_ migration: Migration, knowing frozen: [String: String]) {
    let text = Self.digest(migration.text)
    self.init(
      id: migration.id, path: migration.path, text: text,
      meaning: frozen[text] ?? sha256(migration.program?.meaning ?? Script.meaning(of: migration.up)),
      isRepeatable: migration.isRepeatable,
      compared: migration.comparedText.map { sha256($0) })
  }

  /// A checkout may convert line endings (`core.autocrlf`). This does not count as a change.
  package static func digest(_ text: String) -> String {
    sha256(text.utf8.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n") : text)
  }

  /// A value that identifies an applied migration. For a repeatable migration it includes the text, since a changed
  /// text is run again.
  package var receipt: String { Self.receipt(id, isRepeatable ? text : nil) }

  /// The ``receipt`` of a migration that will be run.
  package static func receipt(of migration: Migration) -> String {
    receipt(migration.id, migration.isRepeatable ? digest(migration.text) : nil)
  }

  private static func receipt(_ id: String, _ text: String?) -> String { text.map { "\(id) \($0)" } ?? id }
}
