internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import ProjectModels

/// The first stages: what the repository has frozen, and what today's source is.
extension Verification {
  /// - Throws: `LedgerError`, `GitError`.
  func inventory(of scope: Scope, progress: (Progress) -> Void) throws -> LedgerInventory {
    let ledger = try Ledger(at: configuration.ledger, in: present)
    let current = try ledger.fixtures(in: present)
    let frozen: FrozenFixtures
    let stored = options.results?.contents
    var checked = stored?.read() ?? PassedChecks()
    defer { stored?.write(checked) }
    var lost = try lostEntries(ledger, current)
    switch scope {
    case .tree:
      frozen = try FrozenFixtures(
        current, of: ledger, in: present, repository, cache: options.cache, checked: &checked)
      do {
        lost += try unreached(in: walk(from: [repository.head.commit].compactMap(\.self)))
      } catch let error as GitError where error.isAboutAbsentObject {
        // With all history, what this clone does not have is a finding.
      }
    case .allHistory:
      progress(.walkingHistory)
      let tips = try repository.historyTips(options.references)
      let walk = try walk(from: tips.commits)
      var history = try LedgerHistory(of: configuration.ledger, in: walk)
      history.brokenReferences = tips.broken
      lost += try unreached(in: walk)
      let filter = BranchFilter(exclusion: configuration.branchExclusion, today: options.today)
      frozen = try FrozenFixtures(
        current, of: ledger, in: present, and: history, repository,
        excluding: ExcludedCommits(filter, options.references, in: repository), checked: &checked)
    }
    let sealed = try options.seal?.findings(for: ledger, of: configuration.name, in: repository) ?? []
    return LedgerInventory(
      ledger, current, frozen, try RowScripts(at: configuration.ledger, in: present), lost: sealed + lost)
  }

  private func walk(from tips: [ObjectID]) throws -> LedgerWalk {
    let named = try Configuration.ifPresent(in: present)?.namedLedgers
    let own = NamedLedgers([NamedLedgers.Named(database: configuration.name, folder: configuration.ledger)])
    return try LedgerWalk(
      of: named ?? own, in: repository, from: tips, marking: repository.head.commit, cache: options.cache)
  }

  /// Finding SL111 for what history has frozen in ledgers that the configuration does not name.
  private func unreached(in walk: LedgerWalk) throws -> [Finding] {
    guard let whole = try Configuration.ifPresent(in: present) else { return [] }
    return try UnreachedLedgers(walk: walk, configuration: whole, snapshot: present).findings(for: configuration)
  }

  /// Findings about entries that HEAD has and the work tree does not, or has otherwise: history cannot show what is not
  /// committed.
  ///
  /// - Parameter current: the entries with their files. HEAD usually has the same.
  private func lostEntries(_ ledger: Ledger, _ current: [FrozenFixture]) throws -> [Finding] {
    guard let head = try repository.head.commit else { return [] }
    let objects = ObjectCache()
    for fixture in current { try fixture.files[Entry.fileName].map { try objects.add($0) } }
    let snapshot = try repository.snapshot(of: head, using: objects)
    let committed = try Ledger(at: configuration.ledger, in: snapshot, knowing: ledger)
    let broken = Set(ledger.broken.map(\.folder))
    let lost = committed.items.filter { ledger[$0.entry.version] == nil && !broken.contains($0.folder) }
    // A file that `entry.json` lists is compared with its digest there.
    let rewritten = committed.items.filter { item in
      !ledger.withdrawnIDs.contains(item.id) && ledger[item.entry.version].map { $0.id != item.id } == true
    }
    return LostEntries.findings(of: committed.with(lost), keeping: ledger.keptIDs)
      + rewritten.map { item in
        .rewriting(
          item.entry.version.name, path: item.folder + "/" + Entry.fileName, changes: [],
          remedy: .restore(path: item.folder))
      }
  }

  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`, `CancellationError`.
  func todaysSource(_ ledger: Ledger) async throws -> TodaysSource {
    let definition = try configuration.schemaSource.read(from: present)
    let runner = try CommandRunner(
      for: configuration.source, in: present, of: repository, environment: environment)
    return try await TodaysSource(
      definition, configuration.buildSettings(for: definition, timeLimit: options.timeLimit), with: runner,
      ledger: ledger
    ) { try await stageTool(of: definition) }
  }

  /// The program of the migration plan, if the configuration says that stages are run and there is a custom one.
  private func stageTool(of definition: SourceDefinition) async throws -> StageTool? {
    guard let source = configuration.source.models, source.runsStages,
      case .staged(let plan)? = definition.declared?.migration, plan.stages.contains(where: { $0.isCustom })
    else { return nil }
    return try await StageTool(
      for: source, in: present, ledger: configuration.ledger, of: repository, environment: environment)
  }

  /// Explains drift and failures by the commits that changed the source, or `nil` if history is not read.
  ///
  /// - Throws: `GitError`.
  func sourceReview(_ scope: Scope, _ inventory: LedgerInventory, _ source: TodaysSource) throws -> SourceReview? {
    if scope == .tree || inventory.fixtures.isEmpty { return nil }
    return try SourceReview(
      of: repository, configuration, references: options.references, cache: options.cache,
      stored: options.results?.states,
      inventory.fixtures, lineage: source.lineage, present: source.definition)
  }

  /// The findings of the inventory, and those about the difference between today's source and what is frozen.
  ///
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`, `CancellationError`.
  func ledgerFindings(
    _ inventory: LedgerInventory, _ source: TodaysSource, _ review: SourceReview?
  ) async throws -> [Finding] {
    let known = inventory.findings + (source.failure.map { [$0] } ?? [])
    let drift = Drift(ledger: inventory.ledger, configuration: configuration, timeLimit: options.timeLimit) {
      [present] in try present.read($0.folder + "/" + $1)
    }
    let placeholders = PlaceholderReview(
      repository: repository, configuration: configuration, ledger: inventory.ledger, definition: source.definition,
      candidate: present, base: nil)
    var drifted = try placeholders.explained(
      drift.findings(
        for: source.definition, in: present, built: source.built, triesOtherLineages: options.triesOtherLineages))
    if let built = source.built, let runner = source.runner {
      drifted += try await drift.declaredFindings(source.definition, built, in: present, with: runner)
      drifted += try drift.cloudKitFindings(built)
    }
    drifted.removeAll { finding in
      known.contains(finding) || finding.version == nil && finding.hasSameKind(as: source.failure)
    }
    return known + (try review.map { try $0.explained(drifted) + $0.past(beside: drifted) } ?? drifted)
  }
}
