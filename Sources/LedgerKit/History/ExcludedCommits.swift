internal import GitStore
internal import LedgerCore

/// The commits that only excluded branches contain. Nothing is read before the first question.
final class ExcludedCommits {
  private let filter: BranchFilter
  private let selection: ReferenceSelection
  private let repository: Repository
  private var known: (kept: Set<ObjectID>, excluded: [Reference])?
  /// The excluded branches that contain one of the commits that were asked about.
  private(set) var branches: [String] = []

  init(_ filter: BranchFilter, _ selection: ReferenceSelection, in repository: Repository) {
    (self.filter, self.selection, self.repository) = (filter, selection, repository)
  }

  /// Whether no branch that counts, no tag and not `HEAD` contains any of these commits.
  ///
  /// - Throws: `GitError`.
  func contain(_ commits: [ObjectID]) throws -> Bool {
    if filter.exclusion.isEmpty || commits.isEmpty { return false }
    let (kept, excluded) = try known ?? read()
    known = (kept, excluded)
    if excluded.isEmpty || commits.contains(where: kept.contains) { return false }
    for reference in excluded where !branches.contains(reference.shortName) {
      let own = try reached(from: [reference.commit], before: kept)
      if commits.contains(where: own.contains) { branches.append(reference.shortName) }
    }
    return true
  }

  private func read() throws -> (Set<ObjectID>, [Reference]) {
    let (excluded, kept) = try filter.division(of: repository.references(selection).all, in: repository)
    return (excluded.isEmpty ? [] : try reached(from: kept, before: []), excluded)
  }

  /// The commits that can be reached from `tips` without passing `end`.
  private func reached(from tips: [ObjectID], before end: Set<ObjectID>) throws -> Set<ObjectID> {
    var found: Set<ObjectID> = []
    var waiting = tips
    while let commit = waiting.popLast() {
      guard !end.contains(commit), found.insert(commit).inserted else { continue }
      waiting += try repository.commitHeader(commit).parents
    }
    return found
  }
}
