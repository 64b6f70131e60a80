internal import CLibgit2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Repository {
  /// Whether a tracked file under one of `paths` lies in the work tree otherwise than it is staged; `""` is the top.
  ///
  /// As for `git diff --quiet`, a file whose times and size the index knows is not read. Submodules are left out.
  ///
  /// - Parameter untracked: whether a file that is not tracked, and not ignored, counts too.
  /// - Throws: ``GitError``.
  public func hasUnstagedChanges(under paths: [String], untracked: Bool) throws(GitError) -> Bool {
    let difference = try workTreeDifference(paths, untracked: untracked)
    return withExtendedLifetime(difference) { git_diff_num_deltas(difference.pointer) > 0 }
  }

  /// Paths of tracked files that lie in the work tree otherwise than they are staged, or not at all.
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
    let index = try openIndex(indexPath)
    return try withStrings(paths.contains("") ? [] : paths) { strings throws(GitError) in
      options.pathspec = strings
      return try Handle(
        .compareWorkTree, parent: handle, release: git_diff_free,
        acquire: { git_diff_index_to_workdir(&$0, handle.pointer, index.pointer, &options) })
    }
  }
}

/// Lends texts to C as a `git_strarray`.
private func withStrings<Result>(
  _ texts: [String], _ body: (git_strarray) throws(GitError) -> Result
) throws(GitError) -> Result {
  let strings = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count)
  _ = strings.initialize(from: texts.map { strdup($0) })
  defer {
    for string in strings { free(string) }
    strings.deallocate()
  }
  return try body(git_strarray(strings: strings.baseAddress, count: strings.count))
}
