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
    /// The findings about the ledger and history, then those about fixtures, then those about waivers.
    public let findings: [Finding]
    /// Files in the source's folder that are not run, or that run in an unexpected way.
    public let notices: [MigrationNotice]
    /// What could not be tried. Equal in each shard.
    public let limits: [TrialLimit]
    /// References that point to missing objects, so that their history was not read; empty for the tree.
    public let brokenReferences: [String]
    /// The data that a shard reports besides, or `nil` if everything was verified in one run.
    public let part: Part?
    /// The folder of the ledger, relative to the top of the repository.
    public let ledger: String
  }

  /// What one shard reports so that the reports of all shards can be merged.
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
    /// The findings about the ledger, history and the source. Equal in each shard.
    public let ledger: [Finding]
    /// Contradictions within the source. A merged report omits one that a fixture of any shard has too.
    public let source: [Finding]
    /// Waivers that have expired. Equal in each shard.
    public let expired: [Finding]
    /// Waivers that this shard has not used. A waiver that no shard has used is a finding.
    public let unused: [Finding]
    /// The findings of each outcome.
    public let fixtures: [[Finding]]
  }
}
