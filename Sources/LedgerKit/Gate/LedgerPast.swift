internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// What happened to a ledger before the commit that is checked.
///
/// History is read for the work tree. A commit or a push is compared with what precedes it, and history is read only if
/// that comparison may miss something: the configuration has changed, or it reaches no entry.
struct LedgerPast {
  let repository: Repository
  let database: DatabaseConfiguration
  let candidate: FileSnapshot
  let base: FileSnapshot?
  /// The ledger in ``candidate``.
  let ledger: Ledger
  /// The ledger in ``base``.
  let committed: Ledger?

  private var isWorkTree: Bool { candidate.place == .workTree }

  /// - Throws: `LedgerError`, `GitError`.
  func findings() throws -> [Finding] {
    guard try isWorkTree || isDoubtful, let configuration = try Configuration.ifPresent(in: candidate) else {
      return []
    }
    do {
      let walk = try LedgerWalk(
        of: configuration.namedLedgers, in: repository, from: [tip].compactMap(\.self), marking: tip)
      let history = try LedgerHistory(of: database.ledger, in: walk)
      let unreached = UnreachedLedgers(walk: walk, configuration: configuration, snapshot: candidate)
      var findings = try unreached.findings(for: database)
      let deleted =
        isWorkTree
        ? try DeletedEntries(history: history, repository: repository).findings(
          missingFrom: ledger, committed: committed) : []
      // A version that was deleted and frozen again in another way has both findings. One is enough.
      let lost = Set(deleted.compactMap(\.version))
      findings += try rewritings(in: history, configuration).filter {
        $0.code != .versionCollision || !($0.version.map(lost.contains) ?? false)
      }
      if let former = try formerLedger { findings.append(.moved(database.ledger, from: former)) }
      if isWorkTree { findings += try deleted + ledger.withdrawalNotes(of: history, in: repository) }
      return findings
    } catch GitError.missingObject(_, promised: true), GitError.objectTooLarge {
      // `verify --all-history` reports what this partial clone does not have.
      return []
    }
  }

  /// The last commit of the history to read: the candidate or, before it is committed, the one that it follows.
  private var tip: ObjectID? {
    for place in [candidate.place, base?.place] { if case .commit(let id) = place { return id } }
    return nil
  }

  private var isDoubtful: Bool {
    get throws {
      guard let base else { return true }
      return try ledger.items.isEmpty || candidate.read(Configuration.fileName) != base.read(Configuration.fileName)
    }
  }

  /// The former folder of the ledger, if the configuration of the base names another one that has entries.
  private var formerLedger: String? {
    get throws {
      guard let base, !ledger.items.isEmpty,
        let former = try Configuration.former(in: base)?.databases.counterpart(of: database)?.ledger,
        former != database.ledger, try !Ledger(at: former, in: base).items.isEmpty
      else { return nil }
      return former
    }
  }

  /// What commits rewrote, and nobody restored, and versions that one line of history froze with different contents: a
  /// merge can take one of them. A comparison of two commits cannot see the latter, nor the former once a ledger has moved.
  private func rewritings(in history: LedgerHistory, _ configuration: Configuration) throws -> [Finding] {
    let hasMoved = try formerLedger != nil || !history.moves.isEmpty
    let isRewritten = history.events.contains { if case .rewritten = $0 { true } else { false } }
    let isFrozenTwice = Set(history.occurrences.map(\.version)).count < history.occurrences.count
    // If the folder is a mistaken one, its entries are not the ones to compare with. Without a base, all of the history
    // is new here.
    let isRetired = history.folders.contains { configuration.retired[$0] != nil }
    guard !ledger.items.isEmpty || isRetired,
      hasMoved || (isRewritten || isFrozenTwice) && (isWorkTree || base == nil)
    else { return [] }
    let review = try HistoryReview(
      history, in: repository, ledger: database.ledger, current: ledger.fixtures(in: candidate),
      withdrawals: ledger.withdrawals)
    var codes: Set<Finding.Code> = [.entryRewritten, .versionCollision]
    // In the work tree, `DeletedEntries` finds them.
    if hasMoved, !isWorkTree { codes.insert(.entryDeleted) }
    return review.findings.filter { $0.severity == .error && codes.contains($0.code) }
  }
}
