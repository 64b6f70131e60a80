public import GitStore
internal import SQLiteSchema

/// The entries in a ledger folder, as they stand in one snapshot of the repository.
public struct Ledger: Sendable {
  /// An entry and where it lies.
  public struct Item: Sendable, Hashable {
    /// What its `entry.json` says.
    public let entry: Entry
    /// The SHA-256 of `entry.json` as it is on disk.
    public let id: String
    /// `<ledger>/Fixtures/<version>`, from the top of the repository.
    public let folder: String
  }

  /// A folder that should be an entry and cannot be read as one.
  public struct Broken: Sendable, Hashable {
    /// `<ledger>/Fixtures/<name>`, from the top of the repository.
    public let folder: String
    /// For people, a clause without a full stop: "it has no entry.json".
    public let reason: String
    /// It has no `entry.json`, which is written last: what a freeze that was killed may leave.
    let isUnfinished: Bool
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

  /// Reads every `entry.json`; the other files are not looked at.
  ///
  /// - Parameter known: the same ledger elsewhere, at HEAD for instance: what has the same bytes there is not parsed again.
  /// - Throws: `GitError`, `LedgerError.ledgerIsNoFolder`.
  public init(at path: String, in snapshot: FileSnapshot, knowing known: Ledger? = nil) throws {
    self.path = path
    let known = Dictionary((known?.items ?? []).map { ($0.folder, $0) }, uniquingKeysWith: { first, _ in first })
    var items: [Item] = []
    var broken: [Broken] = []
    let fixtures = Self.fixturesFolder(of: path)
    let children = try snapshot.list(fixtures)
    if children == nil { try Self.refuseNonFolder([path, fixtures], in: snapshot) }
    for child in children ?? [] where child.isFolder {
      let folder = fixtures + "/" + child.name
      guard let bytes = try snapshot.read(folder + "/" + Entry.fileName) else {
        broken.append(Broken(folder: folder, reason: "it has no \(Entry.fileName)", isUnfinished: true))
        continue
      }
      let id = sha256(bytes)
      if let item = known[folder], item.id == id {
        items.append(item)
        continue
      }
      do {
        let entry = try Entry(parsing: bytes, folder: folder)
        guard entry.version.name == child.name else {
          throw LedgerError.notAnEntry(folder: folder, reason: "it says it is version \(entry.version)")
        }
        items.append(Item(entry: entry, id: id, folder: folder))
      } catch LedgerError.notAnEntry(_, let reason) {
        broken.append(Broken(folder: folder, reason: reason, isUnfinished: false))
      }
    }
    self.items = items.sorted { $0.entry.version < $1.entry.version }
    self.broken = broken
  }

  /// What a file, a link or a submodule in its place would hide is not taken for deleted.
  static func refuseNonFolder(_ paths: [String], in snapshot: FileSnapshot) throws {
    for path in paths {
      let parts = path.split(separator: "/").map(String.init)
      let siblings = try snapshot.list(parts.dropLast().joined(separator: "/"))
      guard let kind = siblings?.first(where: { $0.name == parts.last })?.kind else { continue }
      throw LedgerError.ledgerIsNoFolder(path: path, kind: kind)
    }
  }

  init(path: String, items: [Item], broken: [Broken] = []) {
    self.path = path
    self.items = items.sorted { $0.entry.version < $1.entry.version }
    self.broken = broken
  }

  /// The entry of a version; nil when it is not frozen in this snapshot.
  public subscript(version: Version) -> Item? { items.first { $0.entry.version == version } }

  /// What the texts of frozen migrations say, by their digests.
  var meanings: [String: String] {
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
  func lineage(of id: String) -> Set<String> {
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
  func parents(for migrations: [MigrationRecord], below version: Version? = nil) -> [String] {
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

extension Ledger {
  /// The entry of a version, or the one that releases of that name had when it was frozen from tags.
  ///
  /// - Throws: `LedgerError.unknownVersion`, `.notAnEntry`.
  public func require(_ version: Version) throws(LedgerError) -> Item {
    let tags = [version.name, "v" + version.name]
    guard let item = self[version] ?? items.first(where: { !$0.entry.tags.allSatisfy { !tags.contains($0) } }) else {
      let folder = Self.folder(of: version, in: path)
      if let broken = broken.first(where: { $0.folder == folder }) {
        throw .notAnEntry(folder: folder, reason: broken.reason)
      }
      throw .unknownVersion(name: version.name, known: items.map(\.entry.version.name))
    }
    return item
  }

  /// - Throws: `LedgerError.nothingFrozen`.
  public func requireLatest() throws(LedgerError) -> Item {
    guard let latest else { throw .nothingFrozen }
    return latest
  }
}
