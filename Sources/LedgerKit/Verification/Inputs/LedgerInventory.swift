internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// What the repository has frozen, and the findings about it.
struct LedgerInventory {
  /// Today's ledger.
  let ledger: Ledger
  /// The entries of today's ledger, with their files.
  let current: [FrozenFixture]
  /// Every fixture to verify, with custom rows. With history, also those that today's ledger no longer has.
  let fixtures: [FrozenFixture]
  /// The number of commits walked; 0 for the tree.
  let commitCount: Int
  /// References that point to missing objects.
  let brokenReferences: [String]
  /// The branches whose versions were not compared with those of the same name.
  let excludedBranches: [String]
  /// The findings about the files of today's ledger.
  let integrity: [Finding]
  /// All findings about the ledger and its history.
  let findings: [Finding]

  /// - Parameters:
  ///   - scripts: the custom rows of today's ledger.
  ///   - lost: the findings about entries that are committed and that the work tree does not have.
  init(_ ledger: Ledger, _ current: [FrozenFixture], _ frozen: FrozenFixtures, _ scripts: RowScripts, lost: [Finding]) {
    self.ledger = ledger
    self.current = current
    fixtures = frozen.fixtures.map(scripts.added)
    commitCount = frozen.commitCount
    brokenReferences = frozen.brokenReferences
    excludedBranches = frozen.excludedBranches
    integrity = frozen.integrity
    findings = frozen.findings + frozen.integrity + scripts.unusedScripts(for: fixtures) + lost
  }

  /// The files of the entries of today's ledger, by version.
  var filesByVersion: [Version: [String: [UInt8]]] {
    Dictionary(current.map { ($0.entry.version, $0.files) }, uniquingKeysWith: { first, _ in first })
  }

  /// The files of intact entries of today's ledger, by entry id. A fixture in history with the same files need not be
  /// checked again.
  var intactFiles: [String: [String: [UInt8]]] {
    let doubtful = Set(integrity.compactMap(\.entry))
    return Dictionary(
      current.filter { !doubtful.contains($0.id) }.map { ($0.id, $0.files) }, uniquingKeysWith: { first, _ in first })
  }
}

extension [FrozenFixture] {
  fileprivate var filesByFolder: [String: [String: [UInt8]]] {
    Dictionary(map { ($0.folder, $0.files) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Ledger {
  /// The entries with their files.
  ///
  /// - Throws: `GitError`.
  func fixtures(in snapshot: FileSnapshot) throws -> [FrozenFixture] {
    try items.map { try FrozenFixture($0, in: snapshot) }
  }
}

/// The fixtures of today's ledger, or of all history.
struct FrozenFixtures {
  let fixtures: [FrozenFixture]
  let commitCount: Int
  let brokenReferences: [String]
  /// The branches whose versions were not compared with those of the same name.
  var excludedBranches: [String] = []
  /// The findings about the files of today's ledger.
  let integrity: [Finding]
  /// The findings about history.
  let findings: [Finding]

  /// The fixtures of today's ledger.
  ///
  /// - Throws: `GitError`.
  init(
    _ current: [FrozenFixture], of ledger: Ledger, in present: FileSnapshot, _ repository: Repository,
    cache: HistoryCache, checked: inout PassedChecks
  ) throws {
    fixtures = current
    commitCount = 0
    brokenReferences = []
    integrity = try ledger.integrity(in: present, files: current.filesByFolder, checked: &checked)
    findings = try ledger.withdrawalNotes(in: repository, cache: cache)
  }

  /// The fixtures of all history, and those of today's ledger that are not committed yet.
  ///
  /// - Throws: `GitError`.
  init(
    _ current: [FrozenFixture], of ledger: Ledger, in present: FileSnapshot, and history: LedgerHistory,
    _ repository: Repository, excluding excluded: ExcludedCommits, checked: inout PassedChecks
  ) throws {
    let review = try HistoryReview(
      history, in: repository, ledger: ledger.path, current: current, excluding: excluded,
      withdrawals: ledger.withdrawals)
    excludedBranches = excluded.branches
    let known = Set(review.fixtures.map(\.id))
    fixtures = review.kept + current.filter { !known.contains($0.id) }
    commitCount = history.commitCount
    brokenReferences = history.brokenReferences
    integrity = try ledger.integrity(
      in: present, known: review.hasAllEntries ? review.knownIDs : nil, files: current.filesByFolder, checked: &checked)
    findings = try review.findings + ledger.withdrawalNotes(of: history, in: repository)
  }
}
