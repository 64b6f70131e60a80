internal import LedgerCore

extension FixtureMigration {
  private var steps: Int? {
    if case .command = upgradePath { nil } else { remaining.count }
  }

  /// The same, held against its entry.
  func checked() -> FixtureMigration {
    var migration = self
    let check = EntryCheck(entry: fixture.entry, id: fixture.id, folder: fixture.folder, files: fixture.files)
    migration.isDamaged = !isWhole && !check.findings().isEmpty
    migration.isWhole = !migration.isDamaged
    return migration
  }

  /// The outcome when nothing was found, in an earlier run.
  func outcome(cached: ResultCache.Result) -> Verification.FixtureOutcome {
    let verdict = FixtureVerdict(statements: cached.statements, notCovered: cached.notCovered)
    return outcome(verdict, seconds: Double(cached.milliseconds) / 1000, isCached: true)
  }

  func outcome() async throws -> Verification.FixtureOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    var verdict = try await verdict()
    let elapsed = start.duration(to: clock.now).components
    let measurements = verdict.findings.worst == .error ? [] : (try? measurements()) ?? []
    verdict.findings += trials.budget?.findings(measurements) ?? []
    var outcome = outcome(
      verdict, seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18, isCached: false)
    outcome.measurements = measurements
    return outcome
  }

  private func outcome(_ verdict: FixtureVerdict, seconds: Double, isCached: Bool) -> Verification.FixtureOutcome {
    let findings = verdict.findings
    let isDamaged = isReplaced && findings.contains { $0.code == .digestMismatch }
    let failed = findings.contains { $0.severity == .error }
    let untried: Verification.FixtureOutcome.Result = isOfAnotherLineage ? .anotherLineage : .noUpgradePath
    return Verification.FixtureOutcome(
      fixture: fixture, destination: destination,
      result: failed ? .failed : isDamaged ? .notWhole : !hasUpgradePath ? untried : isCurrent ? .current : .migrated,
      steps: steps, findings: findings, statements: verdict.statements, notCovered: verdict.notCovered,
      seconds: seconds, isCached: isCached)
  }
}
