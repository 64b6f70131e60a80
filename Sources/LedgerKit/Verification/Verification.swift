public import GitStore
public import SQLiteSchema

/// Whether the ledger is whole, and whether every version in it reaches today's schema.
public struct Verification {
  /// Which entries are looked at.
  public enum Scope: Sendable, Hashable {
    /// Those in the work tree (or at HEAD, in a bare repository).
    case tree
    /// Those of every commit that any branch, tag, remote branch or HEAD reaches.
    case allHistory
  }

  /// One fixture and where its migration led.
  public struct FixtureOutcome: Sendable {
    /// How it ended, in one word.
    public enum Result: String, Sendable {
      /// It arrives where a new database is.
      case migrated
      case failed
      /// Nothing was to be run, and it is today's schema.
      case current
      /// The source has no way forward, so nothing was tried.
      case noWayForward
      /// It has had migrations, and none of today's, so nothing was tried.
      case anotherLineage
      /// Its files do not match its digests, and the ledger now has another content for the version.
      case notWhole
      /// It has failed, and all that speaks against it is waived.
      case waived
    }

    /// What was migrated, in a copy.
    public let fixture: FrozenFixture
    /// The version it was migrated to; nil for today's schema.
    public let destination: String?
    /// `failed` when one of ``findings`` is an error.
    public internal(set) var result: Result
    /// How many migrations were run; nil where a command of the repository did what was to be done.
    public let steps: Int?
    /// SL103 and SL3xx, with foreign keys off and on; what both say is there once.
    public internal(set) var findings: [Finding]
    /// What its migrations do to rows and values as they say, or without losing any.
    public let statements: [DataStatement]
    /// What was not judged, because no row reaches it.
    public let notCovered: [NotCovered]
    /// How long it took, also when that was in an earlier run.
    public let seconds: Double
    /// What migrations took, those that were measured on its way; none when that was in an earlier run.
    public var measurements: [MigrationCost] = []
    /// Whether it was so in an earlier run, and nothing that it depends on is another since.
    public var isCached = false
    /// Whether it has arrived at today's schema.
    public var isGood: Bool { result == .migrated || result == .current }
    /// Whether it has arrived, whatever was found by trials after that.
    public var hasArrived: Bool {
      isGood || result == .failed && findings.allSatisfy { $0.severity < .error || $0.isOfTrial }
    }
  }

