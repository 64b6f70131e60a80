internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// Finds entries that history has, in ledgers that the configuration does not name: it was mistyped, a database was
/// renamed or removed, or entries stayed behind when a ledger was moved.
///
/// Only the line that is marked in the walk counts. What another branch has frozen is not missing here.
struct UnreachedLedgers {
  let walk: LedgerWalk
  /// The configuration in ``snapshot``.
  let configuration: Configuration
  /// What is committed, or about to be.
  let snapshot: FileSnapshot

  /// Finding SL111 for each ledger that belonged to the database, and SL101 for what was rewritten in a retired one. Those that
  /// belonged to none of the configured databases are reported with the first.
  ///
  /// - Throws: `GitError`, `LedgerError.ledgerIsNoFolder`.
  func findings(for database: DatabaseConfiguration) throws -> [Finding] {
    let configured = Set(configuration.databases.map(\.ledger))
    let others = walk.folders.all.filter { !configured.contains($0) }
    if others.isEmpty { return [] }
    let owned = Dictionary(
      configuration.databases.flatMap { owner in walk.folders.lineage(of: owner.ledger).map { ($0, owner.name) } },
      uniquingKeysWith: { first, _ in first })
    let kept = Set(try configuration.databases.flatMap { try Ledger(at: $0.ledger, in: snapshot).keptIDs })
    var findings: [Finding] = []
    for folder in others where owned[folder] == database.name {
      let left = try Ledger(at: folder, in: snapshot).items.filter { !kept.contains($0.id) }
      findings += try finding([folder], left.map(\.entry.version.name)).map { [$0] } ?? []
    }
    guard database.name == configuration.databases.first?.name else { return findings }
    var seen: Set<String> = []
    for folder in others where owned[folder] == nil && seen.insert(folder).inserted {
      let folders = walk.folders.lineage(of: folder)
      seen.formUnion(folders)
      findings += try finding(folders, try lost(from: folder, keeping: kept)).map { [$0] } ?? []
      if let retired = folders.first(where: { configuration.retired[$0] != nil }) {
        findings += try rewritings(of: retired)
      }
    }
    return findings
  }

  /// Finding SL101 for each entry of a retired ledger that a commit rewrote. Such a ledger may be removed, and not changed:
  /// a change could be hidden by retiring the ledger afterwards.
  private func rewritings(of folder: String) throws -> [Finding] {
    let history = try LedgerHistory(of: folder, in: walk)
    guard history.events.contains(where: { if case .rewritten = $0 { true } else { false } }) else { return [] }
    let ledger = try Ledger(at: folder, in: snapshot)
    let review = try HistoryReview(
      history, in: walk.repository, ledger: folder, current: ledger.fixtures(in: snapshot),
      withdrawals: ledger.withdrawals)
    return review.findings.filter { $0.code == .entryRewritten && $0.severity == .error }
  }

  /// The versions in the history of a ledger whose entries are neither kept nor withdrawn.
  private func lost(from folder: String, keeping kept: Set<String>) throws -> [String] {
    let line = Set(walk.history.steps.filter(\.isOnLine).map(\.commit))
    let history = try LedgerHistory(of: folder, in: walk)
    let withdrawn = try history.withdrawals.compactMap {
      try history.withdrawal($0.tree, $0.version, in: walk.repository)?.entryID
    }
    let known = kept.union(withdrawn)
    var versions: [String] = []
    for occurrence in history.occurrences where !line.isDisjoint(with: occurrence.commits) {
      let entry = try? occurrence.read(from: walk.repository, ledger: folder, only: [Entry.fileName])
      if let entry, known.contains(entry.id) || versions.contains(occurrence.version) { continue }
      versions.append(occurrence.version)
    }
    return versions
  }

  /// - Parameter folders: the folders that have been the ledger.
  private func finding(_ folders: [String], _ versions: [String]) throws -> Finding? {
    guard !versions.isEmpty else { return nil }
    let change = lastChange(of: folders)
    let folder = change?.folder ?? folders[0]
    let reason = folders.compactMap { configuration.retired[$0] }.first
    let commits = try change.map { [Finding.Commit(role: .changed, info: try walk.repository.commitInfo($0.commit))] }
    return Finding.unreached(folder, versions: versions, reason: reason).with(commits: commits ?? [])
  }

  /// The last commit whose configuration no longer names one of the folders.
  private func lastChange(of folders: [String]) -> (folder: String, commit: ObjectID)? {
    for step in walk.history.steps.reversed() where step.isOnLine && !step.before.isEmpty {
      let after = Set(walk.named(step.after[0])?.ledgers.map(\.folder) ?? [])
      let before = Set(step.before.flatMap { walk.named($0[0])?.ledgers.map(\.folder) ?? [] })
      let gone = folders.first { before.contains($0) && !after.contains($0) }
      if let gone { return (gone, step.commit) }
    }
    return nil
  }
}

extension Configuration {
  /// The ledgers, and the folders that are retired.
  var namedLedgers: NamedLedgers {
    NamedLedgers(
      databases.map { NamedLedgers.Named(database: $0.name, folder: $0.ledger) }, retired: Set(retired.keys))
  }
}
