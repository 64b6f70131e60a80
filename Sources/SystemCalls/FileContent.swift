/// The content of a file of any length.
///
/// - Throws: ``SystemCallError``.
package func contents(of path: String) throws(SystemCallError) -> [UInt8] {
  let descriptor = try openForReading(path, waits: true)
  defer { close(descriptor) }
  return try readToEnd(descriptor)
}

/// Reads a descriptor to its end.
///
/// - Throws: ``SystemCallError``.
package func readToEnd(_ descriptor: Int32) throws(SystemCallError) -> [UInt8] {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw SystemCallError() }
  var content: [UInt8] = []
  // One byte more than the size, so that the second read detects the end of a file that has not grown.
  var room = Int(status.st_size) + 1
  while true {
    let chunk = try readChunk(descriptor, room)
    if chunk.isEmpty { return content }
    if content.isEmpty { content = chunk } else { content += chunk }
    room = 65_536
  }
}

private func readChunk(_ descriptor: Int32, _ room: Int) throws(SystemCallError) -> [UInt8] {
  var error: SystemCallError?
  let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
    let got = uninterrupted { read(descriptor, buffer.baseAddress, room) }
    if got < 0 { error = SystemCallError() }
    count = max(got, 0)
  }
  if let error { throw error }
  return chunk
}

/// The first bytes of a file, at most `count`.
///
/// - Throws: ``SystemCallError``.
package func firstBytes(_ count: Int, of path: String) throws(SystemCallError) -> [UInt8] {
  let descriptor = try openForReading(path)
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  while bytes.count < count {
    let chunk = try readChunk(descriptor, count - bytes.count)
    if chunk.isEmpty { break }
    if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
  }
  return bytes
}

/// The content of a file.
///
/// - Returns: `nil` if it has more than `limit` bytes.
/// - Throws: ``SystemCallError``.
package func allBytes(of path: String, limit: Int) throws(SystemCallError) -> [UInt8]? {
  guard let status = FileStatus(of: path) else { throw SystemCallError() }
  if status.size > limit { return nil }
  // One more, because the file may have grown.
  let bytes = try firstBytes(status.size + 1, of: path)
  return bytes.count > status.size ? nil : bytes
}

/// Opens a file for reading.
///
/// - Parameter waits: whether to wait for a writer of a named pipe.
/// - Returns: the descriptor, which the caller closes.
/// - Throws: ``SystemCallError``.
package func openForReading(_ path: String, waits: Bool = false) throws(SystemCallError) -> Int32 {
  let descriptor = path.withFileName { name in
    uninterrupted { open(name, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)) }
  }
  guard descriptor >= 0 else { throw SystemCallError() }
  return descriptor
}

/// Writes all of `content`.
///
/// - Throws: ``SystemCallError``.
package func writeAll(_ content: [UInt8], to descriptor: Int32) throws(SystemCallError) {
  var written = 0
  while written < content.count {
    let count = content.withUnsafeBytes { bytes in
      uninterrupted { write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written) }
    }
    guard count >= 0 else { throw SystemCallError() }
    written += count
  }
}
