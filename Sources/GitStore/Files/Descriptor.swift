#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

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
    let copy = uninterrupted { openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard copy >= 0 else { throw systemError(path) }
    guard let stream = fdopendir(copy) else {
      let error = systemError(path)
      close(copy)
      throw error
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return }
        if errno == EINTR { continue }
        throw systemError(path)
      }
      try withUnsafePointer(to: &entry.pointee.d_name) { (tuple) throws(GitError) in
        try tuple.withMemoryRebound(to: CChar.self, capacity: 256) { (name) throws(GitError) in
          if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { try visit(name) }
        }
      }
    }
  }
}
