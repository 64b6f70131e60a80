internal import LedgerCore
internal import MigrationSources
internal import SQLiteSchema

/// Something of what was asked for that could not be tried, and why: never passed over without a word.
public enum TrialLimit: Sendable, Hashable {
  /// `--twice`: a tool with a book runs no migration again, and nothing is repeatable.
  case nothingRunTwice
  /// The source has nothing that moves a database forward.
  case noUpgradePath(Trials.Kind)
  /// `--down`: of so many migrations that were run, some have no down part.
  case withoutDownPart(Int, of: Int)
  /// `--down`: a command of the repository has no way back.
  case commandsGoForward
  /// `--pairs`: a command of the repository goes to today's schema, and to no other.
  case commandsGoToToday
  /// `queries:` of the configuration: some do not compile against the version they are of.
  case queriesUntried(Int, of: Int)
  /// `queries:`: the commits that froze so many versions have none.
  case withoutQueries(versions: Int)
  /// `budget:` and `--timings`: a command is measured as a whole.
  case commandsNotMeasured
  /// `--pairs`: so many steps, to so many versions.
  case stepsUntried(Int, versions: Int, Obstacle)

  /// Why a step from version to version cannot be tried.
  public enum Obstacle: Error, Sendable, Hashable, Comparable {
    /// A migration of the later version says something else today.
    case edited(String)
    /// A migration of the later version is not there today.
    case gone(String)
    /// The earlier version has had a migration that the later one has not.
    case hasHadAnother(String)
    /// The later version was frozen without migrations.
    case noMigrations
    /// The later version's database cannot be read.
    case unreadable
  }
}

extension Trials {
  /// A trial, by the option or the key of the configuration that asks for it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case pairs, twice, interrupt, down, queries, budget
  }
}

extension TrialLimit {
  /// The option it is about.
  public var kind: Trials.Kind {
    switch self {
    case .nothingRunTwice: .twice
    case .noUpgradePath(let kind): kind
    case .withoutDownPart, .commandsGoForward: .down
    case .commandsGoToToday, .stepsUntried: .pairs
    case .queriesUntried, .withoutQueries: .queries
    case .commandsNotMeasured: .budget
    }
  }

  /// Why, in a clause without a full stop.
  public var message: String {
    switch self {
    case .nothingRunTwice:
      "nothing is run twice: migrations are in the tool's book, none is repeatable, and no schema file says IF NOT EXISTS"
    case .noUpgradePath: "the source has nothing that moves a database forward"
    case .withoutDownPart(let count, let total):
      "\(count) of \(total) migration\(total == 1 ? "" : "s") without a down part: nothing before such a one is gone back to"
    case .commandsGoForward: "the command that migrates has no way back"
    case .commandsGoToToday: "the command that migrates goes to today's schema, and to no other"
    case .commandsNotMeasured: "the command that migrates is no list of migrations to be measured one by one"
    case .queriesUntried(let count, let total):
      "\(count) of \(total) \(count == 1 ? "does" : "do") not compile against the version \(count == 1 ? "it is" : "they are") of"
    case .withoutQueries(let versions):
      "none in the commit\(versions == 1 ? " that froze a version" : "s that froze \(versions) versions")"
    case .stepsUntried(let steps, let versions, let obstacle):
      "\(steps) step\(steps == 1 ? "" : "s") to \(versions == 1 ? "a version" : "\(versions) versions"): \(obstacle.message)"
    }
  }
}

extension TrialLimit.Obstacle {
  fileprivate var message: String {
    switch self {
    case .edited(let path): "\(path) is not what was frozen"
    case .gone(let path): "\(path) is gone"
    case .hasHadAnother(let path): "the version before has had \(path), and that one has not"
    case .noMigrations: "it was frozen without migrations"
    case .unreadable: "its database cannot be read"
    }
  }
}

extension Trials {
  /// What of these cannot be tried with a source.
  ///
  /// - Parameter work: all fixtures.
  func limits(
    _ upgradePath: FixtureMigration.UpgradePath?, _ secondRun: SecondRunTrial, _ work: [FixtureMigration]
  ) -> [TrialLimit] {
    if work.isEmpty { return [] }
    var limits: [TrialLimit] = []
    switch upgradePath {
    case .migrations:
      if runsTwice, secondRun.scripts.isEmpty { limits.append(.nothingRunTwice) }
      if goesBack {
        let run = Dictionary(work.flatMap(\.remaining).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let missing = run.values.count { $0.back == nil }
        if missing > 0 { limits.append(.withoutDownPart(missing, of: run.count)) }
      }
    case .command:
      if goesBack { limits.append(.commandsGoForward) }
      if budget != nil { limits.append(.commandsNotMeasured) }
    case nil:
      if runsTwice, secondRun.scripts.isEmpty { limits.append(.nothingRunTwice) }
      if interrupts { limits.append(.noUpgradePath(.interrupt)) }
      if goesBack { limits.append(.noUpgradePath(.down)) }
    }
    return limits
  }
}
