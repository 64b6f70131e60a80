import CanonicalJSON
import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import ReportDocuments

/// A fixture in the JSON of `verify`, or one step of it with `--pairs`.
struct FixtureDocument: Codable, Hashable {
  /// What a migration costs.
  struct Cost: Codable, Hashable {
    let bytes: Int
    let growth: Double
    let id, path: String
    let rows: Int
    let seconds: Double
  }

  /// Whether it has reached its target, whatever the trials have found.
  var arrived: Bool?
  @OmittedIfEmpty var assumptions: [FindingDocument.Assumption] = []
  /// Whether the result is that of an earlier run; `nil` in the report of a shard.
  var cached: Bool?
  /// The codes of the findings about it.
  var codes: [String]?
  /// The commits that added the entry, oldest first.
  var commits: [String]
  var database: String
  var entry: String
  /// Only in the report of a shard.
  var findings: [FindingDocument]?
  @OmittedIfEmpty var measured: [Cost] = []
  var notCovered: [NotCovered]?
  var outcome: Verification.FixtureOutcome.Result
  /// The place among the fixtures of all shards; `nil` in the report of a whole run.
  var place: Int?
  var schema: String
  /// `nil` in the report of a shard.
  var seconds: Double?
  var statements: [DataStatement]?
  /// The number of migrations; `nil` for a command of the repository.
  @NullIfNil var steps: Int?
  /// The version that it was migrated to; `nil` for today's schema.
  var to: String?
  var version: String
}

extension FixtureDocument {
  init(_ outcome: Verification.FixtureOutcome, database: String) {
    self.init(
      arrived: outcome.hasArrived, assumptions: outcome.assumptions.map { .init($0) }, cached: outcome.isCached,
      codes: Set(outcome.findings.map(\.code.rawValue)).sorted(), commits: outcome.fixture.commits.map(\.hex),
      database: database, entry: outcome.fixture.id, measured: outcome.measurements.map { .init($0) },
      notCovered: outcome.notCovered, outcome: outcome.result, schema: outcome.fixture.entry.schema,
      seconds: outcome.seconds, statements: outcome.statements, steps: outcome.steps, to: outcome.destination,
      version: outcome.fixture.entry.version.name)
  }

  /// The fixture in the report of a shard, which has nothing that differs from run to run.
  func inShard(at place: Int) -> Self {
    var fixture = self
    (fixture.cached, fixture.measured, fixture.seconds, fixture.place) = (nil, [], nil, place)
    return fixture
  }

  /// Whether it has reached its target.
  var hasArrived: Bool { arrived ?? [.migrated, .current].contains(outcome) }
}

extension FixtureDocument.Cost {
  fileprivate init(_ cost: MigrationCost) {
    self.init(
      bytes: cost.bytes, growth: cost.growth, id: cost.id, path: cost.path, rows: cost.rows, seconds: cost.seconds)
  }
}
