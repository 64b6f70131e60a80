public import GitStore
public import LedgerCore
public import LedgerEntries
public import SQLiteSchema

/// The log of a ledger: each version, with the commit that added it and its changes.
public struct LedgerLog: Sendable {
  /// A version, or one of several contents of a version.
  public struct Item: Sendable {
    /// The content of its `entry.json`.
    public let entry: Entry
    /// The entry's id: the SHA-256 of `entry.json`.
    public let id: String
    /// The commit that first added it, or `nil` if it is in none of the commits that were read.
    public let commit: CommitInfo?
    /// The commit from which the version was read, if it was frozen from the past. `nil` also if this clone does not have the
    /// commit.
    public let origin: CommitInfo?
    /// The tags recorded in the entry, and the tags on that commit or on the commit from which the version was read.
    public let tags: [String]
    /// Whether it is in the current ledger.
    public let isPresent: Bool
    /// The changes since the entry's parent. `nil` for a first entry, and if not requested.
    public let diff: SchemaDiff?
    /// The schema. `nil` if it cannot be read or comparisons were not requested.
    public let schema: CanonicalSchema?
    /// The content of its `model.json`. `nil` if it has none, it cannot be read, or comparisons were not requested.
    public let model: [UInt8]?
    /// Whether no entry precedes it.
    public let isFirst: Bool
    /// The withdrawals of this content; empty for a version in force.
    public let withdrawals: [Withdrawn]
  }

  /// A withdrawal, with the commit that added it.
  public struct Withdrawn: Sendable {
    /// The record.
    public let withdrawal: Withdrawal
    /// The commit, or `nil` if it is in none of the commits that were read.
    public let commit: CommitInfo?
  }

  /// Folders in the current ledger that cannot be read as entries.
  public let broken: [Ledger.Broken]
  /// References to missing objects. Content that is reachable only from them is not included.
  public let brokenReferences: [String]
  /// Commits whose ledger cannot be read because an object is missing from this clone.
  public let unreadableCommitCount: Int
  /// Versions of which the history has a content that cannot be read, because an object is missing from this clone.
  let unreadableVersions: Set<String>
  /// Newest version first. Includes withdrawn entries.
  public let items: [Item]
  /// Versions that a commit before HEAD deleted, as findings.
  public let deletions: [Finding]

  /// - Parameters:
  ///   - ledger: the ledger's folder.
  ///   - present: the current ledger.
  ///   - everywhere: whether to include other branches and deleted entries. Withdrawn entries are always included.
  ///   - references: the references to read for that.
  ///   - comparing: whether to compare each schema with its parent's, which takes much longer than finding the entries.
  ///   - cache: whether commits are cached in the Git folder.
  /// - Throws: `GitError`.
  public init(
    of ledger: String, in repository: Repository, present: FileSnapshot, everywhere: Bool,
    references: ReferenceSelection = .standard, comparing: Bool = true, cache: HistoryCache = .standard
  ) throws {
    let current = try Ledger(at: ledger, in: present)
    broken = current.broken
    let name = try Configuration.ifPresent(in: present)?.databases.first { $0.ledger == ledger }?.name
    let history =
      everywhere
      ? try LedgerHistory(of: ledger, named: name, in: repository, references: references, cache: cache)
      : try LedgerHistory(ofHeadAt: ledger, named: name, in: repository, cache: cache)
    brokenReferences = history.brokenReferences
    unreadableCommitCount = history.unreadableCommitCount
    let contents = try LoggedContents(of: current, history, in: repository, present: present, comparing: comparing)
    unreadableVersions = contents.unreadable
    let found = contents.found
    let presentIDs = Set(current.items.map(\.id))
    let gone = current.withdrawnEntries.filter { !presentIDs.contains($0.key) }
    let deleted =
      everywhere ? found.filter { !presentIDs.contains($0.key) && gone[$0.key] == nil } : [:]
    let entries =
      current.items.map { ($0.entry, $0.id) } + gone.map { ($0.value, $0.key) }
      + deleted.map { ($0.value.entry, $0.key) }
    let withdrawn = try current.withdrawals.map {
      Withdrawn(withdrawal: $0, commit: try history.commit(of: $0, in: repository))
    }
    let past = everywhere ? try history.ofHead(at: ledger, named: name, in: repository, cache: cache) : history
    deletions = try DeletedEntries(history: past, repository: repository)
      .findings(missingFrom: current, committed: nil)
    let tags = try repository.tagsByCommit()
    func isPresent(_ id: String) -> Int { presentIDs.contains(id) ? 1 : 0 }
    let order = entries.sorted { ($0.0.version, isPresent($0.1), $0.1) > ($1.0.version, isPresent($1.1), $1.1) }
    items = try order.map { entry, id in
      let commit = found[id]?.commit
      let onCommits = [commit, entry.commitID].compactMap { $0 }.flatMap { tags[$0] ?? [] }
      let tagged = entry.tags + onCommits.filter { !entry.tags.contains($0) }
      return Item(
        entry: entry, id: id, commit: try commit.map(repository.commitInfo),
        origin: try entry.commitID.flatMap(repository.commit(at:)).map(repository.commitInfo), tags: tagged,
        isPresent: presentIDs.contains(id), diff: contents.diff(of: entry, id),
        schema: contents.schemas[id] ?? nil, model: contents.models[id] ?? nil,
        isFirst: Set(entry.parents).isSubset(of: current.withdrawals.map(\.id)),
        withdrawals: withdrawn.filter { $0.withdrawal.entryID == id })
    }
  }
}

