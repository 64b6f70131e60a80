internal import LedgerCore
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// One run of an upgrade on a copy of its fixture, migration by migration. Between two steps, no transaction is open and
/// the caller can read ``database`` and ``lineage``.
struct FixtureRun {
  /// The fixture before the run.
  let start: FixtureStart
  /// Whether the application enforces foreign keys.
  let foreignKeys: Bool
  /// The ids of the migrations that run with foreign keys off although ``foreignKeys`` is set.
  let unenforced: Set<String>
  /// The copy, after the last step.
  private(set) var database: ScratchDatabase
  /// The migrations that have not run, in order.
  private(set) var remaining: ArraySlice<Migration>
  /// The tables and columns of ``start`` under their present names, or `nil` if no statements are known.
  private(set) var lineage: RowLineage?
  /// The state before the last step that has begun; `nil` if it is not kept.
  private var checkpoint: RunCheckpoint?
  private let keepsCheckpoints: Bool
  /// Whether the setting of foreign keys can have had no effect so far.
  private var isOfBothSettings = true
  /// The state before the first migration whose effect can depend on that setting, if it is not the start; otherwise `nil`.
  private var fork: RunCheckpoint?
  /// States on the way.
  private var milestones = RunMilestones()
  /// The time that the steps have taken so far.
  private(set) var duration = Duration.zero
  /// The number of steps of the whole run.
  private let stepCount: Int
  /// Whether a ``RunCheckpoint`` has all that the remaining migrations need.
  let isResumable: Bool
  private let settings: BuildSettings

  /// A run before its first step.
  ///
  /// - Parameters:
  ///   - migrations: what the fixture has not run.
  ///   - unenforced: the ids of the migrations that run with foreign keys off in any case.
  /// - Throws: `SchemaError`.
  init(
    _ start: FixtureStart, _ migrations: [Migration], foreignKeys: Bool, unenforced: Set<String> = [],
    settings: BuildSettings
  ) throws {
    self.settings = settings
    self.start = start
    self.foreignKeys = foreignKeys
    self.unenforced = unenforced
    database = try start.open(settings, foreignKeys: foreignKeys)
    remaining = migrations[...]
    stepCount = migrations.count
    lineage = start.lineage
    // A snapshot may be too large for copies.
    isResumable = try !start.origin.isSnapshot && !database.dependsOnConnection(in: migrations)
    // The first failure of a foreign key begins a new run. Most upgrades have none, and need few copies of their database.
    keepsCheckpoints = isResumable && !unenforced.isEmpty
  }

  /// The run from its last step on, with other migrations that run with foreign keys off; `nil` if the run must begin
  /// again.
  func resumed(unenforced: Set<String>, settings: BuildSettings) -> FixtureRun? {
    guard let checkpoint,
      self.unenforced.symmetricDifference(unenforced).isSubset(of: checkpoint.remaining.map(\.id))
    else { return nil }
    return try? FixtureRun(self, from: checkpoint, unenforced: unenforced, settings: settings)
  }

  /// The number of states on the way in which ``stopped(at:settings:)`` can give the run.
  var milestoneCount: Int { milestones.states.count }

  /// The run as it was on its way.
  ///
  /// - Parameter index: less than ``milestoneCount``; 0 is the earliest state.
  /// - Throws: `SchemaError`.
  func stopped(at index: Int, settings: BuildSettings) throws -> FixtureRun {
    try FixtureRun(self, from: milestones.states[index], unenforced: unenforced, settings: settings)
  }

  /// The same upgrade with foreign keys on, from the state up to which the setting has no effect; `nil` if it must begin anew.
  ///
  /// - Throws: `SchemaError`.
  func enforcingForeignKeys(settings: BuildSettings) throws -> FixtureRun? {
    guard isResumable, !foreignKeys, unenforced.isEmpty,
      let state = isOfBothSettings && remaining.isEmpty ? presentState : fork
    else { return nil }
    var run = try FixtureRun(
      self, from: state.with(foreignKeys: true), foreignKeys: true, unenforced: [], settings: settings)
    run.milestones = run.milestones.with(foreignKeys: true)
    return run
  }

