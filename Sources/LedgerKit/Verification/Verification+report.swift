internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries

extension Verification {
  /// The report on the results, with advice for each finding and with waivers applied.
  ///
  /// - Throws: `LedgerError.invalidConfiguration` for the waivers, `GitError`.
  func report(on results: VerificationResults) throws -> Report {
    let committed = try repository.head.commit.map { try repository.snapshot(.commit($0)) }
    let restorations = results.scope == .allHistory ? results.findings.restorations : nil
    func withAdvice(_ findings: [Finding]) throws -> [Finding] {
      try findings.map {
        try $0.advised(committed: committed, present: present, restorations: restorations).quotingLine(of: present)
      }
    }
    let waivers = try Waivers(at: configuration.ledger, in: present, today: options.today)
    func waived(_ findings: [Finding]) throws -> [Finding] { waivers.applied(to: try withAdvice(findings)) }
    let outcomes = results.outcomes.map { $0.applying(waivers, configuration) }
    let upgrades = try zip(results.outcomes, outcomes).map { outcome, applied in
      Record.Upgrade(
        version: outcome.fixture.entry.version.name, result: applied.result, notCovered: outcome.notCovered,
        findings: configuration.withoutSilenced(try waived(outcome.findings)))
    }
    let (ledger, source) = (try waived(results.findings), try waived(results.disagreement))
    let findings = try ledger + source + results.outcomes.flatMap { try waived($0.findings) }
    let record = Record(
      ledger: configuration.withoutSilenced(ledger), source: configuration.withoutSilenced(source),
      expired: waivers.expirations,
      unused: results.isComplete(findings)
        ? waivers.unused(after: findings, seeking: trials.checkedCodes(rows: options.rows)) : [],
      upgrades: upgrades, limits: results.limits, brokenReferences: results.inventory.brokenReferences)
    return Report(
      database: configuration.name, scope: results.scope, commitCount: results.inventory.commitCount,
      outcomes: outcomes, record: record, notices: configuration.withoutSilenced(results.source.definition.notices),
      excludedBranches: configuration.silences(.branchExcluded) ? [] : results.inventory.excludedBranches,
      suggestsWaiver: !configuration.silences(.waiverAdvice),
      part: results.share.map(Part.init), ledger: configuration.ledger)
  }
}

extension Trials {
  /// The codes that `verify --all-history` looks for. `lint` looks for rules, and `check` for unmerged branches and for what a commit
  /// changes in the configuration.
  fileprivate func checkedCodes(rows: Int) -> Set<Finding.Code> {
    var codes = Set(Finding.Code.allCases.filter { !$0.isRule }).subtracting([
      .twoHeads, .numberTaken, .orderMatters, .upgradePathRemoved,
    ])
    if rows == 0 {
      codes.subtract([.rowsLost, .valuesLost, .valuesMoved, .filledWithName, .dependsOnForeignKeys, .overBudget])
    }
    if !runsTwice { codes.remove(.secondRunChanges) }
    if !interrupts { codes.remove(.doesNotRecover) }
    if !runsDownMigrations { codes.remove(.downMigration) }
    if budget == nil { codes.remove(.overBudget) }
    return codes
  }
}
