internal import CLibgit2
internal import SystemCalls

/// Whether `git` would use a repository that it has found, although it may belong to another user.
///
/// libgit2 1.5.1 ignores `safe.directory = *`, and the variables that choose the configuration in which it looks.
struct Ownership {
  /// The folder to list in `safe.directory`: the work tree, or a bare repository itself.
  let top: String
  private let paths: [String]

  /// - Parameter gitDirectory: where the repository was found, without `core.worktree` taken into account.
  init(_ repository: Handle, gitDirectory: String) {
    if lastComponent(gitDirectory) == ".git" {
      top = folderName(gitDirectory)
      paths = [top, gitDirectory]
    } else if let workTree = git_repository_workdir(repository.pointer) {
      // A linked worktree or a submodule, in which `.git` is a file.
      top = directory(workTree)
      paths = [top, top + "/.git", gitDirectory]
    } else {
      top = gitDirectory
      paths = [gitDirectory]
    }
  }

  /// Throws ``GitError/unsafeOwnership(path:)`` if a part of the repository belongs to another user, and `safe.directory`
  /// does not list it.
  ///
  /// - Parameter invoker: who has run `sudo`; root may use that user's repositories.
  func check(_ configuration: Configuration, invoker: UInt32?) throws(GitError) {
    if paths.allSatisfy({ Self.isOwn($0, invoker) }) { return }
    guard try isSafe(configuration) else { throw .unsafeOwnership(path: top) }
  }

  /// Whether the values of `safe.directory` in the protected configuration allow the repository: its path, `/*` after the
  /// path of a folder above it, or `*`. An empty value clears earlier values.
  /// <https://git-scm.com/docs/git-config#Documentation/git-config.txt-safedirectory>
  private func isSafe(_ configuration: Configuration) throws(GitError) -> Bool {
    let real = top.resolvingLinks
    var isSafe = false
    for value in try configuration.paths("safe.directory") {
      if value.isEmpty {
        isSafe = false
      } else if value == "*" || [top, real].contains(value.resolvingLinks) {
        isSafe = true
      } else if value.hasSuffix("/*"), real.hasPrefix(String(value.dropLast(2)).resolvingLinks + "/") {
        isSafe = true
      }
    }
    return isSafe
  }

  private static func isOwn(_ path: String, _ invoker: UInt32?) -> Bool {
    var status = stat()
    // A file that does not exist belongs to nobody.
    guard lstat(path, &status) == 0 else { return errno == ENOENT }
    if status.st_uid == geteuid() { return true }
    return geteuid() == 0 && status.st_uid == invoker
  }
}
