import Findings
internal import Foundation
package import GitStore
package import LedgerCore
package import LedgerEntries
internal import MigrationSources
internal import SQLiteSchema
package import TestSupport

/// A database with numbered migrations in `db`.
package let numbered = DatabaseConfiguration(
  source: .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "plain")))

/// The two migrations with which most tests start.
package let users = ["db/1.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);\n"]
package let usersAndNotes = users.merging(
  ["db/2.sql": "CREATE TABLE notes (id INTEGER PRIMARY KEY, user INTEGER REFERENCES users, body TEXT);\n"]
) { $1 }

/// The entry that freezing `files` would create.
package func draft(
  _ version: String, _ files: [String: String], parents: [String] = [], of database: DatabaseConfiguration = numbered,
  commit: ObjectID? = nil, isComplete: Bool = false
) throws -> EntryDraft {
  let built = try database.schemaSource.read(from: FileSnapshot(texts: files)).build(database.buildSettings())
  return try EntryDraft(
    Version(version), of: built, database: database.name, parents: parents, commit: commit,
    isComplete: isComplete)
}

/// The files of entries by their paths in a ledger, merged with those of a source.
package func files(
  _ drafts: [EntryDraft], at ledger: String = Configuration.defaultLedger, over source: [String: String] = [:]
) -> [String: [UInt8]] {
  var files = source.mapValues(bytes)
  for draft in drafts {
    let folder = Ledger.folder(of: draft.entry.version, in: ledger)
    for (name, content) in draft.files { files[folder + "/" + name] = content }
  }
  return files
}

extension Finding {
  /// A short form for tables of expected findings: `SL202 error 1.0.0 db/1.sql`.
  package var brief: String {
    ([code.rawValue, severity.rawValue] + [version, path].compactMap { $0 }).joined(separator: " ")
  }
}

extension Sandbox {
  /// Writes files in the work tree. `nil` removes a file.
  package func write(_ files: [String: [UInt8]]) throws {
    for (path, content) in files {
      let url = URL(fileURLWithPath: root + "/" + path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content).write(to: url)
    }
  }

  package func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: root + "/" + path)
  }

  /// Commits the current work tree.
  @discardableResult
  package func commitAll(_ message: String = "Change") throws -> ObjectID {
    try git("add", "--all", "--force")
    try git("commit", "--quiet", "--allow-empty", "-m", message)
    return try id("HEAD")
  }

  /// Writes and commits the entries of these drafts.
  @discardableResult
  package func freeze(_ drafts: EntryDraft..., over source: [String: String] = [:]) throws -> ObjectID {
    try write(files(drafts, over: source))
    return try commitAll("Freeze \(drafts.map(\.entry.version.name).joined(separator: ", "))")
  }
}

/// An outcome with which a test cannot continue.
package struct Unexpected: Error {
  package let value: String

  package init(value: String) { self.value = value }
}
