internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// Checks how the entries were made that a commit, or a range of commits, adds: findings SL114 to SL116.
struct NewEntries {
  let repository: Repository
  let configuration: DatabaseConfiguration
  let candidate: FileSnapshot
  let base: FileSnapshot?
  /// Further parents of a merge commit. Their entries were checked when they were committed.
  let merged: [ObjectID]

  /// - Parameter known: the findings about the entries. Those that are damaged are not compared.
  /// - Throws: `LedgerError`, `GitError`, `CancellationError`.
  func findings(beside known: [Finding]) async throws -> [Finding] {
    let names = try newNames().subtracting(known.filter { $0.severity == .error }.compactMap(\.version))
    if names.isEmpty { return [] }
    let ledger = try Ledger(at: configuration.ledger, in: candidate)
    let items = ledger.items.filter { names.contains($0.entry.version.name) }
    let commits = try firstCommits(of: items)
    let fixtures = try items.map { try FrozenFixture($0, in: candidate) }
    let latest = base == nil ? nil : ledger.latest?.id
    let review = EntryReview(configuration, in: candidate, of: repository)
    var passed = PassedChecks()
    let findings = try await review.findings(of: fixtures, passed: &passed) { fixture in
      commits[fixture.id].map { .commit($0) } ?? (isPending ? .pending(isLatest: fixture.id == latest) : nil)
    }
    return try findings + parentFindings(items, in: ledger, commits)
  }

  private var isPending: Bool { if case .commit = candidate.place { false } else { true } }

  /// The folders of entries that neither the base nor a merged commit has.
  private func newNames() throws -> Set<String> {
    func names(in snapshot: FileSnapshot) throws -> [String] {
      try (snapshot.list(Ledger.fixturesFolder(of: configuration.ledger)) ?? []).map(\.name)
    }
    var new = Set(try names(in: candidate))
    if let base { new.subtract(try names(in: base)) }
    for commit in merged where !new.isEmpty { new.subtract(try names(in: repository.snapshot(.commit(commit)))) }
    return new
  }

  /// The commits that added the entries, by entry id. An entry that is about to be committed has one if it was deleted and
  /// is brought back.
  private func firstCommits(of items: [Ledger.Item]) throws -> [String: ObjectID] {
    if case .commit(let tip) = candidate.place {
      return try repository.firstCommits(of: items, in: candidate, from: tip)
    }
    guard let head = try repository.head.commit else { return [:] }
    return try repository.firstCommits(of: items, in: repository.snapshot(.index), from: head)
  }

  private func parentFindings(
    _ items: [Ledger.Item], in ledger: Ledger, _ commits: [String: ObjectID]
  ) throws -> [Finding] {
    let review = ParentReview(ledger: ledger)
    // Entries of a merge were frozen on different branches.
    let isSimple = isPending && merged.isEmpty
    let older = try isSimple ? base.map { try Ledger(at: ledger.path, in: $0, knowing: ledger).items } ?? [] : []
    var past = PastLedgers(ledger, in: repository)
    return try items.flatMap { item in
      if isPending, commits[item.id] == nil { return review.findings(of: item, among: older, isCommitted: false) }
      return try review.findings(of: item, addedBy: commits[item.id], past: &past)
    }
  }
}
