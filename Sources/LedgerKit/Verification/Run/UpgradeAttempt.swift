internal import LedgerCore
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// The runs of one upgrade with one setting of foreign keys, until the upgrade arrives or nothing more can be tried.
///
/// A migration that fails because of a generated row is reported, and the upgrade begins again as if such a row could not
/// exist: the condition that the row violated becomes an assumption. A migration in which a foreign key fails is reported,
/// and runs with foreign keys off. So the first failure does not hide the next.
struct UpgradeAttempt {
  /// The last run.
  private(set) var run: FixtureRun
  /// Whether ``run`` is complete.
  private(set) var hasArrived = false
  /// SL301, one for each cause, in the order in which they occurred.
  private(set) var failures: [Finding] = []
  /// The conditions under which the last run began, besides those of the configuration.
  private(set) var assumptions: [Assumption] = []

  /// What the first run needed, however far it came; `nil` if that was not measured.
  let cost: UpgradeCost?

  /// The maximum number of failures that are followed.
  private static let limit = 24

  /// The judgement on ``run``.
  let judgement: UpgradeJudgement
  private var gaps: [NotCovered] = []
  private let starts: PopulatedStarts
  /// The failure that has stopped ``run``.
  private var failure: LedgerError?

  /// - Parameter other: the attempt with foreign keys off. A row that violates a condition stops both, so this one begins
  ///   with the other's assumptions and failures.
  /// - Throws: `SchemaError`, `RowScript.Failure`.
  init(
    _ judgement: UpgradeJudgement, from start: FixtureStart, foreignKeys: Bool, _ starts: PopulatedStarts,
    after other: UpgradeAttempt? = nil
  ) throws {
    self.judgement = judgement
    self.starts = starts
    assumptions = other?.assumptions ?? []
    gaps = other?.gaps ?? []
    failures = other?.failures.filter { $0.assumption != nil } ?? []
    let first = assumptions.isEmpty ? start : try starts.start(assuming: assumptions)
    let same =
      foreignKeys && assumptions.isEmpty && gaps.isEmpty
      ? try other?.run.enforcingForeignKeys(settings: judgement.settings) : nil
    run =
      try same ?? judgement.upgrade.run(from: gaps.reduce(first) { $0.adding($1) }, foreignKeys: foreignKeys)
    failure = run.failureOfRest()
    cost = run.cost
    var count = 0
    while let failure, try follow(failure, isLast: count == Self.limit) { count += 1 }
    hasArrived = failure == nil
  }

  /// Reports the failure and starts again without its cause. Returns `false` if that is impossible.
  private mutating func follow(_ failure: LedgerError, isLast: Bool) throws -> Bool {
    guard !isLast, case .sqlFailed(let path, _, let error) = failure, let migration = run.remaining.first else {
      failures.append(try judgement.failure(failure, of: run))
      return false
    }
    if let table = error.tableWithKeyOfOwnRow, run.start.bare != nil, let table = run.lineage?.origin(ofTable: table) {
      // The migration fills a lookup table, which has exactly the migration's rows.
      let reason = "gets rows with fixed keys from \(path), so no rows were generated for it"
      gaps.append(NotCovered(table: table, column: nil, reason: reason))
      if try helps(.noRows(of: table), against: failure) { return true }
      gaps.removeLast()
    }
    var finding = try judgement.failure(failure, of: run)
    defer { failures.append(finding) }
    let conditions =
      finding.evidence == .generated
      ? run.lineage?.conditions(against: error, in: migration.up, on: run.database) ?? [] : []
    if error.isOfForeignKeys, run.foreignKeys, !run.unenforced.contains(migration.id) {
      // Without any rows, every foreign key holds, which says nothing.
      finding.assumption = try conditions.first {
        try !$0.excludesAll && !assumptions.contains($0) && helps($0, against: failure)
      }
      if finding.assumption != nil { return true }
      run = try judgement.upgrade.run(run, with: run.unenforced.union([migration.id]))
      self.failure = run.failureOfRest()
      return true
    }
    for condition in conditions {
      guard !assumptions.contains(condition), try helps(condition, against: failure) else { continue }
      finding.assumption = condition
      return true
    }
    return false
  }

  /// Starts again with one more assumption. Keeps the new run if the failure is gone.
  private mutating func helps(_ condition: Assumption, against failure: LedgerError) throws -> Bool {
    let assumptions = assumptions + [condition]
    let start = gaps.reduce(try starts.start(assuming: assumptions)) { $0.adding($1) }
    var other = try judgement.upgrade.run(from: start, foreignKeys: run.foreignKeys, unenforced: run.unenforced)
    let otherFailure = other.failureOfRest()
    guard otherFailure != failure, other.remaining.count <= run.remaining.count else { return false }
    (run, self.assumptions, self.failure) = (other, assumptions, otherFailure)
    return true
  }
}

/// The fixtures with generated rows of one upgrade, by the assumptions that the rows satisfy. Runs with foreign keys off
/// and on need the same ones, and so do upgrades of the fixture along other migrations.
final class PopulatedStarts {
  private let upgrade: FixtureUpgrade
  private var starts: [[Assumption]: FixtureStart] = [:]

  init(_ upgrade: FixtureUpgrade) { self.upgrade = upgrade }

  /// - Throws: `SchemaError`, `RowScript.Failure`.
  func start(assuming assumptions: [Assumption]) throws -> FixtureStart {
    if let start = starts[assumptions] { return start }
    let start = try upgrade.populatedStart(assuming: assumptions)
    starts[assumptions] = start
    return start
  }
}

extension FixtureRun {
  /// Runs the remaining migrations, and returns the error that stops the run.
  fileprivate mutating func failureOfRest() -> LedgerError? {
    do throws(LedgerError) {
      try finish()
      return nil
    } catch {
      return error
    }
  }
}