  private init(
    _ run: FixtureRun, from checkpoint: RunCheckpoint, foreignKeys: Bool? = nil, unenforced: Set<String>,
    settings: BuildSettings
  ) throws {
    self.settings = settings
    start = run.start
    self.foreignKeys = foreignKeys ?? run.foreignKeys
    self.unenforced = unenforced
    database = try ScratchDatabase(
      checkpoint.database, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    remaining = checkpoint.remaining
    lineage = checkpoint.lineage
    stepCount = run.stepCount
    milestones = run.milestones.before(checkpoint)
    isResumable = true
    keepsCheckpoints = foreignKeys == nil
  }

  /// A run that a command has completed. The command decides whether foreign keys are enforced.
  ///
  /// - Parameter file: the upgraded database.
  /// - Throws: `SchemaError`.
  init(_ start: FixtureStart, completed file: [UInt8], lineage: RowLineage?, settings: BuildSettings) throws {
    self.settings = settings
    self.start = start
    foreignKeys = false
    unenforced = []
    database = try ScratchDatabase(file: file, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    remaining = []
    stepCount = 0
    self.lineage = lineage
    isResumable = false
    keepsCheckpoints = false
  }

  /// Runs the next migration and returns it. Returns `nil` after the last one.
  ///
  /// - Throws: `LedgerError.sqlFailed`, `.transactionLeftOpen`. The migration then remains the next one, and its changes
  ///   stay in the database.
  mutating func step() throws(LedgerError) -> Migration? {
    guard let migration = remaining.first else { return nil }
    // Without a copy, a run with other settings begins again.
    if keepsCheckpoints { checkpoint = presentState }
    if isResumable, !foreignKeys, isOfBothSettings, Script.dependsOnForeignKeys(migration.up) {
      isOfBothSettings = false
      if remaining.count < stepCount { fork = presentState }
    }
    if isResumable, milestones.isDue(after: stepCount - remaining.count) { milestones.add(presentState) }
    let isUnenforced = foreignKeys && unenforced.contains(migration.id)
    if isUnenforced { try database.enforceForeignKeys(false, before: migration) }
    let beginning = ContinuousClock.now
    let isRecorded = try takeRecordedState(after: migration)
    let deleted = isRecorded ? nil : try migration.run(on: database)
    duration += beginning.duration(to: .now)
    if isUnenforced { try database.enforceForeignKeys(true, before: migration) }
    lineage?.follow(migration.up, named: migration.path, id: migration.id, deleted: deleted)
    remaining.removeFirst()
    return migration
  }

  /// Takes the database that code of the application has made of a step. Returns `false` if the step is SQL.
  private mutating func takeRecordedState(after migration: Migration) throws(LedgerError) -> Bool {
    guard let file = start.recorded[migration.id] else { return false }
    do {
      database = try ScratchDatabase(
        file: file, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
      return true
    } catch {
      let reason = error as? SchemaError ?? .sqlite(code: 1, message: "\(error)", sql: nil)
      throw .sqlFailed(path: migration.path, line: migration.firstLine, error: reason)
    }
  }

  /// What the steps have needed so far; `nil` if that was not measured.
  var cost: UpgradeCost? {
    database.largestSizes.map {
      UpgradeCost(duration: duration, before: start.origin.size, database: $0.database, files: $0.all)
    }
  }

  /// A copy of the database; `nil` if the remaining migrations need more than it.
  var state: DatabaseCheckpoint? { isResumable ? presentState?.database : nil }

  private var presentState: RunCheckpoint? {
    (try? database.checkpoint()).flatMap(\.self).map {
      RunCheckpoint(database: $0, remaining: remaining, lineage: lineage)
    }
  }

  /// Runs the remaining migrations.
  ///
  /// - Throws: as ``step()``.
  mutating func finish() throws(LedgerError) {
    while try step() != nil {}
  }
}

extension ScratchDatabase {
  /// Whether the migrations, or what the schema contains, need more of a connection than a ``DatabaseCheckpoint`` has.
  fileprivate func dependsOnConnection(in migrations: [Migration]) throws -> Bool {
    let stored = try rows("SELECT sql FROM sqlite_master WHERE sql NOT NULL").compactMap { $0[0] }
    return (stored + migrations.map(\.up)).contains(where: Script.dependsOnConnection)
  }

  fileprivate func enforceForeignKeys(_ isOn: Bool, before migration: Migration) throws(LedgerError) {
    do {
      try execute("PRAGMA foreign_keys = \(isOn ? "ON" : "OFF")")
    } catch {
      let reason = error as? SchemaError ?? .sqlite(code: 1, message: "\(error)", sql: nil)
      throw .sqlFailed(path: migration.path, line: nil, error: reason)
    }
  }
}
