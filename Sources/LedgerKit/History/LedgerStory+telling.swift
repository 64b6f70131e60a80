public import GitStore
internal import SQLiteSchema

extension LedgerStory {
  /// Tells of `subject` over every commit that a branch, tag, remote branch or HEAD reaches.
  ///
  /// - Throws: `LedgerError.noHistory` when no commit has had it, `GitError`.
  public init(
    of subject: Subject, in configuration: DatabaseConfiguration, of repository: Repository, present: FileSnapshot
  ) throws {
    let teller = try StoryTeller(configuration, in: repository, present: present)
    database = configuration.name
    isShallow = repository.isShallow
    commitCount = teller.ledger.commitCount
    brokenReferences = teller.ledger.brokenReferences
    unreadableCommitCount = teller.ledger.unreadableCommitCount
    switch subject {
    case .version(let version):
      contents = try teller.contents(of: version)
      events = try teller.events { $0 == version } + teller.changes(of: version)
    case .path(let path):
      let names = teller.names(of: path)
      events =
        try teller.events { teller.folder(of: $0).isWithin(path) || path.isWithin(teller.folder(of: $0)) }
        + teller.changes(at: names)
    }
    events = teller.inOrder(events)
    if contents.isEmpty, events.isEmpty {
      throw LedgerError.noHistory(text: subject.text, known: teller.versions, sources: configuration.source.paths)
    }
  }
}

extension LedgerStory.Subject {
  /// What `text` means: a version that any commit has had, else a path.
  ///
  /// - Parameter path: the same as a path from the top of the repository.
  /// - Throws: `GitError`.
  public init(
    _ text: String, path: String, in configuration: DatabaseConfiguration, of repository: Repository,
    present: FileSnapshot
  ) throws {
    let folder = Ledger.fixturesFolder(of: configuration.ledger)
    let history = try LedgerHistory(of: configuration.ledger, in: repository)
    let present = try (present.list(folder) ?? []).filter(\.isFolder).map(\.name)
    let known = Set(history.sightings.map(\.version) + present)
    // An entry's folder, and what is in it, is its version.
    let entry = path.isWithin(folder) ? path.dropFirst(folder.utf8.count + 1).split(separator: "/").first : nil
    let version = known.contains(text) ? text : entry.map(String.init)
    self = version.map { .version($0) } ?? .path(path)
  }

  fileprivate var text: String {
    switch self {
    case .version(let text), .path(let text): text
    }
  }
}

extension String {
  /// Whether this path is `folder`, or below it; the empty path is the top.
  func isWithin(_ folder: String) -> Bool { folder.isEmpty || self == folder || hasPrefix(folder + "/") }
}
