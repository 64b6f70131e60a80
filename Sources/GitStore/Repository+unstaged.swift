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
    var options = git_diff_options()
    try git(.compareWorkTree) { git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)) }
    options.flags = GIT_DIFF_DISABLE_PATHSPEC_MATCH.rawValue
    if untracked { options.flags |= GIT_DIFF_INCLUDE_UNTRACKED.rawValue }
    options.ignore_submodules = GIT_SUBMODULE_IGNORE_ALL
    let index = try openIndex(indexPath)
    let difference = try withStrings(paths.contains("") ? [] : paths) { strings throws(GitError) in
      options.pathspec = strings
      return try Handle(
        .compareWorkTree, parent: handle, release: git_diff_free,
        acquire: { git_diff_index_to_workdir(&$0, handle.pointer, index.pointer, &options) })
    }
    return git_diff_num_deltas(difference.pointer) > 0
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
