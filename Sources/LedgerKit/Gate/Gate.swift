internal import Findings
public import GitStore
public import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

/// Checks the index or the work tree against the last commit.
public struct Gate {
  /// The repository whose snapshots are checked.
  public let repository: Repository
  /// The database whose ledger and source are checked.
  public let configuration: DatabaseConfiguration

  /// Creates a gate for one database. It reads nothing before ``findings(in:after:)``.
  public init(repository: Repository, configuration: DatabaseConfiguration) {
    self.repository = repository
    self.configuration = configuration
  }

  /// Findings that block committing `candidate` on top of `base`, as far as they can be determined without running a
  /// command of the repository.
  ///
  /// - Parameters:
  ///   - candidate: the index, or the work tree.
  ///   - base: the parent commit, or `nil` for the first commit.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  public func findings(in candidate: FileSnapshot, after base: FileSnapshot?) throws -> [Finding] {
    try findings(in: candidate, after: base, built: nil)
  }

  /// Findings that block committing `candidate` on top of `base`. If the source is a command, it is run, and the latest
  /// versions are migrated, because there is no list of migrations to compare.
  ///
  /// - Throws: the errors of ``findings(in:after:)``, and `CancellationError`.
  public func findings(
    in candidate: FileSnapshot, after base: FileSnapshot?, environment: CommandEnvironment
  ) async throws -> [Finding] {
    let definition = try configuration.schemaSource.read(from: candidate)
    guard case .command = definition.creation, try mayDiffer(candidate, base),
      let runner = try CommandRunner(
        for: configuration.source, in: candidate, of: repository, environment: environment)
    else { return try findings(in: candidate, after: base) }
    do {
      let built = try await definition.build(configuration.buildSettings(), with: runner)
      var findings = try findings(in: candidate, after: base, built: built)
      let committed = try base.map { try Ledger(at: configuration.ledger, in: $0) }
      let ledger = try Ledger(at: configuration.ledger, in: candidate, knowing: committed)
      let drift = try drift(committed, ledger, in: candidate, after: base)
      findings += try await drift.declaredFindings(definition, built, in: candidate, with: runner)
      findings += try drift.cloudKitFindings(built)
      let known = Set(findings.filter { $0.severity == .error }.compactMap(\.version))
      let frozen = committed ?? ledger
      let withdrawn = ledger.withdrawnIDs
      for item in frozen.heads where !known.contains(item.entry.version.name) && !withdrawn.contains(item.id) {
        findings += try await migrate(item, of: base ?? candidate, to: built, definition.upgradePath(runner))
      }
      return findings
    } catch let error as LedgerError where error.isOfSource {
      return try findings(in: candidate, after: base) + [.migrationFailed(nil, error)]
    }
  }

  private func migrate(
    _ item: Ledger.Item, of snapshot: FileSnapshot, to built: BuiltSource, _ path: UpgradePath?
  ) async throws -> [Finding] {
    guard let path else { return [] }
    let plan = try UpgradePlan(
      fixture: try FrozenFixture(item, in: snapshot), path: path, target: try UpgradeTarget(built))
    return try await FixtureVerification(plan, UpgradeContext(settings: configuration.buildSettings())).findings()
  }

  /// Whether the declared inputs of a command may differ between the index and the previous commit. True for the work
  /// tree, where this is not known, and for a command without declared inputs.
  private func mayDiffer(_ candidate: FileSnapshot, _ base: FileSnapshot?) throws -> Bool {
    let inputs = configuration.source.paths
    guard candidate.place == .index, let base, !configuration.source.commands.contains(where: { $0.inputs.isEmpty })
    else { return true }
    return try ([Configuration.fileName] + inputs).contains { path in
      try candidate.files(at: path) != base.files(at: path)
    }
  }

  private func findings(
    in candidate: FileSnapshot, after base: FileSnapshot?, built: BuiltSource?
  ) throws -> [Finding] {
    let frozen = try base.map { try Ledger(at: configuration.ledger, in: $0) }
    let ledger = try Ledger(at: configuration.ledger, in: candidate, knowing: frozen)
    var findings = try base.flatMap { base in try frozen.map { try changes(of: $0, in: base, to: candidate) } } ?? []

    // Committed entries were checked when they were committed. New entries and withdrawals must be complete.
    let withdrawn = ledger.withdrawnIDs
    let known =
      (frozen?.items ?? []).filter { !withdrawn.contains($0.id) }.map(\.folder) + (frozen?.withdrawalPaths ?? [])
    let paths = ledger.items.map(\.folder) + ledger.broken.map(\.folder) + ledger.withdrawalPaths
    findings += try ledger.integrity(in: candidate, only: Set(paths).subtracting(known))
    findings += ledger.newWithdrawals(besides: frozen)
    findings += try LedgerPast(
      repository: repository, database: configuration, candidate: candidate, base: base, ledger: ledger,
      committed: frozen
    ).findings()
    findings += try removedUpgradePath(frozen, in: candidate, after: base)
    let drift = try drift(frozen, ledger, in: candidate, after: base)
    let definition = try configuration.schemaSource.read(from: candidate)
    let placeholders = PlaceholderReview(
      repository: repository, configuration: configuration, ledger: drift.ledger, definition: definition,
      candidate: candidate, base: base)
    findings += try placeholders.explained(drift.findings(for: definition, in: candidate, built: built))
    findings += try drift.pendingUpgradeFindings(definition)
    // A file that was there before may have a reason to be.
    findings += try definition.notices.compactMap(Finding.migrationNotRun).filter { finding in
      guard let base, let path = finding.path else { return false }
      return try base.read(path) == nil && base.list(path) == nil
    }
    return try findings.filter { try !isKnownNote($0, base, candidate) }
      .map { try $0.advised(committed: base, present: candidate).quotingLine(of: candidate) }
  }

  /// Finding SL209: the base had an upgrade path for its frozen versions, and the candidate has none.
  private func removedUpgradePath(
    _ frozen: Ledger?, in candidate: FileSnapshot, after base: FileSnapshot?
  ) throws -> [Finding] {
    guard configuration.source.forward == nil, configuration.source.models == nil, let base, let frozen,
      !frozen.items.isEmpty,
      let former = try Configuration.former(in: base)?.databases.counterpart(of: configuration)?.source.forward
    else { return [] }
    let versions = frozen.items.map(\.entry.version.name)
    let path: FormerUpgradePath
    switch former {
    case .command(let command): path = .command(command.line)
    case .migrations(let folder):
      let present = try folder.paths.first { try candidate.list($0) != nil }
      path = .migrations(
        path: present ?? folder.paths[0], convention: folder.convention, isPresent: present != nil)
    }
    return [.upgradePathRemoved(kind: configuration.source.kind, versions: versions, path)]
  }

  /// Compares the source with the frozen versions as committed, not as the commit would change them.
  ///
  /// - Parameters:
  ///   - frozen: the ledger in `base`.
  ///   - ledger: the ledger in `candidate`.
  private func drift(
    _ frozen: Ledger?, _ ledger: Ledger, in candidate: FileSnapshot, after base: FileSnapshot?
  ) throws -> Drift {
    Drift(
      ledger: ledger.keeping(frozen?.items ?? []), configuration: configuration,
      fixture: try fixture(in: base, for: candidate)
    ) { item, name in
      let path = item.folder + "/" + name
      return try base?.read(path) ?? candidate.read(path)
    }
  }

  /// Reads the committed fixtures. `nil` if the configuration has changed, since the same migrations may then lead to a
  /// different result.
  private func fixture(
    in base: FileSnapshot?, for candidate: FileSnapshot
  ) throws -> ((Ledger.Item) throws -> [UInt8]?)? {
    guard let base, try base.read(Configuration.fileName) == candidate.read(Configuration.fileName) else { return nil }
    return { try base.read($0.folder + "/" + $0.entry.fixtureName) }
  }

  /// Whether a note, or a finding that the last freeze has settled, is about an unchanged file. It was reported before.
  private func isKnownNote(_ finding: Finding, _ base: FileSnapshot?, _ candidate: FileSnapshot) throws -> Bool {
    guard finding.severity == .note || finding.frozenWith != nil,
      ![.entryWithdrawn, .ledgerMoved, .ledgerUnreached].contains(finding.code),
      let path = finding.path, let base
    else {
      return false
    }
    return try base.read(path) == candidate.read(path)
  }

  /// Entries of `base` that were changed or deleted. Empty without a base.
  func changes(from base: FileSnapshot?, to candidate: FileSnapshot) throws -> [Finding] {
    guard let base else { return [] }
    return try changes(of: Ledger(at: configuration.ledger, in: base), in: base, to: candidate)
  }

  /// Frozen files and withdrawals that `candidate` has changed or deleted, except for entries that it withdraws.
  func changes(of frozen: Ledger, in base: FileSnapshot, to candidate: FileSnapshot) throws -> [Finding] {
    // > Tells Git if the executable bit of files in the working tree is to be honored.
    // https://git-scm.com/docs/git-config#Documentation/git-config.txt-corefileMode
    let trustsModes = try candidate.place != .workTree || repository.bool("core.fileMode") ?? true
    let withdrawn = Set(try Ledger.withdrawals(at: frozen.path, in: candidate, knowing: frozen).valid.map(\.entryID))
    let kept = frozen.items.filter { !withdrawn.contains($0.id) }
    return try lostWithdrawals(of: frozen, in: candidate)
      + kept.flatMap { item -> [Finding] in
        let before = try base.files(under: item.folder)
        let files = try candidate.files(under: item.folder)
        let after = Set(files.map(\.path))
        if after.isEmpty {
          return [
            .deleted(item.entry.version.name, id: item.id, isRestored: false, remedy: .restore(path: item.folder))
          ]
        }
        let kinds = trustsModes ? Dictionary(files.map { ($0.path, $0.kind) }) { first, _ in first } : [:]
        let modes = before.filter { file in kinds[file.path].map { $0 != file.kind } ?? false }
        var findings: [Finding] = []
        for file in before where try modes.contains(file) || !isSame(file, in: base, candidate) {
          findings.append(
            .rewriting(
              item.entry.version.name, path: file.path,
              changes: try schemaChanges(file.path, item, base, candidate), remedy: .restore(path: item.folder)))
        }
        for path in after.sorted() where !before.contains(where: { $0.path == path }) {
          // In the work tree, the file may be untracked.
          let isStaged = try candidate.id(of: path) != nil
          let remedy: Remedy = isStaged ? .unstage(path: path) : .remove(path: path)
          findings.append(.rewriting(item.entry.version.name, path: path, changes: [], remedy: remedy))
        }
        return findings
      }
  }

  /// Withdrawals whose file `candidate` has changed or deleted.
  private func lostWithdrawals(of frozen: Ledger, in candidate: FileSnapshot) throws -> [Finding] {
    try frozen.withdrawals.compactMap { withdrawal in
      let path = frozen.path(of: withdrawal)
      let bytes = try candidate.read(path)
      if bytes == withdrawal.bytes { return nil }
      return .withdrawalLost(withdrawal, path: path, isDeleted: bytes == nil, remedy: .restore(path: path))
    }
  }

  private func isSame(_ file: FileSnapshot.File, in base: FileSnapshot, _ candidate: FileSnapshot) throws -> Bool {
    if let id = try candidate.id(of: file.path), let before = file.id { return id == before }
    return try base.read(file.path) == candidate.read(file.path)
  }

  /// The schema changes, if the file is an entry's fixture or its schema text.
  private func schemaChanges(
    _ path: String, _ item: Ledger.Item, _ base: FileSnapshot, _ candidate: FileSnapshot
  ) throws -> [SchemaChange] {
    if path.hasSuffix("/" + Entry.modelName) {
      return try SchemaDiff([]).adding(from: base.read(path), to: candidate.read(path)).changes
    }
    guard path.hasSuffix("/" + item.entry.fixtureName) || path.hasSuffix("/schema.sql"),
      let before = try base.read(path), let after = try candidate.read(path),
      let old = try? StoredFile.schema(of: before), let new = try? StoredFile.schema(of: after)
    else { return [] }
    return SchemaDiff(from: old, to: new).changes
  }
}

extension Ledger {
  /// Returns this ledger with the entries in `frozen` instead of its own entries of the same versions, except for those
  /// that it withdraws.
  fileprivate func keeping(_ frozen: [Item]) -> Ledger {
    let withdrawn = withdrawnIDs
    let kept = frozen.filter { !withdrawn.contains($0.id) }
    let known = Set(kept.map(\.folder))
    return Ledger(
      path: path, items: kept + items.filter { !known.contains($0.folder) }, withdrawals: withdrawals)
  }

  /// The paths of the files of all withdrawals.
  fileprivate var withdrawalPaths: [String] { withdrawals.map { path(of: $0) } }

  /// SL109 for the withdrawals that a commit adds: it is told only of its own.
  fileprivate func newWithdrawals(besides committed: Ledger?) -> [Finding] {
    let known = committed?.withdrawals ?? []
    return withdrawals.filter { !known.contains($0) }.map { .withdrawn($0, path: path(of: $0)) }
  }
}
