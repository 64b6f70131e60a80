extension Repository {
  /// The value of a key such as `user.name`, from the configuration of the command (`git -c`), of the repository, of the
  /// user and of the system.
  public func string(_ key: String) throws(GitError) -> String? { try configuration.string(key) }

  /// The value of a Boolean key, in any of Git's spellings.
  public func bool(_ key: String) throws(GitError) -> Bool? { try configuration.bool(key) }

  /// All values of a multi-valued key, in the order of the files.
  public func strings(_ key: String) throws(GitError) -> [String] { try configuration.strings(key) }

  /// The value of a key that contains a path, with `~` expanded.
  public func path(_ key: String) throws(GitError) -> String? { try configuration.path(key) }

  /// The directory in which `git` looks for hooks: `core.hooksPath`, or `hooks` in the common directory, which linked
  /// worktrees use too.
  ///
  /// "A relative path is taken as relative to the directory where the hooks are run", which is the top of the work
  /// tree, or the Git directory of a bare repository.
  /// <https://git-scm.com/docs/git-config#Documentation/git-config.txt-corehooksPath>
  public var hooksDirectory: String {
    get throws(GitError) {
      guard let path = try path("core.hookspath"), !path.isEmpty else { return commonDirectory + "/hooks" }
      let whole = absolute(path, from: root ?? gitDirectory)
      return whole.count > 1 && whole.hasSuffix("/") ? String(whole.dropLast()) : whole
    }
  }
}
