internal import GitStore
internal import LedgerCore
internal import PathPatterns

/// Decides which branches the configuration excludes from the search for collisions.
struct BranchFilter {
  let exclusion: BranchExclusion
  /// The day from which the age of a branch is counted; `nil` if no branch is too old.
  let today: CalendarDay?

  /// Whether a branch is excluded by its name, with or without the name of its remote, or by the time of its last commit.
  ///
  /// - Parameter time: the time of the last commit.
  func excludes(_ reference: Reference, time: GitTime) -> Bool {
    if let today, let limit = exclusion.maximumAge, today.days(since: CalendarDay(of: time)) > limit { return true }
    let names = [reference.shortName] + (reference.kind == .remoteBranch ? [reference.nameAtRemote] : [])
    return exclusion.patterns.contains { pattern in names.contains(where: pattern.matches) }
  }

  /// Whether HEAD has gone on for so long without a branch that its migrations will hardly be merged, and the configuration
  /// says nothing of that.
  ///
  /// - Parameters:
  ///   - time: the time of the branch's last commit.
  ///   - head: the time of HEAD's.
  func isStale(_ time: GitTime, before head: GitTime) -> Bool {
    exclusion.maximumAge == nil
      && CalendarDay(of: head).days(since: CalendarDay(of: time)) > BranchExclusion.usualAge
  }

  /// The branches that are excluded, and the commits from which the rest of history can be reached.
  ///
  /// - Throws: `GitError`.
  func division(
    of references: [Reference], in repository: Repository
  ) throws -> (excluded: [Reference], kept: [ObjectID]) {
    let head = try repository.head.commit
    let excluded = try references.filter { reference in
      guard reference.kind != .tag, reference.commit != head else { return false }
      return excludes(reference, time: try repository.commitInfo(reference.commit).committer.time)
    }
    let names = Set(excluded.map(\.name))
    return (excluded, references.filter { !names.contains($0.name) }.map(\.commit) + [head].compactMap { $0 })
  }
}

extension Reference {
  /// `topic` for `origin/topic`. If the remote's own name contains a slash, the result is not the name of a branch.
  var nameAtRemote: String {
    shortName.split(separator: "/", maxSplits: 1).last.map(String.init) ?? shortName
  }
}
