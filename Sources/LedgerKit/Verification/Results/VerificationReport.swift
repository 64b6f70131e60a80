public import LedgerCore
public import MigrationSources

extension Verification {
  /// The results of one run for one database.
  public struct Report: Sendable {
    /// The name of the database in the configuration.
    public let database: String
    /// The entries that were verified.
    public let scope: Scope
    /// The number of commits walked; 0 for the tree.
    public let commitCount: Int
    /// In the order of versions, whatever number ran at a time; empty if today's source does not run.
    public let outcomes: [FixtureOutcome]
    /// What the run has found and tried.
    public let record: Record
    /// The findings of the record.
    public let findings: [Finding]
    /// Files in the source's folder that are not run, or that run in an unexpected way.
    public let notices: [MigrationNotice]
    /// The branches that the configuration excludes from the search for versions that were frozen twice, if they have such a
    /// version and the note is not silenced.
    public let excludedBranches: [String]
    /// Whether to suggest a waiver for an intended effect.
    public let suggestsWaiver: Bool
    /// The data that a shard reports besides, or `nil` if everything was verified in one run.
    public let part: Part?
    /// The folder of the ledger, relative to the top of the repository.
    public let ledger: String

    /// What could not be tried. Equal in each shard.
    public var limits: [TrialLimit] { record.limits }
    /// References that point to missing objects, so that their history was not read; empty for the tree.
    public var brokenReferences: [String] { record.brokenReferences }

    init(
      database: String, scope: Scope, commitCount: Int, outcomes: [FixtureOutcome], record: Record,
      notices: [MigrationNotice], excludedBranches: [String], suggestsWaiver: Bool, part: Part?, ledger: String
    ) {
      self.database = database
      self.scope = scope
      self.commitCount = commitCount
      self.outcomes = outcomes
      self.record = record
      // Another shard may use a waiver that this one has not used.
      findings = record.findings(isWhole: part?.isWhole ?? true)
      self.notices = notices
      (self.excludedBranches, self.suggestsWaiver) = (excludedBranches, suggestsWaiver)
      self.part = part
      self.ledger = ledger
    }
  }

  /// The share of one shard in a verification, by which the reports of all shards are merged.
  public struct Part: Sendable {
    /// Whether there is only one shard.
    public let isWhole: Bool
    /// The number of fixtures in all shards.
    public let total: Int
    /// The place of each outcome among the outcomes of all databases.
    public let places: [Int]
    /// The digest of all work, in the order of versions.
    public let work: String
    /// The digest of the upgrade path and its target.
    public let target: String
    /// The digest of the options and the configuration with which upgrades are judged.
    public let settings: String
    /// The weights by which the upgrades of all shards were dealt out; `nil` if there were no durations.
    public let weights: [Int]?
    /// The digest of the upgrade of each outcome, by which ``Durations`` knows it.
    public let digests: [String]
    /// The distribution for the next database.
    public let next: ShardDeal

    init(_ share: ShardShare) {
      isWhole = share.isWhole
      total = share.total
      places = share.places
      work = share.work
      target = share.target
      settings = share.settings
      (weights, digests, next) = (share.weights, share.digests, share.next)
    }
  }
}
