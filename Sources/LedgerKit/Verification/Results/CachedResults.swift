internal import LedgerCore
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SharedCache
internal import Synchronization

/// The stored results that one run uses, and the results that it adds.
///
/// A result is stored with its findings unless something may be different the next time: a script has reached a limit of
/// time or memory, a command of the repository has failed, or a measured duration is over its budget.
final class CachedResults: Sendable {
  private let cache: ResultCache
  private let key: ResultKey
  private let stored: [String: ResultCache.Result]
  /// The passes of other machines. Set once, before the first outcome is asked for.
  private let fetched = Mutex<[String: ResultCache.Result]>([:])
  private let used = Mutex<[(key: String, result: ResultCache.Result)]>([])
  /// The passes of this run that other machines may use.
  private let passed = Mutex<[(key: String, result: ResultCache.Result)]>([])

  init(_ cache: ResultCache, key: ResultKey) {
    self.cache = cache
    self.key = key
    stored = cache.read()
  }

  /// Asks for the passes of other machines, all at once.
  func fetch(for upgrades: [UpgradePlan], _ context: UpgradeContext) async {
    guard let shared = cache.shared else { return }
    let keys = upgrades.filter { isShared($0) && !FixtureVerification($0, context).showsMeasurements }.compactMap {
      let clean = key.digest(of: $0)
      return stored[clean] ?? stored[key.digest(ofFindingsIn: $0, context, clean)] == nil ? clean : nil
    }
    let passes = await shared.passes(for: Set(keys).sorted(), reading: ResultCache.Result.init(pass:))
    fetched.withLock { $0 = passes }
  }

  /// Whether the result is the same on every machine: what a command does depends on the tools that are installed, and a
  /// duration on the machine.
  private func isShared(_ plan: UpgradePlan) -> Bool {
    if case .command = plan.path { return false }
    return plan.isPossible && plan.measured.isEmpty
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
    if let pass = fetched.withLock({ $0[clean] }), let outcome = Verification.FixtureOutcome(plan, cached: pass) {
      // What is stored here is believed in every later run, and so must not come from a server that is merely believed now.
      if cache.shared?.isAuthenticated == true { used.withLock { $0.append((clean, pass)) } }
      return outcome
    }
    let (outcome, hasReachedLimit) = try await Limits.observing { try await verification.outcome(known: known) }
    if !hasReachedLimit, let result = Self.result(of: outcome, plan) {
      used.withLock { $0.append((outcome.findings.isEmpty ? clean : failed, result)) }
      if outcome.findings.isEmpty, outcome.hasSucceeded, isShared(plan) {
        passed.withLock { $0.append((clean, result)) }
      }
    }
    return outcome
  }

  private func storedOutcome(
    of verification: FixtureVerification, _ digest: String
  ) -> Verification.FixtureOutcome? {
    guard !verification.showsMeasurements, let result = stored[digest],
      let outcome = Verification.FixtureOutcome(verification.plan, cached: result)
    else { return nil }
    used.withLock { $0.append((digest, result)) }
    return outcome
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
  func write() async {
    let used = used.withLock { $0 }
    if used.contains(where: { stored[$0.key] == nil }) { cache.write(used.sorted { $0.key < $1.key }) }
    let passed = passed.withLock { $0 }
    await cache.shared?.store(passed.sorted { $0.key < $1.key }.map { ($0.key, $0.result.pass) })
  }
}
