internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources

/// The plan of one run.
extension Verification {
  /// - Throws: `LedgerError`, `SchemaError`, `GitError`, `CancellationError`.
  func plan(
    _ inventory: LedgerInventory, _ source: TodaysSource, to target: UpgradeTarget
  ) async throws -> VerificationPlan {
    let path = source.definition.upgradePath(source.runner, running: source.stages)
    let context = try await context(inventory.ledger, source)
    let (intact, present) = (inventory.intactFiles, inventory.filesByVersion)
    let stored = options.results?.differences
    var differences = stored?.read() ?? PassedChecks()
    let today = try inventory.fixtures.map { fixture in
      let isIntact = intact[fixture.id] == fixture.files
      let isPresent = present[fixture.entry.version] == fixture.files
      let standing = standing(of: fixture, in: inventory.ledger, source, isPresent: isPresent, isIntact: isIntact)
      let pair = "\(fixture.entry.schema)-\(target.digest)"
      let plan = try UpgradePlan(
        fixture: fixture, path: path, target: target, standing: standing, before: context.before,
        isKnownToDiffer: isIntact && differences.ids.contains(pair))
      if isIntact, plan.hasOtherSchema { differences.insert(pair) }
      return plan
    }
    stored?.write(differences)
    let queries = try OldQueries(
      today, of: configuration, in: repository, present: self.present,
      commits: configuration.queries.isEmpty ? [:] : freezingCommits(inventory.fixtures), settings: source.settings)
    return VerificationPlan(today, queries: queries, along: path, to: target, context)
  }

  private func context(_ ledger: Ledger, _ source: TodaysSource) async throws -> UpgradeContext {
    var stages: PackageStages?
    if let package = source.definition.package, let runner = source.runner {
      stages = try await PackageStages(of: package, with: runner)
    }
    return UpgradeContext(
      settings: source.settings, rows: options.rows, stages: stages, trials: trials,
      frozenTexts: ledger.frozenTexts(of: source.definition), migrations: source.definition.migrations ?? [],
      rerunScripts: source.rerunScripts,
      before: try BeforeScripts(source.definition.before, source.settings),
      now: options.now)
  }

  /// - Parameters:
  ///   - isPresent: whether today's ledger has exactly these files.
  ///   - isIntact: whether the files are known to match the entry.
  private func standing(
    of fixture: FrozenFixture, in ledger: Ledger, _ source: TodaysSource, isPresent: Bool, isIntact: Bool
  ) -> FixtureStanding {
    let standing = FixtureStanding(
      presence: isPresent ? .present : ledger[fixture.entry.version] != nil ? .replaced : .absent,
      integrity: isIntact ? .intact : .unchecked,
      isOfAnotherLineage: source.definition.migrations != nil && source.lineage.isAnother(fixture.entry),
      triesOtherLineages: options.triesOtherLineages)
    // A damaged fixture is not upgraded to other versions.
    return trials.pairs == .head ? standing : standing.checked(fixture)
  }

  /// The commit that first had each entry, by entry id.
  ///
  /// - Throws: `GitError`.
  private func freezingCommits(_ fixtures: [FrozenFixture]) throws -> [String: ObjectID] {
    var commits: [String: ObjectID] = [:]
    for fixture in fixtures { commits[fixture.id] = fixture.commits.first }
    guard fixtures.contains(where: { $0.commits.isEmpty }), let head = try repository.head.commit else {
      return commits
    }
    let history = try LedgerHistory(
      of: configuration.ledger, named: configuration.name, in: repository, from: [head], cache: options.cache)
    for occurrence in history.occurrences {
      let seen = try? occurrence.read(from: repository, ledger: configuration.ledger, only: [Entry.fileName])
      if let seen, commits[seen.id] == nil { commits[seen.id] = occurrence.commits.first }
    }
    return commits
  }
}
