internal import SystemCalls

/// The files of a signature, which only this user can read, in a folder that is removed on deinitialization.
final class SigningFolder {
  private let folder: TemporaryFolder

  init(in parent: String) throws(GitError) {
    folder = try systemCall(parent) { () throws(SystemCallError) in
      try TemporaryFolder(in: parent, prefix: "signing-")
    }
  }

  /// Writes a file, and returns its path.
  func write(_ content: [UInt8], as name: String) throws(GitError) -> String {
    let file = folder.path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw systemError(file) }
    defer { close(descriptor) }
    try writeAll(descriptor, content, path: file)
    return file
  }
}
