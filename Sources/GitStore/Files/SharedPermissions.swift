internal import SystemCalls

/// `core.sharedRepository`: the permissions that others have for the files of the Git folder.
///
/// libgit2 1.5 creates files with the user's umask, whatever the setting is. `git` does so, too, and then adds the
/// permissions, which is what this does.
/// <https://git-scm.com/docs/git-config#Documentation/git-config.txt-coresharedRepository>
struct SharedPermissions: Hashable, Sendable {
  /// The permissions of a file that is not executable.
  private enum Rule: Hashable {
    case umask
    case atLeast(mode_t)
    case exactly(mode_t)
  }

  private let rule: Rule

  /// - Parameter value: `umask`, `group`, `all`, an octal number, or a Boolean; `nil` if the key is not set. A value that
  ///   `git` rejects counts as `umask`.
  init(_ value: String?) {
    rule =
      switch value?.lowercased() {
      case nil, "umask", "false", "no", "off", "0": .umask
      case "", "group", "true", "yes", "on", "1": .atLeast(0o660)
      case "all", "world", "everybody", "2": .atLeast(0o664)
      case let value?:
        // The owner must be able to read and to write.
        mode_t(value, radix: 8).flatMap { $0 & 0o600 == 0o600 ? .exactly($0 & 0o666) : nil } ?? .umask
      }
  }

  /// Changes the permissions of a file or folder of this user. Those of a colleague's file are the colleague's.
  func apply(to path: String) {
    var status = stat()
    guard rule != .umask, lstat(path, &status) == 0, status.st_uid == geteuid() else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard isFolder || status.st_mode & S_IFMT == S_IFREG else { return }
    let new = mode(of: status.st_mode & 0o7777, isFolder: isFolder)
    if new != status.st_mode & 0o7777 { chmod(path, new) }
  }

  /// Applies them to a file, and to each folder between `top` and it.
  ///
  /// - Parameter path: relative to `top`.
  func apply(to path: String, below top: String) {
    var path = path
    while !path.isEmpty {
      apply(to: top + "/" + path)
      path = folderName(path)
    }
  }

  /// The permissions with those for others. An object has no permission to write, and gets none.
  func mode(of mode: mode_t, isFolder: Bool = false) -> mode_t {
    var shared: mode_t
    switch rule {
    case .umask: return mode
    case .atLeast(let permissions), .exactly(let permissions): shared = permissions
    }
    if mode & S_IWUSR == 0 { shared &= ~0o222 }
    // Who can read it can execute it, or enter the folder.
    if mode & S_IXUSR != 0 { shared |= (shared & 0o444) >> 2 }
    if case .atLeast = rule { shared |= mode }
    guard isFolder else { return shared }
    shared |= (shared & 0o444) >> 2
    // What is created in the folder belongs to the folder's group, if that has access.
    return shared | (mode & ~0o777) | (shared & 0o060 == 0 ? 0 : S_ISGID)
  }
}
