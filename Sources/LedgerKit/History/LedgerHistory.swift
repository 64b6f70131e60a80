public import GitStore
internal import LedgerEntries

/// Every entry that is reachable from any reference, and the commits that changed or deleted it. Edits of the current
/// tree do not affect this record.
public struct LedgerHistory: Sendable {
  /// One of the contents that a version has had.
  public struct Occurrence: Sendable, Hashable {
    /// The name of the folder. It has not been parsed as a version yet.
    public let version: String
    /// The Git tree of the entry's folder. Equal contents have equal trees.
    public let tree: ObjectID
    /// The commits that added it, oldest first.
    public let commits: [ObjectID]
  }

  /// A change that a commit made to an existing version. Objects are trees of the entry's folder.
  public enum Event: Sendable, Hashable {
    /// The content of the version in the commit differs from each parent that has the version.
    case rewritten(version: String, from: ObjectID, to: ObjectID, by: ObjectID)
    case deleted(version: String, tree: ObjectID, by: ObjectID)
  }

  /// Sorted by version, then by age.
  public internal(set) var occurrences: [Occurrence] = []
  /// Oldest first.
  public internal(set) var events: [Event] = []
  /// The files of withdrawals, by their names. Objects are blobs.
  public internal(set) var withdrawals: [Occurrence] = []
  /// The changes that commits made to existing files of withdrawals, oldest first.
  public internal(set) var withdrawalEvents: [Event] = []
  /// The number of commits that were read.
  public internal(set) var commitCount = 0
  /// Whether the clone is shallow, so that the history is incomplete.
  public internal(set) var isShallow = false
  /// References to missing objects.
  public internal(set) var brokenReferences: [String] = []
  /// Commits whose ledger cannot be read because a tree is missing from this clone.
  public internal(set) var unreadableCommitCount = 0
  /// The first missing tree, or `nil` if none is missing.
  var missingTree: MissingTree?

  /// A tree that is missing from this clone. `isPromised` is true in a partial clone, whose remote has the tree.
  struct MissingTree: Hashable {
    let id: ObjectID
    let isPromised: Bool
  }
}

extension LedgerHistory {
  /// Walks all commits reachable from a branch, tag, remote branch or the HEAD of a worktree.
  ///
  /// - Parameters:
  ///   - ledger: the ledger's folder.
  ///   - selection: the references to read. By default, those of pull requests are left out.
  ///   - cache: whether commits are cached in the Git folder.
  /// - Throws: `GitError`, in particular `GitError.missingObject` for a missing commit.
  public init(
    of ledger: String, in repository: Repository, references selection: ReferenceSelection = .standard,
    cache: HistoryCache = .standard
  ) throws {
    let tips = try repository.historyTips(selection)
    try self.init(of: ledger, in: repository, from: tips.commits, cache: cache)
    brokenReferences = tips.broken
  }

  /// Walks all commits reachable from `tips`.
  public init(
    of ledger: String, in repository: Repository, from tips: [ObjectID], cache: HistoryCache = .standard
  ) throws {
    // The trailing slash excludes a file of the same name.
    let fixtures = Ledger.fixturesFolder(of: ledger) + "/"
    let withdrawn = Ledger.withdrawnFolder(of: ledger) + "/"
    let history = try repository.history(of: [fixtures, withdrawn], from: tips, cache: cache)
    var tracker = EntryTracker(of: .entries, in: repository)
    let changes = try tracker.changes(at: fixtures, in: history)
    var withdrawalTracker = EntryTracker(of: .withdrawals, in: repository)
    let withdrawalChanges = try withdrawalTracker.changes(at: withdrawn, in: history)
    withdrawals = withdrawalChanges.occurrences
    withdrawalEvents = withdrawalChanges.events
    commitCount = history.commitCount
    occurrences = changes.occurrences
    events = changes.events
    unreadableCommitCount = tracker.unreadableFolders.reduce(history.unreadableCommitCount) { count, folder in
      count + history.commitCount(of: .object(folder), at: fixtures)
    }
    missingTree = history.missingTree.map { MissingTree(id: $0.id, isPromised: $0.isPromised) } ?? changes.missingTree
    missingTree = missingTree ?? withdrawalChanges.missingTree
    isShallow = repository.isShallow
  }
}
