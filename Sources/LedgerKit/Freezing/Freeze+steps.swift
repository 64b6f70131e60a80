internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema

/// The two steps of a freeze. Between them, entries of several databases can be collected for one commit.
extension Freeze {
  /// What to freeze, and how.
  struct Request {
    let version: Version
    /// The revision at which to read the source; `nil` for the work tree.
    let revision: String?
    /// A database file whose schema is recorded instead of the source's.
    var store: Store?
    /// Which rows of the store to keep; `nil` for none.
    var rows: Entry.Rows?
    /// Whether to commit, or only to write and stage.
    let commits: Bool
    /// Whether to run ``HistoryControl`` before a past version is recorded.
    let controls: Bool
    /// Whether all databases are frozen. One that equals its last version is then not frozen again, and one whose
    /// version is `user_version` gets that number.
    var isOfSeveral = false
    /// Whether a schema without objects is frozen.
    var allowsEmpty = false
  }

  /// The result of preparing a freeze.
  enum Preparation {
    /// There is nothing to record.
    case settled(Outcome)
    case ready(Ready)
  }

  /// An entry that can be recorded.
  struct Ready {
    let configuration: DatabaseConfiguration
    let context: LedgerContext
    let draft: EntryDraft
    /// The outcome, still without a commit.
    var frozen: Frozen
  }

  /// The number that the source of a database states in `user_version`, which is not the version of a release.
  func number(of built: BuiltSource, in source: FileSnapshot) throws -> Version? {
    guard case .userVersion = configuration.version else { return nil }
    return try configuration.version?.current(of: built, in: source).map(Version.init)
  }

  /// Commits the entries together, or only writes and stages them.
  ///
  /// - Parameter entries: at least one, prepared at the same commit.
  /// - Returns: the commit, or `nil` if `commits` is false.
  /// - Throws: `GitError`. Nothing has been changed in that case.
  func record(_ entries: [Ready], message: String, commits: Bool) async throws -> ObjectID? {
    guard let head = entries.first?.context.head else { return nil }
    let signature = commits ? try processContext.identities(in: repository) : nil
    var written: Set<String> = []
    // All databases have the same configuration file.
    let changes = try entries.flatMap { try $0.context.changes(for: [$0.draft]) }
      .filter { written.insert($0.path).inserted }
    processContext.willWrite(true)
    defer { processContext.willWrite(false) }
    guard let signature else {
      try repository.stage(changes)
      return nil
    }
    return try await repository.commit(
      changes, message: message, onto: head, author: signature.author, committer: signature.committer)
  }
}

extension Ledger {
  /// The versions with which a new one may be equal: the latest, or those before and after a version of the past.
  func neighbours(of version: Version, isLatest: Bool) -> [Item] {
    if isLatest { return latest.map { [$0] } ?? [] }
    return [items.last { $0.entry.version < version }, items.first { $0.entry.version > version }].compactMap(\.self)
  }
}
