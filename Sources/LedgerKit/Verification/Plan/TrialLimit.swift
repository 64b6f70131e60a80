internal import LedgerCore
internal import MigrationSources
internal import SQLiteSchema
internal import SQLiteSyntax

/// A trial that was requested and could not run, and the reason. The report shows each.
public enum TrialLimit: Sendable, Hashable, Codable {
  /// `--twice`: the tool records its migrations and runs none again, and nothing is repeatable.
  case nothingRunTwice
  /// The source cannot upgrade databases.
  case noUpgradePath(Trials.Kind)
  /// `--interrupt`: the program that runs these migrations is assumed to open a transaction, so that nothing is left of one that
  /// was interrupted.
  case transactionsAssumed(Int)
  /// `--interrupt`: the code of an app runs the stages.
  case stagesNotInterrupted
  /// `--down`: some of the migrations that were run have no down migration.
  case withoutDownPart(Int, of: Int)
  /// `--down`: a command of the repository has no down migrations.
  case commandsGoForward
  /// `--pairs`: a command of the repository upgrades only to today's schema.
  case commandsGoToToday
  /// `queries:` in the configuration: some queries do not compile against their own version.
  case queriesUntried(Int, of: Int)
  /// `queries:`: the commits that froze these versions contain no queries.
  case withoutQueries(versions: Int)
  /// `budget:` and `--timings`: a command is measured as a whole.
  case commandsNotMeasured
  /// `--pairs`: upgrades to frozen versions that cannot be tried.
  case stepsUntried(Int, versions: Int, Obstacle)

  /// The reason why an upgrade from version to version cannot be tried.
  public enum Obstacle: Error, Sendable, Hashable, Comparable, Codable {
    /// A migration of the later version has changed since.
    case edited(String)
    /// A migration of the later version no longer exists.
    case missing(String)
    /// The earlier version has run a migration that the later version has not run.
    case hasRunAnother(String)
    /// The later version was frozen without migrations.
    case noMigrations
    /// The later version's database cannot be read.
    case unreadable
  }
}

extension Trials {
  /// A trial, named by the option or the configuration key that requests it.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    case pairs, twice, interrupt, down, queries, budget
  }
}

extension TrialLimit {
  /// The option that requested the trial.
  public var kind: Trials.Kind {
    switch self {
    case .nothingRunTwice: .twice
    case .noUpgradePath(let kind): kind
    case .transactionsAssumed, .stagesNotInterrupted: .interrupt
    case .withoutDownPart, .commandsGoForward: .down
    case .commandsGoToToday, .stepsUntried: .pairs
    case .queriesUntried, .withoutQueries: .queries
    case .commandsNotMeasured: .budget
    }
  }

  /// The reason, as a clause without a full stop.
  public var message: String {
    switch self {
    case .nothingRunTwice:
      "nothing runs twice: the tool records its migrations, none is repeatable, and no schema file contains IF NOT EXISTS"
    case .noUpgradePath: "the source has no migrations"
    case .transactionsAssumed(let count):
      "the program that runs the migrations is assumed to open a transaction for each, which an interruption rolls back (\(count) migration\(count == 1 ? "" : "s"))"
    case .stagesNotInterrupted: "the code of the app runs the stages, each in one transaction, and none is interrupted"
    case .withoutDownPart(let count, let total):
      "\(count) of \(total) migration\(total == 1 ? "" : "s") without a down migration; down migrations before such a one are not run"
    case .commandsGoForward: "the command that migrates has no down migrations"
    case .commandsGoToToday: "the command migrates only to today's schema"
    case .commandsNotMeasured: "a command is not a list of migrations that can be measured one by one"
    case .queriesUntried(let count, let total):
      "\(count) of \(total) \(count == 1 ? "does" : "do") not compile on the frozen database of \(count == 1 ? "its version" : "their versions")"
    case .withoutQueries(let versions):
      "no queries in the commit\(versions == 1 ? " that froze a version" : "s that froze \(versions) versions")"
    case .stepsUntried(let steps, let versions, let obstacle):
      "\(steps) step\(steps == 1 ? "" : "s") to \(versions == 1 ? "a version" : "\(versions) versions"): \(obstacle.message)"
    }
  }
}

extension TrialLimit.Obstacle {
  fileprivate var message: String {
    switch self {
    case .edited(let path): "\(path) is not the file that was frozen"
    case .missing(let path): "\(path) no longer exists"
    case .hasRunAnother(let path): "the earlier version has run \(path), and the later one has not"
    case .noMigrations: "it was frozen without migrations"
    case .unreadable: "its database cannot be read"
    }
  }
}

extension Trials {
  /// What of these trials cannot be tried with a source.
  ///
  /// - Parameters:
  ///   - path: the path to today's schema.
  ///   - rerunScripts: the scripts that run a second time.
  ///   - upgrades: the upgrades of all fixtures.
  func limits(_ path: UpgradePath?, _ rerunScripts: [Migration], _ upgrades: [UpgradePlan]) -> [TrialLimit] {
    if upgrades.isEmpty { return [] }
    var limits: [TrialLimit] = []
    switch path {
    case .migrations, .models, .room:
      if runsTwice, rerunScripts.isEmpty { limits.append(.nothingRunTwice) }
      let run = Dictionary(
        upgrades.flatMap(\.remaining).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let assumed = run.values.count { $0.transaction == .assumed && !Script.endsTransactions($0.up) }
      if interrupts, assumed > 0 { limits.append(.transactionsAssumed(assumed)) }
      if runsDownMigrations {
        let missing = run.values.count { $0.back == nil }
        if missing > 0 { limits.append(.withoutDownPart(missing, of: run.count)) }
      }
      if case .models(let upgrade) = path, upgrade.stages != nil {
        if interrupts { limits.append(.stagesNotInterrupted) }
        if budget != nil { limits.append(.commandsNotMeasured) }
      }
    case .command:
      if runsDownMigrations { limits.append(.commandsGoForward) }
      if budget != nil { limits.append(.commandsNotMeasured) }
    case nil:
      if runsTwice, rerunScripts.isEmpty { limits.append(.nothingRunTwice) }
      if interrupts { limits.append(.noUpgradePath(.interrupt)) }
      if runsDownMigrations { limits.append(.noUpgradePath(.down)) }
    }
    return limits
  }
}
