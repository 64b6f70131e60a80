internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// How the entries of today's ledger were made.
extension Verification {
  /// Findings SL114 to SL116 about the entries of today's ledger. Empty if history is not read, which tells with which
  /// source an entry was committed.
  ///
  /// - Throws: `GitError`, `CancellationError`.
  func originFindings(_ scope: Scope, _ inventory: LedgerInventory) async throws -> [Finding] {
    guard scope == .allHistory else { return [] }
    let intact = inventory.intactFiles
    let fixtures = inventory.fixtures.filter { intact[$0.id] == $0.files }
    let review = EntryReview(configuration, in: present, of: repository)
    let stored = options.results?.origins
    var passed = stored?.read() ?? PassedChecks()
    let findings = try await review.findings(of: fixtures, passed: &passed) { fixture in
      fixture.commits.first.map { .commit($0) } ?? .pending(isLatest: fixture.id == inventory.ledger.latest?.id)
    }
    stored?.write(passed)
    return try findings + parentFindings(inventory.ledger, fixtures)
  }

  private func parentFindings(_ ledger: Ledger, _ fixtures: [FrozenFixture]) throws -> [Finding] {
    let review = ParentReview(ledger: ledger)
    var past = PastLedgers(ledger, in: repository)
    return try fixtures.flatMap { fixture -> [Finding] in
      guard let item = ledger[fixture.entry.version], item.id == fixture.id else { return [] }
      return try review.findings(of: item, addedBy: fixture.commits.first, past: &past)
    }
  }
}
