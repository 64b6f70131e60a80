#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A temporary folder that only this user can read, removed on deinitialization.
final class TemporaryFolder {
  let path: String

  init(in folder: String) throws(GitError) {
    var template = Array((folder + "/signing-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw systemError(folder) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    if let names = try? Descriptor(opening: path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY)?.names(path: path) {
      for name in names { unlink(path + "/" + name) }
    }
    rmdir(path)
  }

  /// Writes a file, and returns its path.
  func write(_ content: [UInt8], as name: String) throws(GitError) -> String {
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw systemError(file) }
    defer { close(descriptor) }
    try writeAll(descriptor, content, path: file)
    return file
  }
}
