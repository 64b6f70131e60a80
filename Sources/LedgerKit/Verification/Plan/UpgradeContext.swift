internal import CanonicalJSON
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources

/// What all upgrades of one verification have in common.
struct UpgradeContext: Sendable {
  private(set) var settings: BuildSettings
  /// The number of rows to generate for each table, or `nil` if only the schema is judged.
  let rows: Int?
  /// The stages of a Swift package's migration plan, or `nil` for other sources.
  let stages: PackageStages?
  /// What is tried after an upgrade that succeeds.
  let trials: Trials
  /// Digests of the texts of frozen migrations.
  let frozenTexts: Set<String>
  /// The texts of today's migrations that are frozen, whose digests then need not be computed for each upgrade.
  private let frozenScripts: Set<String>
  /// The scripts that ``SecondRunTrial`` runs a second time.
  let rerunScripts: [Migration]
  /// What the application runs before the migrations, or `nil` for nothing.
  let before: BeforeScripts?
  /// What upgrades without generated rows have in common; `nil` if each runs by itself.
  private(set) var bareRuns: SharedBareRuns?
  /// The clock that measures migrations.
  let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameter migrations: those of today's source.
  init(
    settings: BuildSettings, rows: Int? = nil, stages: PackageStages? = nil, trials: Trials = Trials(),
    frozenTexts: Set<String> = [], migrations: [Migration] = [], rerunScripts: [Migration] = [],
    before: BeforeScripts? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.settings = settings
    self.rows = rows
    self.stages = stages
    self.trials = trials
    self.frozenTexts = frozenTexts
    frozenScripts = Set(migrations.filter { frozenTexts.contains(MigrationRecord.digest($0.text)) }.map(\.up))
    self.rerunScripts = rerunScripts
    self.before = before
    self.now = now
  }

  /// The context with other settings.
  func with(_ settings: BuildSettings) -> UpgradeContext {
    var context = self
    context.settings = settings
    context.bareRuns = nil
    return context
  }

  /// The context of these upgrades, which share what they have in common.
  func sharing(_ upgrades: [UpgradePlan]) -> UpgradeContext {
    var context = self
    context.bareRuns = SharedBareRuns(of: upgrades, settings)
    return context
  }

  /// Whether a version of the ledger has the migration with this text.
  func isFrozen(_ migration: Migration) -> Bool {
    migration.program == nil ? isFrozen(migration.up) : frozenTexts.contains(MigrationRecord.digest(migration.text))
  }

  /// Whether a version of the ledger has a migration with this text.
  func isFrozen(_ text: String) -> Bool {
    frozenScripts.contains(text) || frozenTexts.contains(MigrationRecord.digest(text))
  }

  /// The context for one setting of foreign keys.
  func with(foreignKeys: Bool) -> UpgradeContext {
    var context = self
    context.settings.foreignKeys = foreignKeys
    return context
  }

  /// The trials that run after one upgrade.
  func trials(of plan: UpgradePlan) -> Trials { plan.runsTrials ? trials : Trials() }

  /// Equal for contexts whose trials have equal results.
  var trialIdentity: JSONValue { trials.identity(rerunScripts) }
}

extension Ledger {
  /// The digests of the texts of frozen migrations, and of those in the source that mean the same: a comment that was added to
  /// a released migration makes no new one of it.
  func frozenTexts(of source: SourceDefinition) -> Set<String> {
    let known = meanings
    let frozen = Dictionary(grouping: migrationLists.flatMap(\.migrations), by: \.id)
    let reworded = source.records(knowing: known).filter { record in
      frozen[record.id]?.contains { $0.meaning == record.meaning } == true
    }
    let released = RoomUpgrade(source)?.frozenTexts(in: self) ?? []
    return Set(known.keys).union(reworded.map(\.text)).union(released)
  }
}
