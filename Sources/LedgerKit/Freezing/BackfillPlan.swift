public import GitStore
public import LedgerCore
public import LedgerEntries
public import SQLiteSchema

/// What releases of the past would be frozen as: an entry for each distinct schema, one database's.
///
/// Two releases have the same schema when the digest of `schema.sql` is the same and they have the same migrations, by id
/// and meaning. The entry has the name of the oldest of them that is no candidate, or the oldest, and the tags of all.
public struct BackfillPlan {
  /// One distinct schema.
  public struct Item: Sendable {
    /// The oldest release that has it, candidates behind others; what the source itself says, where the configuration says how to ask it.
    public let version: Version
    /// Of all releases that have it, oldest first.
    public let tags: [String]
    /// The commit of that release.
    public let commit: ObjectID
    /// The id of the entry; of the one that is there already, where ``isNew`` is false.
    public let entry: String
    /// The digest of `schema.sql`.
    public let schema: String
    /// Nil for a source without migrations.
    public let migrationCount: Int?
    /// What changed since the version before; nil for the first.
    public let diff: SchemaDiff?
    /// The version before, where it has migrations and none of them is among this one's.
    public let leaves: Version?
    /// Whether it is to be recorded.
    public var isNew: Bool { draft != nil }
    let draft: EntryDraft?
  }

  /// Releases that cannot be frozen, all for one reason.
  public struct Failure: Sendable {
    /// Oldest first.
    public let tags: [String]
    /// A sentence without a full stop.
    public let reason: String
    /// What helps.
    public let hint: String?
  }

  /// Releases in a row whose source was not at the configured place, or was another tool's.
  public struct Move: Sendable {
    /// From the top of the repository.
    public let path: String
    /// A name of ``MigrationConvention``; nil for a schema file.
    public let convention: String?
    /// The oldest tag and the newest.
    public let tags: [String]
  }

  /// The database.
  public let configuration: DatabaseConfiguration
  /// Oldest version first; those that are there already too.
  public internal(set) var items: [Item] = []
  /// Tags of releases that have no schema yet, oldest first.
  public internal(set) var absent: [String] = []
  /// In the order of their first tags.
  public internal(set) var failures: [Failure] = []
  /// Oldest first.
  public internal(set) var moves: [Move] = []
  /// Tags of different commits that say one version and have one schema.
  public internal(set) var synonyms: [[String]] = []
  /// What the source would be configured as with all the places where it was; nil where nothing is to be added.
  public internal(set) var withFormerPaths: SourceConfiguration?
  /// What came of ``HistoryControl``; nil where there is nothing to hold against history, or nothing to record.
  public internal(set) var control: HistoryControl.Outcome?

  let context: LedgerContext

  /// What would be recorded.
  public var newItems: [Item] { items.filter(\.isNew) }
}

extension SourceConfiguration {
  /// The source with the places of `former` ones behind its own; nil where there are none to add. Only what reads the same
  /// way can stand there.
  func following(_ former: [SourceConfiguration], ledger: String) -> SourceConfiguration? {
    func places(_ paths: [String], besides own: [String]) -> [String] {
      paths.reduce(into: []) { places, path in
        // The top folder would be watched with all that is in it, and so would be the ledger.
        let holdsLedger = (ledger + "/").hasPrefix(path + "/") || path.hasPrefix(ledger + "/")
        if !path.isEmpty, !holdsLedger, !own.contains(path), !places.contains(path) { places.append(path) }
      }
    }
    func folder(_ own: MigrationFolderConfiguration) -> MigrationFolderConfiguration {
      let same = former.compactMap(\.migrations).filter { $0.convention == own.convention }
      var folder = own
      folder.paths += places(same.flatMap(\.paths), besides: own.paths)
      return folder
    }
    let result: SourceConfiguration
    switch self {
    case .migrations(let own): result = .migrations(folder(own))
    case .schema(let files, let past, let forward):
      let others = former.flatMap {
        if case .schema(let files, _, _) = $0, files.count == 1 { files } else { [String]() }
      }
      let added = files.count == 1 ? places(others, besides: files + past) : []
      let upgradePath: ForwardConfiguration? =
        if case .migrations(let own) = forward { .migrations(folder(own)) } else { forward }
      result = .schema(files: files, past: past + added, forward: upgradePath)
    case .command, .database, .swift: return nil
    }
    return result == self ? nil : result
  }
}
