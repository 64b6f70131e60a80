internal import GitStore
internal import LedgerCore
internal import LedgerEntries

extension LedgerHistory {
  /// The withdrawal in a blob, or `nil` if it is not a valid one or not in this clone.
  ///
  /// - Throws: `GitError`.
  func withdrawal(_ blob: ObjectID, _ name: String, in repository: Repository) throws -> Withdrawal? {
    do {
      return try Withdrawal(parsing: try repository.blob(blob), path: name)
    } catch is EntryError {
      return nil
    } catch let error as GitError {
      switch error {
      case .missingObject, .corrupt, .objectTooLarge: return nil
      default: throw error
      }
    }
  }

  /// The commit that first added a withdrawal, or `nil` if none of the commits that were read has it.
  ///
  /// - Throws: `GitError`.
  func commit(of withdrawal: Withdrawal, in repository: Repository) throws -> CommitInfo? {
    let occurrence = try withdrawals.first { occurrence in
      try occurrence.version == withdrawal.fileName
        && self.withdrawal(occurrence.tree, occurrence.version, in: repository) == withdrawal
    }
    return try occurrence?.commits.first.map(repository.commitInfo)
  }

  /// The commit that froze the withdrawn entry; empty if none of the commits that were read has it.
  ///
  /// - Throws: `GitError`.
  func commits(froze withdrawal: Withdrawal, ledger: String, in repository: Repository) throws -> [Finding.Commit] {
    let frozen = occurrences.first { occurrence in
      guard occurrence.version == withdrawal.entry.version.name else { return false }
      return (try? occurrence.read(from: repository, ledger: ledger, only: [Entry.fileName]))?.id == withdrawal.entryID
    }
    return try frozen?.commits.prefix(1).map { .init(role: .committed, info: try repository.commitInfo($0)) } ?? []
  }

  /// SL101 and SL102 for withdrawals that a commit changed or deleted, the latest first.
  ///
  /// - Parameter present: the withdrawals that the ledger has.
  /// - Throws: `GitError`.
  func lostWithdrawals(
    from ledger: String, having present: [Withdrawal], in repository: Repository
  ) throws -> [Finding] {
    var reported: Set<Withdrawal> = []
    return try withdrawalEvents.reversed().compactMap { event in
      let (name, blob, commit) =
        switch event {
        case .deleted(let name, let blob, let commit): (name, blob, commit)
        case .rewritten(let name, let blob, _, let commit): (name, blob, commit)
        }
      // What was not a withdrawal has withdrawn nothing.
      guard let withdrawal = try withdrawal(blob, name, in: repository), !present.contains(withdrawal),
        reported.insert(withdrawal).inserted
      else { return nil }
      let occurrence = withdrawals.first { $0.tree == blob }
      let own = Ledger.withdrawnFolder(of: ledger) + "/"
      let place = occurrence?.places.first { $0.path == own } ?? occurrence?.places.first
      let path = (place?.path ?? own) + name
      let first = occurrence?.commits.first
      let isDeleted = if case .deleted = event { true } else { false }
      let remedy = place.map { Remedy.checkOut(path: path, from: $0.commit.short) }
      let roles =
        (first.map { [(Finding.Commit.Role.withdrew, $0)] } ?? []) + [(isDeleted ? .deleted : .rewrote, commit)]
      return try Finding.withdrawalLost(withdrawal, path: path, isDeleted: isDeleted, remedy: remedy)
        .with(commits: roles.map { Finding.Commit(role: $0, info: try repository.commitInfo($1)) })
    }
  }
}
