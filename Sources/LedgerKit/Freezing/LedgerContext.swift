internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// The state of a ledger before a freeze, in the work tree and at HEAD. Computes the file changes that add entries to
/// it.
struct LedgerContext {
  let repository: Repository
  let configuration: DatabaseConfiguration
  let head: Head
  let workTree: FileSnapshot
  /// `nil` before the first commit.
  let committed: FileSnapshot?

  /// - Throws: `LedgerError.bareRepository`, `.operationInProgress`, `GitError`.
  init(of configuration: DatabaseConfiguration, in repository: Repository) throws {
    guard !repository.isBare else { throw LedgerError.bareRepository(path: repository.gitDirectory) }
    let state = repository.state
    guard state == .clean || state == .bisect else { throw LedgerError.operationInProgress(state) }
    self.repository = repository
    self.configuration = configuration
    head = try repository.head
    workTree = try repository.snapshot(.workTree)
    let objects = ObjectCache()
    Self.addEntries(of: configuration.ledger, in: workTree, to: objects)
    committed = try head.commit.map { try repository.snapshot(of: $0, using: objects) }
  }

  /// Adds each `entry.json` of the work tree that can be read. HEAD usually has the same content, which then need not be
  /// unpacked.
  private static func addEntries(of ledger: String, in workTree: FileSnapshot, to objects: ObjectCache) {
    let fixtures = Ledger.fixturesFolder(of: ledger)
    for folder in (try? workTree.list(fixtures)) ?? [] where folder.isFolder {
      if let entry = try? workTree.read("\(fixtures)/\(folder.name)/\(Entry.fileName)") { try? objects.add(entry) }
    }
  }

  /// The entries at HEAD.
  ///
  /// - Parameter known: entries that need not be parsed again if their bytes are the same.
  func committedLedger(knowing known: Ledger? = nil) throws -> Ledger {
    guard let committed else { return Ledger(path: configuration.ledger, items: []) }
    return try Ledger(at: configuration.ledger, in: committed, knowing: known)
  }

  /// The entries in the work tree, and those at HEAD that are missing from the work tree.
  ///
  /// - Parameter present: those in the work tree, if they were just read.
  func ledger(present known: Ledger? = nil) throws -> Ledger {
    guard head.commit != nil else { return try known ?? Ledger(at: configuration.ledger, in: workTree) }
    let committed = try committedLedger(knowing: known)
    let present = try known ?? Ledger(at: configuration.ledger, in: workTree, knowing: committed)
    // A withdrawal may be written and not yet committed.
    let withdrawals = committed.withdrawals + present.withdrawals.filter { !committed.withdrawals.contains($0) }
    let withdrawn = Set(withdrawals.map(\.entryID))
    let kept = committed.items.filter { !withdrawn.contains($0.id) }
    let known = Set(kept.map(\.entry.version))
    return Ledger(
      path: configuration.ledger, items: kept + present.items.filter { !known.contains($0.entry.version) },
      broken: committed.broken + present.broken, withdrawals: withdrawals)
  }

  /// Throws an error if a withdrawal is not committed: a commit would not contain it, but a new entry would name it.
  ///
  /// - Throws: `LedgerError.withdrawal`, `GitError`.
  func refuseUncommittedWithdrawals() throws {
    let present = try Ledger.withdrawals(at: configuration.ledger, in: workTree).valid
    if present.isEmpty { return }
    let known = try committed.map { try Ledger.withdrawals(at: configuration.ledger, in: $0).valid } ?? []
    guard let new = present.first(where: { !known.contains($0) }) else { return }
    throw LedgerError.withdrawal(.uncommitted(version: new.entry.version.name, ledger: configuration.ledger))
  }

  /// Stages the entries that are committed and not in the index. If the process was killed after the commit and before
  /// the index was updated, the next commit would delete them.
  func completeIndex() throws {
    guard let committed else { return }
    let folder = Ledger.fixturesFolder(of: configuration.ledger)
    let index = try repository.snapshot(.index)
    let entries = try committed.files(under: folder).map(\.path).filter { try index.id(of: $0) == nil }
    if entries.isEmpty { return }
    try repository.completeIndex(
      entries + LedgerFolder.files(at: configuration.ledger).map(\.0) + [Configuration.fileName])
  }

  /// Reads a file of an entry from HEAD or, if it is not there, from the work tree.
  func file(_ path: String) throws -> [UInt8]? {
    try committed?.read(path) ?? workTree.read(path)
  }

  /// The files of the entries, each `entry.json` after the entry's other files, and the ledger's own files that do not
  /// exist yet, with the configuration.
  func changes(for drafts: [EntryDraft]) throws -> [FileChange] {
    var files = LedgerFolder.files(at: configuration.ledger)
    if let configuration = try workTree.read(Configuration.fileName) {
      files.append((Configuration.fileName, configuration))
    }
    let index = try repository.snapshot(.index)
    let missing = try files.filter { path, _ in
      let id = try committed?.id(of: path)
      // What is staged stays staged.
      if try id != index.id(of: path) { return false }
      return try id == nil || path == Configuration.fileName && isNew()
    }
    var changes = try missing.map { path, bytes in
      FileChange.write(path: path, bytes: try workTree.read(path) ?? bytes)
    }
    for draft in drafts {
      let folder = Ledger.folder(of: draft.entry.version, in: configuration.ledger)
      for (name, bytes) in draft.files.sorted(by: { $0.key < $1.key }) where name != Entry.fileName {
        changes.append(.write(path: folder + "/" + name, bytes: bytes))
      }
      changes.append(.write(path: folder + "/" + Entry.fileName, bytes: draft.entry.bytes))
    }
    return changes
  }

  /// Whether the configuration at HEAD does not have this database. Its entries would then belong to no database.
  private func isNew() throws -> Bool {
    guard let committed, let configuration = try Configuration.former(in: committed) else { return false }
    return !configuration.databases.contains { $0.ledger == self.configuration.ledger }
  }
}

extension Ledger {
  /// Throws an error if another version has the same name in a different letter case, or if the version's folder cannot
  /// be read as an entry.
  ///
  /// - Throws: `LedgerError.versionDiffersInCase`, `.entry`.
  func refuse(_ version: Version) throws(LedgerError) {
    let name = version.name.lowercased()
    if let other = items.map(\.entry.version).first(where: { $0.name.lowercased() == name && $0 != version }) {
      throw .versionDiffersInCase(name: version.name, existing: other.name)
    }
    // An entry that cannot be read, for example one of a newer format, is still frozen.
    let folder = Self.folder(of: version, in: path)
    if self[version] == nil, let broken = broken.first(where: { $0.folder == folder && !$0.isUnfinished }) {
      throw .entry(broken.error)
    }
  }
}

extension Freeze.ProcessContext {
  /// The day of the freeze, in UTC.
  var today: CalendarDay { CalendarDay(of: now) }

  /// The identities for the commit.
  ///
  /// - Throws: `GitError` if no identity is configured.
  func identities(in repository: Repository) throws(GitError) -> (author: Identity, committer: Identity) {
    (
      try repository.authorIdentity(environment: environment, now: now),
      try repository.committerIdentity(environment: environment, now: now)
    )
  }
}
