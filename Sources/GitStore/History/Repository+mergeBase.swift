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
}
