internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Tries out whether findings of an upgrade disappear when changes of the source are reverted. Equal sources are tried
/// once, and effects are stored for later runs.
struct ReversalTrial {
  /// What is observed.
  enum Subject {
    /// One of the differences between the upgraded database and a new one, and all of them.
    case difference(SchemaChange, of: Finding)
    /// A migration that fails, among all that fail.
    case failure(Finding, among: [Finding])
  }

  /// What happens to the subject. The cases are in order.
  enum Effect: Int, Comparable {
    /// It remains as it is.
    case none
    /// The same place has another problem, or the reverted source does not run. It is not known what the subject depends
    /// on.
    case unclear
    /// It disappears.
    case disappears

    static func < (left: Effect, right: Effect) -> Bool { left.rawValue < right.rawValue }
  }

  /// Too many sources were tried.
  struct Exhausted: Error {}

  private let definition: SourceDefinition
  private let context: UpgradeContext
  private let names: ReversalNames
  /// Effects from earlier runs, and those of this one; `nil` if they are not stored.
  private(set) var known: CachedReversals?
  /// The number of databases that may still be made.
  private var runsLeft: Int
  /// The databases that have been made in this run or for stored effects, by their names.
  private var runs: Set<String> = []
  /// Those on which the present effect depends.
  private var ownRuns: [String] = []
  private var targets: [String: CanonicalSchema?] = [:]
  private var upgrades: [String: CanonicalSchema?] = [:]
  private var failures: [String: [Finding]] = [:]
  /// The rows of the fixture that was upgraded last.
  private var rows: SharedRows?

  /// - Parameters:
  ///   - runs: the number of databases that may be made for all trials.
  ///   - known: effects from earlier runs, or `nil` if they are not stored.
  init(
    _ definition: SourceDefinition, _ context: UpgradeContext, runs: Int = 200, known: CachedReversals? = nil
  ) {
    self.definition = definition
    self.context = context
    self.known = known
    names = ReversalNames(today: definition.migrations ?? [])
    runsLeft = runs
  }

  /// The effect of the reversal. Of several ways to revert it, the one with the greatest effect counts.
  ///
  /// - Throws: ``Exhausted``, `CancellationError`.
  mutating func effect(
    of reversal: [(series: ChangeSeries, state: Int)], on subject: Subject, _ plan: UpgradePlan
  ) async throws -> Effect {
    guard let migrations = plan.path?.migrations else { return .none }
    let isInserting = reversal.contains { $0.state == 0 && !$0.series.behind.isEmpty }
    var greatest = Effect.none
    for way in isInserting ? ChangeSeries.Reversal.allCases : [.leftOut] where greatest < .disappears {
      let reverted = reversal.reduce(migrations) { $1.series.reverting($0, to: $1.state, way) }
      if reverted == migrations { continue }
      greatest = max(greatest, try await storedEffect(on: subject, with: reverted, plan))
    }
    return greatest
  }

  /// The effect of an earlier run or of this one.
  private mutating func storedEffect(
    on subject: Subject, with reverted: [Migration], _ plan: UpgradePlan
  ) async throws -> Effect {
    let source = [definition.kind, "\(definition.isReplayed)", names.name(of: reverted)]
    guard let key = known?.key(subject, source, plan, context) else {
      return try await effect(on: subject, with: reverted, plan)
    }
    if let result = known?.result(for: key) {
      for run in result.runs { try countRun(run) }
      return result.effect
    }
    ownRuns = []
    let (found, hasReachedLimit) = try await Limits.observing {
      try await effect(on: subject, with: reverted, plan)
    }
    if !hasReachedLimit { known?.add(CachedReversals.Result(effect: found, runs: ownRuns), for: key) }
    return found
  }

  private mutating func effect(
    on subject: Subject, with reverted: [Migration], _ plan: UpgradePlan
  ) async throws -> Effect {
    switch subject {
    case .difference(let change, let finding): try difference(change, of: finding, with: reverted, plan)
    case .failure(let finding, let others): try await failure(finding, among: others, with: reverted, plan)
    }
  }

  /// Whether a new database has the schema that the migrations make. Otherwise a schema file or a frozen version states
  /// it.
  func isReplayed(_ plan: UpgradePlan) -> Bool { definition.isReplayed && plan.target.version == nil }

  /// Whether the reversal changes what is run on the fixture.
  func affectsUpgrade(_ series: ChangeSeries, _ plan: UpgradePlan) -> Bool {
    guard let migrations = plan.path?.migrations else { return false }
    return ChangeSeries.Reversal.allCases.contains {
      UpgradePlan(plan, along: series.reverting(migrations, to: 0, $0)).remaining != plan.remaining
    }
  }

  // MARK: Differences

  private mutating func difference(
    _ change: SchemaChange, of finding: Finding, with reverted: [Migration], _ plan: UpgradePlan
  ) throws -> Effect {
    guard let target = try target(reverted, plan) else { return .unclear }
    let own = UpgradePlan(plan, along: reverted)
    if own.remaining == plan.remaining {
      // The upgraded database is the same. If the new one differs from today's as the upgraded one does, they are equal.
      let changes = SchemaDiff(from: target, to: plan.target.schema).changes
      return changes.contains(change)
        ? .disappears : changes.contains { $0.verdict > .cosmetic && $0.concerns(change) } ? .unclear : .none
    }
    guard let upgraded = try upgraded(own, foreignKeys: finding.foreignKeys) else { return .unclear }
    let changes = SchemaDiff(from: upgraded, to: target).meaningfulChanges
    if changes.contains(change) { return .none }
    return changes.contains { $0.concerns(change) && !finding.changes.contains($0) } ? .unclear : .disappears
  }

