/// Upgrades that run several at a time.
struct UpgradeBatch {
  let upgrades: [UpgradePlan]
  let context: UpgradeContext
  /// `nil` if results are not stored.
  let cached: CachedResults?

  /// The outcomes, in the order of the upgrades.
  ///
  /// - Parameters:
  ///   - jobs: the number of upgrades that run at a time.
  ///   - progress: called after each upgrade, with the number of upgrades that are complete.
  /// - Throws: `CancellationError`.
  func outcomes(
    jobs: Int, progress: (_ outcome: Verification.FixtureOutcome, _ done: Int) -> Void
  ) async throws -> [Verification.FixtureOutcome] {
    let outcomes = try await withThrowingTaskGroup(of: [(Int, Verification.FixtureOutcome)].self) { tasks in
      var outcomes: [Verification.FixtureOutcome?] = Array(repeating: nil, count: upgrades.count)
      var waiting = upgrades.equivalent[...]
      func start() {
        guard let group = waiting.popFirst() else { return }
        tasks.addTask { try await self.outcomes(of: group) }
      }
      for _ in 0..<max(1, jobs) { start() }
      var done = 0
      while let group = try await tasks.next() {
        for (index, outcome) in group {
          outcomes[index] = outcome
          done += 1
          progress(outcome, done)
        }
        start()
      }
      return outcomes.compactMap { $0 }
    }
    cached?.write()
    return outcomes
  }

  /// Runs the upgrades of one group one after the other. While nothing is found, only the first of them runs.
  private func outcomes(of group: [Int]) async throws -> [(Int, Verification.FixtureOutcome)] {
    var outcomes: [(Int, Verification.FixtureOutcome)] = []
    for index in group {
      let verification = FixtureVerification(upgrades[index], context)
      let known = outcomes.last?.1.reusableVerdict
      let outcome =
        if let cached { try await cached.outcome(of: verification, known: known) } else {
          try await verification.outcome(known: known)
        }
      outcomes.append((index, outcome))
    }
    return outcomes
  }
}

extension [UpgradePlan] {
  /// The indices of upgrades, those with the same ``UpgradePlan/equivalenceKey`` in one group.
  var equivalent: [[Int]] {
    var groupsByKey: [String: Int] = [:]
    var groups: [[Int]] = []
    for (index, upgrade) in enumerated() {
      let key = upgrade.equivalenceKey
      if let key, let group = groupsByKey[key] {
        groups[group].append(index)
        continue
      }
      if let key { groupsByKey[key] = groups.count }
      groups.append([index])
    }
    return groups
  }
}
