internal import LedgerCore
internal import SQLiteSandbox
internal import SQLiteSchema

/// The stored results that one run uses, and the results that it adds.
///
/// A result is stored with its findings unless something may be different the next time: a script has reached a limit of
/// time or memory, a command of the repository has failed, or a measured duration is over its budget.
final class CachedResults: Sendable {
  private let cache: ResultCache
  private let key: ResultKey
  private let stored: StoredTable<ResultCache.Result>

  init(_ cache: ResultCache, key: ResultKey) {
    self.cache = cache
    self.key = key
    stored = cache.results()
  }

  /// The stored outcome, or the outcome of a verification that runs now.
  ///
  /// - Parameter known: as for ``FixtureVerification/verdict(known:from:)``.
  /// - Throws: `CancellationError`.
  func outcome(
    of verification: FixtureVerification, known: FixtureVerdict?
  ) async throws -> Verification.FixtureOutcome {
    let (plan, context) = (verification.plan, verification.context)
    let clean = key.digest(of: plan)
    if let outcome = storedOutcome(of: verification, clean) { return outcome }
    let failed = key.digest(ofFindingsIn: plan, context, clean)
    if let outcome = storedOutcome(of: verification, failed) { return outcome }
    let (outcome, hasReachedLimit) = try await Limits.observing { try await verification.outcome(known: known) }
    if !hasReachedLimit, let result = Self.result(of: outcome, plan) {
      stored.add(result, for: outcome.findings.isEmpty ? clean : failed)
    }
    return outcome
  }

  private func storedOutcome(
    of verification: FixtureVerification, _ digest: String
  ) -> Verification.FixtureOutcome? {
    if verification.showsMeasurements { return nil }
    return stored.value(for: digest).flatMap { Verification.FixtureOutcome(verification.plan, cached: $0) }
  }

  /// `nil` if nothing was tried, or if the outcome may be different the next time.
  private static func result(of outcome: Verification.FixtureOutcome, _ plan: UpgradePlan) -> ResultCache.Result? {
    if !plan.isPossible { return nil }
    if case .command = plan.path, !outcome.findings.isEmpty { return nil }
    guard !outcome.findings.contains(where: { $0.code == .overBudget }), let findings = outcome.findings.stored else {
      return nil
    }
    return ResultCache.Result(
      milliseconds: Int(outcome.seconds * 1000), findings: findings, statements: outcome.statements,
      notCovered: outcome.notCovered)
  }

  /// The effects of reverted changes, stored by earlier runs.
  func reversals() -> CachedReversals { cache.reversals(key) }

  /// Writes the results of this run, if there are new ones.
  func write() { stored.write() }
}
