internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSchema

/// Converts the history of a ledger into findings SL101, SL102, SL105, SL106 and SL107, and reads every fixture.
///
/// The withdrawals of the current ledger make it silent about the deletion of the withdrawn contents, and about other
/// contents of the same version. What is in the current ledger counts as not withdrawn.
struct HistoryReview {
  let history: LedgerHistory
  let repository: Repository
  /// The entries of the current ledger.
  let current: [FrozenFixture]
  let ledgerPath: String
  /// The withdrawals of the current ledger.
  let withdrawals: [Withdrawal]

  /// The commits whose versions are not compared with those of the same name.
  let excluded: ExcludedCommits?

  /// Every content of every version that could be read.
  private(set) var fixtures: [FrozenFixture] = []
  private(set) var findings: [Finding] = []
  private var byTree: [ObjectID: FrozenFixture] = [:]
  /// The entries of the current ledger by their ids, and their files.
  private let currentEntries: [String: Entry]
  private let currentFiles: [String: [String: [UInt8]]]
  /// The ids of the contents that count as withdrawn.
  private let withdrawn: Set<String>
  /// The contents that were frozen: a commit added each of them without rewriting another one.
  private var origins: Set<ObjectID> = []

  init(
    _ history: LedgerHistory, in repository: Repository, ledger ledgerPath: String, current: [FrozenFixture],
    excluding excluded: ExcludedCommits? = nil, withdrawals: [Withdrawal] = []
  ) throws {
    self.history = history
    self.excluded = excluded
    self.repository = repository
    self.current = current
    currentEntries = Dictionary(current.map { ($0.id, $0.entry) }, uniquingKeysWith: { first, _ in first })
    currentFiles = Dictionary(current.map { ($0.id, $0.files) }, uniquingKeysWith: { first, _ in first })
    self.ledgerPath = ledgerPath
    self.withdrawals = withdrawals
    withdrawn = Set(withdrawals.map(\.entryID)).subtracting(current.map(\.id))
    if history.isShallow { findings.append(.shallow()) }
    if let missing = history.missingTree {
      let commits = history.unreadableCommitCount
      findings.append(
        .objectMissing(missing.id, ofLedgersIn: commits, promised: missing.isPromised))
    }
    for occurrence in history.occurrences { try read(occurrence) }
    origins = history.origins(replacing: Set(byTree.keys.filter(isWithdrawn)))
    findings += try history.events.compactMap(finding)
    findings += try history.moves.map { move in
      try Finding.moved(move.to, from: move.from).with(commits: commits(.moved, [move.commit]))
    }
    findings += try withdrawalFindings()
    findings += try collisions() + brokenChains()
  }

  private mutating func read(_ occurrence: LedgerHistory.Occurrence) throws {
    do {
      let fixture = try occurrence.read(
        from: repository, ledger: ledgerPath, knowing: currentEntries, sharing: currentFiles)
      fixtures.append(fixture)
      byTree[occurrence.tree] = fixture
    } catch GitError.missingObject(let id, let promised) {
      findings.append(.objectMissing(id, promised: promised).with(version: occurrence.version))
    } catch let error as EntryError {
      try add(.unreadableEntry(occurrence.folder(in: ledgerPath), error), of: occurrence)
    } catch let error as GitError {
      switch error {
      case .corrupt, .objectTooLarge:
        try add(.unreadableEntry(occurrence.folder(in: ledgerPath), error), of: occurrence)
      default: throw error
      }
    }
  }

  private mutating func add(_ finding: Finding, of occurrence: LedgerHistory.Occurrence) throws {
    findings.append(
      finding.with(version: occurrence.version, commits: try commits(.committed, occurrence.commits.prefix(1))))
  }

  private func commits(_ role: Finding.Commit.Role, _ ids: some Sequence<ObjectID>) throws -> [Finding.Commit] {
    try ids.map { Finding.Commit(role: role, info: try repository.commitInfo($0)) }
  }

  /// Whether the content was withdrawn, which only a readable one can be.
  private func isWithdrawn(_ tree: ObjectID) -> Bool { byTree[tree].map { withdrawn.contains($0.id) } ?? false }

  /// The fixtures that were not withdrawn.
  var kept: [FrozenFixture] { fixtures.filter { !withdrawn.contains($0.id) } }

  private func present(_ version: String) -> FrozenFixture? {
    current.first { $0.entry.version.name == version }
  }

  /// The commit that first added this content.
  private func first(_ tree: ObjectID) -> [ObjectID] {
    history.occurrences.first { $0.tree == tree }.map { Array($0.commits.prefix(1)) } ?? []
  }

  /// Whether every entry of every commit could be read. Only then is a parent that is not among them missing.
  var hasAllEntries: Bool {
    !history.isShallow && history.missingTree == nil && fixtures.count == history.occurrences.count
  }

