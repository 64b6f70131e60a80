public import GitStore
public import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// Checks that the ledger is intact, and that every version in it can be upgraded to today's schema.
///
/// A run is a pipeline of values:
///
/// 1. ``LedgerInventory``: the fixtures that the repository has frozen, and the findings about ledger and history.
/// 2. ``TodaysSource``: the source, built into a new database. Its differences from the ledger are findings.
/// 3. ``VerificationPlan``: one ``UpgradePlan`` for each fixture and target, and the ``UpgradeContext`` they share.
/// 4. ``FixtureRun``: the database after each step of one upgrade. ``FixtureUpgrade`` makes the runs of a plan.
/// 5. ``FixtureVerdict``: the findings of one upgrade. ``UpgradeJudgement`` makes it from the runs; the trials add theirs.
/// 6. ``CauseSearch``: the commits that cause findings, if history is read.
/// 7. ``Record``: the findings of all stages and what was not tried, with waivers applied.
/// 8. ``Report``: the record and the outcomes of all upgrades.
///
/// ``FixtureVerification`` does 4 and 5 for one plan, and ``UpgradeBatch`` does it for several plans at a time.
public struct Verification {
  /// The entries to verify.
  public enum Scope: Sendable, Hashable {
    /// The entries in the work tree, or at HEAD in a bare repository.
    case tree
    /// The entries in every commit that a branch, tag, remote branch or HEAD reaches.
    case allHistory
  }

  /// A step of the run, reported from any thread.
  public enum Progress: Sendable {
    case walkingHistory
    /// An upgrade has been judged. `done` of `total` are complete.
    case judged(FixtureOutcome, done: Int, total: Int)
  }

  /// The repository whose history is walked.
  public let repository: Repository
  /// The database that is verified.
  public let configuration: DatabaseConfiguration
  /// Today's source and ledger.
  public private(set) var present: FileSnapshot
  /// The environment of the repository's commands.
  public let environment: CommandEnvironment
  /// How the verification runs.
  public let options: Options

  /// A verification, which reads nothing before ``run(_:jobs:deal:progress:)``.
  public init(
    repository: Repository, configuration: DatabaseConfiguration, present: FileSnapshot,
    environment: CommandEnvironment, options: Options = Options()
  ) {
    self.repository = repository
    self.configuration = configuration
    self.present = present
    self.environment = environment
    self.options = options
  }

  /// The trials, with the configured budget.
  var trials: Trials { options.trials.adding(configuration.budget) }

  /// How failures of frozen migrations count that only generated rows show.
  var history: HistoryPolicy { options.strict ? .error : configuration.history }

  /// Verifies, `jobs` upgrades at a time.
  ///
  /// - Parameters:
  ///   - deal: the part to verify, or `nil` to verify everything in one run. That of the next database is in the report.
  /// - Throws: `LedgerError` if today's source cannot be read, `GitError`, `CancellationError`.
  public func run(
    _ scope: Scope, jobs: Int, deal: ShardDeal? = nil,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> Report {
    let (inventory, reader) = try await settledInventory(of: scope, progress: progress)
    return try await reader.run(scope, inventory, jobs: jobs, deal: deal, progress: progress)
  }

  /// Reads what is frozen, again if another process changes the repository meanwhile.
  ///
  /// - Returns: the inventory, and the verification whose files it was read from.
  private func settledInventory(
    of scope: Scope, progress: (Progress) -> Void
  ) async throws -> (LedgerInventory, Verification) {
    let reading = SettledReading(repository: repository, folders: [configuration.ledger])
    func read() throws -> (LedgerInventory, Verification) {
      var reader = self
      reader.present = try presentAgain()
      return (try reader.inventory(of: scope, progress: progress), reader)
    }
    return try await reading.value(accusing: { $0.0.findings }, reading: read)
  }

  /// The files of ``present`` as they are now.
  private func presentAgain() throws -> FileSnapshot {
    switch present.place {
    case .commit: try repository.isBare ? repository.present() : present
    case .index: try repository.snapshot(.index)
    case .workTree: try repository.snapshot(.workTree)
    case nil: present
    }
  }

  private func run(
    _ scope: Scope, _ inventory: LedgerInventory, jobs: Int, deal: ShardDeal?,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> Report {
    let source = try await todaysSource(inventory.ledger)
    let reading = SettledReading(repository: repository, folders: [])
    let review = try await reading.value(
      accusing: { _ in [] }, reading: { try sourceReview(scope, inventory, source) })
    let origins = try await reading.value(
      accusing: { $0 }, reading: { try await originFindings(scope, inventory) })
    let findings = try await origins + ledgerFindings(inventory, source, review)
    guard let built = source.built, !findings.contains(where: { $0.code == .migrationFailed }) else {
      // Without today's schema, an upgrade has no target.
      return try report(on: .stopped(scope, inventory, source, findings, deal: deal))
    }
    let target = try UpgradeTarget(built)
    let plan = try await plan(inventory, source, to: target)
    let assumed = try AssumptionReview(plan: plan).findings()
    let agreement = SourceAgreement(definition: source.definition, target: target, settings: source.settings)
    let share = deal.map { ShardShare(of: plan, $0, for: self) }
    let upgrades = share.map { $0.places.map { plan.upgrades[$0 - (deal?.dealt ?? 0)] } } ?? plan.upgrades
    let cached = try cachedResults(plan)
    let batch = UpgradeBatch(upgrades: upgrades, context: plan.context.sharing(upgrades), cached: cached)
    let outcomes = try await batch.outcomes(jobs: jobs) { outcome, done in
      progress(.judged(outcome, done: done, total: upgrades.count))
    }
    let weighed = outcomes.map { $0.weighed(history: history) }
    let explained = try await explained(
      weighed, of: upgrades, plan, source, by: review, reusing: cached?.reversals())
    return try report(
      on: VerificationResults(
        scope: scope, inventory: inventory, source: source, findings: findings + assumed,
        disagreement: try agreement.findings(),
        outcomes: try explained.map { outcome in
          let findings = try madeByProgram(outcome.findings, outcome.fixture)
          return outcome.with(try besidePrograms(fromOtherTool(findings, outcome.fixture), source.definition))
        },
        limits: plan.limits, share: share))
  }

  /// The results of earlier runs, or `nil` if results are not stored.
  private func cachedResults(_ plan: VerificationPlan) throws -> CachedResults? {
    guard let cache = options.results,
      let key = try ResultKey(
        plan, program: cache.program, snapshot: present, variables: environment.variables)
    else { return nil }
    return CachedResults(cache, key: key)
  }
}
