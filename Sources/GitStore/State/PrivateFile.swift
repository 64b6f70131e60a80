internal import SystemCalls

/// A file in the user's ``StateFolder`` that nobody else can read or write.
public struct PrivateFile: Sendable {
  /// The path of the file.
  public let path: String
  private let folder: String

  /// Why such a file cannot be used.
  public enum Problem: Error, Hashable, Sendable {
    /// It belongs to another user, or is a link or not a file.
    case foreign(path: String)
    /// Other users can read or write it.
    case open(path: String)
    /// Root would create a file in another user's folder, as with `sudo`, which the user could not read afterwards.
    case foreignFolder(path: String)
    /// A system call has failed.
    case system(path: String, message: String)
  }

  /// - Parameter name: without a slash.
  public init(_ name: String, in folder: StateFolder) {
    self.folder = folder.path
    path = folder.path + "/" + name
  }

  /// The content, or `nil` if there is no such file.
  ///
  /// - Throws: ``Problem``.
  public func read() throws(Problem) -> [UInt8]? {
    // O_NONBLOCK: a FIFO without a writer does not block.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ELOOP: throw .foreign(path: path)
      default: throw problem(path)
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw problem(path) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { throw .foreign(path: path) }
    guard status.st_mode & 0o077 == 0 else { throw .open(path: path) }
    do {
      return try readToEnd(descriptor)
    } catch {
      throw .system(path: path, message: error.reason)
    }
  }

  /// Replaces the content. Another process reads either the former or the new content.
  ///
  /// - Throws: ``Problem``.
  public func write(_ content: [UInt8]) throws(Problem) {
    let temporary = try writeTemporary(content)
    guard rename(temporary, path) == 0 else {
      defer { unlink(temporary) }
      throw problem(path)
    }
  }

  /// Creates the file, unless it exists. If several processes do this at once, one of them creates it.
  ///
  /// - Throws: ``Problem``.
  public func create(_ content: [UInt8]) throws(Problem) {
    let temporary = try writeTemporary(content)
    defer { unlink(temporary) }
    // Unlike `rename`, `link` fails if the file exists. The file is complete as soon as it has its name.
    guard link(temporary, path) == 0 || errno == EEXIST else { throw problem(path) }
  }

  /// Removes the file, if it exists.
  ///
  /// - Throws: ``Problem``.
  public func remove() throws(Problem) {
    guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw problem(path) }
  }

  private func writeTemporary(_ content: [UInt8]) throws(Problem) -> String {
    try createFolder(folder)
    let temporary = "\(path).\(getpid()).\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw problem(temporary) }
    defer { close(descriptor) }
    do {
      try writeAll(descriptor, content, path: temporary)
    } catch {
      unlink(temporary)
      throw .system(path: temporary, message: error.message)
    }
    return temporary
  }

  /// > If, when attempting to write a file, the destination directory is non-existent an attempt should be made to create
  /// > it with permission 0700.
  private func createFolder(_ folder: String) throws(Problem) {
    var status = stat()
    if stat(folder, &status) == 0 {
      if geteuid() == 0, status.st_uid != 0 { throw .foreignFolder(path: folder) }
      return
    }
    guard errno == ENOENT, folder != "/", !folder.isEmpty else { throw problem(folder) }
    try createFolder(folderName(folder))
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw problem(folder) }
  }

  private func problem(_ path: String) -> Problem {
    .system(path: path, message: SystemCallError().reason)
  }
}
