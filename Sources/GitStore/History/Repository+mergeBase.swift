internal import CLibgit2

extension Repository {
  /// The best common ancestors of a commit and of `others`, whose histories are combined; empty if there are none.
  ///
  /// This is `git merge-base --all`: "the merge base … between A and a hypothetical commit M, which is a merge between
  /// B and C". <https://git-scm.com/docs/git-merge-base#_discussion>
  ///
  /// - Throws: `GitError`; at the boundary of a shallow clone libgit2 1.5 fails because parents are missing.
  public func mergeBases(of commit: ObjectID, and others: [ObjectID]) throws(GitError) -> [ObjectID] {
    guard !others.isEmpty else { return [] }
    let oids = ([commit] + others).map(\.oid)
    var found = git_oidarray()
    defer { git_oidarray_dispose(&found) }
    let isRelated = try gitFinds(.readHistory) { git_merge_bases_many(&found, handle.pointer, oids.count, oids) }
    guard isRelated else { return [] }
    return UnsafeBufferPointer(start: found.ids, count: found.count).map { ObjectID($0) }
  }

  /// The merge bases of a commit with each of `others` by itself, in their order. Many others cost little more than the one
  /// that left the commit's history first.
  ///
  /// - Throws: as ``mergeBases(of:and:)``. A missing commit fails the whole, so the caller asks for each by itself then.
  public func mergeBases(of commit: ObjectID, withEach others: [ObjectID]) throws(GitError) -> [[ObjectID]] {
    var result: [[ObjectID]] = []
    let tips = others.reduce(into: [ObjectID]()) { if !$0.contains($1) { $0.append($1) } }
    var bases: [ObjectID: [ObjectID]] = [:]
    for start in stride(from: 0, to: tips.count, by: MergeBaseWalk.maximum) {
      let part = Array(tips[start..<min(start + MergeBaseWalk.maximum, tips.count)])
      var walk = MergeBaseWalk { id throws(GitError) in try self.commitHeader(id) }
      for (tip, found) in zip(part, try walk.bases(of: commit, and: part)) {
        // Several bases may be ancestors of each other if times of commits are wrong.
        bases[tip] = found.count > 1 ? try mergeBases(of: commit, and: [tip]) : found
      }
    }
    for other in others { result.append(bases[other] ?? []) }
    return result
  }
}
