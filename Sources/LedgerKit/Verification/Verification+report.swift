public import LedgerCore
public import MigrationSources

extension Verification {
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
      case noUpgradePath
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
}

extension Verification.FixtureOutcome {
  func explained(by review: SourceReview) throws -> Self {
    Self(
      fixture: fixture, destination: destination, result: result, steps: steps,
      findings: try review.explained(findings, of: fixture.entry), statements: statements, notCovered: notCovered,
      seconds: seconds, measurements: measurements, isCached: isCached)
  }

  /// What another fixture on the same course comes to as well.
  var verdict: FixtureVerdict {
    FixtureVerdict(findings: findings, statements: statements, notCovered: notCovered)
  }
}
