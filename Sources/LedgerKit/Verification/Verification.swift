public import GitStore
public import LedgerCore
internal import LedgerEntries
internal import MigrationSources
public import SQLiteData
public import SQLiteSandbox
internal import SQLiteSchema

/// Whether the ledger is whole, and whether every version in it reaches today's schema.
public struct Verification {
  /// Which entries are looked at.
  public enum Scope: Sendable, Hashable {
    /// Those in the work tree (or at HEAD, in a bare repository).
    case tree
    /// Those of every commit that any branch, tag, remote branch or HEAD reaches.
    case allHistory
  }

  /// A step of the run, for whoever waits for it; told from any thread.
  public enum Progress: Sendable {
    case walkingHistory
    /// A fixture is judged; `done` of `total` are.
    case judged(FixtureOutcome, done: Int, total: Int)
  }

  /// The repository whose history is walked.
  public let repository: Repository
  /// The database that is verified.
  public let configuration: DatabaseConfiguration
  /// The source and the ledger as they are now.
  public let present: FileSnapshot
  /// What commands of the repository get.
  public let environment: CommandEnvironment
  /// Seconds that one migration may take.
  public let timeLimit: Double
  /// Where history is read from.
  public let references: ReferenceSelection
  /// Whether commits are kept below the Git folder for the next time.
  public let cache: HistoryCache
  /// Where results are kept for the next time; nil for nowhere.
  public let results: ResultCache?
  /// How many rows each table of a fixture gets before it is migrated.
  public let rows: Int
  /// What is tried with each fixture besides.
  public let trials: Trials
  /// The clock that measures migrations.
  let now: @Sendable () -> ContinuousClock.Instant
  /// What the days of waivers are held against; nil where none passes.
  public let today: CalendarDay?

  /// A verification to come; nothing is read before ``run(_:jobs:progress:)``.
  public init(
    repository: Repository, configuration: DatabaseConfiguration, present: FileSnapshot,
    environment: CommandEnvironment, timeLimit: Double = ScratchDatabase.defaultTimeLimit,
    references: ReferenceSelection = .standard, cache: HistoryCache = .standard,
    results: ResultCache? = nil, rows: Int = Population.defaultRows, trials: Trials = Trials(),
    today: CalendarDay? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.repository = repository
    self.configuration = configuration
    self.present = present
    self.environment = environment
    self.timeLimit = timeLimit
    self.references = references
    self.cache = cache
    self.results = results
    self.rows = rows
    self.trials = trials.adding(configuration.budget)
    self.now = now
    self.today = today
  }