  /// All that one run found out about one database.
  public struct Report: Sendable {
    /// The database's name in the configuration.
    public let database: String
    /// What the run was asked to look at.
    public let scope: Scope
    /// Commits walked; 0 for the tree.
    public let commitCount: Int
    /// In the order of versions, however many ran at a time; empty when today's source does not run.
    public internal(set) var outcomes: [FixtureOutcome]
    /// Those of the ledger and of history, then those of the fixtures, then those of waivers.
    public internal(set) var findings: [Finding]
    /// What the source's folder holds that is not run, or is and will surprise.
    public let notices: [MigrationNotice]
    /// What of the trials could not be tried: the same in each shard.
    public let limits: [TrialLimit]
    /// References that lead nowhere, and what only they had is not seen; none for the tree.
    public let brokenReferences: [String]
    /// What a shard tells besides; nil where all was verified in one run.
    public internal(set) var part: Part?
    /// The ledger's folder, from the top of the repository.
    public let ledger: String
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
  public let surroundings: CommandSurroundings
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
    surroundings: CommandSurroundings, timeLimit: Double = ScratchDatabase.defaultTimeLimit,
    references: ReferenceSelection = .standard, cache: HistoryCache = .standard,
    results: ResultCache? = nil, rows: Int = Population.defaultRows, trials: Trials = Trials(),
    today: CalendarDay? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.repository = repository
    self.configuration = configuration
    self.present = present
    self.surroundings = surroundings
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
      try present.read($0.folder + "/schema.sql")
    }
    let runner = try CommandRunner(
      for: configuration.source, in: present, of: repository, surroundings: surroundings)
    let settings = configuration.buildSettings(timeLimit: timeLimit)
    var built: BuiltSource?
    do {
      built = try await definition.build(settings, with: runner)
    } catch let error as LedgerError where error.isOfSource {
      findings.append(.migrationFailed(nil, error))
    }
    let drifted = try drift.findings(for: definition, in: present, built: built).filter { !findings.contains($0) }
    let lineage = Lineage(of: ledger, source: definition.records(knowing: ledger.meanings))
    let review =
      scope == .tree || fixtures.isEmpty
      ? nil : try SourceReview(for: self, fixtures, lineage: lineage, present: definition)
    findings += try review.map { try $0.explained(drifted) + $0.past(beside: drifted) } ?? drifted
    guard let built, !findings.contains(where: { $0.code == .migrationFailed }) else {
      // Without today's schema there is nothing to migrate to.
      return try report(
        scope, commitCount, brokenReferences, [], findings, definition, part: shard.map { _ in Part() })
    }
    let goal = try FixtureMigration.Goal(built)
    let way = definition.way(runner)
    let disagreement = try SourceAgreement(definition: definition, goal: goal, settings: settings).findings()
    // What is whole in the tree need not be hashed and read again where history has the same.
    let doubtful = Set(integrity.compactMap(\.entry))
    let whole = Dictionary(
      inTree.filter { !doubtful.contains($0.id) }.map { ($0.id, $0.files) }, uniquingKeysWith: { first, _ in first })
    let frozenTexts = trials.interrupts ? Set(ledger.meanings.keys) : []
    let secondRun = SecondRunTrial(of: definition)
    var today = try fixtures.map { fixture in
      let isPresent = try fixture.isPresent(in: present, ledger: configuration.ledger)
      return FixtureMigration(
        fixture: fixture, way: way, goal: goal, settings: settings, isWhole: whole[fixture.id] == fixture.files,
        isPresent: isPresent, isReplaced: !isPresent && ledger[fixture.entry.version] != nil, rows: rows,
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
    let part = shard.map { Part(of: work, in: $0, behind: dealt, way: way, goal: goal, trials: identity) }
    let kept = try results.flatMap { cache in
      try ResultKey(
        way: way, goal: goal, settings: settings, program: cache.program, trials: identity, snapshot: present,
        variables: surroundings.variables
      ).map { KeptResults(cache, key: $0) }
    }
    let mine = part?.places.map { work[$0 - dealt] } ?? work
    let outcomes = try await Self.judge(mine, kept, jobs: jobs, progress: progress).map { outcome in
      try review.map { try outcome.explained(by: $0) } ?? outcome
    }
    return try report(
      scope, commitCount, brokenReferences, outcomes, findings, definition, source: disagreement,
      limits: pairs.limits + old.limits + trials.limits(way, secondRun, work), part: part)
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
    _ work: [FixtureMigration], _ kept: KeptResults?, jobs: Int, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> [FixtureOutcome] {
    // Those on one course follow each other, and only the first of them is run, as long as nothing is found.
    var courses: [String: Int] = [:]
    var groups: [[Int]] = []
    for (index, migration) in work.enumerated() {
      if let course = migration.course, let group = courses[course] {
        groups[group].append(index)
        continue
      }
      if let course = migration.course { courses[course] = groups.count }
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
            let outcome = if let kept { try await kept.outcome(of: migration) } else { try await migration.outcome() }
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
    kept?.write()
    return outcomes
  }
}

extension SourceDefinition {
  /// What moves fixtures forward.
  ///
  /// - Parameter runner: there when the source has commands.
  func way(_ runner: CommandRunner?) -> FixtureMigration.Way? {
    switch forward {
    case .migrations(let listing, _): .migrations(listing.migrations)
    case .command(let command): runner.map { .command(command, $0) }
    case nil: nil
    }
  }
}

extension Verification.FixtureOutcome {
  fileprivate func explained(by review: SourceReview) throws -> Self {
    Self(
      fixture: fixture, destination: destination, result: result, steps: steps,
      findings: try review.explained(findings, of: fixture.entry), statements: statements, notCovered: notCovered,
      seconds: seconds, measurements: measurements, isCached: isCached)
  }

  /// What another fixture on the same course comes to as well.
  fileprivate var verdict: FixtureVerdict {
    FixtureVerdict(findings: findings, statements: statements, notCovered: notCovered)
  }
}

extension FixtureMigration {
  private var steps: Int? {
    if case .command = way { nil } else { remaining.count }
  }

  /// The same, held against its entry.
  fileprivate func checked() -> FixtureMigration {
    var migration = self
    let check = EntryCheck(entry: fixture.entry, id: fixture.id, folder: fixture.folder, files: fixture.files)
    migration.isDamaged = !isWhole && !check.findings().isEmpty
    migration.isWhole = !migration.isDamaged
    return migration
  }

  /// The outcome when nothing was found, in an earlier run.
  func outcome(kept: ResultCache.Result) -> Verification.FixtureOutcome {
    let verdict = FixtureVerdict(statements: kept.statements, notCovered: kept.notCovered)
    return outcome(verdict, seconds: Double(kept.milliseconds) / 1000, isCached: true)
  }

  func outcome() async throws -> Verification.FixtureOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    var verdict = try await verdict()
    let elapsed = start.duration(to: clock.now).components
    let measurements = verdict.findings.worst == .error ? [] : (try? measurements()) ?? []
    verdict.findings += trials.budget?.findings(measurements) ?? []
    var outcome = outcome(
      verdict, seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18, isCached: false)
    outcome.measurements = measurements
    return outcome
  }

  private func outcome(_ verdict: FixtureVerdict, seconds: Double, isCached: Bool) -> Verification.FixtureOutcome {
    let findings = verdict.findings
    let isDamaged = isReplaced && findings.contains { $0.code == .digestMismatch }
    let failed = findings.contains { $0.severity == .error }
    let untried: Verification.FixtureOutcome.Result = isOfAnotherLineage ? .anotherLineage : .noWayForward
    return Verification.FixtureOutcome(
      fixture: fixture, destination: destination,
      result: failed ? .failed : isDamaged ? .notWhole : !hasWayForward ? untried : isCurrent ? .current : .migrated,
      steps: steps, findings: findings, statements: verdict.statements, notCovered: verdict.notCovered,
      seconds: seconds, isCached: isCached)
  }
}
