internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSchema
internal import SQLiteSyntax

/// Finds the changes of a source that cause the findings SL301 to SL303 of an upgrade.
///
/// A change is a cause only if the finding disappears when the change is reverted in memory: the new database is made
/// from the reverted migrations, and the fixture is upgraded along them. If no single change is a cause, but several
/// together are, all that are needed are named. If the search takes too many runs, nothing is named.
struct CauseSearch {
  private let review: SourceReview
  private(set) var trial: ReversalTrial

  /// The changes without which a finding would disappear.
  private struct Cause {
    /// In the order of the history; empty if no cause is known.
    var steps: [ChangeSeries.Step] = []
    /// The one that describes the cause best.
    var main: ChangeSeries.Step?
  }

  /// The largest number of series that are reverted alone.
  private static let mostSingles = 8
  /// The largest number of commits in one series.
  private static let mostSteps = 16

  init(_ review: SourceReview, _ trial: ReversalTrial) {
    self.review = review
    self.trial = trial
  }

  /// The findings of an upgrade with their causes. Differences with different causes become several findings.
  ///
  /// - Throws: `GitError`, `CancellationError`.
  mutating func explained(_ findings: [Finding], of plan: UpgradePlan) async throws -> [Finding] {
    let codes: Set<Finding.Code> = [.migrationFailed, .schemaDiffers, .columnOrderDiffers]
    guard plan.path?.migrations != nil, findings.contains(where: { codes.contains($0.code) }) else { return findings }
    let series = review.changeSeries(since: plan.fixture.entry).filter { $0.steps.count <= Self.mostSteps }
    var explained: [Finding] = []
    for finding in findings {
      switch finding.code {
      // To search the cause of a failure is as expensive as several upgrades.
      case .migrationFailed where finding.severity == .error:
        let cause = try await cause(of: finding, among: findings, series, plan)
        explained.append(try self.explained(finding, by: cause))
      case .schemaDiffers, .columnOrderDiffers: explained += try await parts(of: finding, series, plan)
      default: explained.append(finding)
      }
    }
    return explained
  }

  private func explained(_ finding: Finding, by cause: Cause) throws -> Finding {
    guard let main = cause.main else { return finding }
    return try review.explained(finding, by: cause.steps, main: main)
  }

  // MARK: Failures

  private mutating func cause(
    of failure: Finding, among findings: [Finding], _ series: [ChangeSeries], _ plan: UpgradePlan
  ) async throws -> Cause {
    let failures = findings.filter { other in
      other.code == .migrationFailed
        && (other.foreignKeys == nil || failure.foreignKeys == nil || other.foreignKeys == failure.foreignKeys)
    }
    let pending = review.changeSeries(toPending: failure.migration, since: plan.fixture.entry, besides: series)
    // The text of a migration that the version has run does not matter any more.
    let own = series.filter { trial.affectsUpgrade($0, plan) }
    let changed = pending.filter { $0.steps.count <= Self.mostSteps && trial.affectsUpgrade($0, plan) }
    let failing = changed.filter { series in failure.migration.map(series.ids.contains) ?? false }
    return try await cause(of: .failure(failure, among: failures), in: [failing + own, changed + own], plan)
  }

  // MARK: Differences

  /// A finding for each cause of differences, and one for those without a known cause.
  private mutating func parts(
    of finding: Finding, _ series: [ChangeSeries], _ plan: UpgradePlan
  ) async throws -> [Finding] {
    var groups: [(cause: Cause, changes: [SchemaChange])] = []
    let today = plan.path?.migrations ?? []
    let texts = series.map { $0.texts(in: today) }
    for change in finding.changes {
      let name = change.object.text.lowercased()
      // The last migration that mentions the object has most probably made it what it is.
      let likely = Array(zip(series, texts).filter { $1.contains { $0.contains(name) } }.map(\.0).reversed())
      let cause = try await cause(of: change, in: finding, likely, series, plan)
      if let group = groups.firstIndex(where: { $0.cause.steps.map(\.act) == cause.steps.map(\.act) }) {
        groups[group].changes.append(change)
      } else {
        groups.append((cause, [change]))
      }
    }
    return try groups.map { cause, changes in
      try explained(groups.count == 1 ? finding : finding.about(changes), by: cause)
    }
  }

  /// - Parameter likely: the series that mention the changed object, the last one first.
  private mutating func cause(
    of change: SchemaChange, in finding: Finding, _ likely: [ChangeSeries], _ series: [ChangeSeries],
    _ plan: UpgradePlan
  ) async throws -> Cause {
    var cause = try await cause(of: .difference(change, of: finding), in: [likely, series], plan)
    if cause.steps.isEmpty { cause = unrepeatableCause(of: change, likely, series, plan) }
    // The first migration that mentions the object defines it. Those after it were adapted.
    let places = likely.reversed().map { Set($0.steps.map(\.place)) }
    let main = places.lazy.compactMap { own in cause.steps.last { own.contains($0.place) } }.first
    cause.main = main ?? cause.main
    return cause
  }

