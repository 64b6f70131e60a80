/// A file that is written as a whole or not at all, if it is a regular file or does not exist: a reader never sees a part
/// of it.
///
/// Nothing else is ever replaced. Devices, pipes and sockets get the bytes at once, a symbolic link keeps pointing to its
/// target, which gets them, and a path of the process's own standard output, such as `/dev/stdout`, is that output.
package struct FileWriting: Sendable {
  /// A new file beside the one that it is to replace.
  private struct Replacement {
    let fresh: String
    let path: String
    /// The permissions of the file that is replaced; `nil` for those of a new file.
    let mode: mode_t?
  }

  private let descriptor: Int32
  /// `nil` for everything but a regular file.
  private let replacement: Replacement?
  private let isOwn: Bool

  /// Begins to write. ``finish()`` or ``abandon()`` must be called in the end.
  ///
  /// - Throws: ``SystemCallError``.
  package init(to path: String) throws(SystemCallError) {
    var target = stat()
    guard path.withFileName({ stat($0, &target) }) == 0 else {
      try self.init(replacing: path.followingLinks, mode: nil)
      return
    }
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      var own = stat()
      // A device such as a terminal or /dev/null may be both; opening it again is the same.
      if fstat(output, &own) == 0, own.st_dev == target.st_dev, own.st_ino == target.st_ino {
        self.init(descriptor: output, replacement: nil, isOwn: false)
        return
      }
    }
    if FileStatus.kind(target.st_mode) == .regular {
      try self.init(replacing: path.resolvingLinks, mode: target.st_mode & 0o7777)
      return
    }
    // A folder cannot be opened for writing, which the error says.
    let descriptor = uninterrupted { path.withFileName { open($0, O_WRONLY | O_NOCTTY | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw SystemCallError() }
    self.init(descriptor: descriptor, replacement: nil, isOwn: true)
  }

  private init(descriptor: Int32, replacement: Replacement?, isOwn: Bool) {
    (self.descriptor, self.replacement, self.isOwn) = (descriptor, replacement, isOwn)
  }

  private init(replacing path: String, mode: mode_t?) throws(SystemCallError) {
    let fresh = path + ".\(getpid())-\(UInt32.random(in: 0 ... .max))"
    // The process's umask restricts the permissions of a new file.
    let descriptor = uninterrupted {
      fresh.withFileName { open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666) }
    }
    guard descriptor >= 0 else { throw SystemCallError() }
    self.init(descriptor: descriptor, replacement: Replacement(fresh: fresh, path: path, mode: mode), isOwn: true)
  }

  /// - Throws: ``SystemCallError``.
  package func write(_ bytes: [UInt8]) throws(SystemCallError) { try writeAll(bytes, to: descriptor) }

  /// Gives the file its name. If this throws, ``abandon()`` must still be called.
  ///
  /// - Throws: ``SystemCallError``.
  package func finish() throws(SystemCallError) {
    if let replacement {
      if let mode = replacement.mode, fchmod(descriptor, mode) != 0 { throw SystemCallError() }
      guard synchronize(descriptor) == 0 else { throw SystemCallError() }
      let (fresh, path) = (replacement.fresh, replacement.path)
      guard fresh.withFileName({ from in path.withFileName { rename(from, $0) } }) == 0 else {
        throw SystemCallError()
      }
    }
    if isOwn { close(descriptor) }
  }

  /// Discards what was written. A regular file that had the name before is still there.
  package func abandon() {
    if isOwn { close(descriptor) }
    if let replacement { _ = replacement.fresh.withFileName { unlink($0) } }
  }
}

/// Writes a file as ``FileWriting`` does.
///
/// - Throws: ``SystemCallError``.
package func writeFile(_ bytes: some Collection<UInt8>, to path: String) throws(SystemCallError) {
  let file = try FileWriting(to: path)
  do throws(SystemCallError) {
    try file.write(Array(bytes))
    try file.finish()
  } catch {
    file.abandon()
    throw error
  }
}

extension String {
  /// The path to which a symbolic link that leads nowhere yet points, through further links; the path itself if it is no
  /// link. <https://man7.org/linux/man-pages/man7/symlink.7.html>
  fileprivate var followingLinks: String {
    var path = self
    // Linux follows at most 40 links.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = path.withFileName { readlink($0, &buffer, Int(PATH_MAX)) }
      guard count > 0 else { break }
      let target = String(fileName: buffer[..<count].map { UInt8(bitPattern: $0) })
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }
}