/// What the history and the current ledger contain of each entry, by its id.
private struct LoggedContents {
  /// Each content that a commit has, with the first of these commits.
  private(set) var found: [String: (entry: Entry, commit: ObjectID?)] = [:]
  /// Versions of which a content cannot be read.
  private(set) var unreadable: Set<String> = []
  /// Each schema is used for the diff of its own entry and for those of its children. `nil` if it cannot be read.
  private(set) var schemas: [String: CanonicalSchema?] = [:]
  /// The content of each `model.json`.
  private(set) var models: [String: [UInt8]?] = [:]

  /// - Parameter comparing: whether ``diff(of:_:)`` is needed.
  init(
    of current: Ledger, _ history: LedgerHistory, in repository: Repository, present: FileSnapshot, comparing: Bool
  ) throws {
    let known = Dictionary(current.items.map { ($0.id, $0.entry) }, uniquingKeysWith: { first, _ in first })
    for occurrence in history.occurrences {
      // An entry counts as committed even if one of its files is missing.
      let entryOnly = try? occurrence.read(
        from: repository, ledger: current.path, only: [Entry.fileName], knowing: known)
      if entryOnly == nil { unreadable.insert(occurrence.version) }
      guard let seen = entryOnly, found[seen.id] == nil else { continue }
      let fixture = (comparing ? try? occurrence.read(from: repository, ledger: current.path) : nil) ?? seen
      // The databases of all versions need much more memory than their schemas.
      found[fixture.id] = (fixture.entry, occurrence.commits.first)
      schemas[fixture.id] = .some(fixture.hasDatabase ? try? fixture.schema() : nil)
      models[fixture.id] = .some(fixture.files[Entry.modelName])
    }
    for item in current.items where comparing && found[item.id] == nil {
      models[item.id] = try present.read(item.folder + "/" + Entry.modelName)
      let file = try present.read(item.folder + "/" + item.entry.fixtureName)
      guard let database = item.entry.hasTables ? file : [] else { continue }
      schemas[item.id] = .some(try? StoredFile.schema(of: database))
    }
  }

  /// The changes since the entry's parent.
  func diff(of entry: Entry, _ id: String) -> SchemaDiff? {
    guard let parent = entry.parents.first(where: { schemas[$0] != nil }), let before = schemas[parent] ?? nil,
      let after = schemas[id] ?? nil
    else { return nil }
    return SchemaDiff(from: before, models[parent] ?? nil, to: after, models[id] ?? nil)
  }
}
