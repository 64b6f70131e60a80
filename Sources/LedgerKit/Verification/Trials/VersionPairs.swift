internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

extension Trials {
  /// Which versions each version is migrated to.
  public enum Pairs: String, Sendable, Hashable, CaseIterable {
    /// To today's schema.
    case head
    /// To those that name it as their parent; one that none names, to today's schema.
    case adjacent
    /// To every version that has it among its ancestors, and to today's schema.
    case all
  }
}

/// The steps from version to version. One from A to B runs those of today's migrations that B's entry lists and A has not
/// had, and has to arrive at the schema that B was frozen with: so an application went that was updated on the way.
struct VersionPairs {
  /// What is to be run: each fixture's steps together, nearest version first, today's schema last.
  private(set) var work: [FixtureMigration] = []
  /// Steps that cannot be tried.
  private(set) var limits: [TrialLimit] = []

  /// - Parameter today: each fixture on its way to today's schema.
  init(_ pairs: Trials.Pairs, of today: [FixtureMigration]) {
    guard pairs != .head, let upgradePath = today.first?.upgradePath, upgradePath.hasSteps else {
      work = today
      if pairs != .head, let first = today.first {
        limits = [first.upgradePath == nil ? .noUpgradePath(.pairs) : .commandsGoToToday]
      }
      return
    }
    let targets = today.map { Target($0, upgradePath) }
    let chain = EntryChain(today.map(\.fixture))
    var untried: [TrialLimit.Obstacle: (steps: Int, versions: Set<String>)] = [:]
    for start in today {
      var steps: [FixtureMigration] = []
      let later = pairs == .all ? chain.descendants(of: start.fixture) : chain.children(of: start.fixture)
      // What is damaged is told once, by the way to today's schema.
      for index in start.isDamaged ? [] : later {
        switch targets[index].step(from: start) {
        case .success(let step): steps.append(step)
        case .failure(let obstacle):
          untried[obstacle, default: (0, [])].steps += 1
          untried[obstacle]?.versions.insert(today[index].fixture.entry.version.name)
        }
      }
      if pairs == .all || steps.isEmpty { steps.append(start) }
      work += steps
    }
    limits = untried.sorted { $0.key < $1.key }.map { .stepsUntried($1.steps, versions: $1.versions.count, $0) }
  }

  /// A frozen version as a place to arrive at.
  private struct Target {
    let fixture: FrozenFixture
    let target: FixtureMigration.UpgradeTarget?
    /// What leads there, or why nothing does.
    let upgradePath: Result<FixtureMigration.UpgradePath, TrialLimit.Obstacle>

    init(_ migration: FixtureMigration, _ today: FixtureMigration.UpgradePath) {
      fixture = migration.fixture
      let settings = migration.settings
      target = try? ScratchDatabase(file: fixture.database, stubs: settings.stubs).target(settings)
      switch today {
      case .migrations(let migrations): upgradePath = fixture.entry.list(of: migrations).map { .migrations($0) }
      case .command(let command, let runner):
        let name = fixture.entry.version.name
        guard let package = command.package, migration.stages?.has(name) == true else {
          upgradePath = .failure(.gone(name))
          return
        }
        upgradePath = .success(.command(package.migrate(to: name), runner))
      }
    }

    func step(from start: FixtureMigration) -> Result<FixtureMigration, TrialLimit.Obstacle> {
      upgradePath.flatMap { upgradePath in
        let listed = Set(fixture.entry.migrations.map(\.receipt))
        // A repeatable one may have other text, or be gone.
        if let other = start.fixture.entry.migrations.first(where: { !$0.isRepeatable && !listed.contains($0.receipt) })
        {
          return .failure(.hasHadAnother(other.path))
        }
        guard let target else { return .failure(.unreadable) }
        var step = start
        step.upgradePath = upgradePath
        step.target = target
        step.destination = fixture.entry.version.name
        step.isOfAnotherLineage = false
        // The way to today's schema comes by the same migrations.
        if start.trials.pairs == .all {
          step.trials = Trials()
          step.queries = []
        }
        return .success(step)
      }
    }
  }
}

extension FixtureMigration.UpgradePath {
  /// Whether it also leads to versions before today's.
  fileprivate var hasSteps: Bool {
    switch self {
    case .migrations: true
    case .command(let command, _): command.package != nil
    }
  }
}

extension Entry {
  /// Those of today's migrations that the entry lists, or why they cannot be run.
  fileprivate func list(of today: [Migration]) -> Result<[Migration], TrialLimit.Obstacle> {
    let now = Dictionary(
      today.map { (MigrationRecord.receipt(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    let paths = Set(today.map(\.id))
    var list: [Migration] = []
    for record in migrations {
      guard let migration = now[record.receipt] else {
        return .failure(paths.contains(record.id) ? .edited(record.path) : .gone(record.path))
      }
      if MigrationRecord.digest(migration.up) != record.text, MigrationRecord(migration).meaning != record.meaning {
        return .failure(.edited(record.path))
      }
      list.append(migration)
    }
    return list.isEmpty ? .failure(.noMigrations) : .success(list)
  }
}

/// Which entries come after which.
private struct EntryChain {
  private let fixtures: [FrozenFixture]
  private var childrenByID: [String: [Int]] = [:]

  init(_ fixtures: [FrozenFixture]) {
    self.fixtures = fixtures
    for (index, fixture) in fixtures.enumerated() {
      for parent in fixture.entry.parents { childrenByID[parent, default: []].append(index) }
    }
  }

  /// In the order of versions.
  func children(of fixture: FrozenFixture) -> [Int] { childrenByID[fixture.id] ?? [] }

  func descendants(of fixture: FrozenFixture) -> [Int] {
    var found: Set<Int> = []
    var waiting = children(of: fixture)
    while let next = waiting.popLast() {
      if found.insert(next).inserted { waiting += children(of: fixtures[next]) }
    }
    return found.sorted()
  }
}

extension ScratchDatabase {
  fileprivate func target(_ settings: BuildSettings) throws -> FixtureMigration.UpgradeTarget {
    .init(try schema(ignoring: settings.ignoredTables), storedText: try storedText())
  }
}
