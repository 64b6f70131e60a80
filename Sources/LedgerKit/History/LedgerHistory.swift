public import GitStore
internal import LedgerCore
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
    /// The commits that added it, oldest first. A commit that moved it to another folder did not add it.
    public let commits: [ObjectID]
    /// The folders of entries, or of withdrawals, that have had it, with the first commit of each.
    let places: [Place]
  }

  /// A folder that contains entries or withdrawals, and a commit.
  struct Place: Sendable, Hashable {
    let path: String
    let commit: ObjectID
  }

  /// A commit that moved entries of the ledger from one folder to another.
  public struct Move: Sendable, Hashable {
    /// The ledger's folder before.
    public let from: String
    /// The ledger's folder after.
    public let to: String
    /// The commit.
    public let commit: ObjectID
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
  /// The folders that have been this ledger, sorted. One, unless the ledger was moved.
  public internal(set) var folders: [String] = []
  /// The moves, oldest first.
  public internal(set) var moves: [Move] = []
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
  /// The entries are found wherever the ledger has been: see ``LedgerWalk``.
  ///
  /// - Parameters:
  ///   - ledger: the ledger's folder.
  ///   - database: the name of its database, by which it is found in a configuration with another folder.
  ///   - selection: the references to read. By default, those of pull requests are left out.
  ///   - cache: whether commits are cached in the Git folder.
  /// - Throws: `GitError`, in particular `GitError.missingObject` for a missing commit.
  public init(
    of ledger: String, named database: String? = nil, in repository: Repository,
    references selection: ReferenceSelection = .standard, cache: HistoryCache = .standard
  ) throws {
    let tips = try repository.historyTips(selection)
    try self.init(of: ledger, named: database, in: repository, from: tips.commits, cache: cache)
    brokenReferences = tips.broken
  }

  /// Walks all commits reachable from `tips`.
  public init(
    of ledger: String, named database: String? = nil, in repository: Repository, from tips: [ObjectID],
    cache: HistoryCache = .standard
  ) throws {
    let present = NamedLedgers([NamedLedgers.Named(database: database, folder: ledger)])
    try self.init(of: ledger, in: LedgerWalk(of: present, in: repository, from: tips, cache: cache))
  }

  /// Finds the entries of a ledger in a walk.
  init(of ledger: String, in walk: LedgerWalk) throws {
    let (repository, history) = (walk.repository, walk.history)
    folders = walk.folders.lineage(of: ledger)
    let paths = folders.map(LedgerWalk.paths)
    var tracker = EntryTracker(of: .entries, in: repository, differences: walk.differences)
    let changes = try tracker.changes(at: paths.map { $0[0] }, in: history)
    var withdrawalTracker = EntryTracker(of: .withdrawals, in: repository, differences: walk.differences)
    let withdrawalChanges = try withdrawalTracker.changes(at: paths.map { $0[1] }, in: history)
    walk.differences.write()
    withdrawals = withdrawalChanges.occurrences
    withdrawalEvents = withdrawalChanges.events
    commitCount = history.commitCount
    occurrences = changes.occurrences
    events = changes.events
    moves = changes.moves.map { Move(from: Self.ledger(of: $0.from), to: Self.ledger(of: $0.to), commit: $0.commit) }
    unreadableCommitCount = tracker.unreadableFolders.reduce(history.unreadableCommitCount) { count, folder in
      paths.reduce(count) { $0 + history.commitCount(of: .object(folder), at: $1[0]) }
    }
    missingTree = history.missingTree.map { MissingTree(id: $0.id, isPromised: $0.isPromised) } ?? changes.missingTree
    missingTree = missingTree ?? withdrawalChanges.missingTree
    if missingTree == nil, let missing = walk.missingConfiguration {
      missingTree = missing
      unreadableCommitCount += history.commitCount(of: .object(missing.id), at: Configuration.fileName)
    }
    isShallow = repository.isShallow
  }

  /// The ledger's folder, of one of the paths of ``LedgerWalk/paths(of:)``.
  private static func ledger(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }
}
