internal import SystemCalls

/// A lock of Git, such as `index.lock`: a file that exists as long as the lock is held. It is removed on
/// deinitialization.
///
/// It is a hard link to the file of the ``WriterLock``, by which a later run recognises what a killed run has left.
/// `link(2)` fails if the file exists, as `open` with `O_EXCL` does, which Git uses. Where there are no hard links, the
/// file is created as Git does it.
final class LockFile {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Why the lock was not taken.
  enum Refusal: Error {
    /// Another program has it, usually Git.
    case held
    /// schemaledger has created it, perhaps on another host or in another container, where the process may be alive.
    case undecided(ProcessMark)
    case system(GitError)
  }

  /// How often a lock of Git is tried. Git holds it for milliseconds; it waits itself for references.
  private static let limit = 50
  /// The pause between two tries, in microseconds.
  private static let pause: UInt32 = 20_000

  /// Takes the lock, and waits for up to a second while another program has it.
  ///
  /// - Parameters:
  ///   - path: the path of the locked file; its folder is created.
  ///   - writer: the writer's lock, or `nil` if there is none.
  init(of path: String, by writer: WriterLock?) throws(Refusal) {
    self.path = path + ".lock"
    try Self.wait { () throws(Refusal) in try Self.create(path + ".lock", by: writer) }
    var status = stat()
    guard lstat(self.path, &status) == 0 else {
      let error = systemError(self.path)
      removeLeftover(self.path)
      throw .system(error)
    }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  deinit {
    // If a person has removed the file, another program may have created its own.
    removeLeftover(path) { $0.st_dev == device && $0.st_ino == inode }
  }

  /// Waits for up to a second until a file is not locked, without locking it.
  static func check(_ path: String, by writer: WriterLock?) throws(Refusal) {
    try wait { () throws(Refusal) in
      var status = stat()
      if lstat(path + ".lock", &status) == 0 { try takeOver(path + ".lock", by: writer) }
    }
  }

  private static func wait(for step: () throws(Refusal) -> Void) throws(Refusal) {
    for turn in 1... {
      do throws(Refusal) {
        return try step()
      } catch {
        guard case .held = error, turn < limit else { throw error }
        usleep(pause)
      }
    }
  }

  private static func create(_ path: String, by writer: WriterLock?) throws(Refusal) {
    // `git pack-refs` may remove an empty folder as soon as it was created.
    for _ in 0..<3 {
      if let writer, link(writer.path, path) == 0 { return }
      if errno == EEXIST, writer != nil { return try takeOver(path, by: writer) }
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        close(descriptor)
        return
      }
      if errno == EEXIST { throw .held }
      guard errno == ENOENT else { break }
      createFolders(folderName(path))
    }
    throw .system(systemError(path))
  }

  /// Continues to use a lock that a killed process of schemaledger has left.
  private static func takeOver(_ path: String, by writer: WriterLock?) throws(Refusal) {
    guard let writer, writer.isSameFile(as: path) else { throw .held }
    if let holder = writer.undecided.first { throw .undecided(holder) }
  }
}
