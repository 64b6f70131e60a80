#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A folder as libgit2 writes it, without the trailing slash.
func directory(_ path: UnsafePointer<CChar>?) -> String {
  guard let path else { return "" }
  let text = String(cString: path)
  return text.utf8.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
}

/// `path`, counted from `folder` unless it is absolute. Neither links nor `..` are resolved.
func absolute(_ path: String, from folder: String) -> String {
  if path.hasPrefix("/") { return path }
  return path == "." ? folder : folder + "/" + path
}

/// Everything before the last slash.
func folderName(_ path: String) -> String {
  path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
}

/// Everything after the last slash.
func lastComponent(_ path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}

func currentFolder() -> String {
  guard let path = getcwd(nil, 0) else { return "." }
  defer { free(path) }
  return String(cString: path)
}

/// The last failure of a system call, as an error about `path`.
func systemError(_ path: String) -> GitError {
  let code = errno
  return .system(path: path, errno: code, message: String(cString: strerror(code)))
}

extension String {
  /// Without white space at either end.
  var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}

/// The whole content of a file outside the work tree; `nil` when there is none.
func readFile(_ path: String) throws(GitError) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw systemError(path)
  }
  defer { close(descriptor) }
  return try readAll(descriptor, path: path)
}

/// Reads a descriptor to its end.
func readAll(_ descriptor: Int32, path: String) throws(GitError) -> [UInt8] {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw systemError(path) }
  var content: [UInt8] = []
  // One more than the size, so that a file that does not grow ends with the second read.
  var room = Int(status.st_size) + 1
  while true {
    let chunk = try readChunk(descriptor, room, path: path)
    if chunk.isEmpty { return content }
    if content.isEmpty { content = chunk } else { content += chunk }
    room = 65_536
  }
}

private func readChunk(_ descriptor: Int32, _ room: Int, path: String) throws(GitError) -> [UInt8] {
  var failed = false
  let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
    var got = read(descriptor, buffer.baseAddress, room)
    while got < 0, errno == EINTR { got = read(descriptor, buffer.baseAddress, room) }
    failed = got < 0
    count = max(got, 0)
  }
  if failed { throw systemError(path) }
  return chunk
}

/// Writes all of `content`, and waits until it is on the disk.
func writeAll(_ descriptor: Int32, _ content: [UInt8], path: String) throws(GitError) {
  try writeWithoutWaiting(descriptor, content, path: path)
  guard sync(descriptor) == 0 else { throw systemError(path) }
}

/// Writes all of `content`, for what may be lost with the power.
func writeWithoutWaiting(_ descriptor: Int32, _ content: [UInt8], path: String) throws(GitError) {
  var written = 0
  while written < content.count {
    let count = content.withUnsafeBytes { bytes in
      write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
    }
    if count < 0 {
      if errno == EINTR { continue }
      throw systemError(path)
    }
    written += count
  }
}

/// `fsync` that a signal does not end.
func sync(_ descriptor: Int32) -> Int32 {
  while fsync(descriptor) != 0 {
    if errno != EINTR { return -1 }
  }
  return 0
}