  /// Verifies, `jobs` fixtures at a time.
  ///
  /// - Parameters:
  ///   - shard: which fixtures; nil for all of them in one run.
  ///   - dealt: how many fixtures of other databases were dealt out to shards before.
  /// - Throws: `LedgerError` when today's source cannot be built, `GitError`.
  public func run(
    _ scope: Scope, jobs: Int, shard: Shard? = nil, behind dealt: Int = 0,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> Report {
    let ledger = try Ledger(at: configuration.ledger, in: present)
    var findings: [Finding] = []
    let inTree = try readTree(ledger)
    var fixtures = inTree
    var commitCount = 0
    var brokenReferences: [String] = []
    let integrity: [Finding]
    switch scope {
    case .tree:
      integrity = try ledger.integrity(in: present)
    case .allHistory:
      progress(.walkingHistory)
      let history = try LedgerHistory(of: configuration.ledger, in: repository, references: references, cache: cache)
      commitCount = history.commitCount
      brokenReferences = history.brokenReferences
      let review = try HistoryReview(history, in: repository, ledger: ledger.path, current: inTree)
      findings += review.findings
      // What is in the tree and not committed yet counts too.
      let known = Set(review.fixtures.map(\.id))
      fixtures = review.fixtures + inTree.filter { !known.contains($0.id) }
      integrity = try ledger.integrity(in: present, known: review.knowsEveryEntry ? known : nil)
    }
    findings += integrity
    let rowScripts = try RowScripts(at: configuration.ledger, in: present)
    fixtures = fixtures.map(rowScripts.added)
    findings += rowScripts.strays(beside: fixtures)
    if let head = try repository.head.commit {
      // What the work tree lacks and HEAD has: not committed yet, so history does not tell.
      let committed = try Ledger(at: configuration.ledger, in: try repository.snapshot(.commit(head)))
      let broken = Set(ledger.broken.map(\.folder))
      let lost = committed.items.filter { ledger[$0.entry.version] == nil && !broken.contains($0.folder) }
      findings += LostEntries.findings(of: Ledger(path: committed.path, items: lost), keeping: [])
    }
    let definition = try configuration.schemaSource.read(from: present)
    let drift = Drift(ledger: ledger, configuration: configuration, timeLimit: timeLimit) {
      try present.read($0.folder + "/" + $1)
    }
    let runner = try CommandRunner(
      for: configuration.source, in: present, of: repository, environment: environment)
    let settings = configuration.buildSettings(timeLimit: timeLimit)
    var built: BuiltSource?
    do {
      built = try await definition.build(settings, with: runner)
    } catch let error as LedgerError where error.isOfSource {
      findings.append(.migrationFailed(nil, error))
    }
    var drifted = try drift.findings(for: definition, in: present, built: built)
    if let built, let runner { drifted += try await drift.declaredFindings(definition, built, with: runner) }
    drifted.removeAll(where: findings.contains)
    let lineage = Lineage(of: ledger, source: definition.records(knowing: ledger.meanings))
    let review =
      scope == .tree || fixtures.isEmpty
      ? nil
      : try SourceReview(
        of: repository, configuration, references: references, cache: cache, fixtures, lineage: lineage,
        present: definition)
    findings += try review.map { try $0.explained(drifted) + $0.past(beside: drifted) } ?? drifted
    guard let built, !findings.contains(where: { $0.code == .migrationFailed }) else {
      // Without today's schema there is nothing to migrate to.
      return try report(
        scope, commitCount, brokenReferences, [], findings, definition, part: shard.map { _ in Part() })
    }
    let target = try FixtureMigration.UpgradeTarget(built)
    let upgradePath = definition.upgradePath(runner)
    var stages: PackageStages?
    if let package = definition.package, let runner { stages = try await PackageStages(of: package, with: runner) }
    let disagreement = try SourceAgreement(definition: definition, target: target, settings: settings).findings()
    // What is whole in the tree need not be hashed and read again where history has the same.
    let doubtful = Set(integrity.compactMap(\.entry))
    let whole = Dictionary(
      inTree.filter { !doubtful.contains($0.id) }.map { ($0.id, $0.files) }, uniquingKeysWith: { first, _ in first })
    let frozenTexts = trials.interrupts ? Set(ledger.meanings.keys) : []
    let secondRun = SecondRunTrial(of: definition)
    var today = try fixtures.map { fixture in
      let isPresent = try fixture.isPresent(in: present, ledger: configuration.ledger)
      return FixtureMigration(
        fixture: fixture, upgradePath: upgradePath, target: target, settings: settings,
        isWhole: whole[fixture.id] == fixture.files,
        isPresent: isPresent, isReplaced: !isPresent && ledger[fixture.entry.version] != nil, rows: rows,
        stages: stages,
        isOfAnotherLineage: definition.migrations != nil && lineage.isAnother(fixture.entry), trials: trials,
        frozenTexts: frozenTexts, secondRun: secondRun)
    }
    if trials.pairs != .head { today = today.map { $0.checked() } }
    let old = try OldQueries(
      today, of: configuration, in: repository, present: present,
      commits: configuration.queries.isEmpty ? [:] : freezingCommits(fixtures))
    for (index, queries) in old.queries.enumerated() { today[index].queries = queries }
    let pairs = VersionPairs(trials.pairs, of: today)
    var work = pairs.work
    work.assignMeasurements()
    for index in work.indices { work[index].now = now }
    let identity = trials.identity(secondRun)
    let part = shard.map {
      Part(of: work, in: $0, behind: dealt, upgradePath: upgradePath, target: target, trials: identity)
    }
    let cached = try results.flatMap { cache in
      try ResultKey(
        upgradePath: upgradePath, target: target, settings: settings, program: cache.program, trials: identity,
        snapshot: present,
        variables: environment.variables
      ).map { CachedResults(cache, key: $0) }
    }
    let mine = part?.places.map { work[$0 - dealt] } ?? work
    let outcomes = try await Self.judge(mine, cached, jobs: jobs, progress: progress).map { outcome in
      try review.map { try outcome.explained(by: $0) } ?? outcome
    }
    return try report(
      scope, commitCount, brokenReferences, outcomes, findings, definition, source: disagreement,
      limits: pairs.limits + old.limits + trials.limits(upgradePath, secondRun, work), part: part)
  }

  private func report(
    _ scope: Scope, _ commitCount: Int, _ brokenReferences: [String], _ outcomes: [FixtureOutcome],
    _ ledger: [Finding], _ definition: SourceDefinition, source: [Finding] = [], limits: [TrialLimit] = [],
    part: Part? = nil
  ) throws -> Report {
    // Where a fixture ends up in the same place, that tells both.
    let findings =
      ledger
      + source.filter { finding in
        !outcomes.contains { $0.findings.contains { $0.code == finding.code && $0.changes == finding.changes } }
      }
    // A digest that does not fit is found in the tree and in history: once is enough. History's come first, and have
    // their commits.
    var seen: Set<Finding> = []
    let all = (findings + outcomes.flatMap(\.findings)).filter { finding in
      var finding = finding.withoutDestination
      finding.commits = []
      return seen.insert(finding).inserted
    }
    let committed = try repository.head.commit.map { try repository.snapshot(.commit($0)) }
    func advise(_ findings: [Finding]) throws -> [Finding] {
      try findings.map { try $0.advised(committed: committed, present: present) }
    }
    var part = part
    part?.ledger = try advise(ledger)
    part?.source = try advise(source)
    part?.fixtures = try outcomes.map { try advise($0.findings) }
    let waivers = try Waivers(at: configuration.ledger, in: present, today: today)
    return Report(
      database: configuration.name, scope: scope, commitCount: commitCount, outcomes: outcomes,
      findings: try advise(all), notices: definition.notices, limits: limits, brokenReferences: brokenReferences,
      part: part, ledger: configuration.ledger
    ).applying(waivers, trials, rows: rows)
  }

  /// The ledger's entries with their files, as they lie in ``present``.
  func readTree(_ ledger: Ledger) throws -> [FrozenFixture] {
    try ledger.items.map { try FrozenFixture($0, in: present) }
  }

  private static func judge(
    _ work: [FixtureMigration], _ cached: CachedResults?, jobs: Int, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> [FixtureOutcome] {
    // Those on one course follow each other, and only the first of them is run, as long as nothing is found.
    var groupsByKey: [String: Int] = [:]
    var groups: [[Int]] = []
    for (index, migration) in work.enumerated() {
      if let equivalenceKey = migration.equivalenceKey, let group = groupsByKey[equivalenceKey] {
        groups[group].append(index)
        continue
      }
      if let equivalenceKey = migration.equivalenceKey { groupsByKey[equivalenceKey] = groups.count }
      groups.append([index])
    }
    let outcomes = try await withThrowingTaskGroup(of: [(Int, FixtureOutcome)].self) { tasks in
      var outcomes: [FixtureOutcome?] = Array(repeating: nil, count: work.count)
      var waiting = groups[...]
      func start() {
        guard let group = waiting.popFirst() else { return }
        tasks.addTask {
          var outcomes: [(Int, FixtureOutcome)] = []
          for index in group {
            var migration = work[index]
            migration.known = outcomes.last.flatMap { $1.findings.isEmpty && $1.isGood ? $1.verdict : nil }
            let outcome =
              if let cached { try await cached.outcome(of: migration) } else { try await migration.outcome() }
            outcomes.append((index, outcome))
          }
          return outcomes
        }
      }
      for _ in 0..<max(1, jobs) { start() }
      var done = 0
      while let group = try await tasks.next() {
        for (index, outcome) in group {
          outcomes[index] = outcome
          done += 1
          progress(.judged(outcome, done: done, total: work.count))
        }
        start()
      }
      return outcomes.compactMap { $0 }
    }
    cached?.write()
    return outcomes
  }
}

extension SourceDefinition {
  /// What moves fixtures forward.
  ///
  /// - Parameter runner: there when the source has commands.
  func upgradePath(_ runner: CommandRunner?) -> FixtureMigration.UpgradePath? {
    switch forward {
    case .migrations(let listing, _): .migrations(listing.migrations)
    case .command(let command): runner.map { .command(command, $0) }
    case nil: nil
    }
  }
}
