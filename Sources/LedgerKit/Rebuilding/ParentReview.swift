internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// Compares the parents of entries with those that `freeze` would name: findings SL115.
struct ParentReview {
  private let ledger: Ledger
  private let ancestry: EntryAncestry
  /// Whether an entry without migrations descends from all that it may, because the entry before it does and is its parent.
  private let followsAll: [Bool]

  /// - Parameter ledger: the ledger with the entries.
  init(ledger: Ledger) {
    self.ledger = ledger
    ancestry = EntryAncestry(of: ledger)
    var followsAll: [Bool] = []
    var previous: (id: String, followsAll: Bool)?
    for item in ledger.items {
      let isNext = previous.map { $0.followsAll && item.entry.parents.contains($0.id) } ?? true
      followsAll.append(item.entry.migrations.isEmpty && isNext)
      if item.entry.migrations.allSatisfy(\.isRepeatable) { previous = (item.id, followsAll[followsAll.count - 1]) }
    }
    self.followsAll = followsAll
  }

  /// The findings about one entry.
  ///
  /// - Parameter older: the entries that were in the ledger when the entry was frozen.
  func findings(of item: Ledger.Item, among older: [Ledger.Item], isCommitted: Bool) -> [Finding] {
    findings(of: item, unnamed: unnamedAncestors(of: item), among: older, isCommitted: isCommitted)
  }

  private func findings(
    of item: Ledger.Item, unnamed: [Ledger.Item], among older: [Ledger.Item], isCommitted: Bool
  ) -> [Finding] {
    var missing: [Ledger.Item] = []
    if !unnamed.isEmpty {
      let known = Dictionary(older.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      missing = unnamed.filter { known[$0.id] == $0 }
    }
    let ids = Set(item.entry.migrations.map(\.id))
    let parents = item.entry.parents.compactMap { ancestry.position(of: $0) }.sorted()
    let foreign = parents.filter(ledger.items.indices.contains).map { ledger.items[$0] }
      .filter { !$0.entry.isBehind(item.entry, with: ids) }
    var kinds: [any LedgerFinding] = []
    if !missing.isEmpty { kinds.append(AncestorsMissing(versions: missing.map(\.entry.version.name))) }
    if !foreign.isEmpty { kinds.append(ForeignParents(versions: foreign.map(\.entry.version.name))) }
    return kinds.map { kind in
      let finding = Finding.parentsDiffer(kind, isCommitted: isCommitted)
        .with(version: item.entry.version.name, entry: item.id)
      return isCommitted ? finding : finding.beforeCommit(of: item.folder)
    }
  }

  /// The findings about one entry that is committed.
  ///
  /// - Parameter commit: the commit that added it, or `nil` if that is not known.
  /// - Throws: `LedgerError`, `GitError`.
  func findings(of item: Ledger.Item, addedBy commit: ObjectID?, past: inout PastLedgers) throws -> [Finding] {
    let unnamed = unnamedAncestors(of: item)
    var older: [Ledger.Item] = []
    if let commit, !unnamed.isEmpty {
      do {
        older = try past.items(before: commit)
      } catch let error as GitError where error.isAboutAbsentObject {
        // A finding of history reports what this clone does not have.
      }
    }
    return findings(of: item, unnamed: unnamed, among: older, isCommitted: true)
  }

  /// The entries that have no migrations besides those of `item`, are not its ancestors, and do not descend from it. Empty if
  /// one of its ancestors is missing, by which it may have others.
  private func unnamedAncestors(of item: Ledger.Item) -> [Ledger.Item] {
    guard let position = ancestry.position(of: item.id), !ancestry.isRelatedToAll[position],
      !followsAll.indices.contains(position) || !followsAll[position],
      let lineage = ancestry.lineage(of: position)
    else { return [] }
    let later = ancestry.descendants(of: position)
    // Entries are sorted by version, and without migrations only earlier versions can be ancestors.
    let others = (item.entry.migrations.isEmpty ? ledger.items.prefix(position) : ledger.items[...]).indices
      .filter { !lineage[$0] && !later[$0] }
    if others.isEmpty { return [] }
    let own = MigrationSet(item.entry.migrations)
    return others.map { ledger.items[$0] }.filter { own.continues($0.entry.migrations) }
  }
}

/// The entries that a ledger had before commits.
struct PastLedgers {
  private let ledger: Ledger
  private let repository: Repository
  /// The ledgers of two commits have most entries in common.
  private let objects = ObjectCache()
  private var known: [ObjectID: [Ledger.Item]] = [:]

  /// - Parameter ledger: today's ledger.
  init(_ ledger: Ledger, in repository: Repository) {
    self.ledger = ledger
    self.repository = repository
  }

  /// The entries in the parent of a commit. None for a merge, whose entries come from one of the merged branches.
  ///
  /// - Throws: `LedgerError`, `GitError`.
  mutating func items(before commit: ObjectID) throws -> [Ledger.Item] {
    if let items = known[commit] { return items }
    let parents = try repository.commitHeader(commit).parents
    var items: [Ledger.Item] = []
    if parents.count == 1 {
      items = try Ledger(at: ledger.path, in: repository.snapshot(of: parents[0], using: objects), knowing: ledger)
        .items
    }
    known[commit] = items
    return items
  }
}

extension Entry {
  /// Whether `freeze` may have named this entry as a parent of `later`. After a project started over with the same numbers,
  /// earlier versions of this program named the entries of before.
  ///
  /// - Parameter ids: the ids of its migrations.
  fileprivate func isBehind(_ later: Entry, with ids: Set<String>) -> Bool {
    if later.migrations.isEmpty, version > later.version { return false }
    // The last migration is the one that the later entry is most likely not to have.
    return migrations.reversed().allSatisfy { $0.isRepeatable || ids.contains($0.id) }
  }
}
