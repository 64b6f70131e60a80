internal import SQLiteSchema
internal import Synchronization

/// The stored results that one run uses, and the results that it adds.
final class CachedResults: Sendable {
  private let cache: ResultCache
  private let key: ResultKey
  private let stored: [String: ResultCache.Result]
  private let used = Mutex<[(key: String, result: ResultCache.Result)]>([])

  init(_ cache: ResultCache, key: ResultKey) {
    self.cache = cache
    self.key = key
    stored = cache.read()
  }

  /// The stored outcome, or the outcome of a verification that runs now.
  ///
  /// - Parameter known: as for ``FixtureVerification/verdict(known:)``.
  /// - Throws: `CancellationError`.
  func outcome(
    of verification: FixtureVerification, known: FixtureVerdict?
  ) async throws -> Verification.FixtureOutcome {
    let digest = key.digest(of: verification.plan)
    if let result = stored[digest], !verification.showsMeasurements {
      used.withLock { $0.append((digest, result)) }
      return Verification.FixtureOutcome(verification.plan, cached: result)
    }
    let outcome = try await verification.outcome(known: known)
    if let verdict = outcome.reusableVerdict {
      let result = ResultCache.Result(
        milliseconds: Int(outcome.seconds * 1000), statements: verdict.statements, notCovered: verdict.notCovered)
      used.withLock { $0.append((digest, result)) }
    }
    return outcome
  }

  /// Writes the results of this run, if there are new ones.
  func write() {
    let used = used.withLock { $0 }
    if used.contains(where: { stored[$0.key] == nil }) { cache.write(used.sorted { $0.key < $1.key }) }
  }
}
