internal import Foundation
internal import SystemCalls

/// Prevents other processes from moving a write-ahead log's content into the database, and from restarting the log,
/// while both are being read. Other processes may still append to it.
///
/// SQLite's own readers hold similar locks, and write their position to the `-shm` file. These locks are for reading,
/// on a file that is open for reading. Nothing is written, and no file is created.
///
/// The bytes that represent the locks: https://www.sqlite.org/walformat.html#wal_locks
final class WriteAheadLogLock {
  enum Failure: Error {
    /// A checkpoint or a recovery is in progress.
    case busy
  }

  /// The offset of "WAL_CKPT_LOCK". A process that moves content or recovers the index holds it exclusively.
  private static let checkpoint: off_t = 121
  /// The offset of "WAL_READ_LOCK(4)". A process that restarts the log holds all of these locks exclusively for a short
  /// time. This is the lock that readers take last.
  private static let reader: off_t = 127

  private let descriptor: Int32

  /// Locks the log whose index is at this path; `nil` if there is no such file or it cannot be locked.
  ///
  /// - Throws: `Failure.busy`.
  init?(index path: String) throws {
    guard let opened = try? openForReading(path) else { return nil }
    descriptor = opened
    for byte in [Self.checkpoint, Self.reader] {
      var lock = flock()
      lock.l_type = Int16(F_RDLCK)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = byte
      lock.l_len = 1
      guard fcntl(descriptor, F_SETLK, &lock) != 0 else { continue }
      if errno == EAGAIN || errno == EACCES { throw Failure.busy }
      return nil
    }
  }

  // Closing the file releases the locks.
  deinit { close(descriptor) }
}
