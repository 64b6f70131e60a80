public import GitStore
public import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

/// Judges what is about to be committed, or the work tree, against what is committed.
public struct Gate {
  /// The repository whose snapshots are judged.
  public let repository: Repository
  /// The database whose ledger and source are judged.
  public let configuration: DatabaseConfiguration

  /// A gate for one database; nothing is read before ``findings(in:after:)``.
  public init(repository: Repository, configuration: DatabaseConfiguration) {
    self.repository = repository
    self.configuration = configuration
  }

  /// What stands against committing `candidate` on top of `base`, as far as it can be told without running a command of
  /// the repository.
  ///
  /// - Parameters:
  ///   - candidate: the index, or the work tree.
  ///   - base: the commit it would follow; nil for the first commit.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  public func findings(in candidate: FileSnapshot, after base: FileSnapshot?) throws -> [Finding] {
    try findings(in: candidate, after: base, built: nil)
  }

  /// What stands against committing `candidate` on top of `base`. Where the source is a command, it is run, and the
  /// latest versions are migrated: there is no list of migrations to compare.
  ///
  /// - Throws: as ``findings(in:after:)``, and `CancellationError`.
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
      findings += try await drift(in: candidate, after: base).declaredFindings(definition, built, with: runner)
      let known = Set(findings.filter { $0.severity == .error }.compactMap(\.version))
      let frozen = try Ledger(at: configuration.ledger, in: base ?? candidate)
      for item in frozen.heads where !known.contains(item.entry.version.name) {
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
    let plan = UpgradePlan(
      fixture: try FrozenFixture(item, in: snapshot), path: path, target: try UpgradeTarget(built))
    return try await FixtureVerification(plan, UpgradeContext(settings: configuration.buildSettings())).findings()
  }

  /// Whether what a command reads, as far as that is said, is another in the index than in the commit before. Of the work
  /// tree that is not known.
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

    // What is committed already was judged then; new entries must be whole.
    let known = Set((frozen?.items ?? []).map(\.folder))
    let folders = Set((ledger.items.map(\.folder) + ledger.broken.map(\.folder)).filter { !known.contains($0) })
    findings += try ledger.integrity(in: candidate, only: folders)
    findings += try drift(in: candidate, after: base).findings(
      for: try configuration.schemaSource.read(from: candidate), in: candidate, built: built)
    return try findings.filter { try !isOldNote($0, base, candidate) }
      .map { try $0.advised(committed: base, present: candidate) }
  }

  /// The source is held against what was frozen, not against what the commit would make of it.
  private func drift(in candidate: FileSnapshot, after base: FileSnapshot?) throws -> Drift {
    let frozen = try base.map { try Ledger(at: configuration.ledger, in: $0) }
    let ledger = try Ledger(at: configuration.ledger, in: candidate, knowing: frozen)
    return Drift(
      ledger: ledger.with(frozen?.items ?? []), configuration: configuration,
      fixture: try fixture(in: base, for: candidate)
    ) { item, name in
      let path = item.folder + "/" + name
      return try base?.read(path) ?? candidate.read(path)
    }
  }

  /// Reads the databases of what is committed; nil where the configuration is another than it was, and with it what the
  /// same migrations may make.
  private func fixture(
    in base: FileSnapshot?, for candidate: FileSnapshot
  ) throws -> ((Ledger.Item) throws -> [UInt8]?)? {
    guard let base, try base.read(Configuration.fileName) == candidate.read(Configuration.fileName) else { return nil }
    return { try base.read($0.folder + "/" + $0.entry.fixtureName) }
  }

  /// A note on what was committed before was given then; and so was what the last freeze has settled.
  private func isOldNote(_ finding: Finding, _ base: FileSnapshot?, _ candidate: FileSnapshot) throws -> Bool {
    guard finding.severity == .note || finding.settledBy != nil, let path = finding.path, let base else { return false }
    return try base.read(path) == candidate.read(path)
  }

  /// What of the entries of `base` is changed or gone; nothing where there is no base.
  func changes(from base: FileSnapshot?, to candidate: FileSnapshot) throws -> [Finding] {
    guard let base else { return [] }
    return try changes(of: Ledger(at: configuration.ledger, in: base), in: base, to: candidate)
  }

  /// Frozen files that `candidate` has otherwise, or has no longer.
  func changes(of frozen: Ledger, in base: FileSnapshot, to candidate: FileSnapshot) throws -> [Finding] {
    // > Tells Git if the executable bit of files in the working tree is to be honored.
    // https://git-scm.com/docs/git-config#Documentation/git-config.txt-corefileMode
    let trustsModes = try candidate.place != .workTree || repository.bool("core.fileMode") ?? true
    return try frozen.items.flatMap { item -> [Finding] in
      let before = try base.files(under: item.folder)
      let files = try candidate.files(under: item.folder)
      let after = Set(files.map(\.path))
      if after.isEmpty {
        return [.deleted(item.entry.version.name, id: item.id, isBack: false, remedy: .restore(path: item.folder))]
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
        // In the work tree it may not be staged.
        let isStaged = try candidate.id(of: path) != nil
        let remedy: Remedy = isStaged ? .unstage(path: path) : .remove(path: path)
        findings.append(.rewriting(item.entry.version.name, path: path, changes: [], remedy: remedy))
      }
      return findings
    }
  }

  private func isSame(_ file: FileSnapshot.File, in base: FileSnapshot, _ candidate: FileSnapshot) throws -> Bool {
    if let id = try candidate.id(of: file.path), let before = file.id { return id == before }
    return try base.read(file.path) == candidate.read(file.path)
  }

  /// How the schema differs, where the file is an entry's fixture or its text.
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
  /// This ledger with `frozen` in place of its own entries of the same versions.
  fileprivate func with(_ frozen: [Item]) -> Ledger {
    let known = Set(frozen.map(\.folder))
    return Ledger(path: path, items: frozen + items.filter { !known.contains($0.folder) })
  }
}
