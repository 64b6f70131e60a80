internal import Findings
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// Runs the plan of one upgrade on copies of its fixture.
struct FixtureUpgrade: Sendable {
  let plan: UpgradePlan
  let context: UpgradeContext

  private var settings: BuildSettings { context.settings }

  /// The fixture before the upgrade, with generated rows. A Swift package generates the rows of its own objects, because
  /// only the package knows what their values mean.
  ///
  /// - Throws: `SchemaError`, `RowScript.Failure`, `CancellationError`.
  func start() async throws -> FixtureStart {
    guard case .command(let command, let runner) = plan.path, let package = command.modelPackage else {
      return try populatedStart(assuming: [])
    }
    if let store = plan.store { return try FixtureStart(store, settings: settings) }
    let start = try FixtureStart(plan.fixture, settings: settings)
    guard let rows = context.rows, rows > 0, plan.fixture.entry.rows == nil else { return start }
    do {
      return try start.filled(try await runner.fill(start.origin.bytes(), rows, with: package), settings: settings)
    } catch let error as LedgerError {
      let reason = "no rows could be generated: \(([error.message] + error.output.suffix(1)).joined(separator: ": "))"
      return start.adding(NotCovered(table: nil, column: nil, reason: reason))
    }
  }

  /// The fixture with objects that the app's own types make, and what each stage of its plan has made of it.
  ///
  /// - Throws: ``StageFailure``, `SchemaError`, `CancellationError`.
  func start(runBy tool: StageTool, _ steps: ModelUpgrade.Steps) async throws -> FixtureStart {
    let frozen = try FixtureStart(plan.fixture, settings: settings)
    let adopted = try await tool.adopted(frozen.origin.bytes(), as: steps.start)
    var start = frozen
    if let rows = context.rows, rows > 0, plan.fixture.entry.rows == nil {
      do {
        start = try frozen.filled(try await tool.fill(adopted, rows), settings: settings)
      } catch let error as LedgerError {
        let reason = "no rows could be generated: \(([error.message] + error.output.suffix(1)).joined(separator: ": "))"
        start = frozen.adding(NotCovered(table: nil, column: nil, reason: reason))
      }
    }
    let bare = try await recorded(adopted, tool, steps, evidence: start.ownEvidence)
    guard start.bare != nil else { return start.recording(bare, bare: bare) }
    let filled = try await recorded(start.origin.bytes(), tool, steps, evidence: .generated)
    let unproved = steps.unproved + (try withoutEffect(steps, start, filled))
    return unproved.reduce(start.recording(filled, bare: bare)) {
      $0.adding(NotCovered(table: nil, column: nil, reason: $1))
    }
  }

  /// The custom stages whose code has saved no change of an object, as sentences without a full stop. An app may ignore the
  /// error that prevents it, or the stage may do nothing with such objects.
  ///
  /// A stage writes what it saves into the persistent history of the store, from which a mapping deletes the changes of
  /// entities that it drops. So their keys are compared, which are never used again.
  private func withoutEffect(
    _ steps: ModelUpgrade.Steps, _ start: FixtureStart, _ states: [String: [UInt8]]
  ) throws -> [String] {
    var count = try changeCount(start.origin.bytes())
    return try steps.migrations.compactMap { stage in
      guard let state = states[stage.id] else { return nil }
      let before = count
      count = try changeCount(state)
      guard steps.customStages.contains(stage.id), count == before else { return nil }
      return "the code of the stage \(stage.title) (\(stage.path):\(stage.firstLine)) has changed no object"
    }
  }

  private func changeCount(_ file: [UInt8]) throws -> Int {
    let store = try ScratchDatabase(file: file, tracking: .known)
    let last = try store.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'CHANGE'").first?.first
    return last?.flatMap { Int($0) } ?? 0
  }

  private func recorded(
    _ store: [UInt8], _ tool: StageTool, _ steps: ModelUpgrade.Steps, evidence: Finding.Evidence
  ) async throws -> [String: [UInt8]] {
    var bytes = store
    var states: [String: [UInt8]] = [:]
    for migration in steps.migrations {
      guard let next = steps.destination(of: migration) else { continue }
      do {
        bytes = try await tool.run(migration, on: bytes, to: next)
      } catch let error as LedgerError where !error.isRefusal {
        throw StageFailure(stage: migration, error: error, evidence: evidence)
      }
      states[migration.id] = bytes
    }
    return states
  }

