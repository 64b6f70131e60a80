internal import CanonicalJSON
internal import Digests
public import LedgerCore
internal import MigrationSources
internal import SQLiteSchema

/// The trials that `verify` runs after each upgrade.
public struct Trials: Sendable, Hashable {
  /// The versions that each version is upgraded to.
  public var pairs = Pairs.head
  /// Whether repeatable scripts run a second time; see ``SecondRunTrial``.
  public var runsTwice = false
  /// Whether each migration is interrupted and run again; see ``InterruptionTrial``.
  public var interrupts = false
  /// Whether the down migrations run, and then the migrations again; see ``DownMigrationTrial``.
  public var runsDownMigrations = false

  /// What one migration may cost, or `nil` if migrations are not measured. The figures are for ``Budget/rows``.
  public var budget: Budget?

  /// Whether the report shows figures even if they are within the budget.
  public var showsTimings = false

  /// No trials.
  public init() {}

  /// The trials with a configured budget. The budget that these trials already have takes precedence.
  public func adding(_ configured: Budget) -> Trials {
    guard budget != nil || !configured.isEmpty else { return self }
    var trials = self
    var both = configured
    both.seconds = budget?.seconds ?? configured.seconds
    both.growth = budget?.growth ?? configured.growth
    trials.budget = both
    return trials
  }

  /// Whether there is nothing to try.
  public var isEmpty: Bool { self == Trials() }

  /// Equal for trials that have equal results.
  ///
  /// - Parameter rerunScripts: the scripts that run a second time.
  func identity(_ rerunScripts: [Migration]) -> JSONValue {
    [
      "budget": budget.map { .string("\($0)") } ?? .null, "down": .bool(runsDownMigrations),
      "interrupt": .bool(interrupts),
      "pairs": .string(pairs.rawValue),
      "twice": runsTwice ? .array(rerunScripts.map { .string(sha256($0.up)) }) : false,
    ]
  }
}
