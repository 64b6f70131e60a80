public import GitStore
public import LedgerEntries

/// Changes that commits made to versions, to migrations and to the files of a schema, in the order of the history.
public struct HistoryEvents: Sendable {
  /// A change that a commit made.
  public struct Event: Sendable {
    /// The commit.
    public let commit: CommitInfo
    /// The kind of change.
    public let kind: Kind
    /// Whether the clone is shallow and ends at this commit. An earlier commit may have made the change.
    public let isBoundary: Bool
    /// The names of the frozen versions whose content was changed. Empty if it was not frozen yet.
    public internal(set) var versions: [String] = []
    /// The effect of the change, for kinds of change that have one.
    public internal(set) var effect: ChangeEffect?
    /// Whether the commit is reachable from HEAD. `nil` if the change is not to frozen content.
    public internal(set) var isMerged: Bool?
  }

  /// A kind of change.
  public enum Kind: Sendable {
    /// Added an entry. `isAgain` means that another commit added it before, on another branch. `source` is the commit
    /// from which the version was read.
    case froze(version: String, entry: String, source: ObjectID?, isAgain: Bool)
    /// Restored an entry that had been deleted or rewritten.
    case restored(version: String, entry: String)
    case rewrote(version: String, files: [String])
    case deleted(version: String)
    /// Withdrew an entry, which also deletes its files.
    case withdrew(version: String, entry: String, reason: String)
    /// Moved the ledger from one folder to another.
    case movedLedger(from: String, to: String)
    /// Made one or more changes of one kind.
    case changed([SourceChange], isRestoring: Bool)
    /// Changed files, but no migrations.
    case touched(files: [String])
    /// Made the source unreadable.
    case unreadable(reason: String)
  }

  /// One of the contents that a version has had.
  public struct Content: Sendable {
    /// The content of its `entry.json`.
    public let entry: Entry
    /// The entry's id.
    public let id: String
    /// Whether it is in the current ledger.
    public let isPresent: Bool
    /// The names of branches and remote branches whose latest commit contains it.
    public let branches: [String]
    /// Tags on the commits that added it, or on the commit from which it was read.
    public let tags: [String]
  }

  /// The database's name in the configuration.
  public let database: String
  /// For a version, each of its contents, oldest first.
  public internal(set) var contents: [Content] = []
  /// Oldest first.
  public internal(set) var events: [Event] = []
  /// Folders of the source that were moved. The history before the move is not included.
  public internal(set) var moves: [Move] = []
  /// Whether the source is a command. The files of a command are not readable as migrations.
  public internal(set) var isCommand = false
  /// Whether the clone is shallow, so that the history is incomplete.
  public internal(set) var isShallow = false
  /// The number of commits that were read.
  public internal(set) var commitCount = 0
  /// References to missing objects. Content that is reachable only from them is not included.
  public internal(set) var brokenReferences: [String] = []
  /// Commits whose ledger cannot be read because an object is missing from this clone.
  public internal(set) var unreadableCommitCount = 0
}
