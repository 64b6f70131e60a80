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
    return try await filled(start) { try await runner.fill(start.origin.bytes(), $0, with: package) }
  }

  /// The fixture with the objects that a program generates, unless it has rows of its own or none are wanted. If the program
  /// fails, the fixture has a gap.
  private func filled(
    _ start: FixtureStart, by fill: (_ rows: Int) async throws -> CommandRunner.Objects
  ) async throws -> FixtureStart {
    guard let rows = context.rows, rows > 0, plan.fixture.entry.rows == nil else { return start }
    do {
      return try start.filled(try await fill(rows), settings: settings)
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
    let start = try await filled(frozen) { try await tool.fill(adopted, $0) }
    let bare = try await recorded(adopted, tool, steps, evidence: start.ownEvidence)
    let hasRows = start.bare != nil
    let states = hasRows ? try await recorded(start.origin.bytes(), tool, steps, evidence: .generated) : bare
    let unproved = steps.unproved + (hasRows ? try omissions(steps, start, states) : [])
    return unproved.reduce(start.recording(states, bare: bare)) {
      $0.adding(NotCovered(table: nil, column: nil, reason: $1))
    }
  }

  /// What the code of custom stages has not done with these objects, as sentences without a full stop.
  ///
  /// A stage that has saved no change may ignore an error, or needs other objects. One that drops entities with objects, and
  /// leaves all new entities empty, may have been meant to move them: an entity that gets another name is such a case.
  private func omissions(
    _ steps: ModelUpgrade.Steps, _ start: FixtureStart, _ states: [String: [UInt8]]
  ) throws -> [String] {
    var before = try StoreContent(start.origin.bytes())
    return try steps.migrations.flatMap { stage -> [String] in
      guard let state = states[stage.id] else { return [] }
      let former = before
      let now = try StoreContent(state)
      before = now
      guard steps.customStages.contains(stage.id) else { return [] }
      let name = "the stage \(stage.title) (\(stage.path):\(stage.firstLine))"
      let idle = now.lastChange == former.lastChange ? ["the code of \(name) has changed no object"] : []
      let dropped = former.rows.filter { $0.value > 0 && now.rows[$0.key] == nil }.keys.sorted()
      let added = now.rows.filter { former.rows[$0.key] == nil }
      guard !dropped.isEmpty, !added.isEmpty, added.values.allSatisfy({ $0 == 0 }) else { return idle }
      return ["\(name) drops \(dropped.joined(separator: ", ")), and all tables that it adds are empty"] + idle
    }
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

/// What is compared of a store before and after a stage.
private struct StoreContent {
  /// The key of the last change in the persistent history. A stage writes there what it saves. A mapping deletes changes of
  /// entities that it drops, but keys are never used again.
  let lastChange: Int
  /// The number of rows of each table of entities.
  let rows: [String: Int]

  /// - Throws: `SchemaError`.
  init(_ file: [UInt8]) throws {
    let store = try ScratchDatabase(file: file, tracking: .known)
    func number(_ query: String) throws -> Int {
      try store.rows(query).first?.first?.flatMap { Int($0) } ?? 0
    }
    lastChange = try number("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'CHANGE'")
    // The tables of entities have `Z` before the name; those of Core Data itself, and of links, have `Z_`.
    let tables = try store.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z[A-Z]*'")
    var rows: [String: Int] = [:]
    for table in tables.compactMap({ $0.first.flatMap(\.self) }) {
      rows[table] = try number("SELECT count(*) FROM \"\(table)\"")
    }
    self.rows = rows
  }
}

/// A stage that code of the app runs has failed.
struct StageFailure: Error {
  let stage: Migration
  let error: LedgerError
  /// The rows with which it fails.
  let evidence: Finding.Evidence
}
