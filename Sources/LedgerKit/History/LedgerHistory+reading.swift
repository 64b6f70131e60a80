internal import Digests
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

extension LedgerHistory.Occurrence {
  /// The path of the entry's folder in the repository: in the ledger, if it ever was there; otherwise where it was first.
  func folder(in ledger: String) -> String {
    let own = Ledger.fixturesFolder(of: ledger) + "/"
    return (places.contains { $0.path == own } ? own : places.first?.path ?? own) + version
  }

  /// How to get back the content, as the entry of its version in a ledger; `nil` if no commit has it.
  func restoration(in ledger: String) -> Remedy? {
    let folder = Ledger.fixturesFolder(of: ledger) + "/"
    if let place = places.first(where: { $0.path == folder }) {
      return .checkOut(path: folder + version, from: place.commit.short)
    }
    return places.first.map { .replace(folder: folder + version, by: $0.path + version, from: $0.commit.short) }
  }

  /// Reads all files of the entry, or only those with the given names.
  ///
  /// - Parameters:
  ///   - known: entries by their ids, which are not parsed again.
  ///   - present: the files of entries by their ids, with which equal files share their memory.
  /// - Throws: `EntryError.notAnEntry`, `GitError.missingObject`, `.corrupt`, `.objectTooLarge`.
  func read(
    from repository: Repository, ledger: String, only names: Set<String>? = nil, knowing known: [String: Entry] = [:],
    sharing present: [String: [String: [UInt8]]] = [:]
  ) throws -> FrozenFixture {
    let folder = folder(in: ledger)
    var files: [String: [UInt8]] = [:]
    for child in try repository.treeChildren(tree: tree) where child.kind == .file || child.kind == .executable {
      guard names?.contains(child.name) ?? true else { continue }
      files[child.name] = try repository.blob(child.id)
    }
    guard let bytes = files[Entry.fileName] else {
      throw EntryError.notAnEntry(folder: folder, reason: "it has no \(Entry.fileName)")
    }
    let id = sha256(bytes)
    let entry = try known[id] ?? Entry(parsing: bytes, folder: folder)
    if let own = present[id], own == files { files = own }
    var fixture = FrozenFixture(entry: entry, id: id, commits: commits, folder: folder, files: files)
    fixture.formerFolder = places.first.map { $0.path + version }.flatMap { $0 == folder ? nil : $0 }
    return fixture
  }
}
