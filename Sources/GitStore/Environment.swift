/// What Git hands to a hook, as far as it says which repository, index and identity are meant.
///
/// The caller reads the process environment; this library does not. A variable that is set but empty counts as unset,
/// as it does for `git` itself. See [git(1), Environment Variables](https://git-scm.com/docs/git#_environment_variables).
public struct Environment: Sendable {
  /// `GIT_DIR`: set in the hooks of a linked worktree and of a bare repository.
  public var gitDirectory: String?
  /// `GIT_WORK_TREE`: set when `git --work-tree` was used.
  public var workTree: String?
  /// `GIT_INDEX_FILE`: the index that the commit in progress is made from, which `commit -a` and `commit -- path`
  /// put elsewhere than `.git/index`.
  public var indexFile: String?
  /// `GIT_AUTHOR_NAME`.
  public var authorName: String?
  /// `GIT_AUTHOR_EMAIL`.
  public var authorEmail: String?
  /// `GIT_AUTHOR_DATE`.
  public var authorDate: String?
  /// `GIT_COMMITTER_NAME`.
  public var committerName: String?
  /// `GIT_COMMITTER_EMAIL`.
  public var committerEmail: String?
  /// `GIT_COMMITTER_DATE`.
  public var committerDate: String?

  /// Picks the `GIT_…` values out of a process environment.
  public init(_ variables: [String: String] = [:]) {
    func value(_ name: String) -> String? {
      variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    gitDirectory = value("GIT_DIR")
    workTree = value("GIT_WORK_TREE")
    indexFile = value("GIT_INDEX_FILE")
    authorName = value("GIT_AUTHOR_NAME")
    authorEmail = value("GIT_AUTHOR_EMAIL")
    authorDate = value("GIT_AUTHOR_DATE")
    committerName = value("GIT_COMMITTER_NAME")
    committerEmail = value("GIT_COMMITTER_EMAIL")
    committerDate = value("GIT_COMMITTER_DATE")
  }
}
