/// A cache of tree lookups, so that equal trees are scanned once. Most commits do not change a given path.
struct TreeEntryCache {
  struct Key: Hashable {
    let tree: ObjectID
    let name: ByteName
  }
  struct Entry: Equatable {
    let id: ObjectID
    let mode: TreeEntry.Mode
  }

  /// The maximum number of entries, of about 100 bytes each. Equal trees are near each other in a history, so the cache
  /// may be emptied when it is full.
  private static let capacity = 1 << 16
  private var entries: [Key: Entry?] = [:]

  subscript(key: Key) -> Entry?? {
    get { entries[key] }
    set {
      if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries[key] = newValue
    }
  }
}
