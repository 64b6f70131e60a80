internal import SystemCalls

/// The right to write to a repository, which one process of schemaledger has at a time.
///
/// It is `flock(2)` on the file `schemaledger/lock` of the Git directory, which is never removed. The system releases it
/// when the process ends, however it ends. The content names the process that has it; it is empty if none has.
///
/// The locks of Git, such as `index.lock`, are files that exist, and a killed process leaves them. ``LockFile`` creates
/// them as hard links to this file. A file with the same inode is therefore ours, and as long as we have the `flock`,
/// no living process of ours relies on it: it was left by a killed one, and we take it over. Git never creates such a
/// file. The process that is named here must also have ended, because on some network file systems `flock` does not
/// exclude other hosts.
final class WriterLock {
  let path: String
  private let descriptor: Int32
  /// Former holders that may still be alive, although their `flock` is not in force here.
  let undecided: [ProcessMark]
  private let isRecorded: Bool
  /// Whether killed processes have left locks of Git that are ours to remove.
  let hasLeftovers: Bool

  /// Why the lock was not taken.
  enum Refusal: Error {
    /// Another process has it; `nil` if it is not known which.
    case held(by: ProcessMark?)
    /// The file system has no such locks, or the file cannot be written to.
    case unsupported
  }

  /// Takes the lock, without waiting for it.
  ///
  /// - Parameter folder: the folder `schemaledger` in the common Git directory. It is created.
  init(in folder: String) throws(Refusal) {
    path = folder + "/lock"
    var status = stat()
    if lstat(folder, &status) != 0 { mkdir(folder, 0o777) }
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .unsupported }
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unsupported }
    do throws(Refusal) {
      try Self.take(descriptor)
      let former = Self.holders(descriptor)
      // Where `flock` has no effect, the file still says who is writing.
      if let holder = former.first(where: { $0.state == .alive && $0 != ProcessMark.own }) {
        throw .held(by: holder)
      }
      var (own, named) = (stat(), stat())
      guard fstat(descriptor, &own) == 0, own.st_mode & S_IFMT == S_IFREG else { throw .unsupported }
      // Somebody has removed the file in the meantime, so that another process may have a new one.
      guard lstat(path, &named) == 0, named.st_ino == own.st_ino, named.st_dev == own.st_dev else {
        throw .held(by: nil)
      }
      // With one link, no lock of Git is left, and it does not matter who has ended how.
      undecided = own.st_nlink > 1 ? former.filter { $0.state == .unknown } : []
      hasLeftovers = own.st_nlink > 1 && undecided.isEmpty
      isRecorded = Self.record([ProcessMark.own].compactMap(\.self) + undecided, in: descriptor)
    } catch {
      Self.release(descriptor)
      throw error
    }
  }

  deinit {
    if isRecorded { _ = Self.record(undecided, in: descriptor) }
    Self.release(descriptor)
  }

  /// Unlocks the file before it is closed. A process that another thread is about to start has a copy of the descriptor until
  /// it runs its program, and would have the lock as long.
  ///
  /// > The lock is released either by an explicit LOCK_UN operation on any of these duplicate file descriptors, or when all
  /// > such file descriptors have been closed.
  /// <https://man7.org/linux/man-pages/man2/flock.2.html>
  private static func release(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Whether there are links to the lock's file, which are locks of Git.
  var isLinked: Bool {
    var own = stat()
    return fstat(descriptor, &own) == 0 && own.st_nlink > 1
  }

  /// Whether a file is a link to the lock's file.
  func isSameFile(as other: String) -> Bool {
    var (own, status) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && lstat(other, &status) == 0 && own.st_dev == status.st_dev
      && own.st_ino == status.st_ino
  }

  private static func take(_ descriptor: Int32) throws(Refusal) {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: throw .held(by: holders(descriptor).first)
      default: throw .unsupported
      }
    }
  }

  /// The processes that the file names.
  private static func holders(_ descriptor: Int32) -> [ProcessMark] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return [] }
    return String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n").compactMap(ProcessMark.init)
  }

  /// Replaces the content. A lost record only means that nobody can be named.
  private static func record(_ holders: [ProcessMark], in descriptor: Int32) -> Bool {
    let content = Array(holders.map { $0.line + "\n" }.joined().utf8)
    guard content.isEmpty || pwrite(descriptor, content, content.count, 0) == content.count else { return false }
    return ftruncate(descriptor, off_t(content.count)) == 0
  }
}
