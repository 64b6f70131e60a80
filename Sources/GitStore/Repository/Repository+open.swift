internal import CLibgit2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Repository {
  /// Opens the repository at `GIT_DIR` or, if that is not set, the nearest one at or above `start`.
  static func openHandle(from start: String, environment: Environment) throws(GitError) -> Handle {
    let explicit = environment.gitDirectory.map { absolute($0, from: start) }
    let place = explicit ?? start
    let flags = explicit == nil ? 0 : GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_NO_DOTGIT.rawValue
    do {
      return try open(place, flags: flags)
    } catch .other(_, let code, let message) where isAboutOwnership(code, message) {
      guard try allowsAnyOwner() else { throw .unsafeOwnership(path: try top(of: place)) }
      return try open(place, flags: flags, ignoringOwner: true)
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

  /// Owner validation is a process-wide setting. It is disabled only for this call, and the lock prevents any other
  /// repository from being opened meanwhile.
  private static func open(
    _ place: String, flags: UInt32, ignoringOwner: Bool = false
  ) throws(GitError) -> Handle {
    opening.lock()
    defer { opening.unlock() }
    if ignoringOwner { clibgit2_set_owner_validation(0) }
    defer { if ignoringOwner { clibgit2_set_owner_validation(1) } }
    return try Handle(
      .openRepository, release: git_repository_free,
      acquire: { git_repository_open_ext(&$0, place, flags, nil) })
  }

  private static let opening = OpeningLock()

  /// Whether an error is about ownership. If `safe.directory` is not set at all, libgit2 1.5.1 returns the "not found"
  /// of that lookup instead of `GIT_EOWNER`.
  private static func isAboutOwnership(_ code: Int32, _ message: String) -> Bool {
    code == GIT_EOWNER.rawValue || code == GIT_ENOTFOUND.rawValue && message.contains("safe.directory")
  }

  /// The folder to list in `safe.directory`: the work tree, or a bare repository itself.
  private static func top(of place: String) throws(GitError) -> String {
    let found = try bytes(.openRepository) { git_repository_discover($0, place, 0, nil) }
    let path = String(decoding: found, as: UTF8.self)
    return String(path.dropLast(path.hasSuffix("/.git/") ? "/.git/".count : 1))
  }

  /// Whether the effective value of `safe.directory` is `*`.
  ///
  /// "This config setting … can be set to the string `*` to disable the security check. … An empty value resets the
  /// list." libgit2 1.5.1 compares the value only with the path, so it ignores `*`, the usual setting in containers.
  /// <https://git-scm.com/docs/git-config#Documentation/git-config.txt-safedirectory>
  private static func allowsAnyOwner() throws(GitError) -> Bool {
    let configuration = try Handle(
      .readConfiguration, release: git_config_free, acquire: { git_config_open_default(&$0) })
    var allowed = false
    for value in try configuration.strings("safe.directory") {
      if value.isEmpty { allowed = false }
      if value == "*" { allowed = true }
    }
    return allowed
  }

  /// Determines the work tree as `git` does, and sets it in libgit2 where libgit2 would use another one.
  static func resolveWorkTree(
    _ handle: Handle, _ configuration: Handle, folder: String, gitDirectory: String, commonDirectory: String,
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

/// Ensures that only one repository is opened at a time. `Mutex` requires macOS 15.
private final class OpeningLock: @unchecked Sendable {
  // The mutex must not move in memory, which a stored property may.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
}
