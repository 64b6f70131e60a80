internal import Foundation
internal import SystemCalls

/// A failed system call.
public struct FileCallError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What failed, such as `rename`.
  public let call: String
  /// The path of the file.
  public let path: String
  /// `errno`
  public let code: Int32

  /// - Parameter code: `errno`, read before anything else is called.
  init(_ code: Int32, _ call: String, _ url: URL) {
    self.code = code
    self.call = call
    path = url.path
  }

  /// Such as `/data/app.store: rename: No space left on device`.
  public var description: String { "\(path): \(call): \(String(cString: strerror(code)))" }
}

/// System calls on files, with their errors.
///
/// None of them may open the file of a store: on POSIX, closing any descriptor of a file releases the locks that SQLite has
/// on it for the process. https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
enum FileCall {
  /// Whether there is anything with this name, also a link that leads nowhere.
  static func exists(_ url: URL) -> Bool {
    var status = stat()
    return lstat(url.path, &status) == 0
  }

  /// The size of a file in bytes; `nil` if it does not exist.
  static func size(_ url: URL) -> Int64? {
    var status = stat()
    return stat(url.path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Renames a file or a folder.
  static func rename(_ from: URL, to: URL) throws(FileCallError) {
    try check("rename", to, renameFile(from.path, to.path))
  }

  /// Removes the name of a file, if it exists.
  static func unlink(_ url: URL) throws(FileCallError) {
    guard unlinkFile(url.path) != 0 else { return }
    let code = errno
    guard code != ENOENT else { return }
    throw FileCallError(code, "unlink", url)
  }

  /// Creates a folder, if it does not exist.
  ///
  /// - Returns: whether it was created.
  @discardableResult
  static func makeFolder(_ url: URL) throws(FileCallError) -> Bool {
    guard mkdir(url.path, 0o777) != 0 else { return true }
    let code = errno
    guard code == EEXIST else { throw FileCallError(code, "mkdir", url) }
    return false
  }

  /// Removes a file or a folder with its contents, if it exists.
  static func remove(_ url: URL) throws {
    guard exists(url) else { return }
    try FileManager.default.removeItem(at: url)
  }

  /// Waits until the contents of a file, or the names in a folder, are on the disk.
  static func synchronize(_ url: URL) throws(FileCallError) {
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileCallError(errno, "open", url) }
    defer { close(descriptor) }
    try check("fsync", url, SystemCalls.synchronize(descriptor))
  }

  /// Writes a new file in place of an old one, such that always one of them exists.
  static func write(_ content: Data, to url: URL) throws {
    let fresh = URL(fileURLWithPath: url.path + "-new")
    try content.write(to: fresh)
    try synchronize(fresh)
    try rename(fresh, to: url)
    try synchronize(url.deletingLastPathComponent())
  }

  /// Gives a file a second name, or copies it where that is impossible. Files of external storage are never changed, so
  /// the two names always have the same contents.
  ///
  /// - Returns: whether the file has a second name. A copy is on the disk when this returns.
  @discardableResult
  static func link(_ from: URL, to: URL) throws -> Bool {
    if linkFile(from.path, to.path) == 0 { return true }
    let code = errno
    guard code != EEXIST else { return true }
    // A full disk, a missing file or a missing permission would not let it be copied either.
    guard [EXDEV, EPERM, ENOTSUP, EOPNOTSUPP, EMLINK, ENOSYS].contains(code) else {
      throw FileCallError(code, "link", from)
    }
    let partial = URL(fileURLWithPath: to.path + ".part")
    try remove(partial)
    try FileManager.default.copyItem(at: from, to: partial)
    try synchronize(partial)
    try rename(partial, to: to)
    return false
  }

  /// The number of bytes that the user may still write to the volume of a folder.
  static func freeBytes(of folder: URL) throws(FileCallError) -> Int64 {
    var status = statvfs()
    try check("statvfs", folder, statvfs(folder.path, &status))
    let (bytes, isTooLarge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooLarge ? .max : Int64(clamping: bytes)
  }

  private static func check(_ call: String, _ url: URL, _ status: Int32) throws(FileCallError) {
    guard status == 0 else { throw FileCallError(errno, call, url) }
  }
}

// The names are those of functions of `FileCall`, too.
private func renameFile(_ from: String, _ to: String) -> Int32 { rename(from, to) }
private func unlinkFile(_ path: String) -> Int32 { unlink(path) }
private func linkFile(_ from: String, _ to: String) -> Int32 { link(from, to) }
