internal import LedgerCore

extension Verification.Report {
  /// The report with what is waived marked so, and with what is to be said of the waivers themselves.
  ///
  /// - Parameter rows: how many each table had.
  func applying(_ waivers: Waivers, _ trials: Trials, rows: Int) -> Self {
    if waivers.current.isEmpty, waivers.expired.isEmpty { return self }
    var report = self
    let unused = seesEverything ? waivers.unused(after: findings, seeking: trials.soughtCodes(rows: rows)) : []
    report.findings = waivers.applied(to: findings) + waivers.expirations
    // What one shard has not met another may have.
    if part?.isWhole ?? true { report.findings += unused }
    report.outcomes = outcomes.map { $0.applying(waivers) }
    report.part?.ledger = waivers.applied(to: part?.ledger ?? [])
    report.part?.source = waivers.applied(to: part?.source ?? [])
    report.part?.fixtures = part?.fixtures.map(waivers.applied) ?? []
    report.part?.expired = waivers.expirations
    report.part?.unused = unused
    return report
  }

  /// Whether all that a waiver could be about was looked at.
  private var seesEverything: Bool {
    let isStopped = outcomes.isEmpty && findings.contains { $0.code == .migrationFailed && $0.version == nil }
    return scope == .allHistory && brokenReferences.isEmpty && !isStopped
      && !findings.contains { [.shallowClone, .objectMissing].contains($0.code) }
  }
}

extension Verification.FixtureOutcome {
  fileprivate func applying(_ waivers: Waivers) -> Self {
    var outcome = self
    outcome.findings = waivers.applied(to: findings)
    if result == .failed, outcome.findings.worst != .error { outcome.result = .waived }
    return outcome
  }
}

extension Trials {
  /// What `verify --all-history` looks for. Rules are `lint`'s, and branches that are not merged those of `check`.
  fileprivate func soughtCodes(rows: Int) -> Set<Finding.Code> {
    var codes = Set(Finding.Code.allCases.filter { !$0.isRule }).subtracting([.twoHeads, .numberTaken, .orderMatters])
    if rows == 0 {
      codes.subtract([.rowsLost, .valuesLost, .valuesMoved, .filledWithName, .dependsOnForeignKeys, .overBudget])
    }
    if !runsTwice { codes.remove(.secondRunChanges) }
    if !interrupts { codes.remove(.doesNotRecover) }
    if !goesBack { codes.remove(.downMigration) }
    if budget == nil { codes.remove(.overBudget) }
    return codes
  }
}
