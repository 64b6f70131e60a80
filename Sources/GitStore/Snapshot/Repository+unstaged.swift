internal import CLibgit2
internal import SystemCalls

extension Repository {
  /// Whether a tracked file below one of `paths` differs between the work tree and the index; `""` is the top folder.
  ///
  /// As in `git diff --quiet`, a file is not read if its size and times match the index. Submodules are left out.
  ///
  /// - Parameter untracked: whether to include untracked files that are not ignored.
  /// - Throws: ``GitError``.
  public func hasUnstagedChanges(under paths: [String], untracked: Bool) throws(GitError) -> Bool {
    let difference = try workTreeDifference(paths, untracked: untracked)
    return withExtendedLifetime(difference) { git_diff_num_deltas(difference.pointer) > 0 }
  }

  /// The paths of tracked files that are modified or deleted in the work tree, compared with the index.
  ///
  /// - Throws: ``GitError``.
  public func unstagedPaths() throws(GitError) -> [String] {
    let difference = try workTreeDifference([""], untracked: false)
    return withExtendedLifetime(difference) {
      (0..<git_diff_num_deltas(difference.pointer)).compactMap { index in
        git_diff_get_delta(difference.pointer, index)?.pointee.old_file.path.map { String(cString: $0) }
      }
    }
  }

  private func workTreeDifference(_ paths: [String], untracked: Bool) throws(GitError) -> Handle {
    var options = git_diff_options()
    try git(.compareWorkTree) { git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)) }
    options.flags = GIT_DIFF_DISABLE_PATHSPEC_MATCH.rawValue
    if untracked { options.flags |= GIT_DIFF_INCLUDE_UNTRACKED.rawValue }
    options.ignore_submodules = GIT_SUBMODULE_IGNORE_ALL
    let index = try presentEntries(of: openIndex(indexPath))
    return try withCStrings(paths.contains("") ? [] : paths) { strings throws(GitError) in
      options.pathspec = git_strarray(strings: strings.baseAddress, count: strings.count)
      return try using(index) { () throws(GitError) in
        try Handle(
          .compareWorkTree, parent: handle, release: git_diff_free,
          acquire: { git_diff_index_to_workdir(&$0, handle.pointer, index.pointer, &options) })
      }
    }
  }

  /// The index without what a sparse checkout leaves out, which libgit2 takes for deleted, and without the bit of files that
  /// are there all the same, which libgit2 does not compare.
  private func presentEntries(of index: Handle) throws(GitError) -> Handle {
    guard let root, try IndexFiles(index, repository: self).skippingWorkTree() != nil else { return index }
    let present = try Handle(.openIndex, release: git_index_free, acquire: { git_index_new(&$0) })
    let bit = UInt16(GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue)
    for position in 0..<git_index_entrycount(index.pointer) {
      guard var entry = git_index_get_byindex(index.pointer, position)?.pointee else { continue }
      if entry.flags_extended & bit != 0 {
        var status = stat()
        guard lstat(root + "/" + (entry.path.map { String(cString: $0) } ?? ""), &status) == 0 else { continue }
        entry.flags_extended &= ~bit
      }
      try git(.openIndex) { git_index_add(present.pointer, &entry) }
    }
    return present
  }
}