  /// The fixture before migrations, with generated rows that satisfy these conditions and those of the configuration.
  ///
  /// - Throws: `SchemaError`, `RowScript.Failure`.
  func populatedStart(assuming assumptions: [Assumption]) throws -> FixtureStart {
    if let store = plan.store { return try start(of: store) }
    if let steps = plan.modelSteps { return try start(of: steps) }
    return try FixtureStart(
      plan.fixture, rows: plan.isEmpty ? nil : context.rows, texts: plan.textsForRows, isFrozen: context.isFrozen,
      assuming: assumptions, settings: settings)
  }

  /// A user's database before migrations.
  ///
  /// - Throws: `SchemaError`.
  private func start(of store: DatabaseSnapshot) throws -> FixtureStart {
    let start = try FixtureStart(store, settings: settings)
    return (plan.modelSteps?.unproved ?? []).reduce(start) {
      $0.adding(NotCovered(table: nil, column: nil, reason: $1))
    }
  }

  /// The fixture of a version whose model is known, with objects that are generated from it.
  ///
  /// - Throws: `SchemaError`.
  private func start(of steps: ModelUpgrade.Steps) throws -> FixtureStart {
    var start = try FixtureStart(plan.fixture, settings: settings)
    if let rows = context.rows, rows > 0, !plan.isEmpty, plan.fixture.entry.rows == nil,
      let objects = try ModelRows(of: steps.model, unlinked: steps.unlinked)?.objects(
        rows, in: start.origin.bytes(), settings)
    {
      start = try start.filled(objects, settings: settings)
    }
    return steps.unproved.reduce(start) { $0.adding(NotCovered(table: nil, column: nil, reason: $1)) }
  }

  /// A run of the remaining migrations, before its first step.
  ///
  /// - Parameter unenforced: the ids of the migrations that run with foreign keys off in any case.
  /// - Throws: `SchemaError`.
  func run(from start: FixtureStart, foreignKeys: Bool, unenforced: Set<String> = []) throws -> FixtureRun {
    try FixtureRun(start, plan.remaining, foreignKeys: foreignKeys, unenforced: unenforced, settings: settings)
  }

  /// The same run from its beginning.
  ///
  /// - Throws: `SchemaError`.
  func again(_ run: FixtureRun) throws -> FixtureRun {
    try self.run(from: run.start, foreignKeys: run.foreignKeys, unenforced: run.unenforced)
  }

  /// The run with other migrations that run with foreign keys off. It continues before the first step that differs, if that
  /// is the last one; otherwise it begins again.
  ///
  /// - Throws: `SchemaError`.
  func run(_ run: FixtureRun, with unenforced: Set<String>) throws -> FixtureRun {
    try run.resumed(unenforced: unenforced, settings: settings)
      ?? self.run(from: run.start, foreignKeys: run.foreignKeys, unenforced: unenforced)
  }

  /// A completed run of a command.
  ///
  /// - Parameter file: the database that the command has made from `start`.
  /// - Throws: `SchemaError`.
  func run(from start: FixtureStart, upgradedByCommand file: [UInt8]) throws -> FixtureRun {
    let lineage = try context.stages?.lineage(from: plan.fixture, to: plan.target.version, start.lineage)
    return try FixtureRun(start, completed: file, lineage: lineage, settings: settings)
  }

  /// The remaining migrations, for trials that run them several times.
  ///
  /// - Parameter file: the database before them.
  func replay(from file: [UInt8], foreignKeys: Bool) -> MigrationReplay {
    MigrationReplay(start: file, migrations: plan.remaining, foreignKeys: foreignKeys, settings: settings)
  }
}

/// A stage that code of the app runs has failed.
struct StageFailure: Error {
  let stage: Migration
  let error: LedgerError
  /// The rows with which it fails.
  let evidence: Finding.Evidence
}
