internal import Digests
package import LedgerEntries
package import MigrationSources
internal import SQLiteSchema
internal import SQLiteSyntax

extension MigrationRecord {
  package init(_ migration: Migration) {
    self.init(migration, knowing: [:])
  }

  /// - Parameter frozen: meanings by the digests of texts that are frozen; what such a text says need not be worked out.
  package init(_ migration: Migration, knowing frozen: [String: String]) {
    let text = Self.digest(migration.up)
    self.init(
      id: migration.id, path: migration.path, text: text,
      meaning: frozen[text] ?? sha256(Script.meaning(of: migration.up)), isRepeatable: migration.isRepeatable)
  }

  /// A checkout may turn line ends (`core.autocrlf`); that is no change.
  package static func digest(_ text: String) -> String {
    sha256(text.utf8.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n") : text)
  }

  /// What a database has had when it has had this: a repeatable migration with other text is to be run again.
  package var receipt: String { Self.receipt(id, isRepeatable ? text : nil) }

  /// ``receipt`` of a migration that is to be run.
  package static func receipt(of migration: Migration) -> String {
    receipt(migration.id, migration.isRepeatable ? digest(migration.up) : nil)
  }

  private static func receipt(_ id: String, _ text: String?) -> String { text.map { "\(id) \($0)" } ?? id }
}
