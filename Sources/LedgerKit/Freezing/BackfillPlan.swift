public import GitStore
public import LedgerCore
public import LedgerEntries
public import MigrationSources
public import SQLiteSchema

/// The entries that would be frozen for past releases of one database: one for each distinct schema.
///
/// Two releases have the same schema if the digests of `schema.sql` are equal and the migrations have the same ids and
/// meanings. The entry is named after the oldest of them that is not a prerelease, or after the oldest if all are. It
/// records the tags of all.
public struct BackfillPlan {
  /// One distinct schema.
  public struct Item: Sendable {
    /// The name of the entry: that of the oldest release with this schema that is not a prerelease, or of the oldest.
    /// If the configuration says how to read the version from the source, that version is used instead.
    public let version: Version
    /// The tags of all releases with this schema, oldest first.
    public let tags: [String]
    /// The commit of that release.
    public let commit: ObjectID
    /// The id of the entry, which exists already if ``isNew`` is false.
    public let entry: String
    /// The digest of `schema.sql`.
    public let schema: String
    /// Whether the tables are known; otherwise the entry has only the model.
    public let hasTables: Bool
    /// The number of migrations, or `nil` for a source without migrations.
    public let migrationCount: Int?
    /// The changes since the previous version, or `nil` for the first.
    public let diff: SchemaDiff?
    /// The previous version, if it has migrations and none of them is among those of this version.
    public let replaced: Version?
    /// Whether the entry is still to be recorded.
    public var isNew: Bool { draft != nil }
    let draft: EntryDraft?
  }

  /// Releases that cannot be frozen, or do not have the schema, for the same reason.
  public struct Failure: Sendable {
    /// Oldest first.
    public let tags: [String]
    /// A sentence without a full stop.
    public let reason: String
    /// A suggestion for the user; `nil` for a release that does not have the schema.
    public let hint: String?
  }

  /// Consecutive releases whose source was not at the configured path, or belonged to another tool.
  public struct Move: Sendable {
    /// Relative to the top of the repository.
    public let path: String
    /// The name of a ``MigrationConvention``, or `nil` for a schema file.
    public let convention: String?
    /// Files beside the migrations from which a new database is made, or that run before them.
    public let files: [String]
    /// Whether the migrations do not run on a new database, which ``files`` make.
    public let isForUpgrades: Bool
    /// The oldest tag and the newest one.
    public let tags: [String]
  }

  /// Releases with something that their tool would refuse today, or with files that were left out.
  public struct Note: Sendable {
    /// What it is.
    public let notice: MigrationNotice
    /// The number of further notices with this reason.
    public let moreCount: Int
    /// Oldest first.
    public let tags: [String]

    /// Describes the note in one sentence.
    public var message: String { notice.message + (moreCount == 0 ? "" : " (and \(moreCount) more like this)") }
  }

  /// The database. Its source is the one that was given, except that versions may be named differently (``sharedNames``).
  public let configuration: DatabaseConfiguration
  /// Oldest version first. Includes entries that exist already.
  public internal(set) var items: [Item] = []
  /// Releases that do not have the schema, in the order of their first tags.
  public internal(set) var absent: [Failure] = []
  /// Tags of releases whose version was withdrawn with this content, oldest first, with the withdrawal.
  public internal(set) var withdrawn: [(tags: [String], withdrawal: Withdrawal)] = []
  /// In the order of their first tags.
  public internal(set) var failures: [Failure] = []
  /// Oldest first.
  public internal(set) var moves: [Move] = []
  /// By reason, then in the order of their first tags.
  public internal(set) var notes: [Note] = []
  /// The versions that several releases with different contents state, or a release and the present source, in order. If
  /// the configuration names versions after their tags, this is the reason; otherwise these releases are among the
  /// ``failures``.
  public internal(set) var sharedNames: [Version] = []
  /// Whether versions are named after their tags because the names in the sources are not in the order of the releases.
  public internal(set) var followsTags = false
  /// Groups of tags of different commits with the same version and the same schema.
  public internal(set) var synonyms: [[String]] = []
  /// The source with all its former paths added, or `nil` if there is none to add.
  public internal(set) var withFormerPaths: SourceConfiguration?
  /// The tags that entries of the ledger name, before the new ones.
  public internal(set) var frozenTags: [String] = []
  /// The outcome of ``HistoryControl``, or `nil` if there is nothing to compare or nothing to record.
  public internal(set) var control: HistoryControl.Outcome?

  let context: LedgerContext

  /// The entries to record.
  public var newItems: [Item] { items.filter(\.isNew) }
}

extension SourceConfiguration {
  /// Adds the paths of `former` sources after the source's own paths. Returns `nil` if there are none to add. Only
  /// paths that are read with the same convention can be added.
  func following(_ former: [SourceConfiguration], ledger: String) -> SourceConfiguration? {
    func places(_ paths: [String], excluding own: [String]) -> [String] {
      paths.reduce(into: []) { places, path in
        // The top folder is not added, since all its content would be watched. Nor is a folder that contains the
        // ledger, or is in it.
        let holdsLedger = (ledger + "/").hasPrefix(path + "/") || path.hasPrefix(ledger + "/")
        if !path.isEmpty, !holdsLedger, !own.contains(path), !places.contains(path) { places.append(path) }
      }
    }
    func folder(_ own: MigrationFolderConfiguration) -> MigrationFolderConfiguration {
      let same = former.compactMap(\.migrations).filter { $0.convention == own.convention }
      var folder = own
      folder.paths += places(same.flatMap(\.paths), excluding: own.paths)
      return folder
    }
    let result: SourceConfiguration
    switch self {
    case .migrations(let own): result = .migrations(folder(own))
    case .schema(let files, let past, let forward):
      let others = former.flatMap {
        if case .schema(let files, _, _) = $0, files.count == 1 { files } else { [String]() }
      }
      let added = files.count == 1 ? places(others, excluding: files + past) : []
      let upgradePath: ForwardConfiguration? =
        if case .migrations(let own) = forward { .migrations(folder(own)) } else { forward }
      result = .schema(files: files, past: past + added, forward: upgradePath)
    case .room(var own):
      let others = former.flatMap { if case .room(let room) = $0 { room.paths } else { [String]() } }
      own.paths += places(others, excluding: own.paths)
      result = .room(own)
    case .command, .database, .swift, .models: return nil
    }
    return result == self ? nil : result
  }
}
