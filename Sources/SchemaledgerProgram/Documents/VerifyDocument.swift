import CanonicalJSON
import Findings
import LedgerKit
import ReportDocuments

/// The JSON of `verify`: its encoding. `report`, `verify --merge` and `report --from` read it again, also that of another
/// version of the program. `Docs/json/verify.schema.json` describes the members; those that it requires are not optional.
struct VerifyDocument: Codable, Hashable {
  enum Command: String, Codable {
    case verify
  }

  enum Scope: String, Codable {
    case tree, allHistory
  }

  var brokenReferences: [String]
  var command = Command.verify
  var commitsWalked: Int
  var findings: [FindingDocument]
  var fixtures: [FixtureDocument]
  /// `nil` if no trial was requested and none has a limit.
  var limits: [LimitDocument]?
  var notes: [Note]
  var options: OptionsDocument?
  /// The version of the program.
  var schemaledger = programVersion
  var scope: Scope
  var shard: ShardDocument?
  var summary: SummaryDocument
  var untried: [UntriedDocument]?
}

/// What was requested and not possible.
struct LimitDocument: Codable, Hashable {
  let database: String
  let isUntried: Bool
  let message: String
  let trial: String
}

extension LimitDocument {
  init(_ limit: TrialLimit, database: String) {
    self.init(
      database: database, isUntried: limit.leavesUntried, message: limit.message, trial: limit.kind.rawValue)
  }
}

/// The options of a run.
struct OptionsDocument: Codable, Hashable {
  var rows: Int
  var trials: [String]
}

/// What was not tried.
struct UntriedDocument: Codable, Hashable {
  let database: String
  let kind: String
  let message: String
}

extension UntriedDocument {
  init(_ untried: Verification.Untried, database: String) {
    self.init(database: database, kind: untried.kind, message: untried.message)
  }
}

/// The number of findings of each severity that no waiver accepts.
struct SummaryDocument: Codable, Hashable {
  var errors = 0
  var notes = 0
  /// `nil` if no finding is accepted.
  var waived: Int?
  var warnings = 0

  init(_ findings: some Sequence<FindingDocument>) {
    for finding in findings {
      switch finding.severity {
      case _ where finding.waived != nil: waived = (waived ?? 0) + 1
      case .error: errors += 1
      case .warning: warnings += 1
      case .note: notes += 1
      }
    }
  }
}

/// The part of a run that a shard has verified, for `--merge`.
struct ShardDocument: Codable, Hashable {
  /// In the order of the configuration.
  var databases: [String]
  /// A digest of the durations by which the fixtures are dealt out.
  var durations: String?
  /// The number of fixtures in all shards.
  var fixtures: Int
  /// A digest of what the fixtures are migrated with and to.
  var goal: String
  /// The folder of each database's ledger.
  var ledgers: [String]
  /// The shards that a merged report lacks; `nil` if it is complete.
  var missing: [Int]?
  /// From 1; `nil` if shards are missing.
  var number: Int?
  /// The number of shards.
  var of: Int
  /// What the shard has found for each database, as `Verification.Record.text()`.
  var records: [String]
  /// A digest of the options and the configuration.
  var settings: String
  /// A digest of the fixtures of all shards.
  var work: String
}
