/// The entries of a ledger folder in one snapshot.
public struct Ledger: Sendable {
  /// An entry and its folder.
  public struct Item: Sendable, Hashable {
    /// The content of its `entry.json`.
    public let entry: Entry
    /// The SHA-256 of `entry.json` as it is on disk.
    public let id: String
    /// `<ledger>/Fixtures/<version>`, from the top of the repository.
    public let folder: String

    /// Creates an item for an entry that was read or is to be written.
    public init(entry: Entry, id: String, folder: String) {
      self.entry = entry
      self.id = id
      self.folder = folder
    }
  }

  /// A folder in `Fixtures` that is not a valid entry.
  public struct Broken: Sendable, Hashable {
    /// `<ledger>/Fixtures/<name>`, from the top of the repository.
    public let folder: String
    /// The error of reading it.
    package let error: EntryError
    /// The reason, as a clause without a full stop, such as "it has no entry.json".
    public var reason: String { error.reason }
    /// Whether `entry.json` is missing. It is written last, so an interrupted freeze may leave such a folder.
    package let isUnfinished: Bool

    /// Creates a description of a folder that is not a valid entry.
    package init(folder: String, reason: String, isUnfinished: Bool) {
      self.init(folder: folder, error: .notAnEntry(folder: folder, reason: reason), isUnfinished: isUnfinished)
    }

    /// A folder that was read and rejected.
    package init(folder: String, error: EntryError, isUnfinished: Bool = false) {
      self.folder = folder
      self.error = error
      self.isUnfinished = isUnfinished
    }
  }

  /// The path of the ledger's folder from the top of the repository.
  public let path: String
  /// The entries, sorted by version.
  public private(set) var items: [Item]
  /// The invalid entries, in the order of the folder, and the invalid files of withdrawals.
  public let broken: [Broken]
  /// The withdrawals, in the order of the folder.
  public let withdrawals: [Withdrawal]

  /// The folder of the entries of the ledger at `path`.
  public static func fixturesFolder(of path: String) -> String { path + "/Fixtures" }

  /// The folder of the entry of `version` in the ledger at `path`, whether or not it exists.
  public static func folder(of version: Version, in path: String) -> String {
    fixturesFolder(of: path) + "/" + version.name
  }

  /// The folder of the withdrawals of the ledger at `path`.
  public static func withdrawnFolder(of path: String) -> String { path + "/Withdrawn" }

  /// Creates a ledger from entries and withdrawals that were read.
  public init(path: String, items: [Item], broken: [Broken] = [], withdrawals: [Withdrawal] = []) {
    self.path = path
    self.items = items.sorted { $0.entry.version < $1.entry.version }
    self.broken = broken
    self.withdrawals = withdrawals
  }

  /// The same ledger with other entries.
  public func with(_ items: [Item]) -> Ledger {
    Ledger(path: path, items: items, broken: broken, withdrawals: withdrawals)
  }

  /// Adds an entry at its place.
  package mutating func add(_ item: Item) {
    items.insert(item, at: position { item.entry.version < $0.entry.version })
  }

  /// The entry of a version; `nil` if the version is not frozen in this snapshot.
  public subscript(version: Version) -> Item? {
    let first = position { !($0.entry.version < version) }
    return first < items.count && items[first].entry.version == version ? items[first] : nil
  }

  /// The position of the first entry with a property that all entries after it have too, or the end.
  private func position(_ isBehind: (Item) -> Bool) -> Int {
    var (start, end) = (0, items.count)
    while start < end {
      let middle = (start + end) / 2
      if isBehind(items[middle]) { end = middle } else { start = middle + 1 }
    }
    return start
  }

  /// The lists of migrations in the order of the versions, each with the entries that have it one after the other: thousands
  /// of versions have much fewer different lists.
  package var migrationLists: [(migrations: [MigrationRecord], items: ArraySlice<Item>)] {
    var lists: [(migrations: [MigrationRecord], items: ArraySlice<Item>)] = []
    for (place, item) in items.enumerated() {
      let start = lists.last.flatMap { $0.migrations == item.entry.migrations ? $0.items.startIndex : nil }
      if start != nil { lists.removeLast() }
      lists.append((item.entry.migrations, items[(start ?? place)...place]))
    }
    return lists
  }

  /// The digests of the meaning of all frozen migrations, by the digests of their texts.
  package var meanings: [String: String] {
    Dictionary(migrationLists.flatMap { $0.migrations.map { ($0.text, $0.meaning) } }) { $1 }
  }

  /// The entries that no other entry names as its parent. A withdrawn entry connects its successors with its parents.
  public var heads: [Item] {
    let ancestors = Self.closure(of: items.flatMap(\.entry.parents), in: withdrawnEntries)
    return items.filter { !ancestors.contains($0.id) }
  }

  /// The head with the highest version.
  public var latest: Item? { heads.last }

  /// The entries by id, with the withdrawn ones.
  private var entriesByID: [String: Entry] { withdrawnEntries.merging(items.map { ($0.id, $0.entry) }) { $1 } }

  /// The ids of `id` and all its ancestors.
  package func lineage(of id: String) -> Set<String> { Self.closure(of: [id], in: entriesByID) }

  /// These ids and those of all ancestors.
  private static func closure(of ids: [String], in entries: [String: Entry]) -> Set<String> {
    var seen: Set<String> = []
    var waiting = ids
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      waiting += entries[next]?.parents ?? []
    }
    return seen
  }

  /// The parents of a new entry. They are the entries whose migrations are all among `migrations`, except those that
  /// are ancestors of another such entry, and the withdrawals that none of these names. After a project started over with
  /// the same numbers, the entries of before are none of them; see ``MigrationSet/replaces(_:)``.
  ///
  /// Therefore an entry that is frozen anew never has the id of the withdrawn one, and a withdrawal cannot be removed
  /// without breaking the chain.
  ///
  /// - Parameter version: the version of an entry from the past: if it has no migrations, only its name shows which
  ///   versions came before. `nil` for an entry of the present, which follows all others.
  public func parents(for migrations: [MigrationRecord], below version: Version? = nil) -> [String] {
    let own = MigrationSet(migrations)
    let older = migrations.isEmpty ? version.map { version in position { version < $0.entry.version } } : nil
    let behind = items.prefix(older ?? items.count).filter { own.continues($0.entry.migrations) }
    let ancestors = Self.closure(of: behind.flatMap(\.entry.parents), in: entriesByID)
    return (behind.map(\.id) + withdrawals.map(\.id)).filter { !ancestors.contains($0) }
  }
}
