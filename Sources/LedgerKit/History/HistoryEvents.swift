public import GitStore
public import LedgerEntries

/// What commits did to versions, to migrations and to the files that hold a schema, in the order it happened.
public struct HistoryEvents: Sendable {
  /// Something that a commit did.
  public struct Event: Sendable {
    /// The commit.
    public let commit: CommitInfo
    /// What it did.
    public let kind: Kind
    /// Whether the clone is shallow and ends here: an earlier commit may have done it.
    public let isBoundary: Bool
    /// The frozen versions, by name, that had what was changed; none for what was not frozen yet.
    public internal(set) var versions: [String] = []
    /// What it led to, where that is told.
    public internal(set) var effect: ChangeEffect?
    /// Whether HEAD has the commit behind it; nil where nothing frozen was changed.
    public internal(set) var isMerged: Bool?
  }

  /// What a commit did.
  public enum Kind: Sendable {
    /// Brought an entry. `isAgain`: another commit did so before, on another branch; `source` is the commit that the
    /// version was read from.
    case froze(version: String, entry: String, source: ObjectID?, isAgain: Bool)
    /// Brought an entry back that was deleted, or what was frozen in place of what had been made of it.
    case restored(version: String, entry: String)
    case rewrote(version: String, files: [String])
    case deleted(version: String)
    /// Of one kind, to one or several.
    case changed([SourceChange], isRestoring: Bool)
    /// Changed files, and no migration.
    case touched(files: [String])
    /// Left the source so that it cannot be read.
    case unreadable(reason: String)
  }

  /// One content that a version has had.
  public struct Content: Sendable {
    /// What its `entry.json` says.
    public let entry: Entry
    /// The entry's id.
    public let id: String
    /// Whether it is in the ledger as it is now.
    public let isPresent: Bool
    /// The names of branches and remote branches whose last commit has it.
    public let branches: [String]
    /// Tags on the commits that brought it, or on the one that it was read from.
    public let tags: [String]
  }

  /// The database's name in the configuration.
  public let database: String
  /// For a version, each content that it has had, oldest first.
  public internal(set) var contents: [Content] = []
  /// Oldest first.
  public internal(set) var events: [Event] = []
  /// Folders that came from elsewhere, so that what was before is not told.
  public internal(set) var moves: [Move] = []
  /// Whether the source is a command, whose files are no migrations that could be read.
  public internal(set) var isCommand = false
  /// Whether the clone is shallow: history ends before its beginning.
  public internal(set) var isShallow = false
  /// Commits that were looked at.
  public internal(set) var commitCount = 0
  /// References that lead nowhere, and what only they had is not seen.
  public internal(set) var brokenReferences: [String] = []
  /// Commits whose ledger cannot be read, because an object is not in this clone.
  public internal(set) var unreadableCommitCount = 0
}
