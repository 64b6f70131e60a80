internal import CanonicalJSON
internal import Digests
package import EntityModel
public import GitStore
public import LedgerEntries
package import SQLiteData
internal import SQLiteSchema

/// An entry with all its files, as in the object database.
public struct FrozenFixture: Sendable {
  /// The content of its `entry.json`.
  public let entry: Entry
  /// The entry's id.
  public let id: String
  /// The commits that added it, oldest first. Empty if it is only in the work tree.
  public let commits: [ObjectID]
  /// The path of the entry's folder in the repository.
  package let folder: String
  /// The path of the folder in the first of ``commits``, if the ledger was moved since; otherwise `nil`.
  package var formerFolder: String?
  /// The files by name, including `entry.json`.
  package let files: [String: [UInt8]]
  /// The model of the version; `nil` if it was frozen without one.
  ///
  /// - Throws: `LedgerError.file` if it cannot be read.
  package var model: DeclaredModel? {
    get throws(LedgerError) {
      guard let document = files[Entry.modelName] else { return nil }
      return try DeclaredModel(reading: document, at: folder + "/" + Entry.modelName)
    }
  }

  /// The custom rows for the version, if there are any.
  package var rowScript: RowScript?
  /// The changes to the rows of the version after rows were generated, if there are any.
  package var laterRowScript: RowScript?
  /// The description of rows of real databases, which generated rows follow, if there is one.
  package var profile: DatabaseProfile?
  /// The SHA-256 digests of the scripts and the profile; empty if there are none.
  package var rowDigests: [String] {
    [
      rowScript.map(\.digest), laterRowScript.map { "after \($0.digest)" },
      profile.map { "profile \(sha256($0.json.canonical))" },
    ].compactMap(\.self)
  }

  /// Whether scripts of the ledger add or change rows of the version.
  package var hasSuppliedRows: Bool { rowScript != nil || laterRowScript != nil }

  package init(entry: Entry, id: String, commits: [ObjectID], folder: String, files: [String: [UInt8]]) {
    self.entry = entry
    self.id = id
    self.commits = commits
    self.folder = folder
    self.files = files
  }

  /// The database with what the application creates before the migrations, or `nil` if that was not added.
  package var prepared: [UInt8]?

  /// The database from which an upgrade starts: ``prepared``, or the frozen file.
  package var database: [UInt8] { prepared ?? files[entry.fixtureName] ?? [] }

  /// Whether ``database`` is what the entry says: its file, or an empty database if its tables are not known.
  package var hasDatabase: Bool { !entry.hasTables || files[entry.fixtureName] != nil }

  /// The fixture as it was frozen.
  package var unprepared: FrozenFixture {
    var fixture = self
    fixture.prepared = nil
    return fixture
  }
}

extension FrozenFixture {
  /// Reads an entry of a ledger with its files in `snapshot`.
  ///
  /// - Throws: `GitError`.
  package init(_ item: Ledger.Item, in snapshot: FileSnapshot) throws {
    self.init(
      entry: item.entry, id: item.id, commits: [], folder: item.folder, files: try Ledger.files(of: item, in: snapshot))
  }
}
