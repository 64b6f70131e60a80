public import GitStore
public import LedgerCore
public import LedgerEntries

/// Withdraws a version that was frozen by mistake: records the reason, and removes the entry from the ledger, in one
/// commit. The entry stays in history.
public struct Withdraw {
  /// The result of a withdrawal.
  public struct Outcome: Sendable {
    /// The new record.
    public let withdrawal: Withdrawal
    /// The path of its file, relative to the top of the repository.
    public let path: String
    /// The commit that adds it, or `nil` if it was only written and staged.
    public let commit: ObjectID?
    /// The versions that name the entry as a parent. They stay in the ledger.
    public let successors: [Version]
    /// The tags that name the version or that the entry records: it may have been released.
    public let tags: [String]
  }

  /// The repository that contains the ledger.
  public let repository: Repository
  /// The database whose version is withdrawn.
  public let configuration: DatabaseConfiguration
  /// The environment, the time and a folder for temporary files.
  public let processContext: Freeze.ProcessContext

  /// Creates a withdrawal. It reads nothing before ``run(_:entry:reason:commits:)``.
  public init(
    repository: Repository, configuration: DatabaseConfiguration, processContext: Freeze.ProcessContext
  ) {
    self.repository = repository
    self.configuration = configuration
    self.processContext = processContext
  }

  /// Withdraws the entry that HEAD has of a version or, if it has none, the one that a commit before HEAD deleted. If HEAD
  /// is the commit that this command would make, only the index is completed, which an interrupted run did not do.
  ///
  /// - Parameters:
  ///   - prefix: the first digits of the id of the entry, if it is another one, in any commit of any branch or tag.
  ///   - commits: whether to commit, or only to write and stage.
  /// - Throws: `LedgerError`, `EntryError.invalidReason`, `GitError`. Nothing has been changed in that case.
  public func run(
    _ version: Version, entry prefix: String? = nil, reason: String, commits: Bool
  ) async throws -> Outcome {
    let context = try LedgerContext(of: configuration, in: repository)
    let ledger = try context.committedLedger()
    if commits, let made = try repeated(version, prefix, reason, in: ledger, context) { return made }
    let entry = try target(version, prefix, in: ledger, context)
    let withdrawal = try Withdrawal(of: entry, reason: reason, parents: ledger.parentsOfWithdrawal)
    let signature = commits ? try processContext.identities(in: repository) : nil
    let changes = try changes(for: withdrawal, in: ledger, context)
    let tags = try tags(of: entry)
    var made: ObjectID?
    processContext.willWrite(true)
    defer { processContext.willWrite(false) }
    if let signature {
      made = try await repository.commit(
        changes, message: message(withdrawal), onto: context.head, author: signature.author,
        committer: signature.committer)
    } else {
      try repository.stage(changes)
    }
    return outcome(withdrawal, in: ledger, commit: made, tags: tags)
  }

  private func outcome(_ withdrawal: Withdrawal, in ledger: Ledger, commit: ObjectID?, tags: [String]) -> Outcome {
    Outcome(
      withdrawal: withdrawal, path: ledger.path(of: withdrawal), commit: commit,
      successors: ledger.items.filter { $0.entry.parents.contains(withdrawal.entryID) }.map(\.entry.version),
      tags: tags)
  }

  /// What the same command has just done; `nil` if HEAD is not its commit.
  private func repeated(
    _ version: Version, _ prefix: String?, _ reason: String, in ledger: Ledger, _ context: LedgerContext
  ) throws -> Outcome? {
    let former = ledger.withdrawals(of: version).last { prefix.map($0.entryID.hasPrefix) ?? true }
    guard let former, ledger[version] == nil, let head = context.head.commit,
      try Withdrawal(of: former.entry, reason: reason, parents: former.parents) == former,
      let parent = try? repository.resolve("\(head.hex)~1"),
      try repository.snapshot(.commit(parent)).id(of: ledger.path(of: former)) == nil
    else { return nil }
    let folder = Ledger.folder(of: version, in: ledger.path)
    let files = try repository.snapshot(.index).files(under: folder).map(\.path)
    processContext.willWrite(true)
    defer { processContext.willWrite(false) }
    try repository.completeIndex([ledger.path(of: former)], removing: files)
    return outcome(former, in: ledger, commit: head, tags: try tags(of: former.entry))
  }