  /// The cause of a difference that no list of migrations shows.
  private func unrepeatableCause(
    of change: SchemaChange, _ likely: [ChangeSeries], _ all: [ChangeSeries], _ plan: UpgradePlan
  ) -> Cause {
    if trial.isReplayed(plan) {
      // With the frozen text, which no commit has, a new database would be made as the fixture was.
      guard all.count == 1, review.isOnlyDifference(all[0], since: plan.fixture.entry) else { return Cause() }
      return Cause(steps: all[0].steps, main: all[0].steps.last)
    }
    guard plan.target.version == nil else { return Cause() }
    // The commit has changed a migration that the version has run, and the schema file in the same way.
    let steps = likely.filter { $0.behind.isEmpty }.flatMap(\.steps)
    guard let step = steps.last(where: { review.hasMade(change, $0.commit) }) else { return Cause() }
    return Cause(steps: [step], main: step)
  }

  // MARK: The search

  /// - Parameter choices: series in which the cause may be. Those of the first choice are also reverted one by one.
  private mutating func cause(
    of subject: ReversalTrial.Subject, in choices: [[ChangeSeries]], _ plan: UpgradePlan
  ) async throws -> Cause {
    do {
      for one in (choices.first ?? []).prefix(Self.mostSingles) {
        // An earlier state may have been another cause of the same finding.
        for state in one.steps.indices.reversed() where try await disappears(subject, [(one, state)], plan) {
          return try await cause(subject, [one], plan)
        }
      }
      for choice in choices where choice.count > 1 || choices.first?.isEmpty == true {
        guard try await disappears(subject, choice.map { ($0, 0) }, plan) else { continue }
        return try await cause(subject, smallest(choice, subject, plan), plan)
      }
    } catch is ReversalTrial.Exhausted {}
    return Cause()
  }

  private mutating func disappears(
    _ subject: ReversalTrial.Subject, _ reversal: [(series: ChangeSeries, state: Int)], _ plan: UpgradePlan
  ) async throws -> Bool {
    try await trial.effect(of: reversal, on: subject, plan) == .disappears
  }

  /// A part of the series that is needed as a whole for the subject to disappear.
  private mutating func smallest(
    _ series: [ChangeSeries], _ subject: ReversalTrial.Subject, _ plan: UpgradePlan
  ) async throws -> [ChangeSeries] {
    var kept = series
    while kept.count > 1 {
      let middle = kept.count / 2
      var half: [ChangeSeries]?
      for part in [Array(kept[..<middle]), Array(kept[middle...])] where half == nil {
        half = try await disappears(subject, part.map { ($0, 0) }, plan) ? part : nil
      }
      guard let half else { break }
      kept = half
    }
    for one in kept where kept.count > 1 {
      let others = kept.filter { $0.ids != one.ids }
      if try await disappears(subject, others.map { ($0, 0) }, plan) { kept = others }
    }
    return kept
  }

  /// The commits of the series that made a difference to the subject.
  private mutating func cause(
    _ subject: ReversalTrial.Subject, _ series: [ChangeSeries], _ plan: UpgradePlan
  ) async throws -> Cause {
    var found: [ChangeSeries.Step] = []
    for (index, one) in series.enumerated() {
      func reversal(to state: Int) -> [(series: ChangeSeries, state: Int)] {
        series.enumerated().map { ($1, $0 == index ? state : 0) }
      }
      // The work tree may have changed it again, which no commit explains.
      var after = try await trial.effect(of: reversal(to: one.steps.count), on: subject, plan)
      if after == .disappears { return Cause() }
      for place in one.steps.indices.reversed() {
        let before = try await trial.effect(of: reversal(to: place), on: subject, plan)
        if before != after { found.append(one.steps[place]) }
        if before == .disappears { break }
        after = before
      }
    }
    found.sort { $0.place < $1.place }
    return Cause(steps: found, main: found.last)
  }
}

extension ChangeSeries.Step {
  /// Equal for changes that one commit made in the same way.
  fileprivate struct Act: Hashable {
    let commit: ObjectID
    let role: Finding.Commit.Role
  }

  fileprivate var act: Act { Act(commit: commit, role: role) }
}

extension Verification {
  /// The outcomes with the causes of their findings.
  ///
  /// - Parameters:
  ///   - upgrades: the upgrade of each outcome.
  ///   - review: `nil` if history is not read.
  ///   - known: effects of reverted changes from earlier runs, or `nil` if results are not stored.
  /// - Throws: `GitError`, `CancellationError`.
  func explained(
    _ outcomes: [FixtureOutcome], of upgrades: [UpgradePlan], _ plan: VerificationPlan, _ source: TodaysSource,
    by review: SourceReview?, reusing known: CachedReversals?
  ) async throws -> [FixtureOutcome] {
    guard let review else { return outcomes }
    var search = CauseSearch(review, ReversalTrial(source.definition, plan.context, known: known))
    var explained: [FixtureOutcome] = []
    for (outcome, upgrade) in zip(outcomes, upgrades) {
      explained.append(outcome.with(try await search.explained(outcome.findings, of: upgrade)))
    }
    search.trial.known?.write()
    return explained
  }
}
