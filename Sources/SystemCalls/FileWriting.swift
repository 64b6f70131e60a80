/// Writes a file as a whole or not at all, if it is a regular file or does not exist: a reader never sees a part of it.
///
/// Nothing else is ever replaced. Devices, pipes and sockets get the bytes, a symbolic link keeps pointing to its target,
/// which gets them, and a path of the process's own standard output, such as `/dev/stdout`, is that output.
///
/// - Throws: ``SystemCallError``.
package func writeFile(_ bytes: some Collection<UInt8>, to path: String) throws(SystemCallError) {
  var target = stat()
  if path.withFileName({ stat($0, &target) }) == 0 {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      var own = stat()
      // A device such as a terminal or /dev/null may be both; opening it again is the same.
      if fstat(descriptor, &own) == 0, own.st_dev == target.st_dev, own.st_ino == target.st_ino {
        return try writeAll(Array(bytes), to: descriptor)
      }
    }
    guard FileStatus.kind(target.st_mode) == .regular else {
      // A folder cannot be opened for writing, which the error says.
      let descriptor = uninterrupted { path.withFileName { open($0, O_WRONLY | O_NOCTTY | O_CLOEXEC) } }
      guard descriptor >= 0 else { throw SystemCallError() }
      defer { close(descriptor) }
      return try writeAll(Array(bytes), to: descriptor)
    }
    return try replace(path.resolvingLinks, by: Array(bytes), mode: target.st_mode & 0o7777)
  }
  try replace(path.followingLinks, by: Array(bytes), mode: nil)
}

/// Writes a new file beside the path, and renames it to the path.
///
/// - Parameter mode: the permissions of the file that is replaced; `nil` for those of a new file.
private func replace(_ path: String, by bytes: [UInt8], mode: mode_t?) throws(SystemCallError) {
  let fresh = path + ".\(getpid())-\(UInt32.random(in: 0 ... .max))"
  // The process's umask restricts the permissions of a new file.
  let descriptor = uninterrupted {
    fresh.withFileName { open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666) }
  }
  guard descriptor >= 0 else { throw SystemCallError() }
  do throws(SystemCallError) {
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor)
    if let mode, fchmod(descriptor, mode) != 0 { throw SystemCallError() }
    guard synchronize(descriptor) == 0 else { throw SystemCallError() }
    guard fresh.withFileName({ from in path.withFileName { rename(from, $0) } }) == 0 else { throw SystemCallError() }
  } catch {
    _ = fresh.withFileName { unlink($0) }
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
