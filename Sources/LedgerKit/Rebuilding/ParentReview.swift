internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// Compares the parents of entries with those that `freeze` would name: findings SL115.
struct ParentReview {
  /// The ledger with the entries.
  let ledger: Ledger

  /// The findings about one entry.
  ///
  /// - Parameter older: the entries that were in the ledger when the entry was frozen.
  func findings(of item: Ledger.Item, among older: [Ledger.Item], isCommitted: Bool) -> [Finding] {
    let missing = unnamedAncestors(of: item).filter(older.contains)
    let foreign = ledger.items.filter { item.entry.parents.contains($0.id) && !$0.entry.isBehind(item.entry) }
    var facts: [RebuildFacts] = []
    if !missing.isEmpty { facts.append(.ancestorsMissing(missing.map(\.entry.version.name))) }
    if !foreign.isEmpty { facts.append(.foreignParents(foreign.map(\.entry.version.name))) }
    return facts.map { facts in
      let finding = Finding.parentsDiffer(facts, isCommitted: isCommitted)
        .with(version: item.entry.version.name, entry: item.id)
      return isCommitted ? finding : finding.beforeCommit(of: item.folder)
    }
  }

  /// The findings about one entry that is committed.
  ///
  /// - Parameter commit: the commit that added it, or `nil` if that is not known.
  /// - Throws: `LedgerError`, `GitError`.
  func findings(of item: Ledger.Item, addedBy commit: ObjectID?, past: inout PastLedgers) throws -> [Finding] {
    var older: [Ledger.Item] = []
    if let commit, !unnamedAncestors(of: item).isEmpty {
      do {
        older = try past.items(before: commit)
      } catch let error as GitError where error.isAboutObject {
        // A finding of history reports what this clone does not have.
      }
    }
    return findings(of: item, among: older, isCommitted: true)
  }

  /// The entries that have no migrations besides those of `item`, and are not its ancestors. Empty if one of its ancestors
  /// is missing, by which it may have others.
  private func unnamedAncestors(of item: Ledger.Item) -> [Ledger.Item] {
    let lineage = ledger.lineage(of: item.id)
    if !lineage.isSubset(of: ledger.keptIDs) { return [] }
    return ledger.items.filter { !lineage.contains($0.id) && $0.entry.isBehind(item.entry) }
  }
}

/// The entries that a ledger had before commits.
struct PastLedgers {
  private let ledger: Ledger
  private let repository: Repository
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
      items = try Ledger(at: ledger.path, in: repository.snapshot(.commit(parents[0])), knowing: ledger).items
    }
    known[commit] = items
    return items
  }
}

extension Entry {
  /// Whether `freeze` may name this entry as a parent of `later`.
  fileprivate func isBehind(_ later: Entry) -> Bool {
    if later.migrations.isEmpty, version > later.version { return false }
    let ids = Set(later.migrations.map(\.id))
    // The last migration is the one that the later entry is most likely not to have.
    return migrations.reversed().allSatisfy { $0.isRepeatable || ids.contains($0.id) }
  }
}
