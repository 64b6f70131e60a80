public import GitStore
public import LedgerCore
internal import SQLiteSchema

extension HistoryEvents {
  /// Reads all commits reachable from a branch, tag, remote branch or HEAD.
  ///
  /// - Parameters:
  ///   - text: a version that any commit contains (see `VersionNames`), for its entries and the changes to its migrations. Any other text is
  ///     a path.
  ///   - path: the same text as a path from the top of the repository, for the changes to that file or to that folder
  ///     with its content. A path in an entry selects the version of the entry.
  ///   - present: the current ledger.
  ///   - references: the references from which the history is read.
  ///   - cache: whether commits are cached in the Git folder.
  /// - Throws: `LedgerError.noHistory` if no commit contains the version or the path, `.ambiguousVersion`, `GitError`.
  public init(
    of text: String, path: String, in configuration: DatabaseConfiguration, of repository: Repository,
    present: FileSnapshot, references: ReferenceSelection = .standard, cache: HistoryCache = .standard
  ) throws {
    let builder = try HistoryEventBuilder(
      configuration, in: repository, present: present, references: references, cache: cache)
    database = configuration.name
    isCommand = configuration.source.runsCommands
    isShallow = repository.isShallow
    commitCount = builder.ledger.commitCount
    brokenReferences = builder.ledger.brokenReferences
    unreadableCommitCount = builder.ledger.unreadableCommitCount
    if let version = try builder.version(text, path) {
      contents = try builder.contents(of: version)
      events = try builder.events { $0 == version } + builder.changes(of: version)
    } else {
      events =
        try builder.events { builder.folder(of: $0).isWithin(path) } + builder.changes(at: builder.names(of: path))
    }
    events = builder.inOrder(events)
    if contents.isEmpty, events.isEmpty, !path.isEmpty {
      throw LedgerError.noHistory(
        text: text, known: builder.versions, tags: builder.names.tags, sources: configuration.source.paths)
    }
    moves = try builder.moves()
  }
}

extension HistoryEventBuilder {
  /// The requested version: by its name, or by a path in its entry.
  fileprivate func version(_ text: String, _ path: String) throws -> String? {
    if let name = try names.version(named: text) { return name }
    return versions.first { path.isWithin(folder(of: $0)) }
  }
}

extension String {
  /// Whether this path is `folder` or is in it. The empty path is the top.
  func isWithin(_ folder: String) -> Bool { folder.isEmpty || self == folder || hasPrefix(folder + "/") }
}
