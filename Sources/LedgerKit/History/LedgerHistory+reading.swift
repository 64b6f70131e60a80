internal import Digests
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

extension LedgerHistory.Occurrence {
  /// The path of the entry's folder in the repository.
  func folder(in ledger: String) -> String { Ledger.fixturesFolder(of: ledger) + "/" + version }

  /// Reads all files of the entry, or only those with the given names.
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
