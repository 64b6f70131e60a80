internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSchema

extension Trials {
  /// The versions that each version is upgraded to.
  public enum Pairs: String, Sendable, Hashable, CaseIterable {
    /// Today's schema.
    case head
    /// The versions that name it as a parent, or today's schema if no version does.
    case adjacent
    /// Every version that has it as an ancestor, and today's schema.
    case all
  }
}

/// The upgrades from version to version. An upgrade from A to B runs those of today's migrations that B's entry lists and
/// A has not run, and must lead to the schema that B was frozen with, as in an application that was updated from A to B.
struct VersionPairs {
  /// The upgrades of each fixture together: to the nearest version first, to today's schema last.
  let upgrades: [UpgradePlan]
  /// Upgrades that cannot be tried.
  let limits: [TrialLimit]

  /// - Parameter today: the upgrade of each fixture to today's schema.
  init(_ pairs: Trials.Pairs, of today: [UpgradePlan], _ context: UpgradeContext) {
    // Where the way to today's schema is not known, the way to the next version may be.
    let isStepwise = pairs == .head && today.contains { $0.obstacle != nil }
    guard pairs != .head || isStepwise, let path = today.first?.commonPath, path.leadsToFrozenVersions else {
      upgrades = today
      if pairs == .head || today.isEmpty {
        limits = []
      } else {
        limits = [today.first?.path == nil ? .noUpgradePath(.pairs) : .commandsGoToToday]
      }
      return
    }
    let versions = today.map { FrozenTarget($0.fixture.unprepared, path, context) }
    let chain = EntryChain(today.map(\.fixture))
    var upgrades: [UpgradePlan] = []
    var untried: [TrialLimit.Obstacle: (steps: Int, versions: Set<String>)] = [:]
    for plan in today {
      if isStepwise, plan.obstacle == nil {
        upgrades.append(plan)
        continue
      }
      var steps: [UpgradePlan] = []
      let later = pairs == .all ? chain.descendants(of: plan.fixture) : chain.children(of: plan.fixture)
      // The upgrade to today's schema reports the damage, once.
      for index in plan.standing.integrity == .damaged ? [] : later {
        switch versions[index].upgrade(like: plan, alsoToToday: pairs == .all) {
        case .success(let step) where !isStepwise || step.obstacle == nil: steps.append(step)
        // What stops the upgrade to today's schema is said about the version.
        case .success: break
        case .failure where isStepwise: break
        case .failure(let obstacle):
          untried[obstacle, default: (0, [])].steps += 1
          untried[obstacle]?.versions.insert(today[index].fixture.entry.version.name)
        }
      }
      if pairs != .adjacent || steps.isEmpty { steps.append(plan) }
      upgrades += steps
    }
    self.upgrades = upgrades
    limits = untried.sorted { $0.key < $1.key }.map { .stepsUntried($1.steps, versions: $1.versions.count, $0) }
  }

  /// A frozen version as the target of an upgrade.
  private struct FrozenTarget {
    let fixture: FrozenFixture
    let before: BeforeScripts?
    /// `nil` if the frozen database cannot be read.
    let target: UpgradeTarget?
    /// The path to the version, or the reason why there is none.
    let path: Result<UpgradePath, TrialLimit.Obstacle>

    /// - Parameter today: the path to today's schema.
    init(_ fixture: FrozenFixture, _ today: UpgradePath, _ context: UpgradeContext) {
      self.fixture = fixture
      before = context.before
      target = try? UpgradeTarget(fixture, context.settings)
      switch today {
      case .migrations(let migrations): path = fixture.entry.list(of: migrations).map { .migrations($0) }
      case .command(let command, let runner):
        let name = fixture.entry.version.name
        guard let package = command.modelPackage, context.stages?.has(name) == true else {
          path = .failure(.missing(name))
          return
        }
        path = .success(.command(package.migrate(to: name), runner))
      case .models(let upgrade):
        let name = fixture.entry.version.name
        path = upgrade.leading(to: name).map { .success(.models($0)) } ?? .failure(.missing(name))
      case .room(let upgrade):
        let name = fixture.entry.version.name
        path = upgrade.leading(to: name).map { .success(.room($0)) } ?? .failure(.missing(name))
      }
    }

    /// - Parameter alsoToToday: whether the fixture is upgraded to today's schema too. That upgrade runs the same
    ///   migrations, so the trials and queries are left to it.
    func upgrade(like plan: UpgradePlan, alsoToToday: Bool) -> Result<UpgradePlan, TrialLimit.Obstacle> {
      path.flatMap { path in
        let listed = Set(fixture.entry.migrations.map(\.receipt))
        // The text of a repeatable migration may have changed, and the migration may have been deleted.
        if let other = plan.fixture.entry.migrations.first(where: { !$0.isRepeatable && !listed.contains($0.receipt) })
        {
          return .failure(.hasRunAnother(other.path))
        }
        guard let target else { return .failure(.unreadable) }
        do {
          let plan = try UpgradePlan(
            fixture: plan.fixture, path: path, target: target, standing: plan.standing.onOwnPath,
            queries: alsoToToday ? [] : plan.queries, runsTrials: !alsoToToday, before: before)
          return .success(plan)
        } catch {
          return .failure(.unreadable)
        }
      }
    }
  }
}

extension Entry {
  /// Today's migrations that the entry lists, or the reason why they cannot run.
  fileprivate func list(of today: [Migration]) -> Result<[Migration], TrialLimit.Obstacle> {
    let now = Dictionary(
      today.map { (MigrationRecord.receipt(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    let paths = Set(today.map(\.id))
    var list: [Migration] = []
    for record in migrations {
      guard let migration = now[record.receipt] else {
        return .failure(paths.contains(record.id) ? .edited(record.path) : .missing(record.path))
      }
      if MigrationRecord.digest(migration.text) != record.text, MigrationRecord(migration).meaning != record.meaning {
        return .failure(.edited(record.path))
      }
      list.append(migration)
    }
    return list.isEmpty ? .failure(.noMigrations) : .success(list)
  }
}

/// The descendants of each entry.
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
