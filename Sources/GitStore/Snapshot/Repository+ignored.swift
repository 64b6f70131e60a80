internal import CLibgit2

extension Repository {
  /// Whether the ignore rules (`.gitignore`, `info/exclude` and so on) match an untracked file at `path`.
  ///
  /// <https://git-scm.com/docs/git-check-ignore>
  public func isIgnored(_ path: String) throws(GitError) -> Bool {
    var ignored: Int32 = 0
    try git(.readIgnoreRules) { git_ignore_path_is_ignored(&ignored, handle.pointer, path) }
    return ignored != 0
  }
}
