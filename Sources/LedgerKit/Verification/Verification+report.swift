internal import GitStore
internal import LedgerCore

extension Verification {
  /// The report on the results, with advice for each finding and with waivers applied.
  ///
  /// - Throws: `LedgerError.invalidConfiguration` for the waivers, `GitError`.
  func report(on results: VerificationResults) throws -> Report {
    let committed = try repository.head.commit.map { try repository.snapshot(.commit($0)) }
    let restorations = results.scope == .allHistory ? results.findings.restorations : nil
    func withAdvice(_ findings: [Finding]) throws -> [Finding] {
      try findings.map { try $0.advised(committed: committed, present: present, restorations: restorations) }
    }
    let findings = try withAdvice(results.distinctFindings)
    let waivers = try Waivers(at: configuration.ledger, in: present, today: options.today)
    let unused =
      results.isComplete(findings)
      ? waivers.unused(after: findings, seeking: trials.checkedCodes(rows: options.rows)) : []
    let isWhole = results.share?.isWhole ?? true
    func waived(_ findings: [Finding]) throws -> [Finding] { waivers.applied(to: try withAdvice(findings)) }
    let part = try results.share.map { share in
      Part(
        isWhole: share.isWhole, total: share.total, places: share.places, work: share.work, target: share.target,
        ledger: try waived(results.findings), source: try waived(results.disagreement), expired: waivers.expirations,
        unused: unused, fixtures: try results.outcomes.map { try waived($0.findings) })
    }
    return Report(
      database: configuration.name, scope: results.scope, commitCount: results.inventory.commitCount,
      outcomes: results.outcomes.map { $0.applying(waivers) },
      // Another shard may use a waiver that this one has not used.
      findings: waivers.applied(to: findings).oneForEachCause + waivers.expirations + (isWhole ? unused : []),
      notices: results.source.definition.notices, limits: results.limits,
      brokenReferences: results.inventory.brokenReferences, part: part, ledger: configuration.ledger)
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
