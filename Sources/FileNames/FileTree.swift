#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The regular files below a folder, one after the other. Symbolic links are not followed. Only the folders on the way to
/// the current file are open.
package final class FileTree {
  package enum Item {
    /// The path from the folder, beginning with `/`.
    case file(String)
    /// A folder that could not be read, and why.
    case failure(String, FileCallError)
  }

  #if canImport(Darwin)
    private typealias Stream = UnsafeMutablePointer<DIR>
  #else
    private typealias Stream = OpaquePointer
  #endif

  private var open: [(stream: Stream, path: String)] = []

  /// - Throws: ``FileCallError`` if the folder cannot be opened.
  package init(at path: String) throws(FileCallError) {
    open = [(try Self.open(path, in: AT_FDCWD, follows: true), "")]
  }

  deinit { for folder in open { closedir(folder.stream) } }

  /// The next file; `nil` at the end.
  package func next() -> Item? {
    while let (stream, folder) = open.last {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == EINTR { continue }
        let error = errno == 0 ? nil : FileCallError()
        closedir(stream)
        open.removeLast()
        if let error { return .failure(folder, error) }
        continue
      }
      let name = Self.name(of: entry)
      if name == "." || name == ".." { continue }
      let path = folder + "/" + name
      switch Self.kind(of: entry, name, in: dirfd(stream)) {
      case .regular: return .file(path)
      case .folder:
        do {
          open.append((try Self.open(name, in: dirfd(stream), follows: false), path))
        } catch {
          return .failure(path, error)
        }
      case .other: continue
      }
    }
    return nil
  }

  private static func open(_ name: String, in folder: Int32, follows: Bool) throws(FileCallError) -> Stream {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW)
    let descriptor = name.withFileName { openat(folder, $0, flags) }
    guard descriptor >= 0 else { throw FileCallError() }
    guard let stream = fdopendir(descriptor) else {
      let error = FileCallError()
      close(descriptor)
      throw error
    }
    return stream
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafeBytes(of: &entry.pointee.d_name) { bytes in String(fileName: bytes.prefix { $0 != 0 }) }
  }

  /// File systems need not say the type of an entry: https://man7.org/linux/man-pages/man3/readdir.3.html
  private static func kind(of entry: UnsafeMutablePointer<dirent>, _ name: String, in folder: Int32) -> FileStatus.Kind
  {
    switch Int32(entry.pointee.d_type) {
    case Int32(DT_REG): return .regular
    case Int32(DT_DIR): return .folder
    case Int32(DT_UNKNOWN):
      var status = stat()
      guard name.withFileName({ fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { return .other }
      return FileStatus.kind(status.st_mode)
    default: return .other
    }
  }
}
