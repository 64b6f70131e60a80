public import GitStore
public import LedgerCore
internal import SQLiteSchema

extension HistoryEvents {
  /// Tells over every commit that a branch, tag, remote branch or HEAD reaches.
  ///
  /// - Parameters:
  ///   - text: a version that any commit has had: its entries, and what became of its migrations. Else a path is meant.
  ///   - path: the same as a path from the top of the repository: what commits did to that file, or that folder and all
  ///     below; an entry's is that of its version.
  ///   - present: the ledger as it is now.
  ///   - references: where history is read from.
  ///   - cache: whether commits are kept below the Git folder for the next time.
  /// - Throws: `LedgerError.noHistory` when no commit has had it, `GitError`.
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
    if let version = builder.version(text, path) {
      contents = try builder.contents(of: version)
      events = try builder.events { $0 == version } + builder.changes(of: version)
    } else {
      events =
        try builder.events { builder.folder(of: $0).isWithin(path) } + builder.changes(at: builder.names(of: path))
    }
    events = builder.inOrder(events)
    if contents.isEmpty, events.isEmpty, !path.isEmpty {
      throw LedgerError.noHistory(text: text, known: builder.versions, sources: configuration.source.paths)
    }
    moves = try builder.moves()
  }
}

extension HistoryEventBuilder {
  /// The version that is meant: by its name, or by a path in its entry.
  fileprivate func version(_ text: String, _ path: String) -> String? {
    if versions.contains(text) { return text }
    return versions.first { path.isWithin(folder(of: $0)) }
  }
}

extension String {
  /// Whether this path is `folder`, or below it; the empty path is the top.
  func isWithin(_ folder: String) -> Bool { folder.isEmpty || self == folder || hasPrefix(folder + "/") }
}
