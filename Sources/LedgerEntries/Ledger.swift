/// The entries in a ledger folder, as they stand at one moment.
public struct Ledger: Sendable {
  /// An entry and where it lies.
  public struct Item: Sendable, Hashable {
    /// What its `entry.json` says.
    public let entry: Entry
    /// The SHA-256 of `entry.json` as it is on disk.
    public let id: String
    /// `<ledger>/Fixtures/<version>`, from the top of the repository.
    public let folder: String

    /// An entry that was read, or is to be written.
    public init(entry: Entry, id: String, folder: String) {
      self.entry = entry
      self.id = id
      self.folder = folder
    }
  }

  /// A folder that should be an entry and cannot be read as one.
  public struct Broken: Sendable, Hashable {
    /// `<ledger>/Fixtures/<name>`, from the top of the repository.
    public let folder: String
    /// For people, a clause without a full stop: "it has no entry.json".
    public let reason: String
    /// It has no `entry.json`, which is written last: what a freeze that was killed may leave.
    package let isUnfinished: Bool

    /// What was looked at and is none.
    package init(folder: String, reason: String, isUnfinished: Bool) {
      self.folder = folder
      self.reason = reason
      self.isUnfinished = isUnfinished
    }
  }

  /// The ledger's folder, from the top of the repository.
  public let path: String
  /// Sorted by version.
  public let items: [Item]
  /// In the order of the folder.
  public let broken: [Broken]

  /// Where the entries of the ledger at `path` are.
  public static func fixturesFolder(of path: String) -> String { path + "/Fixtures" }

  /// Where the entry of `version` is, or would be, in the ledger at `path`.
  public static func folder(of version: Version, in path: String) -> String {
    fixturesFolder(of: path) + "/" + version.name
  }

  /// A ledger of entries that were read.
  public init(path: String, items: [Item], broken: [Broken] = []) {
    self.path = path
    self.items = items.sorted { $0.entry.version < $1.entry.version }
    self.broken = broken
  }

  /// The entry of a version; nil when it is not frozen in this snapshot.
  public subscript(version: Version) -> Item? { items.first { $0.entry.version == version } }

  /// What the texts of frozen migrations say, by their digests.
  package var meanings: [String: String] {
    Dictionary(items.flatMap { $0.entry.migrations.map { ($0.text, $0.meaning) } }) { $1 }
  }

  /// The entries no other entry names as its parent: where the chain ends.
  public var heads: [Item] {
    let parents = Set(items.flatMap(\.entry.parents))
    return items.filter { !parents.contains($0.id) }
  }

  /// The head that was frozen last, as far as versions tell.
  public var latest: Item? { heads.last }

  /// The ids of `id`'s ancestors, itself included.
  package func lineage(of id: String) -> Set<String> {
    let byID = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<String> = []
    var waiting = [id]
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      waiting += byID[next]?.entry.parents ?? []
    }
    return seen
  }

  /// The parents of an entry to come: of the entries whose migrations are all among `migrations`, those that are not
  /// already behind another of them.
  ///
  /// - Parameter version: of an entry of the past; without migrations only its name tells what came before. Nil for one of
  ///   the present, which follows all there are.
  public func parents(for migrations: [MigrationRecord], below version: Version? = nil) -> [String] {
    let ids = Set(migrations.map(\.id))
    let behind = items.filter { item in
      if migrations.isEmpty, let version, item.entry.version > version { return false }
      // A repeatable migration may go; what came before is before it all the same.
      return item.entry.migrations.allSatisfy { $0.isRepeatable || ids.contains($0.id) }
    }
    let ancestors = behind.reduce(into: Set<String>()) { $0.formUnion(lineage(of: $1.id).subtracting([$1.id])) }
    return behind.map(\.id).filter { !ancestors.contains($0) }
  }
}
