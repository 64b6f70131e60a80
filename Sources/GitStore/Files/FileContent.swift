internal import CGitStore
internal import SystemCalls

func currentFolder() -> String {
  guard let path = getcwd(nil, 0) else { return "." }
  defer { free(path) }
  return String(fileName: UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) })
}

/// The content of a file outside the work tree; `nil` if it does not exist.
///
/// - Throws: ``GitError/specialFile(path:)`` and errors of the system.
func readFile(_ path: String) throws(GitError) -> [UInt8]? {
  try SpecialFiles.check(file: path)
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
  try systemCall(path) { () throws(SystemCallError) in try readToEnd(descriptor) }
}

/// Writes all of `content`, and waits until it is on the disk.
func writeAll(_ descriptor: Int32, _ content: [UInt8], path: String) throws(GitError) {
  try writeWithoutSync(descriptor, content, path: path)
  guard synchronize(descriptor) == 0 else { throw systemError(path) }
}

/// Writes all of `content` to a file that gets its name afterwards. The content is on the disk before the name is, and both
/// last from the next `fsync` in the file system.
func writeBeforeNaming(_ descriptor: Int32, _ content: [UInt8], path: String) throws(GitError) {
  try writeWithoutSync(descriptor, content, path: path)
  guard schemaledger_write_out(descriptor) == 0 || errno == ENOSYS && synchronize(descriptor) == 0 else {
    throw systemError(path)
  }
}

/// Writes all of `content` to a file that may be lost in a power failure.
func writeWithoutSync(_ descriptor: Int32, _ content: [UInt8], path: String) throws(GitError) {
  try systemCall(path) { () throws(SystemCallError) in try SystemCalls.writeAll(content, to: descriptor) }
}
