internal import Findings
internal import GitStore
public import LedgerCore
public import SQLiteData

extension Verification {
  /// One upgrade of one fixture, and its result.
  public struct FixtureOutcome: Sendable {
    /// The result in one word.
    public enum Result: String, Sendable, Codable {
      /// The fixture was upgraded and has the schema of a new database.
      case migrated
      case failed
      /// The fixture already has today's schema, and no migration remained.
      case current
      /// The source cannot upgrade databases, so nothing was tried.
      case noUpgradePath
      /// The tables of its version, or of a version on the way, are not known, so that only its model was judged.
      case unknownTables
      /// A mapping model migrates it, which is not run.
      case mappingModel
      /// The fixture has run migrations that today's source does not have, so nothing was tried.
      case anotherLineage
      /// The files do not match their digests, and the ledger now has different content for the version.
      case notWhole
      /// The upgrade has failed, and waivers accept all of its errors.
      case waived
    }

    /// The fixture. A copy of it was upgraded.
    public let fixture: FrozenFixture
    /// The version that the fixture was upgraded to, or `nil` for today's schema.
    public let destination: String?
    /// `failed` if one of ``findings`` is an error.
    public let result: Result
    /// The number of migrations that were run, or `nil` for a command of the repository.
    public let steps: Int?
    /// Findings SL103 and SL3xx, with foreign keys off and on. A finding that both settings have appears once.
    public let findings: [Finding]
    /// Changes to rows and values that the migrations state, or that lose none.
    public let statements: [DataStatement]
    /// What was not judged because no row reaches it.
    public let notCovered: [NotCovered]
    /// The conditions on generated rows under which the upgrade was judged, besides those of the configuration.
    public var assumptions: [Assumption] { findings.compactMap(\.assumption).uniqued }
    /// The duration of the upgrade, which may have run in an earlier verification.
    public let seconds: Double
    /// The costs of the migrations that this upgrade has measured; empty if ``isCached``.
    public let measurements: [MigrationCost]
    /// What the upgrade of a user's database needed; `nil` for a fixture.
    public let cost: UpgradeCost?
    /// Whether the fixture has run migrations that today's source does not have. With `--other-lineages` it is upgraded
    /// nevertheless.
    public let isOfAnotherLineage: Bool
    /// Whether the result is from an earlier run with the same input.
    public let isCached: Bool
    /// Why no migrations are known that upgrade the fixture although the source has some, as a clause; otherwise `nil`.
    public var obstacle: String? { result == .noUpgradePath ? notCovered.first?.reason : nil }
    /// Whether the fixture has reached its target.
    public var hasSucceeded: Bool { result == .migrated || result == .current }
    /// Whether the fixture has reached its target, whatever the trials have found.
    public var hasArrived: Bool { result.hasArrived(with: findings) }
  }
}

extension Verification.FixtureOutcome.Result {
  /// Whether a fixture with this result and these findings has reached its target, whatever the trials have found.
  func hasArrived(with findings: [Finding]) -> Bool {
    switch self {
    case .migrated, .current: true
    case .failed: findings.allSatisfy { $0.severity < .error || $0.isOfTrial }
    default: false
    }
  }
}

extension Verification.FixtureOutcome {
  init(
    _ plan: UpgradePlan, _ verdict: FixtureVerdict, seconds: Double, measurements: [MigrationCost] = [],
    isCached: Bool = false
  ) {
    fixture = plan.fixture
    destination = plan.target.version
    result = Result(plan, verdict.findings)
    steps = plan.stepCount
    findings = verdict.findings
    statements = verdict.statements
    notCovered = verdict.notCovered
    cost = verdict.cost
    self.seconds = seconds
    self.measurements = measurements
    self.isCached = isCached
    isOfAnotherLineage = plan.standing.isOfAnotherLineage
  }

  /// The outcome of an upgrade in an earlier run; `nil` if its findings cannot be read.
  init?(_ plan: UpgradePlan, cached: ResultCache.Result) {
    guard let findings = [Finding](stored: cached.findings) else { return nil }
    self.init(
      plan, FixtureVerdict(findings: findings, statements: cached.statements, notCovered: cached.notCovered),
      seconds: Double(cached.milliseconds) / 1000, isCached: true)
  }

  private init(_ outcome: Self, findings: [Finding], result: Result) {
    fixture = outcome.fixture
    destination = outcome.destination
    self.result = result
    steps = outcome.steps
    self.findings = findings
    statements = outcome.statements
    notCovered = outcome.notCovered
    cost = outcome.cost
    seconds = outcome.seconds
    measurements = outcome.measurements
    isCached = outcome.isCached
    isOfAnotherLineage = outcome.isOfAnotherLineage
  }

  /// The outcome with these findings in place of its own, which may be explained, divided or lowered.
  func with(_ findings: [Finding]) -> Self {
    Self(self, findings: findings, result: result == .failed && findings.worst != .error ? .migrated : result)
  }

  /// The outcome with the severities that the evidence of its findings supports.
  func weighed(history: HistoryPolicy) -> Self { with(findings.weighed(history: history)) }

  /// The outcome with waivers on its findings, and without the notes that the configuration silences.
  func applying(_ waivers: Waivers, _ configuration: DatabaseConfiguration) -> Self {
    let findings = configuration.withoutSilenced(waivers.applied(to: findings))
    return Self(self, findings: findings, result: result == .failed && findings.worst != .error ? .waived : result)
  }

  /// The verdict, which also holds for upgrades with the same ``UpgradePlan/equivalenceKey``; `nil` if something was found.
  var reusableVerdict: FixtureVerdict? {
    findings.isEmpty && hasSucceeded ? FixtureVerdict(statements: statements, notCovered: notCovered) : nil
  }
}

extension Verification.FixtureOutcome.Result {
  fileprivate init(_ plan: UpgradePlan, _ findings: [Finding]) {
    if findings.contains(where: { $0.severity == .error }) {
      self = .failed
    } else if plan.standing.presence == .replaced, findings.contains(where: { $0.code == .digestMismatch }) {
      self = .notWhole
    } else if let untried = plan.modelSteps?.untried {
      self =
        switch untried {
        case .unknownTables: .unknownTables
        case .mappingModel: .mappingModel
        }
    } else if !plan.isPossible {
      self = plan.standing.isOfAnotherLineage ? .anotherLineage : .noUpgradePath
    } else {
      self = plan.isCurrent ? .current : .migrated
    }
  }
}

extension FixtureVerification {
  /// The verdict as an outcome, with durations and measurements.
  ///
  /// - Parameter known: as for ``verdict(known:from:)``.
  /// - Throws: `CancellationError`.
  func outcome(known: FixtureVerdict? = nil) async throws -> Verification.FixtureOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    let verdict = try await verdict(known: known)
    let elapsed = start.duration(to: clock.now).components
    let measurements = verdict.findings.worst == .error ? [] : (try? measurements()) ?? []
    return Verification.FixtureOutcome(
      plan, verdict.adding(trials.budget?.findings(measurements) ?? []),
      seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18, measurements: measurements)
  }
}