  /// The version that `text` names: a version, its tag or `latest`, or one that is not in the ledger now.
  ///
  /// - Throws: `LedgerError.ambiguousVersion`, `.nothingFrozen`, `.withdrawal` for the tag of another release with the same schema,
  ///   `EntryError.invalidVersion`, `GitError`.
  public func version(named text: String) throws -> Version {
    let ledger = try LedgerContext(of: configuration, in: repository).committedLedger()
    let name = try VersionNames(of: ledger, in: repository).version(named: text)
    if name == nil, text == VersionNames.latest { throw LedgerError.nothingFrozen }
    // The entry of one release serves later ones with the same schema, and withdrawing it would withdraw all of them.
    if let name, text != VersionNames.latest, ![name, "v\(name)"].contains(text) {
      throw LedgerError.withdrawal(.otherVersion(text: text, version: name))
    }
    return try Version(name ?? text)
  }

  // MARK: The entry

  private func target(
    _ version: Version, _ prefix: String?, in ledger: Ledger, _ context: LedgerContext
  ) throws -> Entry {
    func matches(_ id: String) -> Bool { prefix.map { !$0.isEmpty && id.hasPrefix($0.lowercased()) } ?? true }
    if let item = ledger[version], matches(item.id) { return item.entry }
    let withdrawn = ledger.withdrawnIDs
    var past: [String: Entry] = [:]
    // What only another branch has must be named.
    let history =
      try prefix == nil
      ? LedgerHistory(ofHeadAt: configuration.ledger, named: configuration.name, in: repository)
      : LedgerHistory(of: configuration.ledger, named: configuration.name, in: repository)
    for occurrence in history.occurrences where occurrence.version == version.name {
      let read = try? occurrence.read(from: repository, ledger: configuration.ledger, only: [Entry.fileName])
      if let read, matches(read.id), !withdrawn.contains(read.id) { past[read.id] = read.entry }
    }
    if past.count > 1 {
      throw LedgerError.withdrawal(.severalContents(version: version.name, ids: past.keys.sorted()))
    }
    if let entry = past.values.first { return entry }
    throw try refusal(version, prefix, in: ledger, context)
  }

  /// Why there is no entry to withdraw.
  private func refusal(
    _ version: Version, _ prefix: String?, in ledger: Ledger, _ context: LedgerContext
  ) throws -> LedgerError {
    let former = ledger.withdrawals(of: version).last { prefix.map($0.entryID.hasPrefix) ?? true }
    if let former { return .withdrawal(.wasWithdrawn(version: version.name, reason: former.reason)) }
    if let broken = ledger.broken.first(where: { $0.folder == Ledger.folder(of: version, in: ledger.path) }) {
      return .entry(broken.error)
    }
    if let prefix { return .withdrawal(.unknownEntry(version: version.name, id: prefix)) }
    if let item = try context.ledger()[version] {
      return .withdrawal(.notCommitted(version: version.name, folder: item.folder))
    }
    return .unknownVersion(name: version.name, known: ledger.items.map(\.entry.version.name))
  }

  /// Tags on the version's commit prove nothing, but a tag of this name usually means a release.
  private func tags(of entry: Entry) throws -> [String] {
    let names: Set<String> = [entry.version.name, "v" + entry.version.name]
    let named = try repository.references().all.filter { $0.kind == .tag && names.contains($0.shortName) }
    return entry.tags + named.map(\.shortName).filter { !entry.tags.contains($0) }
  }

  // MARK: Writing

  /// The new file, and the removal of the entry if HEAD has it. A withdrawal of the same entry that is not committed, for
  /// another reason, is replaced.
  private func changes(
    for withdrawal: Withdrawal, in ledger: Ledger, _ context: LedgerContext
  ) throws -> [FileChange] {
    let present = try Ledger.withdrawals(at: ledger.path, in: context.workTree).valid
    let outdated = present.filter {
      $0.entryID == withdrawal.entryID && $0 != withdrawal && !ledger.withdrawals.contains($0)
    }
    let item = ledger.items.first { $0.id == withdrawal.entryID }
    let files = try item.flatMap { try context.committed?.files(under: $0.folder) } ?? []
    return [.write(path: ledger.path(of: withdrawal), bytes: withdrawal.bytes)]
      + (outdated.map { ledger.path(of: $0) } + files.map(\.path)).map { .remove(path: $0) }
  }

  private func message(_ withdrawal: Withdrawal) -> String {
    let name = configuration.name == Configuration.defaultDatabase ? "schema" : "\(configuration.name) schema"
    return """
      Withdraw \(name) \(withdrawal.entry.version)

      \(withdrawal.reason)

      Schema-Version: \(withdrawal.entry.version)
      Schema-Entry: \(withdrawal.entryID)
      Schema-Withdrawal: \(withdrawal.id)

      """
  }
}
