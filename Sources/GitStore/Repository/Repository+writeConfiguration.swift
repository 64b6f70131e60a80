internal import CLibgit2
internal import SystemCalls

extension Repository {
  /// Sets a key in the repository's own configuration file.
  ///
  /// - Throws: ``GitError/configurationLocked(path:)``, ``GitError/writerBusy(process:host:)``.
  public func setString(_ key: String, _ value: String) throws(GitError) {
    try changeConfiguration { (file) throws(GitError) in
      try git(.writeConfiguration) { git_config_set_string(file.pointer, key, value) }
    }
  }

  /// Removes a key from the repository's own configuration file. A missing key is not an error.
  ///
  /// - Throws: ``GitError/configurationLocked(path:)``, ``GitError/writerBusy(process:host:)``.
  public func removeKey(_ key: String) throws(GitError) {
    try changeConfiguration { (file) throws(GitError) in
      _ = try gitFinds(.writeConfiguration) { git_config_delete_entry(file.pointer, key) }
    }
  }

  /// Changes the configuration file, which is locked with `config.lock`, as by `git`.
  ///
  /// libgit2 would take that lock itself, and what it leaves if the process is killed could not be recognised as ours
  /// (``LockFile``). So it changes a copy, which then replaces the file.
  private func changeConfiguration(_ change: (Handle) throws(GitError) -> Void) throws(GitError) {
    try startWriting()
    defer { endWriting() }
    // As Git does, a link is followed: the file that it leads to is locked and replaced.
    let path = realPath(commonDirectory + "/config")
    let lock = try lock(path, else: .configurationLocked(path: path + ".lock"))
    defer { withExtendedLifetime(lock) {} }
    let copy = folderName(path) + "/schemaledger.config"
    unlink(copy)
    unlink(copy + ".lock")
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0o666
    let descriptor = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw systemError(copy) }
    defer { unlink(copy) }
    do {
      defer { close(descriptor) }
      try writeAll(descriptor, try readFile(path) ?? [], path: copy)
    }
    let file = try Handle(
      .writeConfiguration, release: git_config_free, acquire: { git_config_open_ondisk(&$0, copy) })
    try change(file)
    guard chmod(copy, mode) == 0, rename(copy, path) == 0 else { throw systemError(path) }
    share(path)
  }

  /// The path without a symbolic link at its end.
  func realPath(_ path: String) -> String {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK ? path.resolvingLinks : path
  }
}
