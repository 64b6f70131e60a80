internal import SystemCalls

/// An open file descriptor of a file or folder, closed on deinitialization.
final class Descriptor {
  let number: Int32

  /// The kind of a directory entry.
  enum Kind {
    case folder
    case file(isExecutable: Bool)
    case symlink, other
  }

  static let folderFlags = O_RDONLY | O_DIRECTORY

  /// Opens a file or folder. Returns `nil` if it does not exist, or if it is a symbolic link or not a folder and the
  /// flags exclude that.
  init?(opening name: UnsafePointer<CChar>, in folder: Int32, _ flags: Int32) throws(GitError) {
    number = uninterrupted { openat(folder, name, flags | O_CLOEXEC) }
    if number >= 0 { return }
    switch errno {
    // ELOOP: the name is a symbolic link and O_NOFOLLOW is set. ENXIO: the name is a socket.
    case ENOENT, ENOTDIR, ELOOP, ENXIO: return nil
    default: throw systemError(String(cString: name))
    }
  }

  deinit { close(number) }

  /// The kind of the entry with this name; `nil` if there is none. Symbolic links are not followed.
  func kind(of name: UnsafePointer<CChar>) throws(GitError) -> Kind? {
    var status = stat()
    guard fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw systemError(String(cString: name))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file(isExecutable: status.st_mode & S_IXUSR != 0)
    case S_IFLNK: return .symlink
    default: return .other
    }
  }

  func isRegularFile(path: String) throws(GitError) -> Bool {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw systemError(path) }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// The names in a folder, without `.` and `..`.
  func names(path: String) throws(GitError) -> [String] {
    var names: [String] = []
    try eachName(path: path) { names.append(String(cString: $0)) }
    return names
  }

  /// Calls `visit` with each name in a folder, without `.` and `..`.
  func eachName(path: String, visit: (UnsafePointer<CChar>) throws(GitError) -> Void) throws(GitError) {
    let folder = try systemCall(path) { () throws(SystemCallError) in try FolderReader(opening: ".", in: number) }
    while let entry = try systemCall(path, { () throws(SystemCallError) in try folder.next() }) {
      try entry.withName(visit)
    }
  }
}
