internal import GitStore
internal import LedgerCore
internal import LedgerEntries

extension Ledger {
  /// SL109 for each withdrawal, with the commits that froze and withdrew the entry.
  ///
  /// - Parameter history: the history of the ledger, or `nil` to read that of HEAD if there is a withdrawal.
  /// - Throws: `GitError`.
  func withdrawalNotes(
    of history: LedgerHistory? = nil, in repository: Repository, cache: HistoryCache = .standard
  ) throws -> [Finding] {
    if withdrawals.isEmpty { return [] }
    let past = try history ?? LedgerHistory(ofHeadAt: path, in: repository, cache: cache)
    return try withdrawals.map { withdrawal in
      let commits = try past.commit(of: withdrawal, in: repository).map { [Finding.Commit(role: .withdrew, info: $0)] }
      let note = Finding.withdrawn(withdrawal, path: path(of: withdrawal))
      return note.with(commits: try past.commits(froze: withdrawal, ledger: path, in: repository) + (commits ?? []))
    }
  }
}

extension LedgerHistory {
  /// The history of the commits that HEAD reaches; empty before the first commit.
  init(
    ofHeadAt ledger: String, named database: String? = nil, in repository: Repository, cache: HistoryCache = .standard
  ) throws {
    let head = try repository.head.commit
    try self.init(of: ledger, named: database, in: repository, from: [head].compactMap(\.self), cache: cache)
  }

  /// The history whose events are those of the commits that HEAD reaches, for a history of all references.
  ///
  /// Unless another branch moved the ledger, those events are among the events of all commits. So this history itself is
  /// returned if no commit has deleted an entry, or deleted or changed a withdrawal.
  func ofHead(
    at ledger: String, named database: String?, in repository: Repository, cache: HistoryCache = .standard
  ) throws -> LedgerHistory {
    let deletes = events.contains { if case .deleted = $0 { true } else { false } }
    if !deletes, withdrawalEvents.isEmpty, folders == [ledger] { return self }
    return try LedgerHistory(ofHeadAt: ledger, named: database, in: repository, cache: cache)
  }
}
