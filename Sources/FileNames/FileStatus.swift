#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What the system knows about a file. Paths are strings of `String(fileName:)`.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable {
    case regular, folder, other
  }

  package let kind: Kind
  /// In bytes.
  package let size: Int
  /// The time of the last change, in nanoseconds since 1970.
  package let changed: Int64

  /// Follows symbolic links. Returns `nil` if there is no file, or if the system does not say.
  package init?(of path: String) {
    var status = stat()
    guard path.withFileName({ stat($0, &status) }) == 0 else { return nil }
    kind = Self.kind(status.st_mode)
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    changed = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static func kind(_ mode: mode_t) -> Kind {
    switch mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    default: .other
    }
  }
}

extension String {
  /// The path without symbolic links and `..`; the path itself if there is no such file.
  /// <https://man7.org/linux/man-pages/man3/realpath.3.html>
  package var resolvingLinks: String {
    guard let real = withFileName({ realpath($0, nil) }) else { return self }
    defer { free(real) }
    return String(fileName: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
  }
}

/// A call of the system that has failed.
package struct FileCallError: Error {
  /// In the words of the system, such as "Permission denied".
  package let reason: String

  init() { reason = String(cString: strerror(errno)) }
}

/// Opens a file for reading.
///
/// - Parameter waits: whether to wait for a writer of a named pipe.
/// - Returns: the descriptor, which the caller closes.
/// - Throws: ``FileCallError``.
package func openForReading(_ path: String, waits: Bool = false) throws(FileCallError) -> Int32 {
  while true {
    let descriptor = path.withFileName { open($0, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)) }
    if descriptor >= 0 { return descriptor }
    if errno != EINTR { throw FileCallError() }
  }
}

/// The first bytes of a file, at most `count`.
///
/// - Throws: ``FileCallError``.
package func firstBytes(_ count: Int, of path: String) throws(FileCallError) -> [UInt8] {
  let descriptor = try openForReading(path)
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: count)
  var done = 0
  while done < count {
    let number = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + done }, count - done) }
    if number < 0, errno == EINTR { continue }
    guard number >= 0 else { throw FileCallError() }
    if number == 0 { break }
    done += number
  }
  return Array(bytes.prefix(done))
}

/// The content of a file.
///
/// - Returns: `nil` if it has more than `limit` bytes.
/// - Throws: ``FileCallError``.
package func allBytes(of path: String, limit: Int) throws(FileCallError) -> [UInt8]? {
  guard let status = FileStatus(of: path) else { throw FileCallError() }
  if status.size > limit { return nil }
  // One more, because the file may have grown.
  let bytes = try firstBytes(status.size + 1, of: path)
  return bytes.count > status.size ? nil : bytes
}
