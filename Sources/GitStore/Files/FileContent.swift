#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

func currentFolder() -> String {
  guard let path = getcwd(nil, 0) else { return "." }
  defer { free(path) }
  return String(cString: path)
}

/// The content of a file outside the work tree; `nil` if it does not exist.
func readFile(_ path: String) throws(GitError) -> [UInt8]? {
  let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
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
  // One byte more than the size, so that the second read detects the end of a file that has not grown.
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
    let got = uninterrupted { read(descriptor, buffer.baseAddress, room) }
    failed = got < 0
    count = max(got, 0)
  }
  if failed { throw systemError(path) }
  return chunk
}

/// Writes all of `content`, and calls `fsync`.
func writeAll(_ descriptor: Int32, _ content: [UInt8], path: String) throws(GitError) {
  try writeWithoutSync(descriptor, content, path: path)
  guard sync(descriptor) == 0 else { throw systemError(path) }
}

/// Writes all of `content` without `fsync`, for files that may be lost in a power failure.
func writeWithoutSync(_ descriptor: Int32, _ content: [UInt8], path: String) throws(GitError) {
  var written = 0
  while written < content.count {
    let count = content.withUnsafeBytes { bytes in
      uninterrupted { write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written) }
    }
    guard count >= 0 else { throw systemError(path) }
    written += count
  }
}

/// Calls `fsync`.
func sync(_ descriptor: Int32) -> Int32 { uninterrupted { fsync(descriptor) } }
