internal import CanonicalJSON
internal import Digests
package import EntityModel
public import GitStore
public import LedgerEntries
package import SQLiteData
package import SQLiteSchema
internal import Synchronization

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
    frozen = entry.hasScript ? MadeDatabase(entry) : nil
  }

  /// The database with what the application creates before the migrations, or `nil` if that was not added.
  package var prepared: [UInt8]?

  /// The database that the entry's script makes; `nil` if the entry has the database itself.
  private let frozen: MadeDatabase?

  /// The database from which an upgrade starts: ``prepared``, or the frozen one. Empty if it cannot be read, which
  /// ``EntryCheck`` reports.
  package var database: [UInt8] {
    if let prepared { return prepared }
    let file = files[entry.fixtureName] ?? []
    return frozen?.database(in: file) ?? file
  }

  /// The schema of the frozen database, for which a script need not make a file.
  ///
  /// - Throws: `SchemaError`.
  package func schema(ignoring ignoredTables: [String] = []) throws -> CanonicalSchema {
    try entry.schema(of: files[entry.fixtureName] ?? [], ignoring: ignoredTables)
  }

  /// Whether ``database`` is what the entry says: its file, or an empty database if its tables are not known.
  package var hasDatabase: Bool { !entry.hasTables || files[entry.fixtureName] != nil }

  /// The fixture as it was frozen.
  package var unprepared: FrozenFixture {
    var fixture = self
    fixture.prepared = nil
    return fixture
  }
}

/// A database that statements make, which are run when it is first asked for.
private final class MadeDatabase: Sendable {
  private let entry: Entry
  private let made = Mutex<[UInt8]?>(nil)

  init(_ entry: Entry) { self.entry = entry }

  /// - Parameter script: the same at each call.
  func database(in script: [UInt8]) -> [UInt8] {
    made.withLock { made in
      if let made { return made }
      let database = (try? entry.databaseFile(from: script)) ?? []
      made = database
      return database
    }
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
