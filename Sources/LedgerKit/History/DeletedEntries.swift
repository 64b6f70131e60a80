internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// Finds versions that a commit before HEAD deleted, for example a revert, and that were neither restored nor withdrawn,
/// and withdrawals that a commit deleted.
///
/// The gate compares with HEAD, where such a version is missing too.
struct DeletedEntries {
  let history: LedgerHistory
  let repository: Repository

  /// Finding SL102 for each deleted version, with the commits that froze and deleted it. One that was frozen again is
  /// deleted all the same, if the new entry is another one: in two commits, that is an edit.
  ///
  /// - Parameters:
  ///   - ledger: the current ledger.
  ///   - committed: the ledger at HEAD, whose entries the gate reports.
  /// - Throws: `GitError`.
  func findings(missingFrom ledger: Ledger, committed: Ledger?) throws -> [Finding] {
    let items = ledger.items + (committed?.items ?? [])
    let present = Set(items.map(\.entry.version.name))
    let ids = Set(items.map(\.id))
    let known = ledger.withdrawals + (committed?.withdrawals ?? [])
    let lost = try history.lostWithdrawals(from: ledger.path, having: known, in: repository)
    // Where the record of a withdrawal was deleted, it is what has to be restored.
    let withdrawn = ledger.withdrawnIDs.union(lost.compactMap(\.entry))
    var reported: Set<String> = []
    var findings: [Finding] = []
    for case .deleted(let version, let tree, let commit) in history.events.reversed()
    where !reported.contains(version) {
      guard let occurrence = history.occurrences.first(where: { $0.version == version && $0.tree == tree }),
        let entry = try? occurrence.read(from: repository, ledger: ledger.path, only: [Entry.fileName]),
        !ids.contains(entry.id), !withdrawn.contains(entry.id), let origin = occurrence.commits.first
      else { continue }
      reported.insert(version)
      let remedy = present.contains(version) ? .withdraw : occurrence.restoration(in: ledger.path)
      let roles = [(Finding.Commit.Role.committed, origin), (.deleted, commit)]
      findings.append(
        .deleted(version, id: entry.id, isRestored: false, remedy: remedy)
          .with(commits: try roles.map { Finding.Commit(role: $0, info: try repository.commitInfo($1)) }))
    }
    findings += try resets(missingFrom: ledger, besides: present.union(reported))
    return findings.reversed() + lost
  }
}

extension GitError {
  /// Whether an object is missing or damaged, so that a part of history cannot be read.
  var isAboutObject: Bool {
    switch self {
    case .missingObject, .corrupt, .objectTooLarge: true
    default: false
    }
  }

  /// Whether a part of history is not in this clone, or is too large to be read. An object that is damaged is an error.
  var isAboutAbsentObject: Bool {
    if case .corrupt = self { false } else { isAboutObject }
  }
}
