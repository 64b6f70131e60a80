public import GitStore
public import LedgerCore
public import LedgerEntries

extension Freeze {
  /// A possibly unintended effect. A freeze is not refused for it.
  public enum Warning: Sendable {
    /// History or a branch has the version with another content: an entry, the commit that added it, and the branches
    /// whose latest commit has it.
    case otherContent(entry: String, commit: CommitInfo, branches: [String])
    /// No branch contains the new commit.
    case detachedHead
    /// A frozen version has the same name in another spelling.
    case spelling(of: Version)
    /// A frozen version is later than this one.
    case notNext(latest: Version)
    /// A commit before HEAD deleted a version, or a withdrawal.
    case deleted(Finding)
  }
}

/// Finds ``Freeze/Warning``s before a version is frozen.
struct FreezeReview {
  let context: LedgerContext
  let ledger: Ledger
  /// The day by which branches without recent commits are excluded.
  let today: CalendarDay

  /// - Parameters:
  ///   - entry: the new entry.
  ///   - isLatest: whether it is meant to follow all others.
  /// - Throws: `GitError`, except for objects that this clone does not have.
  func warnings(for entry: Entry, isLatest: Bool, commits: Bool) throws -> [Freeze.Warning] {
    let versions = ledger.items.map(\.entry.version)
    var warnings: [Freeze.Warning] = []
    if commits, isDetached { warnings.append(.detachedHead) }
    if let twin = versions.first(where: { $0 != entry.version && $0.isSpelling(of: entry.version) }) {
      warnings.append(.spelling(of: twin))
    } else if isLatest, let latest = versions.max(), entry.version < latest {
      warnings.append(.notNext(latest: latest))
    }
    do {
      let history = try LedgerHistory(of: ledger.path, named: context.configuration.name, in: context.repository)
      return try warnings + otherContents(of: entry, in: history) + deletions(besides: entry, in: history)
    } catch let error as GitError where error.isAboutObject {
      return warnings
    }
  }

  private var isDetached: Bool { if case .detached = context.head { true } else { false } }

  private func otherContents(of entry: Entry, in history: LedgerHistory) throws -> [Freeze.Warning] {
    let repository = context.repository
    let withdrawn = ledger.withdrawnIDs
    let folder = Ledger.folder(of: entry.version, in: ledger.path)
    let filter = BranchFilter(exclusion: context.configuration.branchExclusion, today: today)
    let excluded = ExcludedCommits(filter, .standard, in: repository)
    var reported: Set<String> = [entry.id]
    return try history.occurrences.filter { $0.version == entry.version.name }.compactMap { occurrence in
      guard let other = try? occurrence.read(from: repository, ledger: ledger.path, only: [Entry.fileName]),
        !withdrawn.contains(other.id), reported.insert(other.id).inserted, let commit = occurrence.commits.first,
        try !excluded.contain(occurrence.commits)
      else { return nil }
      let branches = try repository.references().all.filter { reference in
        let tree = try repository.commitHeader(reference.commit).tree
        return try reference.kind != .tag && repository.treeEntry(tree: tree, path: folder) == occurrence.tree
      }
      return .otherContent(
        entry: other.id, commit: try repository.commitInfo(commit), branches: branches.map(\.shortName))
    }
  }

  /// A version that is frozen now is either restored or reported with its other content.
  private func deletions(besides entry: Entry, in history: LedgerHistory) throws -> [Freeze.Warning] {
    let (repository, name) = (context.repository, context.configuration.name)
    let past = try history.ofHead(at: ledger.path, named: name, in: repository)
    return try DeletedEntries(history: past, repository: repository)
      .findings(missingFrom: ledger, committed: nil).filter { $0.version != entry.version.name }.map { .deleted($0) }
  }
}
