public import GitStore
internal import LedgerEntries

/// Every entry that any reachable commit has, and what became of it: the record that outlives edits of the tree.
public struct LedgerHistory: Sendable {
  /// One content that a version has had.
  public struct Occurrence: Sendable, Hashable {
    /// The name of the folder; whether it is a version's name is not known yet.
    public let version: String
    /// The Git tree of the entry's folder: equal content has an equal tree.
    public let tree: ObjectID
    /// The commits that brought it, oldest first.
    public let commits: [ObjectID]
  }

  /// Something that a commit did to a version which was there before it. Objects are trees of the entry's folder.
  public enum Event: Sendable, Hashable {
    /// A commit has the version with other content than each of its parents that had it.
    case rewritten(version: String, from: ObjectID, to: ObjectID, by: ObjectID)
    case deleted(version: String, tree: ObjectID, by: ObjectID)
  }

  /// Sorted by version, then by age.
  public internal(set) var occurrences: [Occurrence] = []
  /// Oldest first.
  public internal(set) var events: [Event] = []
  /// Commits looked at.
  public internal(set) var commitCount = 0
  /// Whether the clone is shallow: history ends before its beginning.
  public internal(set) var isShallow = false
  /// References that lead nowhere.
  public internal(set) var brokenReferences: [String] = []
  /// Commits whose ledger cannot be read, because a tree is not in this clone.
  public internal(set) var unreadableCommitCount = 0
  /// The first tree that was missed; nil when none was.
  var missingTree: MissingTree?

  /// A tree that is not in this clone. `isPromised` in a partial clone, where the remote has it.
  struct MissingTree: Hashable {
    let id: ObjectID
    let isPromised: Bool
  }
}

extension LedgerHistory {
  /// Walks every commit that a branch, tag, remote branch or a worktree's HEAD reaches.
  ///
  /// - Parameters:
  ///   - ledger: the ledger's folder.
  ///   - selection: leaves references of pull requests out, unless it says otherwise.
  ///   - cache: whether commits are kept below the Git folder for the next time.
  /// - Throws: `GitError`, `GitError.missingObject` for a commit that is not there.
  public init(
    of ledger: String, in repository: Repository, references selection: ReferenceSelection = .standard,
    cache: HistoryCache = .standard
  ) throws {
    let tips = try repository.historyTips(selection)
    try self.init(of: ledger, in: repository, from: tips.commits, cache: cache)
    brokenReferences = tips.broken
  }

  /// Walks every commit that one of `tips` reaches.
  public init(
    of ledger: String, in repository: Repository, from tips: [ObjectID], cache: HistoryCache = .standard
  ) throws {
    // With the slash a file that stands there is no folder of entries.
    let fixtures = Ledger.fixturesFolder(of: ledger) + "/"
    let history = try repository.history(of: [fixtures], from: tips, cache: cache)
    var tracker = EntryTracker(repository: repository)
    let changes = try tracker.changes(in: history)
    commitCount = history.commitCount
    occurrences = changes.occurrences
    events = changes.events
    unreadableCommitCount = tracker.unreadableFolders.reduce(history.unreadableCommitCount) { count, folder in
      count + history.commitCount(of: .object(folder), at: fixtures)
    }
    missingTree = history.missingTree.map { MissingTree(id: $0.id, isPromised: $0.isPromised) } ?? changes.missingTree
    isShallow = repository.isShallow
  }
}
