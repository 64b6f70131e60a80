internal import Foundation

/// Keeps other processes from moving a write-ahead log's content into the database, and from beginning the log anew,
/// while both are read. They may go on to append to it.
///
/// A reader of SQLite's own has such locks too, and writes into the `-shm` file what it reads. These are locks for
/// reading, on a file that is open for reading; nothing is written, and nothing is made where there is no such file.
///
/// The bytes that stand for the locks: https://www.sqlite.org/walformat.html#wal_locks
final class WriteAheadLogLock {
  enum Failure: Error {
    /// A checkpoint or a recovery is going on.
    case busy
  }

  /// "WAL_CKPT_LOCK": held exclusively by a process that moves content, or that recovers the index.
  private static let checkpoint: off_t = 121
  /// "WAL_READ_LOCK(4)": all of these are held exclusively, for a moment, by a process that begins the log anew. The last
  /// is the one that readers take last.
  private static let reader: off_t = 127

  private let descriptor: Int32

  /// Nil where there is no such file, or it cannot be locked.
  ///
  /// - Throws: `Failure.busy`.
  init?(index path: String) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
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

  // Closing gives the locks back.
  deinit { if descriptor >= 0 { close(descriptor) } }
}
