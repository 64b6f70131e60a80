public import GitStore
public import LedgerEntries
internal import SQLiteSchema

/// An entry as it lies in the object database, with all its files.
public struct FrozenFixture: Sendable {
  /// What its `entry.json` says.
  public let entry: Entry
  /// The entry's id.
  public let id: String
  /// The commits that brought it, oldest first; none for one that is only in the work tree.
  public let commits: [ObjectID]
  /// Where it lies, or lay, in the repository.
  package let folder: String
  /// By name, `entry.json` included.
  package let files: [String: [UInt8]]
  /// Rows of one's own, where there are some for its version.
  package var rowScript: RowScript?

  package init(entry: Entry, id: String, commits: [ObjectID], folder: String, files: [String: [UInt8]]) {
    self.entry = entry
    self.id = id
    self.commits = commits
    self.folder = folder
    self.files = files
  }

  /// Whether these files, and no others, lie in the ledger at `path`.
  ///
  /// - Throws: `GitError`.
  package func isPresent(in snapshot: FileSnapshot, ledger path: String) throws -> Bool {
    let folder = Ledger.folder(of: entry.version, in: path)
    let paths = try snapshot.files(under: folder).map(\.path)
    return try Set(paths) == Set(files.keys.map { folder + "/" + $0 })
      && files.allSatisfy { name, bytes in try snapshot.read(folder + "/" + name) == bytes }
  }

  /// The database file.
  package var database: [UInt8] { files[entry.fixtureName] ?? [] }
}

extension FrozenFixture {
  /// An entry of a ledger, with its files as they lie in `snapshot`.
  ///
  /// - Throws: `GitError`.
  package init(_ item: Ledger.Item, in snapshot: FileSnapshot) throws {
    var files: [String: [UInt8]] = [:]
    for file in try snapshot.files(under: item.folder) {
      files[String(file.path.dropFirst(item.folder.utf8.count + 1))] = try snapshot.read(file.path)
    }
    self.init(entry: item.entry, id: item.id, commits: [], folder: item.folder, files: files)
  }
}