  /// `nil` for a content that cannot be read: Git cannot check it out either.
  private func checkout(_ tree: ObjectID, _ version: String) -> Remedy? {
    guard byTree[tree] != nil else { return nil }
    return history.occurrences.first { $0.tree == tree && $0.version == version }?.restoration(in: ledgerPath)
  }

  private func finding(for event: LedgerHistory.Event) throws -> Finding? {
    switch event {
    case .rewritten(let version, let from, let to, let commit):
      // The frozen content was restored. The commit that rewrote it has its own finding.
      if origins.contains(to), !isWithdrawn(to) || isWithdrawn(from) { return nil }
      let old = byTree[from]
      let new = byTree[to]
      let isCurrent = !origins.contains { tree in
        !isWithdrawn(tree) && byTree[tree].map { present(version)?.files == $0.files } ?? false
      }
      let diff = schemaDiff(old, new)
      let roles = try commits(.committed, first(from)) + commits(.rewrote, [commit])
      guard let entry = old?.entry ?? new?.entry else {
        return Finding.unreadableRewrite(version).with(commits: roles)
      }
      let finding = Finding.rewritten(
        entry, id: old?.id ?? "", files: try changedFiles(from, to), verdict: diff?.verdict, isCurrent: isCurrent,
        remedy: checkout(from, version)
      ).with(changes: diff?.changes ?? [], commits: roles)
      return isWithdrawn(from) ? finding.atMost(.warning).setting(\.remedy, to: .withdrawnSince) : finding
    case .deleted(let version, let tree, let commit):
      if isWithdrawn(tree) { return nil }
      let isRestored = present(version).map { $0.files == byTree[tree]?.files } ?? false
      let restore = present(version) == nil ? checkout(tree, version) : .withdraw
      return Finding.deleted(version, id: byTree[tree]?.id, isRestored: isRestored, remedy: restore).with(
        commits: try commits(.committed, first(tree)) + commits(.deleted, [commit]))
    }
  }

  /// The names of the files that differ between two contents of an entry; empty if only their modes do. Neither content
  /// needs to be a readable entry.
  private func changedFiles(_ from: ObjectID, _ to: ObjectID) throws -> [String] {
    let trees = try [from, to].map { tree in
      Dictionary(try repository.treeChildren(tree: tree).map { ($0.name, $0.id) }, uniquingKeysWith: { $1 })
    }
    return Set(trees.flatMap(\.keys)).filter { trees[0][$0] != trees[1][$0] }.sorted()
  }

  private func schemaDiff(_ old: FrozenFixture?, _ new: FrozenFixture?) -> SchemaDiff? {
    guard let old, let new, let before = try? StoredFile.schema(of: old.database),
      let after = try? StoredFile.schema(of: new.database)
    else { return nil }
    return SchemaDiff(from: before, old.files[Entry.modelName], to: after, new.files[Entry.modelName])
  }

  /// Entries whose parent no commit contains. Gaps of a shallow or partial clone are reported once, elsewhere.
  private func brokenChains() throws -> [Finding] {
    guard hasAllEntries else { return [] }
    let known = try knownIDs
    return fixtures.flatMap { fixture in
      fixture.entry.parents.filter { !known.contains($0) }.map {
        .brokenChain(fixture.entry, id: fixture.id, missing: $0)
      }
    }
  }

  /// Versions that were frozen twice, independently and with different content.
  private func collisions() throws -> [Finding] {
    let frozen = history.occurrences.filter { origins.contains($0.tree) && !isWithdrawn($0.tree) }.compactMap {
      byTree[$0.tree]
    }
    return try Dictionary(grouping: frozen, by: \.entry.version.name).sorted { $0.key < $1.key }.compactMap {
      version, all in
      guard Set(all.map(\.id)).count > 1 else { return nil }
      let fixtures = try all.filter { try excluded?.contain($0.commits) != true }
      let ids = Set(fixtures.map(\.id))
      guard ids.count > 1 else { return nil }
      let roles = fixtures.compactMap { fixture in
        (try? commits(.committed, fixture.commits.prefix(1)))?.first
      }
      return Finding.collision(version, ids: ids.sorted()).with(commits: roles)
    }
  }
}

extension LedgerHistory {
  /// The trees that some commit added without rewriting another content of the version.
  ///
  /// - Parameter withdrawn: trees that may be replaced.
  func origins(replacing withdrawn: Set<ObjectID> = []) -> Set<ObjectID> {
    var rewriters: [ObjectID: Set<ObjectID>] = [:]
    for case .rewritten(_, let from, let to, let commit) in events where !withdrawn.contains(from) {
      rewriters[to, default: []].insert(commit)
    }
    return Set(occurrences.filter { !rewriters[$0.tree, default: []].isSuperset(of: $0.commits) }.map(\.tree))
  }
}