  /// The schema of a new database, or `nil` if the migrations do not run.
  private mutating func target(_ migrations: [Migration], _ plan: UpgradePlan) throws -> CanonicalSchema? {
    // A schema file states the new database, whatever the migrations are.
    guard definition.isReplayed else { return plan.target.schema }
    let name = names.name(ofNewDatabaseWith: migrations)
    try countRun(name)
    if let known = targets[name] { return known }
    let text = SourceDefinition(kind: definition.kind, creation: .scripts(migrations), forward: nil)
    let schema = try? text.build(context.settings).schema
    targets[name] = .some(schema)
    return schema
  }

  /// The schema of the fixture after its upgrade, or `nil` if a migration fails. Rows have no part in it.
  private mutating func upgraded(_ plan: UpgradePlan, foreignKeys: Bool?) throws -> CanonicalSchema? {
    let foreignKeys = foreignKeys ?? context.settings.foreignKeys ?? false
    let name = names.name(of: .schema, after: plan, foreignKeys: foreignKeys)
    try countRun(name)
    if let known = upgrades[name] { return known }
    let schema = try? {
      let start = try FixtureStart(plan.fixture, settings: context.settings)
      var run = try FixtureUpgrade(plan: plan, context: context).run(from: start, foreignKeys: foreignKeys)
      try run.finish()
      return try run.database.schema(ignoring: context.settings.ignoredTables)
    }()
    upgrades[name] = .some(schema)
    return schema
  }

  // MARK: Failures

  private mutating func failure(
    _ finding: Finding, among others: [Finding], with reverted: [Migration], _ plan: UpgradePlan
  ) async throws -> Effect {
    let own = UpgradePlan(plan, along: reverted)
    if own.remaining == plan.remaining { return .none }
    let failures = try await failures(own, foreignKeys: finding.foreignKeys)
    if failures.contains(where: { $0.isSameFailure(as: finding) }) { return .none }
    // Another failure may have stopped the upgrade before it came to this one.
    let new = failures.filter { failure in !others.contains { $0.isSameFailure(as: failure) } }
    let place = reverted.place(of: finding.migration, in: plan.path?.migrations ?? [])
    return new.contains { (reverted.place(of: $0.migration, in: []) ?? 0) <= place ?? 0 } ? .unclear : .disappears
  }

  /// What stops the upgrade of the same rows.
  private mutating func failures(_ plan: UpgradePlan, foreignKeys: Bool?) async throws -> [Finding] {
    let name = names.name(of: .failures, after: plan, foreignKeys: foreignKeys)
    try countRun(name)
    if let known = failures[name] { return known }
    let context = foreignKeys.map { self.context.with(foreignKeys: $0) } ?? self.context
    let rows = rows.flatMap { $0.areShared(with: plan) ? $0 : nil } ?? SharedRows(plan, self.context)
    self.rows = rows
    let findings = try await FixtureVerification(plan, context).findings(from: rows.starts)
    let stopping = findings.filter { [.migrationFailed, .integrityCheck, .customRows].contains($0.code) }
    failures[name] = stopping
    return stopping
  }

  /// Counts a database once.
  private mutating func countRun(_ name: String) throws {
    ownRuns.append(name)
    if runs.contains(name) { return }
    guard runsLeft > 0 else { throw Exhausted() }
    runsLeft -= 1
    runs.insert(name)
  }
}

/// The rows that are generated for a fixture. They do not depend on the reverted migrations.
private struct SharedRows {
  private let plan: UpgradePlan
  let starts: PopulatedStarts

  init(_ plan: UpgradePlan, _ context: UpgradeContext) {
    self.plan = plan
    starts = PopulatedStarts(FixtureUpgrade(plan: plan, context: context))
  }

  /// Whether another upgrade of the fixture begins with the same rows.
  func areShared(with other: UpgradePlan) -> Bool {
    plan.fixture.id == other.fixture.id && plan.fixture.database == other.fixture.database
      && plan.isEmpty == other.isEmpty && plan.textsForRows == other.textsForRows
  }
}

extension SchemaChange {
  /// Whether the change is about the same column as `other`, or one of them is about the object as a whole.
  fileprivate func concerns(_ other: SchemaChange) -> Bool {
    object == other.object && (column == nil || other.column == nil || column == other.column)
  }
}

extension Finding {
  /// Whether the same migration fails for the same reason. Its line may differ.
  fileprivate func isSameFailure(as other: Finding) -> Bool {
    code == other.code && migration == other.migration && failureReason == other.failureReason
  }
}

extension [Migration] {
  /// The place of a migration; one that the list lacks has the place behind the last migration that it follows in `all`.
  fileprivate func place(of id: String?, in all: [Migration]) -> Double? {
    guard let id else { return nil }
    if let own = firstIndex(where: { $0.id == id }) { return Double(own) }
    guard let place = all.firstIndex(where: { $0.id == id }) else { return nil }
    let preceding = all[..<place].reversed().lazy.compactMap { other in firstIndex { $0.id == other.id } }.first
    return preceding.map { Double($0) + 0.5 } ?? -0.5
  }
}
