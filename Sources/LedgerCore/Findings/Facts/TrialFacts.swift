package import SQLiteSandbox

/// Facts about what is tried with a migrated database: SL311 to SL313, SL315 and SL316. The migration is at the finding's
/// path; without one, a command migrates.
package enum TrialFacts: Sendable, Hashable, Codable {
  /// A script that may run a second time changes something then, or fails.
  case secondRun(isRepeatable: Bool, Outcome)
  case secondRunOfCommand(String, Outcome)
  /// A migration that was interrupted after a line does not recover.
  case interrupted(afterLine: Int, endsTransaction: Bool, isFrozen: Bool, Outcome)
  case commandInterrupted(Outcome)
  /// Two whole runs of the command make different schemas, so it is not interrupted.
  case commandNotInterrupted(String)
  case takesTooLong(seconds: Double, limit: Double, rows: Int, measuredRows: Int)
  case growsTooMuch(factor: Double, limit: Double, measuredRows: Int)
  /// A down migration fails.
  case downFails(LedgerError)
  /// A down migration leaves a different schema, or only a different order of columns.
  case downDiffers(isReordered: Bool)
  /// A down migration loses rows of these tables that the migration kept.
  case downLosesRows([String])
  /// The migration changed values in these tables and columns, and the down migration cannot restore them.
  case downDoesNotRestore([String])
  /// The migration fails after its down migration.
  case upAgainFails(LedgerError)
  /// The migration produces a different schema after its down migration.
  case upAgainDiffers
  /// A query of an older program no longer compiles.
  case queryFails(Query, sql: String, reason: String)

  /// The result of a run that should have changed nothing, or have had the same result.
  package enum Outcome: Sendable, Hashable, Codable {
    case fails(LedgerError)
    case differs(DatabaseContent.Difference)
  }

  /// Where a query of an older program is.
  package enum Query: Sendable, Hashable, Codable {
    /// In the finding's path.
    case file(line: Int)
    /// The finding's object.
    case view
  }

  var code: Finding.Code {
    switch self {
    case .secondRun, .secondRunOfCommand: .secondRunChanges
    case .interrupted, .commandInterrupted, .commandNotInterrupted: .doesNotRecover
    case .takesTooLong, .growsTooMuch: .overBudget
    case .downFails, .downDiffers, .downLosesRows, .downDoesNotRestore, .upAgainFails, .upAgainDiffers: .downMigration
    case .queryFails: .queryNoLongerCompiles
    }
  }
}
