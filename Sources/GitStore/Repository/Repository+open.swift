internal import CLibgit2

extension Repository {
  /// Opens the repository at `GIT_DIR` or, if that is not set, the nearest one at or above `start`.
  static func openHandle(from start: String, environment: Environment) throws(GitError) -> Handle {
    let explicit = environment.gitDirectory.map { absolute($0, from: start) }
    let place = explicit ?? start
    try SpecialFiles.check(above: place, isGitDirectory: explicit != nil)
    let flags = explicit == nil ? 0 : GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_NO_DOTGIT.rawValue
    do {
      return try Handle(
        .openRepository, release: git_repository_free, acquire: { git_repository_open_ext(&$0, place, flags, nil) })
    } catch .other(_, GIT_ENOTFOUND.rawValue, let message) {
      if explicit != nil { throw .notAGitDirectory(path: place) }
      // A `.git` file or `core.worktree` with a wrong path means that there is a repository, so `notARepository`, whose
      // hint is `git init`, would mislead.
      if message.contains("failed to resolve path") {
        throw .other(operation: .openRepository, code: GIT_ENOTFOUND.rawValue, message: message)
      }
      throw .notARepository(path: place)
    } catch .other(let operation, let code, let message) {
      // "unsupported extension name extensions.<name>"
      guard let name = message.split(separator: "unsupported extension name extensions.").last, name != message[...]
      else { throw .other(operation: operation, code: code, message: message) }
      throw .unsupportedExtension(String(name))
    }
  }

  /// Determines the work tree as `git` does, and sets it in libgit2 where libgit2 would use another one.
  static func resolveWorkTree(
    _ handle: Handle, _ configuration: Configuration, folder: String, gitDirectory: String, commonDirectory: String,
    environment: Environment
  ) throws(GitError) -> String? {
    func set(_ folder: String) throws(GitError) -> String {
      try git(.openRepository) { git_repository_set_workdir(handle.pointer, folder, 0) }
      return directory(git_repository_workdir(handle.pointer))
    }
    if let workTree = environment.workTree {
      return try set(absolute(workTree, from: folder))
    }
    let isLinked = gitDirectory != commonDirectory
    let isBare = try configuration.bool("core.bare") ?? (git_repository_is_bare(handle.pointer) == 1)
    if isBare, !isLinked { return nil }
    // git(1): "specifying the location of the .git directory … [without] --work-tree [means that] you are at the top
    // level of your working tree", unless core.worktree is set.
    if environment.gitDirectory != nil, try configuration.string("core.worktree") == nil {
      return try set(folder)
    }
    if isLinked {
      // `gitdir` contains the path of the worktree's `.git` file, which may be relative to the folder of `gitdir`.
      guard let content = try readFile(gitDirectory + "/gitdir") else { return nil }
      let link = absolute(String(decoding: content, as: UTF8.self).trimmed, from: gitDirectory)
      return try set(folderName(link))
    }
    return git_repository_workdir(handle.pointer).map { directory($0) }
  }
}
