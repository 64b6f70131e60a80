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
  let folder: String
  /// By name, `entry.json` included.
  let files: [String: [UInt8]]
  /// Rows of one's own, where there are some for its version.
  var rowScript: RowScript?

  /// Whether these files, and no others, lie in the ledger at `path`.
  ///
  /// - Throws: `GitError`.
  func isPresent(in snapshot: FileSnapshot, ledger path: String) throws -> Bool {
    let folder = Ledger.folder(of: entry.version, in: path)
    let paths = try snapshot.files(under: folder).map(\.path)
    return try Set(paths) == Set(files.keys.map { folder + "/" + $0 })
      && files.allSatisfy { name, bytes in try snapshot.read(folder + "/" + name) == bytes }
  }

  /// The database file.
  var database: [UInt8] { files[entry.fixtureName] ?? [] }
}

extension FrozenFixture {
  /// An entry of a ledger, with its files as they lie in `snapshot`.
  ///
  /// - Throws: `GitError`.
  init(_ item: Ledger.Item, in snapshot: FileSnapshot) throws {
    var files: [String: [UInt8]] = [:]
    for file in try snapshot.files(under: item.folder) {
      files[String(file.path.dropFirst(item.folder.utf8.count + 1))] = try snapshot.read(file.path)
    }
    self.init(entry: item.entry, id: item.id, commits: [], folder: item.folder, files: files)
  }
}

extension LedgerHistory.Sighting {
  /// Where it lies, or lay, in the repository.
  func folder(in ledger: String) -> String { Ledger.fixturesFolder(of: ledger) + "/" + version }

  /// Reads the entry's files, or only those of some names.
  ///
  /// - Throws: `EntryError.notAnEntry`, `GitError.missingObject`, `.corrupt`, `.objectTooLarge`.
  func read(from repository: Repository, ledger: String, only names: Set<String>? = nil) throws -> FrozenFixture {
    let folder = folder(in: ledger)
    var files: [String: [UInt8]] = [:]
    for child in try repository.treeChildren(tree: tree) where child.kind == .file || child.kind == .executable {
      guard names?.contains(child.name) ?? true else { continue }
      files[child.name] = try repository.blob(child.id)
    }
    guard let bytes = files[Entry.fileName] else {
      throw EntryError.notAnEntry(folder: folder, reason: "it has no \(Entry.fileName)")
    }
    let entry = try Entry(parsing: bytes, folder: folder)
    return FrozenFixture(entry: entry, id: sha256(bytes), commits: commits, folder: folder, files: files)
  }
}
