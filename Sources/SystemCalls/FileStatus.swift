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
    changed = Int64(status.modified.tv_sec) * 1_000_000_000 + Int64(status.modified.tv_nsec)
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
