internal import CLibgit2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Repository {
  /// Sets a key in the repository's own configuration file.
  ///
  /// - Throws: ``GitError/configurationLocked(path:)``.
  public func setString(_ key: String, _ value: String) throws(GitError) {
    let local = try localConfiguration()
    try locking { () throws(GitError) in
      try git(.writeConfiguration) { git_config_set_string(local.pointer, key, value) }
    }
  }

  /// Removes a key from the repository's own configuration file. A missing key is not an error.
  ///
  /// - Throws: ``GitError/configurationLocked(path:)``.
  public func removeKey(_ key: String) throws(GitError) {
    let local = try localConfiguration()
    try locking { () throws(GitError) in
      _ = try gitFinds(.writeConfiguration) { git_config_delete_entry(local.pointer, key) }
    }
  }

  /// Runs a change of the configuration file. libgit2 locks it with `config.lock`, as `git` does.
  private func locking(_ change: () throws(GitError) -> Void) throws(GitError) {
    let path = commonDirectory + "/config"
    var former = stat()
    let exists = stat(path, &former) == 0
    do {
      try change()
      // libgit2 replaces the file by one with the permissions of a new file.
      if exists { chmod(path, former.st_mode & 0o7777) }
      share(path)
    } catch .other(_, GIT_ELOCKED.rawValue, _) {
      throw .configurationLocked(path: commonDirectory + "/config.lock")
    }
  }

  /// "GIT_CONFIG_LEVEL_LOCAL: Repository specific configuration file; $WORK_DIR/.git/config on non-bare repos".
  private func localConfiguration() throws(GitError) -> Handle {
    try Handle(
      .writeConfiguration, parent: configuration.files, release: git_config_free,
      acquire: { git_config_open_level(&$0, configuration.files.pointer, GIT_CONFIG_LEVEL_LOCAL) })
  }
}
