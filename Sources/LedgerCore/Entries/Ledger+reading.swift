internal import Digests
public import GitStore
public import LedgerEntries
internal import SQLiteSchema

extension Ledger {
  /// The entries that were read from any commit, by the ids of their blobs and their folders.
  package final class KnownItems {
    fileprivate struct Place: Hashable {
      let blob: ObjectID
      let folder: String
    }

    fileprivate var items: [Place: Item] = [:]

    package init() {}
  }

  /// Reads every `entry.json` and every withdrawal. Does not read the other files.
  ///
  /// - Parameter known: the same ledger in another snapshot, for example at HEAD. An entry with the same bytes is not
  ///   parsed again.
  /// - Throws: `GitError`, `LedgerError.ledgerIsNoFolder`.
  public init(at path: String, in snapshot: FileSnapshot, knowing known: Ledger? = nil) throws {
    try self.init(at: path, in: snapshot, knowing: known, sharing: KnownItems())
  }

  /// Reads the ledger like ``init(at:in:knowing:)``. In a commit, an entry that is among `shared` is not read again.
  package init(
    at path: String, in snapshot: FileSnapshot, knowing known: Ledger? = nil, sharing shared: KnownItems
  ) throws {
    let ledger = known
    let known = Dictionary((known?.items ?? []).map { ($0.folder, $0) }, uniquingKeysWith: { first, _ in first })
    var items: [Item] = []
    var broken: [Broken] = []
    let fixtures = Self.fixturesFolder(of: path)
    let children = try snapshot.list(fixtures)
    let lists = MigrationLists()
    if children == nil { try Self.refuseNonFolder([path, fixtures], in: snapshot) }
    for child in children ?? [] where child.isFolder {
      let folder = fixtures + "/" + child.name
      let blob = try snapshot.id(of: folder + "/" + Entry.fileName)
      let place = blob.map { KnownItems.Place(blob: $0, folder: folder) }
      if let item = place.flatMap({ shared.items[$0] }) {
        items.append(item)
        continue
      }
      guard let bytes = try snapshot.read(folder + "/" + Entry.fileName) else {
        broken.append(Broken(folder: folder, reason: "it has no \(Entry.fileName)", isUnfinished: true))
        continue
      }
      let id = sha256(bytes)
      if let item = known[folder], item.id == id {
        items.append(item)
        if let place { shared.items[place] = item }
        continue
      }
      do {
        let entry = try Entry(parsing: bytes, folder: folder, sharing: lists)
        guard entry.version.name == child.name else {
          throw EntryError.notAnEntry(folder: folder, reason: "its version is \(entry.version)")
        }
        let item = Item(entry: entry, id: id, folder: folder)
        items.append(item)
        if let place { shared.items[place] = item }
      } catch let error as EntryError {
        broken.append(Broken(folder: folder, error: error))
      }
    }
    let withdrawals = try Self.withdrawals(at: path, in: snapshot, knowing: ledger)
    self.init(path: path, items: items, broken: broken + withdrawals.broken, withdrawals: withdrawals.valid)
  }

  /// Throws an error if a path is a file, a link or a submodule. Otherwise the entries that it hides would appear to be
  /// deleted.
  package static func refuseNonFolder(_ paths: [String], in snapshot: FileSnapshot) throws {
    for path in paths {
      let parts = path.split(separator: "/").map(String.init)
      let siblings = try snapshot.list(parts.dropLast().joined(separator: "/"))
      guard let kind = siblings?.first(where: { $0.name == parts.last })?.kind else { continue }
      throw LedgerError.ledgerIsNoFolder(path: path, kind: kind)
    }
  }

  /// - Throws: `LedgerError.nothingFrozen`.
  public func requireLatest() throws(LedgerError) -> Item {
    guard let latest else { throw .nothingFrozen }
    return latest
  }
}
